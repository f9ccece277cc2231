"""What there is to see of how one stands in the dice game, whenever the die is handed on.

The sheet is shared, so whoever throws next looks at it, and the other at nothing.  Seen are

- each open column by its shape (`shapes`), which says all that can still become of it, and its points;
- each number of the die, should it be thrown: how many points the best column brings that it completes, or
  whether it can be written where nobody can complete the column next, or only where somebody can, or nowhere;
- the sheet as a whole: how many columns have one, two, three or four empty squares, how many squares can be
  filled before somebody must leave a column to be completed, how many columns are open, which numbers wild;
- the points ahead.

`sheets` sees the same on many sheets at once.
"""

import numpy as np
from numba import int64, void

from stylobate import mind
from stylobate.compiled import compiled
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    CROSS,
    DIE,
    MOVER,
    ORDER,
    ORDERS,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
)
from stylobate.games.columns_dice.shapes import CONTENTS, FULL, MOST_SHAPES, by_order, shapes
from stylobate.kernel import ACTIONS, PAYOFFS, STATE, Payoffs, State
from stylobate.mind import Sights

COMPLETES, SAFE, RISKY, NOWHERE = range(4)  # the best that a number can do, should it be thrown
FATES = 4
MOST_WAITING = COLUMNS * (ROWS - 2)
LIKELY = 3.0  # points that a square may bring which is still empty

BY_SHAPE = 0  # how many columns have each shape but the full one,
BY_POINTS = BY_SHAPE + MOST_SHAPES - 1  # and their points
BY_FATE = BY_POINTS + MOST_SHAPES - 1  # for each number, the best that it can do,
BY_GAIN = BY_FATE + SIDES * FATES  # and the points of the best column that it completes
FATE_COUNTS = BY_GAIN + SIDES  # how many numbers have each fate
MEAN_GAIN = FATE_COUNTS + FATES * (SIDES + 1)  # what a throw brings, and the best that a throw can bring
BEST_GAIN = MEAN_GAIN + 1
BY_EMPTY = BEST_GAIN + 1  # how many columns have so many empty squares,
EMPTY_POINTS = BY_EMPTY + ROWS * (COLUMNS + 1)  # and the points that are in them
BY_WAITING = EMPTY_POINTS + ROWS  # how many squares can be filled without leaving a column to be completed
BY_OPEN = BY_WAITING + MOST_WAITING + 1
IS_WILD = BY_OPEN + COLUMNS + 1  # which numbers are wild, and how many
BY_WILD = IS_WILD + SIDES
BY_PARITY = BY_WILD + WILD_SQUARES + 1
EMPTY = BY_PARITY + 2
AHEAD = EMPTY + 1
AHEAD_OF_REST = AHEAD + 3  # beside what the open columns may bring
AHEAD_BY_OPEN = AHEAD_OF_REST + 1
WIDTH = AHEAD_BY_OPEN + COLUMNS + 1

_OF = np.array([shapes(order).of for order in range(len(ORDERS))])
_FITTING = by_order(lambda one: one.fitting)
SQUARES_LEFT = by_order(lambda one: one.empty)

Columns = np.ndarray[tuple[int], np.dtype[np.int64]]
"""A number for each column."""


@compiled(void(STATE, ACTIONS, ACTIONS))
def lay_out(s: State, shape: Columns, points: Columns) -> None:
    """Write the shape of each column, and the points that are in it; a full one has none."""
    for column in range(COLUMNS):
        written = code = 0
        for row in range(ROWS - 1, -1, -1):
            cell = s[column * ROWS + row]
            code = code * CONTENTS + cell
            written += 0 if cell == CROSS else cell
        shape[column] = _OF[s[ORDER], code]
        points[column] = written if shape[column] != FULL else 0


