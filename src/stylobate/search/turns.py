"""Looking through the rest of a turn, for games whose mind has a value.

A seat whose turn it is tries what it can do until its turn ends, and takes what then rests at its value.
What is thrown or drawn on the way counts by its exact chance.  Where there is too much to try, a beam: an
action that does not end the turn is first judged as if it did, and only the most promising are gone on with,
so many at each step of the turn.  A game that knows a shorter way to the same numbers brings its own
(`foresee`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import boolean, float64, int64, types, void

from stylobate.compiled import bundle, compiled
from stylobate.kernel import (
    ACTIONS,
    APPLY,
    CHANCE,
    LEGAL,
    OVER,
    PAYOFF,
    SAMPLE,
    STATE,
    TURN,
    WEIGHTS,
    Actions,
    Kernel,
    State,
    digest,
)
from stylobate.learned import Weights
from stylobate.mind import (
    EXPECTED,
    FORESEE,
    LEARNED,
    RESTS,
    SIGHT_ROWS,
    SIGHTS,
    UNSEEN,
    Expected,
    Value,
    no_foresight,
)
from stylobate.network import judge

if TYPE_CHECKING:
    from stylobate.game import Position

MOST_OUTCOMES = 12  # of a throw in the middle of a turn; one with more is judged before it is thrown
MEMO = 1 << 12

# For compiled functions, as one argument: a game's functions, and how it is looked through.  A function must
# not come first: Numba would warn at every call.
GAME = bundle(boolean, FORESEE, TURN, LEGAL, WEIGHTS, SAMPLE, APPLY, PAYOFF, SIGHTS, RESTS)
SETTING = bundle(STATE, int64, int64, int64, float64, ACTIONS)
_ROOM = bundle(
    types.Array(types.int16, 2, "C"),  # the state at each step of the turn,
    types.Array(int64, 2, "C"),  # its actions,
    types.Array(boolean, 2, "C"),  # which of them were looked into or need not be,
    types.Array(float64, 3, "C"),  # what each seat may expect of each of them,
    EXPECTED,  # and of the best of them
    SIGHT_ROWS,
    ACTIONS,  # states met before, by their key,
    EXPECTED,  # and what was expected of them
)


@compiled(void(GAME, LEARNED, float64, ACTIONS, _ROOM, int64, int64))
def _weigh(
    game: Any, learned: Weights, partners: float, beam: Actions, room: Any, turns: int, step: int
) -> None:
    """Find what each seat may expect at this step, by going through what may follow in so many turns."""
    _, _, turn, legal, weights, _, apply, payoff, sights, rests = game
    states, choices, known, found, worth, rows, memo, kept = room
    s = states[step]
    who = turn(s)
    if who == OVER:
        payoff(s, worth[step])
        return
    count = legal(s, choices[step])
    too_far = step == len(beam) or (who == CHANCE and count > MOST_OUTCOMES)
    if step > 0 and rests(s):
        turns -= 1
    if step > 0 and (too_far or turns == 0):
        sights(s, rows)
        judge(rows, learned, partners, worth[step])
        return
    place = 0
    key = 0
    if step > 0:
        key = digest(s) ^ (turns << 32)
        place = (key >> 1) % MEMO  # a digest is never even
        if memo[place] == key:
            worth[step] = kept[place]
            return
    following = states[step + 1]
    if who == CHANCE:
        total = weights(s, choices[step + 1])
        for k in range(count):
            found[step, k, 0] = choices[step + 1, k] / total
        worth[step] = 0.0
        for k in range(count):
            following[:] = s
            apply(following, choices[step, k])
            _weigh(game, learned, partners, beam, room, turns, step + 1)
            worth[step] += found[step, k, 0] * worth[step + 1]
    elif count == 1:
        following[:] = s
        apply(following, choices[step, 0])
        _weigh(game, learned, partners, beam, room, turns, step + 1)
        found[step, 0] = worth[step + 1]
        worth[step] = worth[step + 1]
    else:
        # Everything as if the turn ended there, which is the truth where it does.
        best = -1
        for k in range(count):
            following[:] = s
            apply(following, choices[step, k])
            if turn(following) == OVER:
                payoff(following, found[step, k])
                known[step, k] = True
            else:
                sights(following, rows)
                judge(rows, learned, partners, found[step, k])
                known[step, k] = turns == 1 and rests(following)
            if known[step, k] and (best == -1 or found[step, k, who] > found[step, best, who]):
                best = k
        # Then what promises most, as it really goes on.
        for _ in range(beam[step]):
            pick = -1
            for k in range(count):
                if not known[step, k] and (pick == -1 or found[step, k, who] > found[step, pick, who]):
                    pick = k
            if pick == -1:
                break
            following[:] = s
            apply(following, choices[step, pick])
            _weigh(game, learned, partners, beam, room, turns, step + 1)
            found[step, pick] = worth[step + 1]
            known[step, pick] = True
            if best == -1 or found[step, pick, who] > found[step, best, who]:
                best = pick
        for k in range(count):
            if not known[step, k]:  # whoever was not looked into is not preferred to who was
                found[step, k, who] = min(found[step, k, who], found[step, best, who] - 1e-9)
        worth[step] = found[step, best]
    if step > 0:
        memo[place] = key
        kept[place] = worth[step]


@compiled(int64(GAME, STATE, LEARNED, float64, int64, int64, ACTIONS, EXPECTED))
def look_ahead(
    game: Any,
    s: State,
    learned: Weights,
    partners: float,
    width: int,
    turns: int,
    beam: Actions,
    out: Expected,
) -> int:
    """Write what each seat may expect of each legal action of a seat; returns how many there are.

    `width` is how many sights there are; `turns` how many are looked through, this one included; `beam` says
    for each step how many actions are gone on with that do not end it, and by its length how many steps are
    looked at.  A game that foresees by itself asks neither for the width nor for the beam.
    """
    foresees, foresee, _, legal, _, _, _, _, _, _ = game
    if foresees:
        return foresee(s, learned, partners, turns, out)  # type: ignore[no-any-return]
    most, seats = out.shape
    steps = len(beam) + 1
    states = np.empty((steps, len(s)), dtype=np.int16)
    choices = np.empty((steps, most), dtype=np.int64)
    known = np.empty((steps, most), dtype=np.bool_)
    found = np.empty((steps, most, seats), dtype=np.float64)
    worth = np.empty((steps, seats), dtype=np.float64)
    rows = np.empty((seats, width), dtype=np.float64)
    memo = np.zeros(MEMO, dtype=np.int64)
    kept = np.empty((MEMO, seats), dtype=np.float64)
    states[0] = s
    _weigh(game, learned, partners, beam, (states, choices, known, found, worth, rows, memo, kept), turns, 0)
    count: int = legal(s, choices[0])
    out[:count] = found[0, :count]
    return count


@compiled(int64(EXPECTED, int64, int64))
def best(expected: Expected, count: int, seat: int) -> int:
    """The place of the action of which this seat may expect most."""
    pick = 0
    for k in range(1, count):
        if expected[k, seat] > expected[pick, seat]:
            pick = k
    return pick


def functions(kernel: Kernel, value: Value) -> Any:
    """A game's functions, as `GAME` has them; first whether it has a shorter way of its own, and which."""
    shorter = (value.foresee is not None, value.foresee or no_foresight)
    rules = (kernel.turn, kernel.legal, kernel.weights, kernel.sample, kernel.apply, kernel.payoff)
    return *shorter, *rules, value.sights, value.rests


