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
from numba import float64, int64, void

from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, PAYOFFS, Actions, Payoffs
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


@compiled(void(PAYOFFS))
def soften(units: Payoffs) -> None:
    """From how much the units are excited, how they answer: hardly more, the more they are."""
    for unit in range(len(units)):
        units[unit] /= 1.0 + abs(units[unit])


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
        soften(out[seat])


@compiled(void(ACTIONS, PAYOFFS, int64, LEARNED, PAYOFFS))
def excite_by(which: Actions, much: Payoffs, count: int, weights: Weights, out: Payoffs) -> None:
    """How much each hidden unit answers to a row of which so many sights are told; the others are nought."""
    hidden = len(out)
    for unit in range(hidden):
        out[unit] = weights[unit]
    for k in range(count):
        seen, row = much[k], weights[(which[k] + 1) * hidden :]  # cut off: else the loop is not made wide
        for unit in range(hidden):
            out[unit] += seen * row[unit]
    soften(out)


@compiled(void(PAYOFFS, float64))
def as_shares(out: Payoffs, partners: float) -> None:
    """From how well each seat stands, what it may expect: a softmax."""
    seats = len(out)
    top = -1e300
    for seat in range(seats):
        top = max(top, out[seat])
    whole = 0.0
    for seat in range(seats):
        out[seat] = power_of_two(max(TINY, (out[seat] - top) * LOG2_E))
        whole += out[seat]
    for seat in range(seats):
        out[seat] *= partners / whole


@compiled(void(SIGHT_ROWS, LEARNED, float64, PAYOFFS))
def share_out(units: Sights, weights: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect, from how its units answer: the whole is as much as there are `partners`."""
    seats, hidden = units.shape
    last = len(weights) - hidden
    for seat in range(seats):
        total = 0.0
        for unit in range(hidden):
            total += units[seat, unit] * weights[last + unit]
        out[seat] = total
    as_shares(out, partners)


@compiled(void(SIGHT_ROWS, LEARNED, float64, PAYOFFS))
def judge(rows: Sights, weights: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect, from what it sees; `partners` is how many seats play as one."""
    units = np.empty((rows.shape[0], len(weights) // (rows.shape[1] + 2)), dtype=np.float64)
    excite(rows, weights, units)
    share_out(units, weights, partners, out)


@compiled(void(SIGHT_ROWS, LEARNED, PAYOFFS, float64, LEARNED))
def adjust(rows: Sights, weights: Weights, target: Payoffs, step: float, out: Weights) -> None:
    """Add one step to `out`, on the way on which a little more of the target would be expected.

    That may be the weights themselves.  The gradient of the cross entropy; the target may be scaled as one
    likes.
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
            out[last + unit] += surprise * answer
            units[seat, unit] = back
            out[unit] += back
        for sight in range(width):
            seen = rows[seat, sight]
            if seen != 0.0:
                row = out[(sight + 1) * hidden :]
                for unit in range(hidden):
                    row[unit] += seen * units[seat, unit]
