"""What a notation may leave out: reasons, and options that a position shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stylobate.errors import BadGame
from stylobate.parts import Notation

if TYPE_CHECKING:
    from stylobate.game import Game
    from stylobate.kernel import State


class PlainNotation(Notation):
    """Gives no reasons."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def token(self, s: State, action: int) -> str:
        """Nothing can stand in for it."""
        raise self._lacks("token")

    def action(self, s: State, text: str) -> int:
        """Nothing can stand in for it."""
        raise self._lacks("action")

    def write(self, s: State) -> str:
        """Nothing can stand in for it."""
        raise self._lacks("write")

    def read(self, text: str) -> State:
        """Nothing can stand in for it."""
        raise self._lacks("read")

    def explain(self, s: State, action: int) -> str:
        """The list of what is legal, which follows, is all there is to say."""
        return "the rules do not allow it"

    def options(self, s: State) -> Mapping[str, str]:
        """None."""
        return {}

    def _lacks(self, name: str) -> BadGame:
        return BadGame(f"{self._game.id} brings no {name}: its notation needs a function {name}")
