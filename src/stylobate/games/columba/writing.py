"""Columba's territory, written down: the rows of a position text (see `position`), made by compiled code.

A position is written after every move, to be sent to whoever looks on.  A long game has hundreds of squares,
and its last move should not cost more than its first.
"""

import numpy as np
from numba import int64

from stylobate.compiled import compiled
from stylobate.games.columba.deck import BREEDS
from stylobate.games.columba.territory import (
    COTE,
    COUNT,
    FALCON,
    FRESH,
    LAYER,
    ORIGIN,
    OWNER,
    SQUARE,
    SQUARES,
    TAME,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State

COLOURS = "RYGP"
LONGEST = len("/(9999)") + len("Wr!lr") + len("f")  # of one square, and of what is before it

_BREEDS, _ORIGINS, _COTES, _SEATS = (
    np.array([ord(letter) for letter in letters], dtype=np.int64)
    for letters in (BREEDS, "1234.", "-sl", COLOURS.lower())
)
_ROW, _FRESH, _FALCON, _GAP, _END_OF_GAP, _ZERO = (ord(sign) for sign in "/!f()0")


def rows(s: State) -> str:
    """The rows of a territory that is not bare."""
    out = np.empty(LONGEST * s[COUNT], dtype=np.int64)
    return out[: _write(s, out)].astype(np.uint8).tobytes().decode("ascii")


@compiled(int64(STATE, ACTIONS))
def _write(s: State, out: Actions) -> int:
    """Write the rows as numbers of characters; gives how many."""
    left = int(s[SQUARES])
    for square in range(s[COUNT]):
        left = min(left, s[SQUARES + SQUARE * square])
    next_x, row, count = left, int(s[SQUARES + 1]), 0
    for square in range(s[COUNT]):
        here = SQUARES + SQUARE * square
        x, y, what = s[here], s[here + 1], int(s[here + 2])
        if y != row:
            out[count] = _ROW
            count += 1
            next_x, row = left, y
        gap = x - next_x
        if gap:
            out[count] = _GAP
            count += 1
            unit = 1000 if gap > 999 else 100 if gap > 99 else 10 if gap > 9 else 1
            while unit:
                out[count] = _ZERO + gap // unit % 10
                count += 1
                unit //= 10
            out[count] = _END_OF_GAP
            count += 1
        next_x = x + 1
        out[count] = _BREEDS[what & 3]
        out[count + 1] = _SEATS[what >> LAYER & 3] if what & TAME else _ORIGINS[what >> ORIGIN & 7]
        count += 2
        if what & TAME and what & FRESH:
            out[count] = _FRESH
            count += 1
        if what >> COTE & 3:
            out[count] = _COTES[what >> COTE & 3]
            out[count + 1] = _SEATS[what >> OWNER & 3]
            count += 2
        if what & FALCON:
            out[count] = _FALCON
            count += 1
    return count
