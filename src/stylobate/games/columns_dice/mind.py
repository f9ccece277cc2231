"""What there is to see of how one stands in the dice game, whenever the die is handed on.

The sheet is shared, so whoever throws next looks at it, and the other at nothing: each open column by how
many squares are empty and which numbers would find a place in it, and by the points that are in it; how many
columns are open, how many numbers are wild, whether the empty squares are odd or even; and the points ahead.
"""

from pathlib import Path

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

FITTING = 1 << SIDES
SHAPES = ROWS * (SIDES + 1)

BY_FITTING = 0
BY_SHAPE = BY_FITTING + ROWS * FITTING
BY_POINTS = BY_SHAPE + SHAPES
BY_OPEN = BY_POINTS + SHAPES
BY_WILD = BY_OPEN + COLUMNS + 1
BY_PARITY = BY_WILD + WILD_SQUARES + 1
EMPTY = BY_PARITY + 2
AHEAD = EMPTY + 1
WIDTH = AHEAD + 3


@mind.sights
def sights(s: State, out: Sights) -> None:
    """All to the seat that throws next.  With the die in hand the mover is still to write, then the other."""
    out[:] = 0.0
    throws = s[MOVER] if s[DIE] == 0 else 1 - s[MOVER]
    seen = out[throws]
    empty = 0
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
        fitting = coming = count = 0
        for number in range(1, SIDES + 1):
            if room(s, column, number) != 0:
                coming += number
            elif (s[WILD] >> number) & 1 == 0:
                continue
            fitting |= 1 << (number - 1)
            count += 1
        shape = (free - 1) * (SIDES + 1) + count
        seen[BY_FITTING + (free - 1) * FITTING + fitting] += 1.0
        seen[BY_SHAPE + shape] += 1.0
        seen[BY_POINTS + shape] += 0.1 * (written + coming / max(1, count))
    wild = 0
    for number in range(1, SIDES + 1):
        wild += (s[WILD] >> number) & 1
    ahead = 0.1 * (s[POINTS + throws] - s[POINTS + 1 - throws])
    seen[BY_OPEN + s[OPEN]] = 1.0
    seen[BY_WILD + wild] = 1.0
    seen[BY_PARITY + (empty & 1)] = 1.0
    seen[EMPTY] = empty / SQUARES
    seen[AHEAD] = ahead
    seen[AHEAD + 1] = ahead / max(1, s[OPEN])
    seen[AHEAD + 2] = ahead * empty / SQUARES


@mind.rests
def rests(s: State) -> bool:
    """Whether a turn has just ended: so it is whenever the die is not in hand."""
    return bool(s[DIE] == 0)


def variant(s: State) -> str:
    """One file for each order in which numbers may stand."""
    return f"value-{ORDERS[s[ORDER]]}"


VALUE = Value(sights, rests, WIDTH, hidden=32, turns=3, horizon=0)
MIND = Mind("columns-dice", 1, Path(__file__).parent, value=VALUE, variant=variant)