def setting(position: Position, value: Value, beam: Sequence[int]) -> Any:
    """Where games begin and how they are looked through, as `SETTING` has it.

    The state; how many seats, actions at most and sights there are; how many play as one; the beam.
    """
    wide = (position.seats, position.game.kernel.width, value.width)
    return position.state, *wide, partners(position), np.array(beam, dtype=np.int64)


def foreseen(
    position: Position, value: Value, learned: Weights, beam: Sequence[int], turns: int = 1
) -> dict[str, tuple[float, ...]]:
    """What each seat may expect of each token that the seat to move has looked at, so many turns ahead."""
    kernel = position.game.kernel
    expected = np.empty((kernel.width, position.seats))
    state, _, _, width, together, steps = setting(position, value, beam)
    look_ahead(functions(kernel, value), state, learned, together, width, turns, steps, expected)
    return by_token(position, expected)


def by_token(position: Position, expected: Expected) -> dict[str, tuple[float, ...]]:
    """What each seat may expect of each legal action that was looked at, by its token."""
    kernel = position.game.kernel
    actions = np.empty(kernel.width, dtype=np.int64)
    count = kernel.legal(position.state, actions)
    looked_at = [k for k in range(count) if expected[k, position.turn] != UNSEEN]
    return {position.token(int(actions[k])): tuple(expected[k].tolist()) for k in looked_at}


def partners(position: Position) -> float:
    """How many seats play as one."""
    return position.seats / len(set(position.sides))
