"""The board: the cells that a game draws, in the theme's colours, for the mouse and for a cursor."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from stylobate.colours import CLOTH, INK, LEAF, MARK, ON_CLOTH
from stylobate.game import Position
from stylobate.parts import Cell
from stylobate.tui.themes import colour

Keys = tuple[str, ...]
"""What a click on a cell means."""

Spot = tuple[int, int]
"""A column and a line of the terminal, counted from the board's corner."""


class Board(Widget, can_focus=True):
    """A drawn position.  Arrows go from square to square; Enter or a click says which was meant."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("enter,space", "here", show=False),
    ]
    DEFAULT_CSS = "Board { width: auto; height: auto; text-wrap: nowrap; }"

    class Chosen(Message):
        """Somebody has pointed at what these keys are for."""

        def __init__(self, keys: Keys) -> None:
            super().__init__()
            self.keys = keys

    def __init__(self) -> None:
        super().__init__(id="board")
        self._drawn: list[list[list[Cell]]] = [[], []]
        self._paint: dict[tuple[str, bool], str] = {}
        self._next: Set[str] = frozenset()
        self._chosen: Set[str] = frozenset()
        self._cursor: Keys = ()
        self._seen: dict[Keys, list[Cell]] = {}

    def show(
        self,
        position: Position,
        last: str | None,
        next: Set[str] = frozenset(),
        chosen: Set[str] = frozenset(),
    ) -> None:
        """Draw this position; `next` may be clicked, and `chosen` is.  What has changed comes into sight."""
        game = position.game
        self._drawn = [[*map(list, game.drawing.cells(position, last, large))] for large in (True, False)]
        self._paint = {
            (role, dark): colour(role, dark, *game.palettes)
            for palette in game.palettes
            for role in palette.colours
            for dark in (False, True)
        }
        self._next, self._chosen = next, chosen
        before, self._seen = self._seen, self._looks()
        if self._cursor not in self._seen:
            self._cursor = ()
        self.refresh(layout=True)
        changed = [keys for keys, look in self._seen.items() if before.get(keys, look) != look]
        if changed:
            self.call_after_refresh(self._bring_into_sight, changed[0])

    @property
    def _table(self) -> Widget:
        """What the board lies on, and is moved about on where it is too large."""
        return next(around for around in self.ancestors if isinstance(around, ScrollableContainer))

    @property
    def _lines(self) -> list[list[Cell]]:
        """The larger drawing where there is room for it, else the usual."""
        room = self._table.size
        large, usual = self._drawn
        return large if len(large) <= room.height and _wide(large) <= room.width else usual

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the longest line: boards are never wrapped."""
        return _wide(self._lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as there are lines."""
        return len(self._lines)

    def render(self) -> Text:
        """All lines, one below the other."""
        dark = self.app.current_theme.dark
        told = Text(no_wrap=True, end="")
        for number, line in enumerate(self._lines):
            told.append("\n" if number else "")
            for cell in line:
                self._write(told, cell, dark)
        return told

    def _write(self, told: Text, cell: Cell, dark: bool) -> None:
        """One cell; what may be clicked has its letters underlined, or its middle where it has none."""
        style = self._style(cell, dark)
        if self._next.isdisjoint(cell.keys):
            told.append(cell.text, style)
            return
        letters = cell.text.strip()
        start = cell.text.index(letters) if letters else len(cell.text) // 2
        end = start + (len(letters) or 1)
        told.append(cell.text[:start], style)
        told.append(cell.text[start:end], style + Style(bold=True, underline=True))
        told.append(cell.text[end:], style)

    def _style(self, cell: Cell, dark: bool) -> Style:
        ink, ground = cell.ink or ON_CLOTH, cell.ground or CLOTH
        if cell.keys and self.has_focus and cell.keys == self._cursor:
            ink, ground = INK, MARK
        elif not self._chosen.isdisjoint(cell.keys):
            ink, ground = INK, LEAF
        return Style(color=self._paint[ink, dark], bgcolor=self._paint[ground, dark])

    def _looks(self) -> dict[Keys, list[Cell]]:
        """How each thing that can be pointed at is drawn."""
        found: dict[Keys, list[Cell]] = {}
        for line in self._lines:
            for cell in line:
                if cell.keys:
                    found.setdefault(cell.keys, []).append(cell)
        return found

    def _spots(self) -> dict[Keys, Spot]:
        """Where the middle of each thing that can be pointed at lies; of several lines the first."""
        found: dict[Keys, tuple[int, int, int]] = {}
        for y, line in enumerate(self._lines):
            x = 0
            for cell in line:
                end = x + len(cell.text)
                if cell.keys:
                    left, _, top = found.get(cell.keys, (x, end, y))
                    if top == y:
                        found[cell.keys] = (left, end, y)
                x = end
        return {keys: ((left + right) // 2, y) for keys, (left, right, y) in found.items()}

    def _at(self, x: int, y: int) -> Keys:
        """The keys of what is drawn there."""
        for cell in self._lines[y] if 0 <= y < len(self._lines) else []:
            if 0 <= x < len(cell.text):
                return cell.keys
            x -= len(cell.text)
        return ()

    def on_click(self, event: events.Click) -> None:
        """Choose what the mouse points at."""
        if keys := self._at(event.x, event.y):
            self._cursor = keys
            self.refresh()
            self.post_message(self.Chosen(keys))

    def action_here(self) -> None:
        """Choose what the cursor stands on."""
        if self._cursor:
            self.post_message(self.Chosen(self._cursor))

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor to the nearest thing on that side; at first to what may be chosen."""
        spots = self._spots()
        if self._cursor not in spots:
            self._cursor = next((keys for keys in spots if {*keys} & self._next), next(iter(spots), ()))
        else:
            x, y = spots[self._cursor]
            near = [
                (_far(to_x - x, to_y - y, right, down), keys)
                for keys, (to_x, to_y) in spots.items()
                if (to_x - x) * right > 0 or (to_y - y) * down > 0
            ]
            self._cursor = min(near, default=(0, self._cursor))[1]
        self.refresh()
        self._bring_into_sight(self._cursor)

    def _bring_into_sight(self, keys: Keys) -> None:
        """Scroll, where the board is larger than the window."""
        if keys in (spots := self._spots()):
            x, y = spots[keys]
            place = Region(x - 6, y - 3, 13, 7).translate(self.virtual_region.offset)
            self._table.scroll_to_region(place, animate=False, force=True)


def _wide(lines: list[list[Cell]]) -> int:
    return max((sum(len(cell.text) for cell in line) for line in lines), default=0)


def _far(across: int, along: int, right: int, down: int) -> int:
    """How far off something is: a line counts as much as two columns, and aside counts thrice."""
    across, along = abs(across), abs(2 * along)
    return across + 3 * along if right else along + 3 * across
