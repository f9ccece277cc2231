"""What there is to see of how one stands in the dice game, whenever the die is handed on.

The sheet is shared, so whoever throws next looks at it, and the other at nothing.  Seen are

- each open column: how many squares are empty and which numbers would find a place in it, and its points;
- each number of the die, should it be thrown: how many points the best column brings that it completes, or
  whether it can be written where nobody can complete the column next, or only where somebody can, or nowhere;
- the sheet as a whole: how many columns have one, two, three or four empty squares, how many squares can be
  filled before somebody must leave a column to be completed, how many columns are open and numbers wild;
- the points ahead.
"""

from pathlib import Path

import numpy as np

from stylobate import mind
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    CROSS,
    DIE,
    MOVER,
    OPEN,
    ORDER,
    ORDERS,
    OWNER,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
    room,
)
from stylobate.kernel import State
from stylobate.mind import Mind, Sights, Value

# How many turns are looked through with at most so many empty squares, where there is LONG or more time a
# move and where there is less, which is then about a millisecond; and how many actions at each step: all.
LONG = 0.02
FAR = ((5, 4), (4, 6), (3, 12), (2, SQUARES))
AT_ONCE = ((3, 3), (2, 10), (1, SQUARES))
EVERYTHING = (2 * SQUARES,) * 10

FITTING = 1 << SIDES
SHAPES = ROWS * (SIDES + 1)
COMPLETES, SAFE, RISKY, NOWHERE = range(4)  # the best that a number can do, should it be thrown
FATES = 4
MOST_WAITING = COLUMNS * (ROWS - 2)

BY_FITTING = 0  # by empty squares and fitting numbers: how many such columns
BY_SHAPE = BY_FITTING + ROWS * FITTING  # by empty squares and how many numbers fit: how many such columns,
BY_POINTS = BY_SHAPE + SHAPES  # and what they will be worth
BY_FATE = BY_POINTS + SHAPES  # for each number, the best that it can do,
BY_GAIN = BY_FATE + SIDES * FATES  # and the points of the best column that it completes
FATE_COUNTS = BY_GAIN + SIDES  # how many numbers have each fate
MEAN_GAIN = FATE_COUNTS + FATES * (SIDES + 1)  # what a throw brings, and the best that a throw can bring
BEST_GAIN = MEAN_GAIN + 1
BY_EMPTY = BEST_GAIN + 1  # how many columns have so many empty squares,
EMPTY_POINTS = BY_EMPTY + ROWS * (COLUMNS + 1)  # and the points that are in them
BY_WAITING = EMPTY_POINTS + ROWS  # how many squares can be filled without leaving a column to be completed
BY_OPEN = BY_WAITING + MOST_WAITING + 1
BY_WILD = BY_OPEN + COLUMNS + 1
BY_PARITY = BY_WILD + WILD_SQUARES + 1
EMPTY = BY_PARITY + 2
AHEAD = EMPTY + 1
AHEAD_BY_OPEN = AHEAD + 3
WIDTH = AHEAD_BY_OPEN + COLUMNS + 1


@mind.sights
def sights(s: State, out: Sights) -> None:
    """All to the seat that throws next.  With the die in hand the mover is still to write, then the other."""
    out[:] = 0.0
    throws = s[MOVER] if s[DIE] == 0 else 1 - s[MOVER]
    seen = out[throws]
    empty = waiting = 0
    completing = safe = risky = 0  # numbers, as bits, for which there is such a square
    for column in range(COLUMNS):
        if s[OWNER + column] != 0:
            continue
        free = written = 0
        for row in range(ROWS):
            cell = s[column * ROWS + row]
            if cell == 0:
                free += 1
            elif cell != CROSS:
                written += cell
        empty += free
        waiting += max(0, free - 2)
        fitting = coming = count = 0
        for number in range(1, SIDES + 1):
            adds = 0
            if room(s, column, number) != 0:
                adds = number
                coming += number
            elif (s[WILD] >> number) & 1 == 0:
                continue
            fitting |= 1 << (number - 1)
            count += 1
            if free == 1:
                gain = BY_GAIN + number - 1
                seen[gain] = max(seen[gain], 0.1 * (written + adds))
        if free == 1:
            completing |= fitting
        elif free == 2:
            risky |= fitting
        else:
            safe |= fitting
        shape = (free - 1) * (SIDES + 1) + count
        seen[BY_FITTING + (free - 1) * FITTING + fitting] += 1.0
        seen[BY_SHAPE + shape] += 1.0
        seen[BY_POINTS + shape] += 0.1 * (written + coming / max(1, count))
        seen[BY_EMPTY + (free - 1) * (COLUMNS + 1)] += 1.0
        seen[EMPTY_POINTS + free - 1] += 0.1 * written
    for free in range(1, ROWS + 1):
        first = BY_EMPTY + (free - 1) * (COLUMNS + 1)
        columns = int(seen[first])
        seen[first] = 0.0
        seen[first + columns] = 1.0
    completed = kept = left = lost = wild = 0
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
        wild += (s[WILD] >> (number + 1)) & 1
    seen[FATE_COUNTS + COMPLETES * (SIDES + 1) + completed] = 1.0
    seen[FATE_COUNTS + SAFE * (SIDES + 1) + kept] = 1.0
    seen[FATE_COUNTS + RISKY * (SIDES + 1) + left] = 1.0
    seen[FATE_COUNTS + NOWHERE * (SIDES + 1) + lost] = 1.0
    ahead = 0.1 * (s[POINTS + throws] - s[POINTS + 1 - throws])
    seen[BY_WAITING + waiting] = 1.0
    seen[BY_OPEN + s[OPEN]] = 1.0
    seen[BY_WILD + wild] = 1.0
    seen[BY_PARITY + (empty & 1)] = 1.0
    seen[EMPTY] = empty / SQUARES
    seen[AHEAD] = ahead
    seen[AHEAD + 1] = ahead / max(1, s[OPEN])
    seen[AHEAD + 2] = ahead * empty / SQUARES
    seen[AHEAD_BY_OPEN + s[OPEN]] = ahead


@mind.rests
def rests(s: State) -> bool:
    """Whether a turn has just ended: so it is whenever the die is not in hand."""
    return bool(s[DIE] == 0)


def variant(s: State) -> str:
    """One file for each order in which numbers may stand."""
    return f"value-{ORDERS[s[ORDER]]}"


def turns(s: State, seconds: float) -> int:
    """The fewer squares are empty, the further one looks, to the end where that is near."""
    empty = int(np.count_nonzero(s[:SQUARES] == 0))
    return next(far for far, most in (FAR if seconds >= LONG else AT_ONCE) if empty <= most)


VALUE = Value(sights, rests, WIDTH, hidden=32, turns=turns, beam=EVERYTHING, horizon=0)
MIND = Mind("columns-dice", 2, Path(__file__).parent, value=VALUE, variant=variant)
