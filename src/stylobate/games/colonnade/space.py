"""Colonnade for learners: the kernel's own numbers for moves, and the stacks with a seat's own tops first."""

from collections.abc import Sequence

from stylobate import space
from stylobate.games.colonnade.rules import CHECKERS, DEPTHS, SQUARES, turn
from stylobate.kernel import State
from stylobate.space import Field, Observation, Space

STACK = 3
MY_TURN = STACK * SQUARES
SECOND = MY_TURN + 1

FIELDS = (
    Field(
        "stacks",
        (SQUARES, STACK),
        "for each square from a to h: 1 if the top checker is mine; 1 if it is the other's; how many "
        "checkers there are, of 24",
    ),
    Field("my turn", (1,), "1 if I am to move"),
    Field("second", (1,), "1 if I am Blue, who moves second"),
)


def actions(s: State) -> int:
    """As many as the kernel's numbers may be: (square · 32 + checkers taken) · 2, plus 1 to the right."""
    return SQUARES * DEPTHS * 2


def fields(s: State) -> Sequence[Field]:
    """What an observation is made of, in every state the same."""
    return FIELDS


@space.observe
def observe(s: State, seat: int, out: Observation) -> None:
    """Stack by stack; then whose turn it is."""
    mine = 1 - 2 * seat
    for square in range(SQUARES):
        stack = s[square] * mine
        out[STACK * square] = stack > 0
        out[STACK * square + 1] = stack < 0
        out[STACK * square + 2] = abs(stack) / CHECKERS
    out[MY_TURN] = turn(s) == seat
    out[SECOND] = seat


SPACE = Space(actions, space.as_it_is, space.as_they_are, space.as_it_is, fields, observe)
