"""The space of a game that brings none: actions by their places, and the state as it is.

The functions are made of the game's own kernel, anew in every process, for what is made of another package's
rules cannot be kept beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from stylobate.compiled import compiled
from stylobate.kernel import Actions, Kernel, State
from stylobate.space import SIGNATURES, Field, Observation, Space


@cache
def plain(kernel: Kernel) -> Space:
    """An action's number is its place among the legal ones; an observation tells seat, turn and state."""
    legal, turn, width = kernel.legal, kernel.turn, kernel.width

    @compiled(SIGNATURES["number"], kept=False)
    def number(s: State, action: int) -> int:
        listed = np.empty(width, dtype=np.int64)
        place = 0
        for k in range(legal(s, listed)):
            place += listed[k] < action
        return place

    @compiled(SIGNATURES["numbers"], kept=False)
    def numbers(s: State, legal: Actions, out: Actions) -> None:
        for k in range(len(legal)):
            out[k] = k

    @compiled(SIGNATURES["action"], kept=False)
    def action(s: State, number: int) -> int:
        listed = np.empty(width, dtype=np.int64)
        count = legal(s, listed)
        return int(listed[number]) if 0 <= number < count else -1

    @compiled(SIGNATURES["observe"], kept=False)
    def observe(s: State, seat: int, out: Observation) -> None:
        out[0] = seat
        out[1] = turn(s)
        for k in range(len(s)):
            out[2 + k] = s[k]

    return Space(lambda s: width, number, numbers, action, _fields, observe)


def _fields(s: State) -> Sequence[Field]:
    return (
        Field("seat", (1,), "the seat that sees this"),
        Field("turn", (1,), "the seat to move, -1 for chance, -2 once it is over"),
        Field("state", (len(s),), "the state, number by number, as the game's rules describe it"),
    )
