"""Columella: the rules.

The die brings a drum of that width into the yard.  Set it on your column, or set the one left there before,
but none on a narrower one; or set none.  One drum is left for the next: the other, or the new one if none was
set.  After five turns each, the column of the most stone wins: the sum of its widths.

State: how many play, turns played, the drum left, the drum thrown, then the columns.  A column is a number to
the base seven: its digits are the widths from the ground up.  Action: the width thrown or set, or LEAVE.
"""

from collections.abc import Mapping

import numpy as np

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.kernel import CHANCE, OVER, Actions, Kernel, Payoffs, State

SEATS, TURNS, LEFT, THROWN, COLUMNS = range(5)
ROUNDS, SIDES, BASE, LEAVE = 5, 6, 7, 0


def start(options: Mapping[str, str]) -> State:
    """Nothing in the yard, nothing built."""
    players = int(options["players"])
    return np.array([players] + [0] * (COLUMNS - 1 + players), dtype=np.int16)


def seats(s: State) -> int:
    """How many play."""
    return int(s[SEATS])


@kernel.turn
def turn(s: State) -> int:
    """The die first, then the seat that threw it."""
    if s[TURNS] == ROUNDS * s[SEATS]:
        return OVER
    return CHANCE if s[THROWN] == 0 else s[TURNS] % s[SEATS]


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """The sides of the die; or to leave the drums, or set one that is no wider than the top."""
    seat = turn(s)
    top = s[COLUMNS + seat] % BASE if seat >= 0 and s[COLUMNS + seat] > 0 else SIDES
    out[0], count = LEAVE, int(seat >= 0)
    for width in range(1, top + 1):
        if seat == CHANCE or (seat >= 0 and (width == s[LEFT] or width == s[THROWN])):
            out[count] = width
            count += 1
    return count


@kernel.weights
def weights(s: State, out: Actions) -> int:
    """Every side of the die is equally likely."""
    out[:SIDES] = 1
    return SIDES


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    """One throw of the die."""
    return 1 + below(rng, SIDES)


@kernel.apply
def apply(s: State, action: int) -> None:
    """Bring a drum into the yard; or set one, or none, and hand the die on."""
    if s[THROWN] == 0:
        s[THROWN] = action
        return
    column = COLUMNS + s[TURNS] % s[SEATS]
    if action == LEAVE:
        s[LEFT] = s[THROWN]
    else:
        s[column] = s[column] * BASE + action
        s[LEFT] += s[THROWN] - action
    s[THROWN] = 0
    s[TURNS] += 1


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """The sum of the widths in each column."""
    for seat in range(s[SEATS]):
        column, out[seat] = s[COLUMNS + seat], 0
        while column > 0:
            out[seat] += column % BASE
            column //= BASE


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """All to the highest sum; equals share."""
    points = np.zeros(s[SEATS], dtype=np.int64)
    scores(s, points)
    best = points == points.max()
    out[: s[SEATS]] = best / best.sum()


KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=SIDES)
