"""What there is to see of how one stands in the dice game, whenever the die is handed on.

Each open column by how many squares are empty and how many numbers would find a place in it, once as it is
and once with the points that are in it; how many columns are open, how many numbers are wild and whether the
empty squares are odd or even, each together with whether one throws next; and the points ahead.
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

SHAPES = ROWS * (SIDES + 1)

BY_SHAPE = 0
BY_POINTS = BY_SHAPE + SHAPES
BY_OPEN = BY_POINTS + SHAPES
BY_WILD = BY_OPEN + COLUMNS + 1
BY_PARITY = BY_WILD + WILD_SQUARES + 1
EMPTY = BY_PARITY + 2
THROWS = EMPTY + 1
AHEAD = THROWS + 1
WIDTH = AHEAD + 3


@mind.sights
def sights(s: State, out: Sights) -> None:
    """Both seats look at the same sheet; who throws next and who is ahead differ."""
    out[:] = 0.0
    wild = 0
    for number in range(1, SIDES + 1):
        wild += (s[WILD] >> number) & 1
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
        fitting = coming = 0
        for number in range(1, SIDES + 1):
            if room(s, column, number) != 0:
                fitting += 1
                coming += number
            elif (s[WILD] >> number) & 1:
                fitting += 1
        shape = (free - 1) * (SIDES + 1) + fitting
        points = 0.1 * (written + coming / max(1, fitting))
        for seat in range(2):
            out[seat, BY_SHAPE + shape] += 1.0
            out[seat, BY_POINTS + shape] += points
    # With the die in hand the mover is still to write, and then the other throws.
    throws = s[MOVER] if s[DIE] == 0 else 1 - s[MOVER]
    for seat in range(2):
        if seat == throws:
            out[seat, BY_OPEN + s[OPEN]] = 1.0
            out[seat, BY_WILD + wild] = 1.0
            out[seat, BY_PARITY + (empty & 1)] = 1.0
            out[seat, EMPTY] = empty / SQUARES
            out[seat, THROWS] = 1.0
        ahead = 0.1 * (s[POINTS + seat] - s[POINTS + 1 - seat])
        out[seat, AHEAD] = ahead
        out[seat, AHEAD + 1] = ahead / max(1, s[OPEN])
        out[seat, AHEAD + 2] = ahead * empty / SQUARES


@mind.rests
def rests(s: State) -> bool:
    """Whenever the die is not in hand."""
    return bool(s[DIE] == 0)


def variant(s: State) -> str:
    """One file for each order in which numbers may stand."""
    return f"value-{ORDERS[s[ORDER]]}"


MIND = Mind(
    "columns-dice", 1, Path(__file__).parent, value=Value(sights, rests, WIDTH, hidden=24), variant=variant
)
