"""The board: the cells that a game draws, in the theme's colours, for the mouse and for a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from stylobate.colours import CLOTH, INK, LEAF, MARK, ON_CLOTH
from stylobate.game import Position
from stylobate.parts import Cell
from stylobate.tui.laid import Box, Keys, Laid, Spot, Window
from stylobate.tui.themes import Paint, paint

Led = tuple[Position, str]
"""A position, and the token that led to it."""

MARGIN = 6, 2  # columns and lines that are seen around what comes into sight
STEP = 6, 2  # and by so many a key moves the board


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """A drawn position.  Arrows go from square to square; Enter or a click says which was meant.

    Where it is larger than the window it can be dragged, and keys of the screen move it.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("enter,space", "here", show=False),
    ]

    class Chosen(Message):
        """Somebody has pointed at what these keys are for."""

        def __init__(self, keys: Keys) -> None:
            super().__init__()
            self.keys = keys

    def __init__(self) -> None:
        super().__init__(id="board")
        self._position: Position | None = None
        self._led: Sequence[Led] = ()
        self._drawn = Laid(), Laid()
        self._paint: Paint = {}
        self._next: Set[str] = frozenset()
        self._chosen: Set[str] = frozenset()
        self._cursor: Keys = ()
        self._held: Spot | None = None
        self._dragged = False

    # What is shown

    def show(
        self,
        position: Position,
        led: Iterable[Led],
        next: Set[str] = frozenset(),
        chosen: Set[str] = frozenset(),
    ) -> None:
        """Draw this position; `next` may be clicked, and `chosen` is.

        `led` are the latest positions with their tokens, this one first: what the latest token that marks
        something has marked comes into sight, where the board is larger than the window.
        """
        is_chosen_anew, self._next, self._chosen = chosen - self._chosen, next, chosen
        if position is not self._position:
            self._position, self._led = position, [*led]
            before = self.laid
            self._drawn = drawn(position, self._led, True), drawn(position, self._led, False)
            self._paint = paint(position.game)
            if next and next.isdisjoint(self._cursor):
                self._cursor = ()  # the arrows begin with what may be chosen
            self._lay(before)
        elif is_chosen_anew:
            boxes = [box for keys, box in self.laid.boxes.items() if not chosen.isdisjoint(keys)]
            self.bring_into_sight(boxes[:1], (0, 0))
        self.refresh()

    @property
    def laid(self) -> Laid:
        """The larger drawing where there is room for it, else the usual."""
        large, usual = self._drawn
        return large if large.fits(*self.outer_size) else usual

    @property
    def window(self) -> Window:
        """The part of it that is seen."""
        room, moved = self.scrollable_content_region.size, self.scroll_offset
        return Window(self.laid, room.width, room.height, (moved.x, moved.y))

    def _lay(self, before: Laid) -> None:
        """Let it be moved as far as it is large; what was seen stays where it is, though a board may grow."""
        laid = self.laid
        self.virtual_size = Size(*laid.size)
        if self._cursor not in laid.spots:
            self._cursor = ()
        high, was_high = len(laid.hand), len(before.hand)
        stay = [keys for keys, box in before.boxes.items() if box[1] >= was_high and keys in laid.boxes]
        for same in stay[:1]:
            (x, y), (was_x, was_y) = laid.boxes[same][:2], before.boxes[same][:2]
            moved = self.scroll_offset
            self._move_to((moved.x + x - was_x, moved.y + (y - high) - (was_y - was_high)))
        self.call_after_refresh(self._show_last)

    def on_resize(self) -> None:
        """Draw it as large as there is room for now."""
        self._lay(self.laid)
        self.refresh()

    def _show_last(self) -> None:
        """Bring what was done last into sight, where not all is."""
        if self.laid.fits(self.window.wide, self.window.high):
            return
        marked = _marked(self._led, False)
        self.bring_into_sight([self.laid.boxes[keys] for keys in marked if keys in self.laid.boxes])

    def bring_into_sight(self, boxes: Sequence[Box], margin: Spot = MARGIN) -> None:
        """Move the board, no further than needed, until all these parts of it are seen."""
        if boxes:
            left, top = (min(box[way] for box in boxes) for way in (0, 1))
            right, bottom = (max(box[way] for box in boxes) for way in (2, 3))
            self._move_to(self.window.moved_to((left, top, right, bottom), margin))

    def _move_to(self, moved: Spot) -> None:
        self.scroll_to(*moved, animate=False, force=True)

    # How it is drawn

    def render_line(self, y: int) -> Strip:
        """One line of the window: the rulers, and as much of the board as is seen."""
        window, dark = self.window, self.app.current_theme.dark
        bare = Style(color=self._paint.get((ON_CLOTH, dark)), bgcolor=self._paint.get((CLOTH, dark)))
        number = window.line(y)
        if not 0 <= number < len(self.laid.lines):
            return Strip.blank(window.wide, bare)
        strip = Strip([part for cell in window.cells(number) for part in self._written(cell, dark)])
        if number >= len(self.laid.hand):
            stays = self.laid.stays[0]
            rest = strip.crop(stays + window.moved[0], max(stays + window.moved[0], strip.cell_length))
            strip = Strip.join([strip.crop(0, stays), rest])
        before = Strip.blank(window.edge[0], bare)
        return Strip.join([before, strip]).adjust_cell_length(window.wide, bare)

    def _written(self, cell: Cell, dark: bool) -> list[Segment]:
        """One cell; what may be clicked has its letters underlined, or its middle where it has none."""
        style, text = self._style(cell, dark), cell.text
        if not self._chosen.isdisjoint(cell.keys) and len(text) > 2 and text[0] == text[-1] == " ":
            text = f"▌{text[1:-1]}▐"  # so that it is seen without colours
        is_aside = cell.keys in self.laid.lettered and not any(map(str.isalnum, text))
        if is_aside or self._next.isdisjoint(cell.keys):
            return [Segment(text, style)]
        letters = cell.text.strip()
        start = text.index(letters) if letters else len(text) // 2
        end = start + (len(letters) or 1)
        lined = style + Style(bold=True, underline=True)
        return [Segment(text[:start], style), Segment(text[start:end], lined), Segment(text[end:], style)]

    def _style(self, cell: Cell, dark: bool) -> Style:
        ink, ground = cell.ink or ON_CLOTH, cell.ground or CLOTH
        if cell.keys and self.has_focus and cell.keys == self._cursor:
            ink, ground = INK, MARK
        elif not self._chosen.isdisjoint(cell.keys):
            ink, ground = INK, LEAF
        return Style(color=self._paint[ink, dark], bgcolor=self._paint[ground, dark])

    # What one does

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Perhaps it will be dragged."""
        self._held, self._dragged = (event.screen_x, event.screen_y), False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the board along."""
        if self._held is None:
            return
        right, down = event.screen_x - self._held[0], event.screen_y - self._held[1]
        if (right or down) and not self.laid.fits(self.window.wide, self.window.high):
            self._held, self._dragged = (event.screen_x, event.screen_y), True
            self._move_to((self.scroll_offset.x - right, self.scroll_offset.y - down))

    def on_mouse_up(self) -> None:
        """Let go of it."""
        self._held = None
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """Choose what the mouse points at, unless it was dragged there."""
        keys = self.laid.at(self.window.spot(event.x, event.y))
        if keys and not self._dragged:
            self._cursor = keys
            self.refresh()
            self.post_message(self.Chosen(keys))

    def action_here(self) -> None:
        """Choose what the cursor stands on."""
        if self._cursor:
            self.post_message(self.Chosen(self._cursor))

    def move(self, right: int, down: int) -> None:
        """Show another part of the board."""
        self._move_to((self.scroll_offset.x + right * STEP[0], self.scroll_offset.y + down * STEP[1]))

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor to the nearest thing on that side; at first to what may be chosen."""
        window, spots = self.window, self.laid.spots
        if self._cursor not in spots:
            self._cursor = next((keys for keys in spots if {*keys} & self._next), next(iter(spots), ()))
        else:
            x, y = window.seen(spots[self._cursor])
            near = [
                (_far(to_x - x, to_y - y, right, down), keys)
                for keys, spot in spots.items()
                for to_x, to_y in (window.seen(spot),)
                if (to_x - x) * right > 0 or (to_y - y) * down > 0
            ]
            self._cursor = min(near, default=(0, self._cursor))[1]
        self.refresh()
        self.bring_into_sight([self.laid.boxes[keys] for keys in (self._cursor,) if keys])


def drawn(position: Position, led: Sequence[Led], large: bool) -> Laid:
    """A position in the cells of its game, and what lies beside them; what was marked last stays so."""
    drawing = position.game.drawing
    beside, last = drawing.beside(position), led[0][1] if led else None
    laid = Laid(beside.hand, drawing.cells(position, last, large), beside.rulers)
    marked = _marked(led, large)
    return laid.with_looks(
        {keys: now for keys, (plain, now) in marked.items() if laid.looks.get(keys) == plain}
    )


def _marked(led: Sequence[Led], large: bool) -> dict[Keys, tuple[list[Cell], list[Cell]]]:
    """What the latest token that marks anything has marked: its look without that mark, and with it."""
    for position, token in led:
        cells = position.game.drawing.cells
        plain = Laid((), cells(position, None, large)).looks
        marked = Laid((), cells(position, token, large)).looks
        if found := {keys: (plain[keys], now) for keys, now in marked.items() if plain.get(keys, now) != now}:
            return found
    return {}


def _far(across: int, along: int, right: int, down: int) -> int:
    """How far off something is: a line counts as much as two columns, and aside counts thrice."""
    across, along = abs(across), abs(2 * along)
    return across + 3 * along if right else along + 3 * across
