"""What a board's cells look like laid out, and which part of them a window shows.

Above lies the hand, below it the board.  A window that is too small for the board shows a part of it, which
can be moved; the hand and the board's rulers stay.  A **spot** is a column and a line: of the whole layout,
or of the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from stylobate.parts import Cell

Keys = tuple[str, ...]
"""What a click on a cell means."""

Spot = tuple[int, int]

Box = tuple[int, int, int, int]
"""The first column and line of a part, and the first that are no more in it."""


@dataclass(frozen=True)
class Laid:
    """Lines of a hand and of a board; `rulers` are lines at the board's top, columns at its left."""

    hand: Sequence[Sequence[Cell]] = ()
    board: Sequence[Sequence[Cell]] = ()
    rulers: tuple[int, int] = (0, 0)

    @cached_property
    def lines(self) -> list[Sequence[Cell]]:
        """All lines, the hand's first."""
        return [*self.hand, *self.board]

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many columns and lines there are."""
        return max(map(_length, self.lines), default=0), len(self.lines)

    @property
    def stays(self) -> tuple[int, int]:
        """How many columns at the left and lines at the top are never moved out of sight."""
        return self.rulers[1], len(self.hand) + self.rulers[0]

    def fits(self, wide: int, high: int) -> bool:
        """Whether a window of this size shows all of it."""
        return self.size[0] <= wide and self.size[1] <= high

    def placed(self) -> Iterator[tuple[Cell, int, int]]:
        """Every cell with the column and the line where it begins."""
        for y, line in enumerate(self.lines):
            x = 0
            for cell in line:
                yield cell, x, y
                x += len(cell.text)

    @cached_property
    def boxes(self) -> dict[Keys, Box]:
        """Where each thing that can be pointed at lies: its first cell and those next to it."""
        found: dict[Keys, Box] = {}
        for cell, x, y in self.placed():
            if not cell.keys:
                continue
            end = x + len(cell.text)
            left, top, right, bottom = found.get(cell.keys, (x, y, x, y + 1))
            if (y < bottom and x <= right) or (y == bottom and left <= x < right):
                found[cell.keys] = left, top, max(right, end), y + 1
        return found

    @cached_property
    def spots(self) -> dict[Keys, Spot]:
        """The middle of each thing that can be pointed at."""
        return {
            keys: ((left + right) // 2, (top + bottom - 1) // 2)
            for keys, (left, top, right, bottom) in self.boxes.items()
        }

    @cached_property
    def looks(self) -> dict[Keys, list[Cell]]:
        """How each thing that can be pointed at is drawn."""
        found: dict[Keys, list[Cell]] = {}
        for cell, _, _ in self.placed():
            if cell.keys:
                found.setdefault(cell.keys, []).append(cell)
        return found

    @cached_property
    def lettered(self) -> set[Keys]:
        """What has a letter or a number on it."""
        return {
            keys
            for keys, cells in self.looks.items()
            if any(map(str.isalnum, "".join(c.text for c in cells)))
        }

    def with_looks(self, looks: Mapping[Keys, Sequence[Cell]]) -> Laid:
        """The same with these things of the board drawn otherwise, cell by cell."""
        left = {keys: iter(cells) for keys, cells in looks.items()}
        board = [[next(left.get(cell.keys, iter(())), cell) for cell in line] for line in self.board]
        return Laid(self.hand, board, self.rulers)

    def at(self, spot: Spot) -> Keys:
        """What a click there means."""
        x, y = spot
        for cell in self.lines[y] if 0 <= y < len(self.lines) else ():
            if 0 <= x < len(cell.text):
                return cell.keys
            x -= len(cell.text)
        return ()


@dataclass(frozen=True)
class Window:
    """So many columns and lines, through which a layout is seen, moved by so many columns and lines.

    What is smaller than the window lies in its middle.
    """

    laid: Laid
    wide: int
    high: int
    moved: Spot = (0, 0)

    @property
    def edge(self) -> Spot:
        """Where the layout begins."""
        wide, high = self.laid.size
        return max(0, (self.wide - wide) // 2), max(0, (self.high - high) // 2)

    def line(self, y: int) -> int:
        """Which line of the layout is seen in this line of the window; it may be none."""
        y -= self.edge[1]
        return y if y < self.laid.stays[1] else y + self.moved[1]

    def cells(self, line: int) -> Sequence[Cell]:
        """A line of the layout; of a ruler's numbers those that are cut off are left out: -4 is not 4."""
        cells = self.laid.lines[line]
        if not len(self.laid.hand) <= line < self.laid.stays[1]:
            return cells
        found, x, stays = list[Cell](), 0, self.laid.stays[0]
        for cell in cells:
            end = x + len(cell.text)
            is_whole = x < stays or (stays + self.moved[0] <= x and end <= self.wide + self.moved[0])
            found.append(cell if is_whole else replace(cell, text=" " * len(cell.text)))
            x = end
        return found

    def spot(self, x: int, y: int) -> Spot:
        """What spot of the layout is seen here."""
        x -= self.edge[0]
        line = self.line(y)
        is_fixed = line < len(self.laid.hand) or x < self.laid.stays[0]
        return x if is_fixed else x + self.moved[0], line

    def seen(self, spot: Spot) -> Spot:
        """Where in the window this spot of the layout is."""
        (x, y), (stays_x, stays_y) = spot, self.laid.stays
        is_hand = y < len(self.laid.hand)
        x -= 0 if is_hand or x < stays_x else self.moved[0]
        y -= 0 if y < stays_y else self.moved[1]
        return x + self.edge[0], y + self.edge[1]

    def moved_to(self, box: Box, margin: Spot) -> Spot:
        """How far to be moved, no further than needed, so that this box is seen with a margin around it."""
        if box[1] < len(self.laid.hand):
            return self.moved
        across, along = (
            _shift(
                self.moved[way],
                box[way] - margin[way],
                box[way + 2] + margin[way],
                self.laid.stays[way],
                (self.wide, self.high)[way],
                self.laid.size[way],
            )
            for way in (0, 1)
        )
        return across, along


def _shift(moved: int, start: int, end: int, stays: int, room: int, size: int) -> int:
    """The least change that brings start to end into sight; the start where both do not fit."""
    moved = max(moved, end - room)
    moved = min(moved, start - stays)
    return max(0, min(moved, size - room))


def _length(line: Sequence[Cell]) -> int:
    return sum(len(cell.text) for cell in line)