@compiled(void(int64, ACTIONS, ACTIONS, int64, int64, PAYOFFS))
def look(order: int, shape: Columns, points: Columns, wild: int, lead: int, seen: Payoffs) -> None:
    """Write what who throws next sees: columns, wild numbers as bits from 0, and by how much it leads."""
    seen[:] = 0.0
    empty = waiting = written = opened = 0
    completing = safe = risky = 0  # numbers, as bits, for which there is such a square
    for column in range(COLUMNS):
        if shape[column] == FULL:
            continue
        free, fits = SQUARES_LEFT[order, shape[column]], _FITTING[order, shape[column]]
        fitting = fits | wild
        opened += 1
        empty += free
        written += points[column]
        waiting += max(0, free - 2)
        if free == 1:
            completing |= fitting
            for number in range(SIDES):
                if (fitting >> number) & 1:
                    adds = number + 1 if (fits >> number) & 1 else 0
                    gain = 0.1 * (points[column] + adds)
                    seen[BY_GAIN + number] = max(seen[BY_GAIN + number], gain)
        elif free == 2:
            risky |= fitting
        else:
            safe |= fitting
        seen[BY_SHAPE + shape[column] - 1] += 1.0
        seen[BY_POINTS + shape[column] - 1] += 0.1 * points[column]
        seen[BY_EMPTY + (free - 1) * (COLUMNS + 1)] += 1.0
        seen[EMPTY_POINTS + free - 1] += 0.1 * points[column]
    for free in range(1, ROWS + 1):
        first = BY_EMPTY + (free - 1) * (COLUMNS + 1)
        columns = int(seen[first])
        seen[first] = 0.0
        seen[first + columns] = 1.0
    completed = kept = left = lost = wild_numbers = 0
    for number in range(SIDES):
        if (completing >> number) & 1:
            fate = COMPLETES
            completed += 1
        elif (safe >> number) & 1:
            fate = SAFE
            kept += 1
        elif (risky >> number) & 1:
            fate = RISKY
            left += 1
        else:
            fate = NOWHERE
            lost += 1
        seen[BY_FATE + number * FATES + fate] = 1.0
        gain = seen[BY_GAIN + number]
        seen[MEAN_GAIN] += gain / SIDES
        seen[BEST_GAIN] = max(seen[BEST_GAIN], gain)
        if (wild >> number) & 1:
            seen[IS_WILD + number] = 1.0
            wild_numbers += 1
    seen[FATE_COUNTS + COMPLETES * (SIDES + 1) + completed] = 1.0
    seen[FATE_COUNTS + SAFE * (SIDES + 1) + kept] = 1.0
    seen[FATE_COUNTS + RISKY * (SIDES + 1) + left] = 1.0
    seen[FATE_COUNTS + NOWHERE * (SIDES + 1) + lost] = 1.0
    ahead = 0.1 * lead
    seen[BY_WAITING + waiting] = 1.0
    seen[BY_OPEN + opened] = 1.0
    seen[BY_WILD + wild_numbers] = 1.0
    seen[BY_PARITY + (empty & 1)] = 1.0
    seen[EMPTY] = empty / SQUARES
    seen[AHEAD] = ahead
    seen[AHEAD + 1] = ahead / max(1, opened)
    seen[AHEAD + 2] = ahead * empty / SQUARES
    seen[AHEAD_OF_REST] = max(-3.0, min(3.0, lead / (LIKELY + written + LIKELY * empty)))
    seen[AHEAD_BY_OPEN + opened] = ahead


@mind.sights
def sights(s: State, out: Sights) -> None:
    """All to the seat that throws next.  With the die in hand the mover is still to write, then the other."""
    shape, points = np.empty(COLUMNS, dtype=np.int64), np.empty(COLUMNS, dtype=np.int64)
    lay_out(s, shape, points)
    throws = int(s[MOVER]) if s[DIE] == 0 else 1 - int(s[MOVER])
    lead = int(s[POINTS + throws]) - int(s[POINTS + 1 - throws])
    out[:] = 0.0
    look(int(s[ORDER]), shape, points, int(s[WILD]) >> 1, lead, out[throws])
