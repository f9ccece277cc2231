"""Opponents with names: `random`, levels `1`, `2` …, `perfect` where a game is solved, styles (`hunter-2`).

A player is asked for a token and gets a budget; how it thinks is its own affair.  How many levels a game has,
and how each thinks, its ladder says (`stylobate.ladder`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from stylobate.errors import BadPlayer
from stylobate.game import Game, Position
from stylobate.ladder import ladder, plays
from stylobate.ladder import names as names
from stylobate.parts import Stop as Stop
from stylobate.style import parted, style, styles


@dataclass(frozen=True)
class Budget:
    """How much a player may think, in how many threads; what is None is the player's own choice.

    That is for a whole turn, of which it has played so many tokens `before`; what is given is for this one.
    """

    playouts: int | None = None
    seconds: float | None = None
    threads: int = 1
    before: int = 0


@dataclass(frozen=True)
class Choice:
    """The token a player chose, and what there is to tell about it."""

    token: str
    about: Mapping[str, str] = field(default_factory=dict)


class Player(Protocol):
    """A computer player: anything that can be asked for a move."""

    name: str

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """A legal token of the seat to move.  `stop()` turns true when the answer is wanted at once."""


def best(game: Game) -> Player:
    """The strongest player of this game."""
    return player(names(game)[-1], game)


def player(name: str, game: Game, heat: float | None = None) -> Player:
    """The player of that name; a level slips as readily as `heat` says, or else as it always does."""
    if not plays(game, name):
        raise BadPlayer(f"nobody called “{name}” plays {game.title}; there are {there_are(game)}")
    if name == "random":
        from stylobate.players.random import RandomPlayer

        return RandomPlayer()
    if name == "perfect" and game.solver is not None:
        from stylobate.players.perfect import PerfectPlayer

        return PerfectPlayer(game.solver)
    from stylobate.players.levels import LevelPlayer

    level = ladder(game).level(parted(name)[1])
    assert level is not None
    is_strongest = level == ladder(game).strongest
    if heat is not None:
        level = replace(level, heat=heat, among={})
    return LevelPlayer(level, is_strongest, style(game, name))


def there_are(game: Game) -> str:
    """The names of all who play this game, for somebody who has named another."""
    tastes = [f"{taste.name}-1" for taste in styles(game)]
    at_any = f" (and {', '.join(tastes)} at any level)" if tastes else ""
    return f"{', '.join(names(game))}{at_any}"


def warm(game: Game) -> None:
    """Load what the best player needs, so that no clock has to wait for it."""
    best(game)
    if game.solver is not None:
        game.solver.ready(game.start())


def ask(
    player: Player,
    position: Position,
    budget: Budget | None = None,
    stop: Stop = lambda: False,
    seed: int | None = None,
) -> Choice:
    """The player's choice, without a thought where there is none; refuses to ask where no seat is to move."""
    if position.turn < 0:
        state = "the game is over" if position.is_over else "it is for chance to speak"
        raise BadPlayer(f"no seat is to move here: {state}")
    if len(position.legal) == 1:
        return Choice(position.legal[0])
    return player.choose(position, budget or Budget(), stop, seed)
