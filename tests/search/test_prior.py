"""Shares of actions are a softmax over what the mind has learned, and are drawn as they are."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stylobate
from stylobate.chance import stream
from stylobate.network import power_of_two
from stylobate.search.prior import draw, share
from tests.harness import random_game

COLUMNS = stylobate.load("columns")


@given(x=st.floats(-60, 60))
def test_powers_of_two_are_right_to_nine_digits(x: float) -> None:
    assert power_of_two(x) == pytest.approx(2.0**x, rel=1e-9)


@pytest.mark.parametrize("heat", [0.5, 1.0, 3.0])
def test_shares_are_a_softmax_of_the_traits_weights(heat: float) -> None:
    mind, kernel = COLUMNS.mind, COLUMNS.kernel
    assert mind is not None
    assert mind.policy is not None
    policy, weights = mind.policy, mind.policy_weights()
    actions = np.empty(kernel.width, dtype=np.int64)
    rows = np.empty((kernel.width, policy.most), dtype=np.int32)
    shares = np.empty(kernel.width)
    position = COLUMNS.start()
    for token in random_game(position, random.Random(5)):
        state = position.state
        count = kernel.legal(state, actions)
        share(policy.traits, state, actions, count, weights, heat, rows, shares)
        liking = [math.exp(sum(weights[trait] for trait in row) / heat) for row in rows[:count]]
        expected = [one / sum(liking) for one in liking]
        assert shares[:count] == pytest.approx(expected, rel=1e-8, abs=1e-12)
        position = position.play(token)


def test_actions_are_drawn_by_their_shares() -> None:
    rng = stream(1)
    drawn = [draw(np.array([0.125, 0.5, 0.375, 0.0]), 4, rng) for _ in range(8000)]
    counts = [drawn.count(place) for place in range(4)]
    for count, expected in zip(counts, (1000, 4000, 3000, 0), strict=True):
        assert abs(count - expected) <= 4 * math.sqrt(expected)
