"""The same values by plain search, to check the sweep by: it shares nothing with it but the rules.

Ask one question after the other: has the player to move lost already; can they win in one move; must they
lose within two; can they win within three …  The first yes is the value.  Each question is a search of the
attacker's moves for one that works against all answers, over the game's own kernel.  What was found out about
a position is remembered for the next question; where two want the same place in memory, the later one has it.
"""

import numpy as np
from numba import boolean, int64, types, uint8, uint64
from numpy.typing import NDArray

from stylobate.compiled import compiled
from stylobate.games.colonnade.rules import CHECKERS, KERNEL, LONGEST_GAME, MOVER, SQUARES, apply, legal
from stylobate.kernel import State

FEWEST_FIRST = 1 << 16
PLACES = 1 << 23
NEVER = 255

_STATES = types.Array(types.int16, 2, "C")
_ACTIONS = types.Array(int64, 2, "C")
_KEYS = types.Array(uint64, 1, "C")
_DEPTHS = types.Array(uint8, 1, "C")


def value(state: State) -> int:
    """How many moves are left when the winner hurries and the loser delays; odd if the mover wins."""
    states = np.empty((LONGEST_GAME + 2, SQUARES + 1), dtype=np.int16)
    states[0] = state
    actions = np.empty((LONGEST_GAME + 2, KERNEL.width), dtype=np.int64)
    keys = np.zeros(PLACES, dtype=np.uint64)
    proved = np.empty(PLACES, dtype=np.uint8)
    refuted = np.empty(PLACES, dtype=np.uint8)
    moves = 0
    while not wins_within(states, actions, 0, moves, moves % 2 == 1, keys, proved, refuted):
        moves += 1
    return moves


@compiled(boolean(_STATES, _ACTIONS, int64, int64, boolean, _KEYS, _DEPTHS, _DEPTHS))
def wins_within(
    states: NDArray[np.int16],
    actions: NDArray[np.int64],
    ply: int,
    moves: int,
    attacking: bool,
    keys: NDArray[np.uint64],
    proved: NDArray[np.uint8],
    refuted: NDArray[np.uint8],
) -> bool:
    """Whether the attacker, to move if `attacking`, wins from states[ply] within so many moves.

    `proved` and `refuted` remember the fewest moves that were enough and the most that were not.
    """
    state = states[ply]
    count = legal(state, actions[ply])
    if count == 0:
        return not attacking
    if moves == 0:
        return False
    key = np.uint64(2 + attacking)
    for square in range(SQUARES):
        key = key * np.uint64(2 * CHECKERS + 1) + np.uint64(state[square] + CHECKERS)
    key = key * np.uint64(2) + np.uint64(state[MOVER])
    at = np.int64((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(41))
    if keys[at] == key:
        if proved[at] <= moves:
            return True
        if refuted[at] >= moves:
            return False
    for i in range(count):
        states[ply + 1] = state
        apply(states[ply + 1], actions[ply, i])
        actions[ply, i] += legal(states[ply + 1], actions[ply + 1]) * FEWEST_FIRST
    actions[ply, :count].sort()
    found = not attacking
    for i in range(count):
        states[ply + 1] = state
        apply(states[ply + 1], actions[ply, i] % FEWEST_FIRST)
        if (
            wins_within(states, actions, ply + 1, moves - 1, not attacking, keys, proved, refuted)
            == attacking
        ):
            found = attacking
            break
    if keys[at] != key:
        keys[at] = key
        proved[at] = NEVER
        refuted[at] = 0
    if found:
        proved[at] = min(proved[at], moves)
    else:
        refuted[at] = max(refuted[at], moves)
    return found
