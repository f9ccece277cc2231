"""Rules have hardly anything that could be left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stylobate.errors import BadGame
from stylobate.parts import Rules

if TYPE_CHECKING:
    from stylobate.game import Game
    from stylobate.kernel import Kernel, State


class PlainRules(Rules):
    """As many seats as the game says, each for itself."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def KERNEL(self) -> Kernel:  # noqa: N802
        """Nothing can stand in for it."""
        raise BadGame(f"{self._game.id} brings no kernel: its rules need a KERNEL")

    def start(self, options: Mapping[str, str]) -> State:
        """Nothing can stand in for it."""
        raise BadGame(f"{self._game.id} brings no first position: its rules need a function start")

    def seats(self, s: State) -> int:
        """The only number of players there is."""
        if len(self._game.players) > 1:
            raise BadGame(f"{self._game.id} is played by several numbers: its rules need a function seats")
        return self._game.players[0]

    def sides(self, s: State) -> Sequence[int]:
        """Everybody for themselves."""
        return range(self._game.rules.seats(s))
