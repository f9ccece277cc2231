"""The value of every position, worked out from those of smaller number.

A value is one byte: how many moves are left when the winner hurries and the loser delays.  The last to move
wins, so its parity tells who: after an odd number of moves it was the player to move.  Hence

* with a move to an even value, take the smallest of those: a win, one move later;
* with odd ones only, take the largest: a loss, put off as long as can be;
* without a move the value is 0, and the player to move has lost.

A solution holds all positions, its values in the order of their numbers, or only those that one position can
lead to.  Then `marks` has a bit for each number that is held, `before` says how many marks precede every run
of 512 numbers, and the values stand in the order of the marks.  `marks` is empty where all are held.
"""

import numpy as np
from numba import int64, types, uint8, uint32, uint64, void
from numpy.typing import NDArray

from stylobate.compiled import compiled
from stylobate.games.colonnade.rules import CHECKERS, KERNEL
from stylobate.games.colonnade.solver.wings import WING, WINGS, Wings, arrived, left_behind, pair

WIDTH = KERNEL.width
RUN = 512
WORDS = RUN // 64

Marks = NDArray[np.uint64]
Counts = NDArray[np.uint32]
Values = NDArray[np.uint8]
Tally = NDArray[np.int64]
WON, LOST, LONGEST, WHERE = range(4)

_MARKS = types.Array(uint64, 1, "C")
_COUNTS = types.Array(uint32, 1, "C")
_VALUES = types.Array(uint8, 1, "C")
_NUMBERS = types.Array(int64, 1, "C")

_ONE = np.uint64(1)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@compiled(int64(WINGS, int64, int64, _NUMBERS, int64))
def _cross(wings: Wings, origin: int, target: int, out: NDArray[np.int64], count: int) -> int:
    """The moves across the middle, from one wing to the other."""
    stack = int(wings.heights[origin, WING - 1])
    onto = int(wings.heights[target, WING - 1])
    if onto < 0:
        return count
    deepest = abs(stack) if onto > 0 else abs(stack) - 1
    for depth in range(1 if stack > 0 else 2, deepest + 1, 2):
        near = wings.join[wings.trunk[origin], CHECKERS - left_behind(stack, depth)]
        far = wings.join[wings.trunk[target], CHECKERS - arrived(stack, depth, onto)]
        out[count] = pair(wings, near, far)
        count += 1
    return count


@compiled(int64(WINGS, int64, int64, _NUMBERS))
def moves(wings: Wings, x: int, y: int, out: NDArray[np.int64]) -> int:
    """Write the numbers of the positions that the moves from here lead to; return how many."""
    count = 0
    for i in range(wings.first_move[x], wings.first_move[x + 1]):
        out[count] = pair(wings, wings.moves[i], wings.swapped[y])
        count += 1
    for i in range(wings.first_move[y], wings.first_move[y + 1]):
        out[count] = pair(wings, wings.moves[i], wings.swapped[x])
        count += 1
    count = _cross(wings, x, y, out, count)
    return _cross(wings, y, x, out, count)


@compiled(int64(uint64))
def _ones(word: np.uint64) -> int:
    """How many bits are set."""
    word -= (word >> np.uint64(1)) & _PAIRS
    word = (word & _FOURS) + ((word >> np.uint64(2)) & _FOURS)
    word = (word + (word >> np.uint64(4))) & _EIGHTS
    return int((word * _BYTES) >> np.uint64(56))


@compiled(int64(_MARKS, _COUNTS, int64))
def place(marks: Marks, before: Counts, number: int) -> int:
    """The index of a position's value among the values held."""
    if len(marks) == 0:
        return number
    here = number >> 6
    total = int(before[number // RUN])
    for word in range(number // RUN * WORDS, here):
        total += _ones(marks[word])
    return total + _ones(marks[here] & ((_ONE << np.uint64(number & 63)) - _ONE))


@compiled(int64(_MARKS, _COUNTS))
def count(marks: Marks, before: Counts) -> int:
    """Note how many marks come before each run; return how many there are in all."""
    total = 0
    for word in range(len(marks)):
        if word % WORDS == 0:
            before[word // WORDS] = total
        total += _ones(marks[word])
    return total


@compiled(int64(_MARKS, int64))
def _gap(marks: Marks, number: int) -> int:
    """How far it is to the next number that is held, looking no farther than the end of its 64-bit word."""
    if len(marks) == 0:
        return 0
    bit = number & 63
    ahead = marks[number >> 6] >> np.uint64(bit)
    if ahead == 0:
        return 64 - bit
    gap = 0
    while ahead & _ONE == 0:
        ahead >>= _ONE
        gap += 1
    return gap


@compiled(void(WINGS, int64, int64, int64, int64, _MARKS))
def mark(wings: Wings, x_first: int, x_end: int, y_first: int, y_end: int, marks: Marks) -> None:
    """Mark all that the marked positions of these wings lead to."""
    reached = np.empty(WIDTH, dtype=np.int64)
    for x in range(x_first, x_end):
        row = pair(wings, x, y_first) - y_first
        last = min(y_end, x + 1)
        y = y_first
        while y < last:
            gap = _gap(marks, row + y)
            if gap > 0:
                y += gap
                continue
            for i in range(moves(wings, x, y, reached)):
                marks[reached[i] >> 6] |= _ONE << np.uint64(reached[i] & 63)
            y += 1


@compiled(void(WINGS, int64, int64, int64, int64, _MARKS, _COUNTS, _VALUES, _NUMBERS))
def solve(
    wings: Wings,
    x_first: int,
    x_end: int,
    y_first: int,
    y_end: int,
    marks: Marks,
    before: Counts,
    values: Values,
    tally: Tally,
) -> None:
    """Value the positions of these wings and note in the tally how many are won, lost, and the longest."""
    reached = np.empty(WIDTH, dtype=np.int64)
    for x in range(x_first, x_end):
        row = pair(wings, x, y_first) - y_first
        last = min(y_end, x + 1)
        y = y_first
        while y < last:
            number = row + y
            gap = _gap(marks, number)
            if gap > 0:
                y += gap
                continue
            soonest, latest = 255, -1
            for i in range(moves(wings, x, y, reached)):
                value = int(values[place(marks, before, reached[i])])
                if value % 2 == 0:
                    soonest = min(soonest, value)
                else:
                    latest = max(latest, value)
            value = 1 + (soonest if soonest < 255 else latest)
            values[place(marks, before, number)] = value
            tally[WON if value % 2 else LOST] += 1 if x == y else 2
            if value > tally[LONGEST]:
                tally[LONGEST] = value
                tally[WHERE] = number
            y += 1
