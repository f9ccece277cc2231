"""The functions that rules may leave out: the number of seats, the sides, how long a game can last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stylobate.errors import BadGame
from stylobate.parts import Rules

if TYPE_CHECKING:
    from stylobate.game import Game
    from stylobate.kernel import Kernel, State

LONG = 10_000


class PlainRules(Rules):
    """As many seats as `Game.players` says, each a side of its own."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def KERNEL(self) -> Kernel:  # noqa: N802
        """Required: only the game knows it."""
        raise BadGame(f"{self._game.id} brings no kernel: its rules need a KERNEL")

    def start(self, options: Mapping[str, str]) -> State:
        """Required: only the game knows it."""
        raise BadGame(f"{self._game.id} brings no first position: its rules need a function start")

    def seats(self, s: State) -> int:
        """The only number that `Game.players` has."""
        if len(self._game.players) > 1:
            raise BadGame(f"{self._game.id} is played by several numbers: its rules need a function seats")
        return self._game.players[0]

    def sides(self, s: State) -> Sequence[int]:
        """Each seat is a side of its own."""
        return range(self._game.rules.seats(s))

    def longest(self, s: State) -> tuple[int, int]:
        """More than anybody would sit through, for a game that does not say."""
        return LONG, LONG if self._game.has_chance else 0
