"""Columns for learners: the kernel's own numbers for placements, and the sixty places, a seat's own first.

Of a piece that lies under others only its owner and whether it is a roundel can still matter; of the topmost
ones also whether the tops of two pins are one piece.
"""

from collections.abc import Sequence

from stylobate import space
from stylobate.games.columns.rules import (
    HAND,
    HEIGHT,
    JOINED,
    LEVELS,
    PINS,
    PLACE,
    RANKS,
    ROUNDEL,
    SET,
    turn,
)
from stylobate.kernel import State
from stylobate.space import Field, Observation, Space

WAYS = 12
KINDS = len(SET)
LAYOUTS = 3

JOINTS = 4 * PINS * LEVELS
HEIGHTS = JOINTS + 2 * PINS
HANDS = HEIGHTS + PINS
LAYOUT = HANDS + 2 * KINDS
MY_TURN = LAYOUT + LAYOUTS
SECOND = MY_TURN + 1

FIELDS = (
    Field(
        "places",
        (PINS, LEVELS, 4),
        "for each pin (a1, a2 …) and level from the board up: 1 for a roundel of mine, a blocker of mine, a "
        "roundel of the other's, a blocker of the other's; all 0 where it is empty",
    ),
    Field(
        "joined",
        (2, PINS),
        "1 for each pin whose top is one piece with that of the next pin along its file; then along its rank",
    ),
    Field("heights", (PINS,), "how high each pin stands, of 5 levels"),
    Field(
        "hands",
        (2, KINDS),
        "roundels, singles, doubles and triples still in hand, of 12, 3, 3 and 3: mine, then the other's",
    ),
    Field("layout", (LAYOUTS,), "1 for the board it is: 12x1, 6x2 or 4x3"),
    Field("my turn", (1,), "1 if I am to move"),
    Field("second", (1,), "1 if I am Dark, who moves second"),
)


def actions(s: State) -> int:
    """The kernel's numbers, 12 · way + pin: twelve ways on twelve pins."""
    return WAYS * PINS


def fields(s: State) -> Sequence[Field]:
    """What an observation is made of, in every state the same."""
    return FIELDS


@space.observe
def observe(s: State, seat: int, out: Observation) -> None:
    """Place by place, then what is not seen in them."""
    for place in range(PINS * LEVELS):
        piece = int(s[PLACE + place]) - 1
        is_blocker = piece >= 2 * PINS * (ROUNDEL + 1)
        shown = 2 * ((piece & 1) ^ seat) + is_blocker if piece >= 0 else -1
        for k in range(4):
            out[4 * place + k] = shown == k
    for pin in range(PINS):
        out[JOINTS + pin] = s[JOINED] >> pin & 1
        out[JOINTS + PINS + pin] = s[JOINED + 1] >> pin & 1
        out[HEIGHTS + pin] = s[HEIGHT + pin] / LEVELS
    for whose in range(2):
        for kind in range(KINDS):
            out[HANDS + KINDS * whose + kind] = s[HAND + KINDS * (whose ^ seat) + kind] / SET[kind]
    for ranks in range(LAYOUTS):
        out[LAYOUT + ranks] = s[RANKS] == ranks + 1
    out[MY_TURN] = turn(s) == seat
    out[SECOND] = seat


SPACE = Space(actions, space.as_it_is, space.as_they_are, space.as_it_is, fields, observe)
