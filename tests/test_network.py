"""The network says what a plain one would say, and learns down the slope."""

import math
import random

import numpy as np
import pytest

from stylobate.learned import Weights
from stylobate.mind import Sights
from stylobate.network import adjust, judge

WIDTH, HIDDEN = 5, 3


def some(seats: int, seed: int) -> tuple[Sights, Weights]:
    rng = random.Random(seed)
    rows = np.array([[rng.choice((0.0, rng.uniform(-2, 2))) for _ in range(WIDTH)] for _ in range(seats)])
    return rows, np.array([rng.uniform(-1, 1) for _ in range(HIDDEN * (WIDTH + 2))])


def plain(rows: Sights, weights: Weights) -> list[float]:
    """The same by the book, a seat at a time."""
    likings = []
    for row in rows:
        total = 0.0
        for unit in range(HIDDEN):
            answer = weights[unit] + sum(row[k] * weights[(k + 1) * HIDDEN + unit] for k in range(WIDTH))
            total += weights[(WIDTH + 1) * HIDDEN + unit] * answer / (1 + abs(answer))
        likings.append(math.exp(total))
    return [one / sum(likings) for one in likings]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_expected_is_what_the_book_says(seats: int) -> None:
    for seed in range(20):
        rows, weights = some(seats, seed)
        out = np.empty(seats)
        judge(rows, weights, 1.0, out)
        assert out == pytest.approx(plain(rows, weights), rel=1e-8)


def test_partners_both_get_what_their_side_may_expect() -> None:
    rows, weights = some(2, 1)
    alone, team = np.empty(2), np.empty(4)
    judge(rows, weights, 1.0, alone)
    judge(rows[[0, 1, 0, 1]], weights, 2.0, team)
    assert team == pytest.approx([*alone, *alone])


def test_a_step_goes_down_the_slope_of_the_cross_entropy() -> None:
    rows, weights = some(3, 7)
    target = np.array([0.2, 0.5, 0.3])

    def loss(at: Weights) -> float:
        return -math.fsum(t * math.log(p) for t, p in zip(target, plain(rows, at), strict=True))

    moved, step, small = weights.copy(), 1e-4, 1e-6
    adjust(rows, weights, 7.0 * target, step, moved)
    for k in range(len(weights)):
        up, down = weights.copy(), weights.copy()
        up[k] += small
        down[k] -= small
        slope = (loss(up) - loss(down)) / (2 * small)
        assert moved[k] - weights[k] == pytest.approx(-step * slope, abs=2e-8)
