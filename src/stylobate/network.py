"""What each seat may expect, from what it sees: a network of one hidden layer, small enough to be quick.

Each seat's row goes through the same units (softsign: x / (1 + |x|)), and a softmax over the seats makes
shares of what comes out.  It is computed by additions, products, quotients and powers of two, which are the
same on every machine: a seed gives the same game everywhere.

The weights, for `width` sights and `hidden` units: for the bias and then for each sight a row of `hidden`
weights; then what each unit counts for.
"""

from __future__ import annotations

import math

import numpy as np
from numba import float64, void

from stylobate.compiled import compiled
from stylobate.kernel import PAYOFFS, Payoffs
from stylobate.learned import Weights
from stylobate.mind import LEARNED, SIGHT_ROWS, Sights

LOG2_E = 1.4426950408889634
TINY = -60.0


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


@compiled(void(SIGHT_ROWS, LEARNED, SIGHT_ROWS))
def excite(rows: Sights, weights: Weights, out: Sights) -> None:
    """How much each hidden unit answers to each seat's row."""
    hidden = out.shape[1]
    width = rows.shape[1]
    for seat in range(rows.shape[0]):
        for unit in range(hidden):
            out[seat, unit] = weights[unit]
        for sight in range(width):
            seen = rows[seat, sight]
            if seen != 0.0:
                first = (sight + 1) * hidden
                for unit in range(hidden):
                    out[seat, unit] += seen * weights[first + unit]
        for unit in range(hidden):
            out[seat, unit] /= 1.0 + abs(out[seat, unit])


@compiled(void(SIGHT_ROWS, LEARNED, float64, PAYOFFS))
def share_out(units: Sights, weights: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect, from how its units answer: the whole is as much as there are `partners`."""
    seats, hidden = units.shape
    last = len(weights) - hidden
    top = -1e300
    for seat in range(seats):
        total = 0.0
        for unit in range(hidden):
            total += units[seat, unit] * weights[last + unit]
        out[seat] = total
        top = max(top, total)
    whole = 0.0
    for seat in range(seats):
        out[seat] = power_of_two(max(TINY, (out[seat] - top) * LOG2_E))
        whole += out[seat]
    for seat in range(seats):
        out[seat] *= partners / whole


@compiled(void(SIGHT_ROWS, LEARNED, float64, PAYOFFS))
def judge(rows: Sights, weights: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect, from what it sees; `partners` is how many seats play as one."""
    units = np.empty((rows.shape[0], len(weights) // (rows.shape[1] + 2)), dtype=np.float64)
    excite(rows, weights, units)
    share_out(units, weights, partners, out)


@compiled(void(SIGHT_ROWS, LEARNED, PAYOFFS, float64))
def adjust(rows: Sights, weights: Weights, target: Payoffs, step: float) -> None:
    """Change the weights by one step, so that next time a little more of the target is expected.

    The gradient of the cross entropy; the target may be scaled as one likes.
    """
    seats, width = rows.shape
    hidden = len(weights) // (width + 2)
    last = len(weights) - hidden
    units = np.empty((seats, hidden), dtype=np.float64)
    expected = np.empty(seats, dtype=np.float64)
    excite(rows, weights, units)
    share_out(units, weights, 1.0, expected)
    whole = target.sum()
    for seat in range(seats):
        surprise = step * (target[seat] / whole - expected[seat])
        for unit in range(hidden):
            answer = units[seat, unit]
            slope = 1.0 - abs(answer)
            back = surprise * weights[last + unit] * slope * slope
            weights[last + unit] += surprise * answer
            units[seat, unit] = back
            weights[unit] += back
        for sight in range(width):
            seen = rows[seat, sight]
            if seen != 0.0:
                first = (sight + 1) * hidden
                for unit in range(hidden):
                    weights[first + unit] += seen * units[seat, unit]
