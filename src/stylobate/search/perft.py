"""Perft: how many sequences of n tokens there are from a position.

The count is the sharpest check of move generation that is known: two programs that agree on it to some
length agree on the rules.  Chance outcomes count as tokens; a game that ends earlier counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numba import int64

from stylobate.compiled import compiled
from stylobate.kernel import APPLY, LEGAL, OVER, STATE, TURN, State

if TYPE_CHECKING:
    from stylobate.game import Position


def perft(position: Position, length: int) -> int:
    """The number of token sequences of this length from here."""
    return 1 if length == 0 else sum(count for _, count in divide(position, length))


def divide(position: Position, length: int) -> Iterator[tuple[str, int]]:
    """The count that each first token contributes, one after the other."""
    kernel = position.game.kernel
    for token in position.legal:
        state = position.play(token).state
        yield token, int(_count(kernel.turn, kernel.legal, kernel.apply, state, length - 1, kernel.width))


@compiled(int64(TURN, LEGAL, APPLY, STATE, int64, int64))
def _count(turn, legal, apply, root: State, length: int, width: int) -> int:  # type: ignore[no-untyped-def]
    if length == 0:
        return 1
    states = np.empty((length, len(root)), dtype=np.int16)
    actions = np.empty((length, width), dtype=np.int64)
    left = np.zeros(length, dtype=np.int64)
    states[0] = root
    total = 0
    depth = 0
    left[0] = legal(states[0], actions[0]) if turn(states[0]) != OVER else 0
    while depth >= 0:
        if depth == length - 1:
            total += left[depth]
            depth -= 1
        elif left[depth] == 0:
            depth -= 1
        else:
            left[depth] -= 1
            states[depth + 1] = states[depth]
            apply(states[depth + 1], actions[depth, left[depth]])
            depth += 1
            left[depth] = legal(states[depth], actions[depth]) if turn(states[depth]) != OVER else 0
    return total
