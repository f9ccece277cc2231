"""Words for a game that brings none: tokens as they are written, one click each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stylobate.parts import Tally, Telling
from stylobate.telling import Names, Step, Switches, called, verdict

if TYPE_CHECKING:
    from stylobate.game import Game, Position


class PlainTelling(Telling):
    """Shows tokens as they are written, offers a button for each, and lists the points at the end."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def words(self, position: Position, token: str, names: Names = None) -> str:
        """Who plays what; for chance, what comes."""
        if position.is_chance:
            return f"Chance: {token.removeprefix('*')}"
        return f"{called(position, position.turn, names)} plays {token}"

    def asks(self, position: Position, names: Names = None) -> str:
        """The question to the player: to choose a move."""
        if position.is_over:
            return ""
        return "Chance decides." if position.is_chance else "Choose a move."

    def how_to(self, position: Position) -> str:
        """What the guide says of a turn, be it whose it may, or else the game's summary."""
        return self._game.minute.turn or self._game.summary

    def steps(self, position: Position, token: str) -> tuple[Step, ...]:
        """One click, on a button with the token on it."""
        return (Step(token, token),)

    def other_ways(self, position: Position, token: str) -> Sequence[tuple[Step, ...]]:
        """There is only one way."""
        return ()

    def switches(self, position: Position) -> Switches | None:
        """There are none."""
        return None

    def order(self, token: str) -> str:
        """The token itself, so ASCII order."""
        return token

    def squares(self, position: Position, names: Names = None) -> dict[str, str]:
        """No squares: nothing on a plain board can be clicked."""
        return {}

    def why_not(self, position: Position, chosen: Sequence[str], key: str) -> str:
        """Nothing: what is asked says what may be done instead."""
        return ""

    def result(self, position: Position, names: Names = None) -> list[str]:
        """Who has won, and everybody's points where there are any."""
        if not self._game.has_points:
            return [verdict(position, names)]
        points = ", ".join(
            f"{called(position, seat, names)} {score}" for seat, score in enumerate(position.scores)
        )
        return [verdict(position, names), f"Points: {points}."]

    def tally(self, position: Position, names: Names = None) -> Tally | None:
        """Everybody's points, where there are any."""
        if not self._game.has_points:
            return None
        return Tally(("Points",), tuple((str(score),) for score in position.scores))

    def points(self, position: Position, seat: int) -> str:
        """Nothing: only the game knows how it is scored."""
        return ""

    def costs(self, position: Position, token: str) -> str:
        """Nothing: a plain game has no moves to be confirmed."""
        return ""

    def goes_by_itself(self, position: Position) -> bool:
        """Never: whoever is to move sees it."""
        return False
