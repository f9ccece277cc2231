"""What there is to see in a move of Columns: what goes where, how high, and onto what.

Each end of a piece looks at how high it comes to lie, together with what is under it (nothing, a roundel or a
blocker, one's own or the other's), with how far the game has come, and with how many roundels the mover has
left; and each piece at how many of its kind are left.
"""

from pathlib import Path

from numba import int64

from stylobate import mind
from stylobate.compiled import compiled
from stylobate.games.columns.rules import (
    DOUBLE,
    DOWN,
    HAND,
    HEIGHT,
    LEVELS,
    MOVER,
    PINS,
    PLACE,
    RANKS,
    ROUNDEL,
    SET,
    TRIPLE,
    UP,
)
from stylobate.kernel import STATE, Actions, State
from stylobate.mind import Mind, Policy, Traits

ROLES = 6  # roundel, single, end of a double; of a triple the thin end, the thick one up, the thick one down
UNDER = 5  # nothing, my roundel, my blocker, their roundel, their blocker
PHASES = 6

BY_UNDER = 1
BY_PHASE = BY_UNDER + ROLES * LEVELS * UNDER
BY_ROUNDELS = BY_PHASE + ROLES * LEVELS * PHASES
BY_LEFT = BY_ROUNDELS + ROLES * LEVELS * (SET[ROUNDEL] + 1)
KINDS = BY_LEFT + 4 * (SET[ROUNDEL] + 1)
MOST = 7


@compiled(int64(STATE, int64, int64))
def top(s: State, pin: int, mover: int) -> int:
    """What a piece would rest on there, as the mover sees it."""
    height = s[HEIGHT + pin]
    if height == 0:
        return 0
    piece = s[PLACE + pin * LEVELS + height - 1] - 1
    return (1 if piece & 1 == mover else 3) + (0 if piece < 2 * PINS else 1)


@mind.traits
def traits(s: State, actions: Actions, count: int, out: Traits) -> None:
    """Three traits for each end of the piece, and one for the piece."""
    mover = int(s[MOVER])
    hand = HAND + 4 * mover
    left = 0
    for kind in range(8):
        left += s[HAND + kind]
    phase = min(PHASES - 1, (2 * (SET[0] + 9) - left) // 6)
    for k in range(count):
        way, pin = actions[k] // PINS, actions[k] % PINS
        kind = TRIPLE if way >= UP else min(way, DOUBLE)
        along, thick_beyond = way & 1, way & 2
        out[k, 6] = 0
        for end in range(2):
            if end == 1 and kind < DOUBLE:
                out[k, 3:6] = 0
                break
            there = pin if end == 0 else pin + (int(s[RANKS]) if along else 1)
            role = kind
            if kind == TRIPLE and (thick_beyond != 0) == (end == 1):
                role = 4 if way < DOWN else 5
            place = role * LEVELS + s[HEIGHT + there]
            out[k, 3 * end] = BY_UNDER + place * UNDER + top(s, there, mover)
            out[k, 3 * end + 1] = BY_PHASE + place * PHASES + phase
            out[k, 3 * end + 2] = BY_ROUNDELS + place * (SET[ROUNDEL] + 1) + s[hand + ROUNDEL]
        out[k, 6] = BY_LEFT + kind * (SET[ROUNDEL] + 1) + s[hand + kind]


MIND = Mind("columns", 1, Path(__file__).parent, policy=Policy(traits, KINDS, MOST))
