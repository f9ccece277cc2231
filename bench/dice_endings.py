"""The endings of the dice game, exactly: what each action is worth when few squares are left.

By plain backward induction over all that the die may show and all that both seats may write.  What the seat
that throws may expect depends on the sheet, on the wild numbers and on how many points it is ahead, and on
nothing else, so it is found out once for each of these.  Lost turns could go on for ever, but then nothing
has changed but whose throw it is: with q for what comes of all other throws, r for the same with the points
exchanged, and p for how often the turn is lost,

    v = q + p (1 - w)   and   w = r + p (1 - v),   so   v = (q + p - p r - p p) / (1 - p p).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int16, int64, types
from numba.typed import Dict

from stylobate.compiled import compiled
from stylobate.game import Position
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    MOVER,
    OPEN,
    OWNER,
    PASS,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
    apply,
    legal,
)
from stylobate.kernel import STATE, State

States = np.ndarray[tuple[int, int], np.dtype[np.int16]]

KNOWN = types.DictType(int64, float64)  # type: ignore[no-untyped-call]
STATES = types.Array(int16, 2, "C")
DEEPEST = 2 * (SQUARES + WILD_SQUARES + 1)  # each turn that is not lost fills a square or makes a number wild
CLOSED = 1 << (3 * ROWS)


@compiled(int64(STATE))
def key(s: State) -> int:
    """A number that hardly any two different sheets share; the order of the columns makes no difference."""
    codes = np.empty(COLUMNS, dtype=np.int64)
    for column in range(COLUMNS):
        code = 0
        for row in range(ROWS):
            code = code * 8 + s[column * ROWS + row]
        codes[column] = CLOSED if s[OWNER + column] else code
    codes.sort()
    ahead = s[POINTS + s[MOVER]] - s[POINTS + 1 - s[MOVER]]
    mixed = np.uint64((s[WILD] << 10) + 500 + ahead)
    for place in range(COLUMNS):
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed += np.uint64(codes[place])
    mixed *= np.uint64(0xD1B54A32D192ED03)
    mixed ^= mixed >> np.uint64(32)
    return int(mixed >> np.uint64(1))


@compiled(float64(STATES, int64, KNOWN))
def expects(states: States, step: int, known: Any) -> float:
    """What the seat that is to throw in the state at this step may expect; later steps are scratch."""
    s = states[step]
    met = key(s)
    if met in known:
        return float(known[met])
    thrown, following = states[step + 1], states[step + 2]
    actions = np.empty(2 * SQUARES, dtype=np.int64)
    me, other = POINTS + s[MOVER], POINTS + 1 - s[MOVER]
    brought = np.zeros(2)  # by all throws that are not lost: to who throws, and were the points exchanged
    lost = 0.0
    for exchanged in range(2):
        if exchanged and lost == 0.0:
            break
        for side in range(1, SIDES + 1):
            thrown[:] = s
            if exchanged:
                thrown[me], thrown[other] = s[other], s[me]
            apply(thrown, side)
            count = legal(thrown, actions)
            if actions[0] == PASS:
                lost += 0.0 if exchanged else 1.0 / SIDES
                continue
            best = -1.0
            for k in range(count):
                following[:] = thrown
                apply(following, actions[k])
                if following[OPEN] > 0:
                    best = max(best, 1.0 - expects(states, step + 2, known))
                else:
                    ahead = following[me] - following[other]
                    best = max(best, 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0)
            brought[exchanged] += best / SIDES
    worth = float((brought[0] + lost - lost * brought[1] - lost * lost) / (1.0 - lost * lost))
    known[met] = worth
    return worth


def squares_left(position: Position) -> int:
    """How many squares of the columns are empty."""
    return int(np.count_nonzero(position.state[:SQUARES] == 0))


def exactly(position: Position) -> dict[str, float]:
    """What the mover, the die in hand, may expect of each of its tokens if both play as well as can be."""
    known = Dict.empty(int64, float64)
    states = np.zeros((DEEPEST, len(position.state)), dtype=np.int16)
    seat = position.turn
    worth = {}
    for token in position.legal:
        following = position.play(token)
        if following.is_over:
            worth[token] = float(following.payoff[seat])
        else:
            states[0] = following.state
            worth[token] = 1.0 - float(expects(states, 0, known))
    return worth
