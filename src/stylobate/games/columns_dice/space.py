"""The dice game for learners: numbers for what is written where, and the sheet as a seat sees it."""

from collections.abc import Sequence

from stylobate import space
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    CROSS,
    DIE,
    MOVER,
    OPEN,
    ORDER,
    OWNER,
    PASS,
    POINTS,
    SIDES,
    SQUARES,
    WILD,
    WRITE,
)
from stylobate.kernel import Actions, State
from stylobate.space import Field, Observation, Space

SIGNS = CROSS + 1  # what a square may show: nothing, 1 to 6, a cross
MOST_POINTS = SQUARES * SIDES

WILDS = SIGNS * SQUARES
IN_HAND = WILDS + SIDES
OWNERS = IN_HAND + SIDES
TOTALS = OWNERS + 2 * COLUMNS
EITHER = TOTALS + 2
MY_TURN = EITHER + 1
SECOND = MY_TURN + 1

FIELDS = (
    Field(
        "squares",
        (SQUARES, SIGNS),
        "for each square, column by column from the top: 1 for what it shows: nothing, 1 to 6, a cross",
    ),
    Field("wild", (SIDES,), "1 for each number from 1 to 6 that is wild"),
    Field("die", (SIDES,), "1 for what the die in hand shows; all 0 before it is thrown"),
    Field("columns", (COLUMNS, 2), "for each column: 1 if I completed it; 1 if the other did"),
    Field("points", (2,), "mine, then the other's, of 144"),
    Field("either", (1,), "1 if a column may run up or down"),
    Field("my turn", (1,), "1 if I am to throw or to write"),
    Field("second", (1,), "1 if I am Pencil, who throws second"),
)


def actions(s: State) -> int:
    """2 · square to write the number there, plus 1 for a cross; then to turn a number wild, and to pass."""
    return PASS - WRITE + 1


@space.number
def number(s: State, action: int) -> int:
    """An action's number: the kernel's, but that it counts from the first thing one can write."""
    return action - WRITE


@space.numbers
def numbers(s: State, legal: Actions, out: Actions) -> None:
    """The number of each legal action, in the order of the list."""
    for k in range(len(legal)):
        out[k] = legal[k] - WRITE


@space.action
def action(s: State, number: int) -> int:
    """The kernel's action of such a number."""
    return number + WRITE


def fields(s: State) -> Sequence[Field]:
    """What an observation is made of, in every state the same."""
    return FIELDS


@space.observe
def observe(s: State, seat: int, out: Observation) -> None:
    """Square by square, then what stands beside the sheet."""
    out[:] = 0.0
    for square in range(SQUARES):
        out[SIGNS * square + s[square]] = 1.0
    for side in range(1, SIDES + 1):
        out[WILDS + side - 1] = s[WILD] >> side & 1
        out[IN_HAND + side - 1] = s[DIE] == side
    for column in range(COLUMNS):
        owner = s[OWNER + column] - 1
        if owner >= 0:
            out[OWNERS + 2 * column + (owner ^ seat)] = 1.0
    out[TOTALS] = s[POINTS + seat] / MOST_POINTS
    out[TOTALS + 1] = s[POINTS + 1 - seat] / MOST_POINTS
    out[EITHER] = s[ORDER]
    out[MY_TURN] = s[OPEN] > 0 and s[MOVER] == seat
    out[SECOND] = seat


SPACE = Space(actions, number, numbers, action, fields, observe)
