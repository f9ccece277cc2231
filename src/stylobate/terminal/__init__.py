"""A game at one keyboard, as lines of text: the board in letters, moves typed or by number."""

from stylobate.terminal.keyboard import Keyboard
from stylobate.terminal.learning import learn

__all__ = ["Keyboard", "learn"]
