"""What can still become of a column: its shape.

Two columns are of the same shape if the same can be done with both: each number leads to the same shapes, and
so does a cross.  Where the numbers stand and which they are no longer matters; what they add up to is told
beside it.  So the 4,096 ways to fill four squares are little more than a hundred shapes, of either order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

import numpy as np

from stylobate.games.columns_dice.rules import ASCENDING, CROSS, ORDERS, ROWS, SIDES

Cells = tuple[int, ...]
Ways = tuple[tuple[int, ...], ...]
"""The shapes that each number leads to, and a cross."""
Table = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

CONTENTS = CROSS + 1  # of a square: nothing, a number, a cross
FULL = 0  # the shape of a column without empty squares
NONE = -1


@dataclass(frozen=True)
class Shapes:
    """The shapes of one order; number `FULL` is that of a full column.

    `of` has the shape of each way to fill four squares, which is told by `code`, or `NONE` where the numbers
    are out of order; `empty` how many squares of a shape are empty, `fitting` which numbers find a place, as
    bits from 0; `written` the shapes that each number leads to, at most one a square, and `crossed` those
    that a cross leads to, with `NONE` for those that there are not.
    """

    of: Table
    empty: Table
    fitting: Table
    written: Table
    crossed: Table

    def __len__(self) -> int:
        return len(self.empty)


def code(cells: Cells) -> int:
    """One number for what stands in four squares."""
    return sum(cell * CONTENTS**row for row, cell in enumerate(cells))


@cache
def shapes(order: int) -> Shapes:
    """All that columns can be like."""
    number: dict[tuple[int, Ways], int] = {}
    of = np.full(CONTENTS**ROWS, NONE, dtype=np.int16)
    columns = [one for one in product(range(CONTENTS), repeat=ROWS) if _in_order(one, order)]
    for cells in sorted(columns, key=lambda one: one.count(0)):  # those first to which others lead
        ways = tuple(_following(cells, content, of) for content in range(1, CONTENTS))
        of[code(cells)] = number.setdefault((cells.count(0), ways), len(number))
    written = [[_filled(ways[side]) for side in range(SIDES)] for _, ways in number]
    return Shapes(
        of=of,
        empty=np.array([empty for empty, _ in number], dtype=np.int16),
        fitting=np.array(
            [sum(bool(ways[side]) << side for side in range(SIDES)) for _, ways in number], dtype=np.int16
        ),
        written=np.array(written, dtype=np.int16),
        crossed=np.array([_filled(ways[CROSS - 1]) for _, ways in number], dtype=np.int16),
    )


def _in_order(cells: Cells, order: int) -> bool:
    numbers = [cell for cell in cells if cell not in (0, CROSS)]
    rises = all(one <= other for one, other in pairwise(numbers))
    return rises or (order != ASCENDING and all(one >= other for one, other in pairwise(numbers)))


def _following(cells: Cells, content: int, of: Table) -> tuple[int, ...]:
    """The shapes that come of writing this into some empty square, each once."""
    after = ((*cells[:row], content, *cells[row + 1 :]) for row in range(ROWS) if cells[row] == 0)
    return tuple(sorted({int(of[code(one)]) for one in after} - {NONE}))


def _filled(found: tuple[int, ...]) -> tuple[int, ...]:
    return (*found, *(NONE,) * (ROWS - len(found)))


MOST_SHAPES = max(len(shapes(order)) for order in range(len(ORDERS)))


def by_order(part: Callable[[Shapes], Table]) -> Table:
    """This part of the shapes of each order, in one table; where one order has fewer, `NONE` fills it up."""
    parts = [part(shapes(order)) for order in range(len(ORDERS))]
    table = np.full((len(parts), MOST_SHAPES, *parts[0].shape[1:]), NONE, dtype=np.int16)
    for order, one in enumerate(parts):
        table[order, : len(one)] = one
    return table
