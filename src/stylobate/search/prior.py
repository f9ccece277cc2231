"""How likely a good player is to choose each action, before anything is searched: the prior.

A mind's traits are looked up in its weights; a softmax makes shares of the sums.  It is computed by
additions, products and powers of two, which are the same on every machine: a seed gives the same game
everywhere.
"""

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64, void

from stylobate.chance import RNG, Rng, bits
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, STATE, Actions, State
from stylobate.learned import Weights
from stylobate.mind import LEARNED, SHARES, TRAIT_ROWS, TRAITS, Shares, Traits

_LOG2_E = 1.4426950408889634
_TINY = -60.0
_UNIT = 1.0 / (1 << 53)


@compiled(float64(float64))
def power_of_two(x: float) -> float:
    """2 to the x, by a polynomial between whole numbers; off by less than one part in ten billion."""
    whole = math.floor(x)
    f = x - whole
    part = 2.16426988e-05
    for coefficient in (
        1.43025562e-04,
        1.34293776e-03,
        9.61356521e-03,
        5.55052817e-02,
        2.40226359e-01,
        6.93147188e-01,
        1.0,
    ):
        part = part * f + coefficient
    return math.ldexp(part, int(whole))


@compiled(void(TRAITS, STATE, ACTIONS, int64, LEARNED, float64, TRAIT_ROWS, SHARES))
def share(  # type: ignore[no-untyped-def]
    traits, s: State, actions: Actions, count: int, weights: Weights, heat: float, rows: Traits, out: Shares
) -> None:
    """Write each action's share.  A `heat` above 1 evens them out, one below 1 sharpens them.

    `rows` is scratch; afterwards it holds the traits.
    """
    traits(s, actions, count, rows)
    most = rows.shape[1]
    top = -1e300
    for k in range(count):
        total = 0.0
        for trait in range(most):
            total += weights[rows[k, trait]]
        out[k] = total
        top = max(top, total)
    whole = 0.0
    for k in range(count):
        out[k] = power_of_two(max(_TINY, (out[k] - top) * _LOG2_E / heat))
        whole += out[k]
    for k in range(count):
        out[k] /= whole


@compiled(int64(SHARES, int64, RNG))
def draw(shares: Shares, count: int, rng: Rng) -> int:
    """The place of one action, drawn by its share."""
    left = float(bits(rng) >> np.uint64(11)) * _UNIT
    for k in range(count - 1):
        left -= shares[k]
        if left < 0.0:
            return k
    return count - 1
