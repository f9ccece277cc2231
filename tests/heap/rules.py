"""State: heap, coin (0 while it is to be thrown), seat to move."""

from collections.abc import Mapping

import numpy as np

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.kernel import CHANCE, OVER, Actions, Kernel, Payoffs, State


def start(options: Mapping[str, str]) -> State:
    return np.array([7, 0, 0], dtype=np.int16)


@kernel.turn
def turn(s: State) -> int:
    if s[0] == 0:
        return OVER
    return CHANCE if s[1] == 0 else int(s[2])


@kernel.legal
def legal(s: State, out: Actions) -> int:
    if s[0] == 0:
        return 0
    out[0] = 1
    if s[1] == 0:
        out[1] = 3
        return 2
    if s[1] == 3 and s[0] >= 3:
        out[1] = 3
        return 2
    return 1


@kernel.weights
def weights(s: State, out: Actions) -> int:
    out[0], out[1] = 2, 1
    return 3


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    return 1 if below(rng, 3) < 2 else 3


@kernel.apply
def apply(s: State, action: int) -> None:
    if s[1] == 0:
        s[1] = action
    else:
        s[0] -= action
        s[1] = 0
        s[2] = 1 - s[2]


@kernel.scores
def scores(s: State, out: Actions) -> None:
    out[0], out[1] = s[0], s[1]


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    out[s[2]], out[1 - s[2]] = 0.0, 1.0


KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=2)
