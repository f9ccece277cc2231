"""What learns from many games at once learns what the network means, and learns fast."""

import numpy as np
import pytest

import stylobate
from stylobate.chance import stream
from stylobate.errors import BadOption
from stylobate.network import adjust, judge
from stylobate.training.course import Course, usual_games
from stylobate.training.many import ManyExercise, Network

pytestmark = pytest.mark.slow

GAME = stylobate.load("columns-dice")
WIDTH, HIDDEN = 7, 4


def weights() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(3).normal(0.0, 0.5, (WIDTH + 2) * HIDDEN)


def test_many_rows_are_judged_as_each_of_them_is() -> None:
    rows = np.random.default_rng(4).normal(0.0, 1.0, (20, WIDTH))
    expected = Network(np, weights(), WIDTH).expects(rows.astype(np.float32))
    for row, share in zip(rows, expected, strict=True):
        alone = np.empty(2)
        judge(np.array([row, np.zeros(WIDTH)]), weights(), 1.0, alone)
        assert share == pytest.approx(alone[0], abs=1e-5)


def test_its_first_step_goes_the_way_of_the_gradient() -> None:
    """Adam's first step is as long for every weight, and goes where `network.adjust` would go."""
    row, plain, target = np.random.default_rng(5).normal(0.0, 1.0, WIDTH), weights(), 0.9
    adjust(np.array([row, np.zeros(WIDTH)]), plain, np.array([target, 1.0 - target]), 1e-3, plain)
    network = Network(np, weights(), WIDTH)
    network.adjust(row[np.newaxis].astype(np.float32), np.array([target], dtype=np.float32), 1e-3)
    moved = network.weights.reshape(-1) - weights()
    sure = abs(plain - weights()) > 1e-6
    assert sure.sum() > HIDDEN * WIDTH
    assert (np.sign(moved[sure]) == np.sign((plain - weights())[sure])).all()


def test_a_few_hundred_games_teach_it_to_beat_whoever_knows_nothing() -> None:
    assert GAME.mind is not None
    assert GAME.mind.value is not None
    exercise = ManyExercise(GAME.mind, GAME.mind.value, GAME.start(), abreast=64)
    weights, won = exercise.begin(stream(1)), np.empty(400)
    exercise.practise(weights, 300, 0.01, stream(2))
    exercise.contest(weights, exercise.know_nothing(), stream(3), won)
    assert won.mean() > 0.7


def test_what_cannot_learn_on_a_gpu_says_so() -> None:
    columns = stylobate.load("columns")
    assert columns.mind is not None
    with pytest.raises(BadOption, match=r"the policy of columns does not learn on a GPU; leave out --gpu"):
        Course(columns.mind, "policy", columns.start(), 8, 1, on_gpu=True).exercise.begin(stream(1))


def test_it_takes_as_many_games_as_that_usually_takes_unless_told() -> None:
    assert GAME.mind is not None
    assert usual_games(GAME.mind, "value", on_gpu=False) < usual_games(GAME.mind, "value", on_gpu=True)
