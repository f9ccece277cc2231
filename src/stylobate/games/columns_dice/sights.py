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
MOST_SEEN = 2 * COLUMNS + 2 * ROWS + 3 * SIDES + FATES + 12  # at once

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


@compiled(int64(int64, ACTIONS, ACTIONS, int64, int64, ACTIONS, PAYOFFS))
def look(
    order: int, shape: Columns, points: Columns, wild: int, lead: int, which: Columns, much: Payoffs
) -> int:
    """Write which sights who throws next has, and how much of each; returns how many.

    Told are the columns, the wild numbers as bits from 0, and by how much who throws next leads.  A sight may
    come up again, for another column of the same shape: then it adds up.
    """
    count = empty = waiting = written = opened = 0
    completing = safe = risky = 0  # numbers, as bits, for which there is such a square
    columns = within = gains = 0  # by empty squares or by number, a byte each
    for column in range(COLUMNS):
        if shape[column] == FULL:
            continue
        free, fits = SQUARES_LEFT[order, shape[column]], _FITTING[order, shape[column]]
        fitting = fits | wild
        opened += 1
        empty += free
        written += points[column]
        waiting += max(0, free - 2)
        columns += 1 << (8 * free)
        within += points[column] << (8 * free)
        if free == 1:
            completing |= fitting
            for number in range(SIDES):
                if (fitting >> number) & 1:
                    adds = number + 1 if (fits >> number) & 1 else 0
                    more = points[column] + adds - ((gains >> (8 * number)) & 255)
                    gains += max(0, more) << (8 * number)
        elif free == 2:
            risky |= fitting
        else:
            safe |= fitting
        which[count], much[count] = BY_SHAPE + shape[column] - 1, 1.0
        which[count + 1], much[count + 1] = BY_POINTS + shape[column] - 1, 0.1 * points[column]
        count += 2
    for free in range(1, ROWS + 1):
        of_them = (columns >> (8 * free)) & 255
        which[count], much[count] = BY_EMPTY + (free - 1) * (COLUMNS + 1) + of_them, 1.0
        count += 1
        if of_them:
            which[count], much[count] = EMPTY_POINTS + free - 1, 0.1 * ((within >> (8 * free)) & 255)
            count += 1
    wild_numbers = gained = best = fated = 0
    for number in range(SIDES):
        if (completing >> number) & 1:
            fate = COMPLETES
        elif (safe >> number) & 1:
            fate = SAFE
        elif (risky >> number) & 1:
            fate = RISKY
        else:
            fate = NOWHERE
        fated += 1 << (8 * fate)
        which[count], much[count] = BY_FATE + number * FATES + fate, 1.0
        count += 1
        gain = (gains >> (8 * number)) & 255
        if gain > 0:
            gained += gain
            best = max(best, gain)
            which[count], much[count] = BY_GAIN + number, 0.1 * gain
            count += 1
        if (wild >> number) & 1:
            which[count], much[count] = IS_WILD + number, 1.0
            count += 1
            wild_numbers += 1
    for fate in range(FATES):
        which[count], much[count] = FATE_COUNTS + fate * (SIDES + 1) + ((fated >> (8 * fate)) & 255), 1.0
        count += 1
    ahead = 0.1 * lead
    which[count], much[count] = MEAN_GAIN, 0.1 * gained / SIDES
    which[count + 1], much[count + 1] = BEST_GAIN, 0.1 * best
    which[count + 2], much[count + 2] = BY_WAITING + waiting, 1.0
    which[count + 3], much[count + 3] = BY_OPEN + opened, 1.0
    which[count + 4], much[count + 4] = BY_WILD + wild_numbers, 1.0
    which[count + 5], much[count + 5] = BY_PARITY + (empty & 1), 1.0
    which[count + 6], much[count + 6] = EMPTY, empty / SQUARES
    count += 7
    if lead != 0:
        which[count], much[count] = AHEAD, ahead
        which[count + 1], much[count + 1] = AHEAD + 1, ahead / max(1, opened)
        which[count + 2], much[count + 2] = AHEAD + 2, ahead * empty / SQUARES
        which[count + 3], much[count + 3] = AHEAD_BY_OPEN + opened, ahead
        beside = lead / (LIKELY + written + LIKELY * empty)
        which[count + 4], much[count + 4] = AHEAD_OF_REST, max(-3.0, min(3.0, beside))
        count += 5
    return count


@mind.sights
def sights(s: State, out: Sights) -> None:
    """All to the seat that throws next.  With the die in hand the mover is still to write, then the other."""
    shape, points = np.empty(COLUMNS, dtype=np.int64), np.empty(COLUMNS, dtype=np.int64)
    lay_out(s, shape, points)
    throws = int(s[MOVER]) if s[DIE] == 0 else 1 - int(s[MOVER])
    lead = int(s[POINTS + throws]) - int(s[POINTS + 1 - throws])
    which, much = np.empty(MOST_SEEN, dtype=np.int64), np.empty(MOST_SEEN, dtype=np.float64)
    out[:] = 0.0
    for k in range(look(int(s[ORDER]), shape, points, int(s[WILD]) >> 1, lead, which, much)):
        out[throws, which[k]] += much[k]
