"""Random games in machine code, to look for a node from which none goes on.

A module of its own: machine code is kept by all that its module imports, and a test imports all of pytest.
"""

from typing import Any

import numpy as np
from numba import int64

from stylobate.chance import RNG, Rng, below
from stylobate.compiled import compiled
from stylobate.kernel import APPLY, CHANCE, LEGAL, OVER, SAMPLE, STATE, TURN, State


@compiled(int64(TURN, LEGAL, SAMPLE, APPLY, STATE, int64, int64, RNG))
def nodes_with_moves(
    turn: Any, legal: Any, sample: Any, apply: Any, root: State, nodes: int, width: int, rng: Rng
) -> int:
    """How many nodes of random games have a legal action, stopping at the first that has none."""
    actions = np.empty(width, dtype=np.int64)
    state = root.copy()
    for node in range(nodes):
        seat = turn(state)
        if seat == OVER:
            state[:] = root
            continue
        count = legal(state, actions)
        if count == 0:
            return node
        if seat == CHANCE:
            apply(state, sample(state, rng))
        else:
            apply(state, actions[below(rng, count)])
    return nodes
