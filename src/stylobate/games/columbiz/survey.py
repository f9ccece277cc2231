"""All that a turn of Columbiz can make of the board: every set of at most four squares, and what it is worth.

What is captured, what stands where and which dice are used depend on the squares alone, not on the order in
which they are taken.  The order changes only what runs score, and that only where two counters of the turn
join one run of four or more; there every order is tried.  So an *end* of a turn is told by the squares it has
taken and the points it has scored.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numba import boolean, float64, int64, types, void

from stylobate.compiled import compiled
from stylobate.games.columbiz.bitboards import (
    BELOW,
    BIT,
    STEPS,
    how_many,
    lay_out,
    stretch,
)
from stylobate.games.columbiz.judging import judge_end, room_for
from stylobate.games.columbiz.rules import (
    COLUMNS,
    DICE,
    HAND,
    MOMENT,
    MOST_PLACED,
    MOST_SEATS,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SEATS,
    SQUARES,
    capture,
    number_of,
    pass_on,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, Expected

UNKNOWN = -1.0

Ends = np.ndarray[tuple[int, int], np.dtype[np.int64]]
ENDS = types.Array(int64, 2, "C")
TAKEN, SCORED = range(2)  # what is told of an end: the squares as bits, the points for runs

_ORDERS = np.array(list(permutations(range(MOST_PLACED))), dtype=np.int64)


@compiled(int64(int64, int64))
def run_points(counters: int, bit: int) -> int:
    """What one more of these counters scores there."""
    points = 0
    for step in STEPS:
        points += max(0, stretch(counters, bit, step) - 2)
    return points


@compiled(boolean(int64, int64, int64))
def meets_fresh(counters: int, fresh: int, bit: int) -> bool:
    """Whether one more of these counters there joins a run of four or more that has a fresh one in it."""
    for step in STEPS:
        if stretch(counters, bit, step) > 3:
            there = bit << step
            while there & counters != 0:
                if there & fresh != 0:
                    return True
                there <<= step
            there = bit >> step
            while there & counters != 0:
                if there & fresh != 0:
                    return True
                there >>= step
    return False


@compiled(int64(int64, int64, ACTIONS, int64, ACTIONS))
def try_orders(own: int, others: int, squares: Actions, count: int, out: Actions) -> int:
    """Write all that the runs can score when these squares are taken in any order; returns how many.

    An order in which a square is not free yet when its turn comes is none.
    """
    found = 0
    for order in range(len(_ORDERS)):
        counters, enemies, total, made = own, others, 0, 0
        for k in range(MOST_PLACED):
            if _ORDERS[order, k] < count:
                square = squares[_ORDERS[order, k]]
                if enemies & BIT[square] != 0:
                    break
                enemies &= ~BELOW[square]
                total += run_points(counters, BIT[square])
                counters |= BIT[square]
                made += 1
        if made == count and total not in out[:found]:
            out[found] = total
            found += 1
    return found


@compiled(int64(int64, int64, ACTIONS))
def within_reach(own: int, dice: int, out: Actions) -> int:
    """Write the squares that so many dice could pay for, one's own apart; returns how many.

    Column by column, in each from the highest down: whoever stands in the way of one is captured by one
    before it.
    """
    count = 0
    for column in range(COLUMNS):
        for n in range(min(SQUARES, (dice >> (4 * column)) & 15) - 1, -1, -1):
            square = column * SQUARES + n
            if own & BIT[square] == 0:
                out[count] = square
                count += 1
    return count


@compiled(void(STATE, LEARNED, float64, int64, EXPECTED, ENDS))
def survey(s: State, learned: Weights, partners: float, dice: int, out: Expected, ends: Ends) -> None:
    """For each set of dice within those given, what each seat may expect after a turn that takes just these.

    Of all such turns it is the mover's best; where there is none stands `UNKNOWN`.  The empty set is the turn
    that ends at once.  `ends` tells how that turn ends.
    """
    seats, mover = int(s[SEATS]), int(s[MOVER])
    most = min(MOST_PLACED - max(0, s[MOMENT] - PLACING), int(s[HAND + mover]))
    boards = np.zeros(MOST_SEATS, dtype=np.int64)
    lay_out(s, boards)
    own = boards[mover]
    others = (boards[0] | boards[1] | boards[2] | boards[3]) & ~own
    squares = np.empty(COLUMNS * SQUARES, dtype=np.int64)
    count = within_reach(own, dice, squares)

    room = room_for(seats, learned)
    expected = np.empty(seats, dtype=np.float64)
    end, end_boards = s.copy(), boards.copy()
    judge_end(boards, end, partners, room, expected)
    out[:] = UNKNOWN
    out[0] = expected
    ends[0] = 0

    # The set grows and shrinks at its end; at each size stands all that follows from the squares up to there.
    following = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    chosen = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    taken = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    captured = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    used = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    pips = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    points = np.zeros(MOST_PLACED + 1, dtype=np.int64)
    tangled = np.zeros(MOST_PLACED + 1, dtype=np.bool_)
    scored = np.empty(len(_ORDERS), dtype=np.int64)
    size = 0
    while size >= 0:
        if size == most or following[size] == count:
            size -= 1
            continue
        k = following[size]
        following[size] += 1
        square = squares[k]
        bit = BIT[square]
        shift = 4 * (square // SQUARES)
        cost = square % SQUARES + 1
        more_used = used[size] + (cost << shift)
        too_dear = pips[size] + cost > DICE or (more_used >> shift) & 15 > (dice >> shift) & 15
        if too_dear or others & ~captured[size] & bit != 0:
            continue
        counters = own | taken[size]
        gained = run_points(counters, bit)
        grown = size + 1
        chosen[size] = square
        following[grown] = k + 1
        taken[grown] = taken[size] | bit
        captured[grown] = captured[size] | (BELOW[square] & others)
        used[grown] = more_used
        pips[grown] = pips[size] + cost
        points[grown] = points[size] + gained
        tangled[grown] = tangled[size] or (gained > 1 and meets_fresh(counters, taken[size], bit))
        size = grown

        for seat in range(seats):
            end_boards[seat] = boards[seat] & ~captured[size]
        end_boards[mover] = own | taken[size]
        end[HAND + mover] = s[HAND + mover] - size
        end[PRISONERS + mover] = s[PRISONERS + mover] + how_many(captured[size])
        scored[0] = points[size]
        ways = try_orders(own, others, chosen, size, scored) if tangled[size] else 1
        number = number_of(more_used)
        for way in range(ways):
            end[RUNS + mover] = s[RUNS + mover] + scored[way]
            judge_end(end_boards, end, partners, room, expected)
            if expected[mover] > out[number, mover]:
                out[number] = expected
                ends[number, TAKEN] = taken[size]
                ends[number, SCORED] = scored[way]


@compiled(void(STATE, int64, int64))
def finish(s: State, taken: int, scored: int) -> None:
    """End the mover's turn with these squares taken, from here on, and these points scored."""
    mover = s[MOVER]
    for square in range(COLUMNS * SQUARES):
        if taken & BIT[square] != 0:
            capture(s, square)
    for square in range(COLUMNS * SQUARES):
        if taken & BIT[square] != 0:
            s[square] = mover + 1
            s[HAND + mover] -= 1
    s[RUNS + mover] += scored
    pass_on(s)
