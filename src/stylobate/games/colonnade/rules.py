"""Colonnade, by Mark Steere (2010): the rules as a kernel.

A row of eight squares, a to h, each empty or with a stack of red and blue checkers.  Take one of your own
checkers with all that lies on it to a neighbouring square:

* onto a stack whose top is yours; of the two like-coloured checkers that meet, one is discarded; or
* down to an empty square, unless it is the bottom checker of its stack.

Who cannot move loses.

Like-coloured neighbours are always reduced, so colours alternate in every stack, and a stack is fully told
by its height and its top.  Ruling C1: the sheet's first figure is missing from our copy; that the start is
eight stacks of three with tops red, blue, red … is our reading.

State: s[0] to s[7] are the stacks, +h for h checkers under a red top, -h under a blue one, 0 for none;
s[8] is the seat to move, Red 0 or Blue 1.
Action: (square * 32 + checkers taken) * 2, plus 1 if they go to the right.
"""

from collections.abc import Mapping

import numpy as np

from stylobate import kernel
from stylobate.kernel import OVER, Actions, Kernel, Payoffs, State

SQUARES = 8
CHECKERS = 24
MOVER = 8
RED, BLUE = 0, 1
DEPTHS = 32
LONGEST_GAME = 46


def start(options: Mapping[str, str]) -> State:
    """Twelve red and twelve blue checkers in eight stacks of three, Red to move."""
    return np.array([3, -3, 3, -3, 3, -3, 3, -3, RED], dtype=np.int16)


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """Every move of the seat to move: square by square, shallow picks before deep ones, left before right."""
    mine = 1 - 2 * s[MOVER]
    count = 0
    left, stack = -1, s[0] * mine
    for square in range(SQUARES):
        right = s[square + 1] * mine if square < SQUARES - 1 else -1
        height = abs(stack)
        action = square * DEPTHS * 2
        # The bottom checker may go onto a stack but not down to an empty square.  Each move is written and
        # then counted or not: there is no branch that a processor could guess wrong.
        reach_left = height if left > 0 else height - 1 if left == 0 else 0
        reach_right = height if right > 0 else height - 1 if right == 0 else 0
        for depth in range(1 if stack > 0 else 2, max(reach_left, reach_right) + 1, 2):
            out[count] = action + depth * 2
            count += depth <= reach_left
            out[count] = action + depth * 2 + 1
            count += depth <= reach_right
        left, stack = stack, right
    return count


@kernel.turn
def turn(s: State) -> int:
    """The mover, or OVER if the mover has no move."""
    mine = 1 - 2 * s[MOVER]
    for square in range(SQUARES):
        stack = s[square] * mine
        if stack == 0:
            continue
        shallowest = 1 if stack > 0 else 2
        height = abs(stack)
        if height < shallowest:
            continue
        for neighbour in (square - 1, square + 1):
            if 0 <= neighbour < SQUARES:
                target = s[neighbour] * mine
                if target > 0 or (target == 0 and shallowest < height):
                    return int(s[MOVER])
    return OVER


@kernel.apply
def apply(s: State, action: int) -> None:
    """Carry the picked checkers over; on a stack one of the two that meet is discarded."""
    depth = (action >> 1) % DEPTHS
    square = (action >> 1) // DEPTHS
    target = square + (1 if action & 1 else -1)
    stack = s[square]
    top = 1 if stack > 0 else -1
    below = abs(s[target])
    s[target] = top * (below + depth - (1 if below > 0 else 0))
    rest = abs(stack) - depth
    s[square] = rest * top * (-1 if depth & 1 else 1)
    s[MOVER] = 1 - s[MOVER]


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """Only the end counts: the winner has 1."""
    out[0] = 0
    out[1] = 0
    if turn(s) == OVER:
        out[1 - s[MOVER]] = 1


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """1 for the seat that made the last move, for the other cannot move."""
    out[s[MOVER]] = 0.0
    out[1 - s[MOVER]] = 1.0


KERNEL = Kernel(turn, legal, kernel.no_weights, kernel.no_sample, apply, scores, payoff, width=33)


def seats(s: State) -> int:
    """How many play: always two."""
    return 2


def longest(s: State) -> tuple[int, int]:
    """At most one move onto a stack for each checker but the last, for each discards one.

    A move down makes one stack more, and only a whole stack that is carried onto another makes one less: so
    there are no more moves down than moves onto stacks, and one for each square that is empty now.
    """
    stacks = s[:SQUARES]
    return max(0, 2 * (int(abs(stacks).sum()) - 1)) + int((stacks == 0).sum()), 0
