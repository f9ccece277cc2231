"""Looking ahead in the dice game, some turns far, over sheets that stand for many others.

Which column is which makes no difference, nor does a square that leads to the same shape as another: so a
sheet is the shapes of its columns with their points, the wild numbers, and how far who throws next is ahead.
What may be expected of it is remembered, whichever way it came about.  That is a small part of what the
house's own way (`search.turns`) goes through, and comes to the same; the tests hold one to the other.

Early in a game there are still too many ways to write a number: who looks further than two turns then goes on
only with those that promise most, two turns far for the throw in hand and at first sight for later ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float64, int64, types, void

from stylobate import mind
from stylobate.chance import bits, stream
from stylobate.compiled import bundle, compiled
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    MOVER,
    ORDER,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
    apply,
    legal,
)
from stylobate.games.columns_dice.shapes import FULL, MOST_SHAPES, NONE, by_order
from stylobate.games.columns_dice.sights import MOST_SEEN, SQUARES_LEFT, WIDTH, Columns, lay_out, look
from stylobate.kernel import ACTIONS, PAYOFFS, STATE, Actions, State
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, SIGHT_ROWS, Expected
from stylobate.network import excite_by, share_out

FEW_SQUARES = 10  # empty ones, with which everything is gone through
WAYS_AT_FIRST = 3  # with more: ways to write the number in hand that are gone on with,
WAYS_LATER = 3  # and ways to write a later one
MEMO_NEAR, MEMO_FAR = 1 << 13, 1 << 17  # sheets remembered, up to two turns or with few squares; and else
FIRST_SIGHT: Any = np.int64(0)  # turns; a plain 0 is of a type of its own to Numba, which then recurs in vain
MOST_AHEAD = SQUARES * SIDES
_WAYS = 2 * SQUARES
_NOTHING = -1.0  # less than anything can promise

_WRITTEN = by_order(lambda one: one.written)
_CROSSED = by_order(lambda one: one.crossed)


def _any_numbers(count: int) -> Any:
    rng = stream(count)
    return np.array([int(bits(rng) >> np.uint64(1)) for _ in range(count)], dtype=np.int64)


# Added up they tell sheets apart, in whatever order the columns stand.
_COLUMN_KEYS = _any_numbers(MOST_SHAPES * (ROWS * SIDES + 1)).reshape(MOST_SHAPES, -1)
_WILD_KEYS = _any_numbers(1 << SIDES)
_AHEAD_KEYS = _any_numbers(2 * MOST_AHEAD + 1)
_TURN_KEY = int(_any_numbers(1)[0])

_BY_TURN = types.Array(int64, 2, "C")
_DESK = bundle(
    int64,  # the order of numbers
    LEARNED,
    ACTIONS,  # room for which sights there are,
    PAYOFFS,  # how much of each,
    SIGHT_ROWS,  # for what the units make of it, beside what they make of nothing,
    PAYOFFS,  # and for the shares
    _BY_TURN,  # the shapes of the columns after each turn,
    _BY_TURN,  # and their points
    ACTIONS,  # sheets that are remembered, by their key,
    PAYOFFS,  # and what may be expected of them
)


@compiled(boolean(ACTIONS, ACTIONS, int64))
def stands_before(shape: Columns, points: Columns, column: int) -> bool:
    """Whether a column of which as much can become stands before this one."""
    for earlier in range(column):
        if shape[earlier] == shape[column] and points[earlier] == points[column]:
            return True
    return False


@compiled(int64(int64, ACTIONS, ACTIONS, int64, boolean, _BY_TURN))
def ways(order: int, shape: Columns, points: Columns, number: int, is_wild: bool, out: Any) -> int:
    """Write each way to write a number, counted from 0: the column, its shape and points after it.

    Returns how many there are.
    """
    count = 0
    for column in range(COLUMNS):
        if shape[column] == FULL or stands_before(shape, points, column):
            continue
        for after in _WRITTEN[order, shape[column], number]:
            if after != NONE:
                out[count, 0], out[count, 1] = column, after
                out[count, 2] = points[column] + number + 1
                count += 1
        if is_wild:
            for after in _CROSSED[order, shape[column]]:
                if after != NONE:
                    out[count, 0], out[count, 1], out[count, 2] = column, after, points[column]
                    count += 1
    return count


@compiled(int64(_BY_TURN, _BY_TURN, int64, ACTIONS))
def hand_on(shape_of: Any, points_of: Any, step: int, way: Columns) -> int:
    """Make the sheet of the next step of the one of this; returns the points that this wins."""
    column, shape, points = way[0], way[1], way[2]
    shape_of[step + 1] = shape_of[step]
    points_of[step + 1] = points_of[step]
    shape_of[step + 1, column] = shape
    points_of[step + 1, column] = 0 if shape == FULL else points
    return int(points) if shape == FULL else 0


@compiled(float64(_DESK, int64, int64, int64, int64))
def expects(desk: Any, turns: int, step: int, wild: int, ahead: int) -> float:
    """What who throws next may expect of the sheet at this step, so many turns looked through from there."""
    order, learned, which, much, units, shares, shape_of, points_of, keys, known = desk
    shape, points = shape_of[step], points_of[step]
    key = _WILD_KEYS[wild] + _AHEAD_KEYS[ahead + MOST_AHEAD] + turns * _TURN_KEY
    empty = 0
    for column in range(COLUMNS):
        key += _COLUMN_KEYS[shape[column], points[column]]
        empty += SQUARES_LEFT[order, shape[column]]
    if empty == 0:
        return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    at = (key ^ (key >> 29)) & (len(keys) - 1)
    if keys[at] == key:
        return float(known[at])
    worth = 0.0
    if turns == 0:
        count = look(order, shape, points, wild, ahead, which, much)
        excite_by(which, much, count, learned, units[0])
        share_out(units, learned, 1.0, shares)
        worth = shares[0]
    else:
        way = np.empty((_WAYS, 3), dtype=np.int64)
        promise = np.empty(_WAYS, dtype=np.float64)
        wild_numbers = 0
        for number in range(SIDES):
            wild_numbers += (wild >> number) & 1
        for number in range(SIDES):
            count = ways(order, shape, points, number, bool((wild >> number) & 1), way)
            is_narrow = turns > 1 and empty > FEW_SQUARES and count > WAYS_LATER
            for k in range(count):
                promise[k] = 0.0
                if is_narrow:
                    gains = hand_on(shape_of, points_of, step, way[k])
                    promise[k] = 1.0 - expects(desk, FIRST_SIGHT, step + 1, wild, -(ahead + gains))
            best = _NOTHING
            for _ in range(WAYS_LATER if is_narrow else count):
                pick = np.argmax(promise[:count])
                promise[pick] = _NOTHING
                gains = hand_on(shape_of, points_of, step, way[pick])
                best = max(best, 1.0 - expects(desk, turns - 1, step + 1, wild, -(ahead + gains)))
            if count == 0:
                wilder = wild | (1 << number) if wild_numbers < WILD_SQUARES else wild
                shape_of[step + 1] = shape
                points_of[step + 1] = points
                best = 1.0 - expects(desk, turns - 1, step + 1, wilder, -ahead)
            worth += best / SIDES
    keys[at] = key
    known[at] = worth
    return float(worth)


@compiled(void(_DESK, STATE, int64, ACTIONS, boolean[::1], EXPECTED))
def weigh_ways(desk: Any, s: State, turns: int, actions: Actions, meant: Any, out: Expected) -> None:
    """Write what each seat may expect of each action that is meant, so many turns far."""
    _, _, _, _, _, _, shape_of, points_of, _, _ = desk
    mover, other = int(s[MOVER]), 1 - int(s[MOVER])
    for k in range(len(meant)):
        if meant[k]:
            after = s.copy()
            apply(after, actions[k])
            lay_out(after, shape_of[0], points_of[0])
            ahead = int(after[POINTS + other]) - int(after[POINTS + mover])
            out[k, other] = expects(desk, turns - 1, 0, int(after[WILD]) >> 1, ahead)
            out[k, mover] = 1.0 - out[k, other]


@compiled(int64(STATE, LEARNED, int64, int64, EXPECTED))
def look_through(s: State, learned: Weights, turns: int, at_first: int, out: Expected) -> int:
    """`foresee`, going on with so many ways to write the number in hand where there are many squares."""
    shape_of = np.empty((turns, COLUMNS), dtype=np.int64)
    points_of = np.empty((turns, COLUMNS), dtype=np.int64)
    which, much = np.empty(MOST_SEEN, dtype=np.int64), np.empty(MOST_SEEN, dtype=np.float64)
    units = np.empty((2, len(learned) // (WIDTH + 2)), dtype=np.float64)
    excite_by(which, much, 0, learned, units[1])  # the other sees nothing
    is_far = turns > 2 and np.sum(s[:SQUARES] == 0) > FEW_SQUARES
    remembered = MEMO_FAR if is_far else MEMO_NEAR
    keys, known = np.zeros(remembered, dtype=np.int64), np.empty(remembered, dtype=np.float64)
    desk = int(s[ORDER]), learned, which, much, units, np.empty(2), shape_of, points_of, keys, known
    actions = np.empty(_WAYS, dtype=np.int64)
    count, mover = int(legal(s, actions)), int(s[MOVER])
    meant = np.ones(count, dtype=np.bool_)
    if is_far:
        weigh_ways(desk, s, 2, actions, meant, out)
        least = 1.0
        for _ in range(at_first):
            lower = out[:count, mover] < least
            if lower.any():
                least = out[:count, mover][lower].max()
        meant[:] = out[:count, mover] >= least
    weigh_ways(desk, s, turns, actions, meant, out)
    best = out[:count, mover][meant].max()
    for k in range(count):  # whoever was not looked into so far is not preferred to who was
        if not meant[k]:
            out[k, mover] = max(0.0, min(out[k, mover], best - 1e-9))
            out[k, 1 - mover] = 1.0 - out[k, mover]
    return count


@mind.foresee
def foresee(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """What each seat may expect of each way to write what was thrown, so many turns far.

    Early in a game whatever promises less is looked at two turns far only, and then not preferred.
    """
    return int(look_through(s, learned, turns, WAYS_AT_FIRST, out))
