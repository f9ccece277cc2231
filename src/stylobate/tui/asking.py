"""Windows over the board: how the game is played and what the keys do, and where to save the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from stylobate.game import Game, Position
from stylobate.minute import HEADINGS

KEYS = (
    ("Tab", "from the board to the moves, to the history"),
    ("arrows, Enter", "go and choose, on the board and in lists"),
    ("/", "find a move by typing; Esc leaves the line"),
    ("1 to 9", "choose a die, or put it down; a: all, or none; 0: throw the others"),
    ("", "elsewhere: play one of the few moves that are left after a click"),
    ("Shift+arrows", "move a board that is larger than the window, or drag it"),
    ("Esc", "put down what is chosen"),
    (", and .", "back and on through what was played"),
    ("Home, End", "to the start, to now"),
    ("h u r s", "hint, undo, resign, save the record"),
    ("g", "while looking back: play on from here"),
    ("c", "chances of each seat, as a chart"),
    ("d", "dark or light"),
    ("q", "leave the game; it is kept"),
    ("Ctrl+Q", "leave the program"),
)


class Help(ModalScreen[None]):
    """The game in a minute, what can be done just now, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1,enter", "dismiss", "close")]

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__()
        self._game, self._position = game, position

    def compose(self) -> ComposeResult:
        """A scrolling window of text."""
        told = Text()
        told.append(f"{self._game.byline}\n\n", "bold")
        minute = self._game.minute
        for heading, part in HEADINGS.items():
            if said := getattr(minute, part):
                told.append(f"{heading}. ", "bold")
                told.append(f"{said}\n\n")
        if self._position.turn >= 0:
            told.append("Now. ", "bold")
            told.append(f"{self._game.telling.how_to(self._position)}\n\n")
        told.append_text(_table(KEYS))
        if self._game.credits:
            told.append(f"\n{self._game.credits}\n", "dim")
        window = VerticalScroll(classes="window")
        window.border_subtitle = "Esc closes"
        with window:
            yield Static(told)


class Save(ModalScreen[str | None]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "not now")]

    def __init__(self, suggested: str) -> None:
        super().__init__()
        self._suggested = suggested

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="window small"):
            yield Label("Save the record as")
            yield Input(self._suggested, id="file", select_on_focus=False)
            yield Label("Enter saves, Esc does not.", classes="faded")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the window with the name that was typed."""
        self.dismiss(event.value.strip() or None)


def _table(rows: Sequence[tuple[str, str]]) -> Text:
    wide = max(len(name) for name, _ in rows)
    told = Text()
    for name, does in rows:
        told.append(f"{name:<{wide}}  ", "bold")
        told.append(f"{does}\n")
    return told
