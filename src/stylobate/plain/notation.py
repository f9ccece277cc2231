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
    """Explains nothing, and finds no options in a position."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def token(self, s: State, action: int) -> str:
        """Required: only the game knows it."""
        raise self._lacks("token")

    def action(self, s: State, text: str) -> int:
        """Required: only the game knows it."""
        raise self._lacks("action")

    def write(self, s: State) -> str:
        """Required: only the game knows it."""
        raise self._lacks("write")

    def read(self, text: str) -> State:
        """Required: only the game knows it."""
        raise self._lacks("read")

    def explain(self, s: State, action: int) -> str:
        """No reason; the refusal lists the legal tokens anyway."""
        return "the rules do not allow it"

    def options(self, s: State) -> Mapping[str, str]:
        """None: a position need not show any."""
        return {}

    def _lacks(self, name: str) -> BadGame:
        return BadGame(f"{self._game.id} brings no {name}: its notation needs a function {name}")
