"""Training on a Ray cluster, where Ray is installed: what it learns is what one core learns."""

import pytest

from stylobate import load
from stylobate.cluster import HERE
from stylobate.training import cluster
from stylobate.training.course import Course, in_threads

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def test_a_cluster_learns_what_one_core_learns() -> None:
    pytest.importorskip("ray", reason="Ray is an extra: pip install 'stylobate[cluster]'")
    game = load("columns")
    assert game.mind is not None
    course = Course(game.mind, "policy", game.start(), 1600, 5)
    with cluster.on(HERE) as practise:
        *_, there = course.run(course.begin(), practise)
    with in_threads(1) as practise:
        *_, here = course.run(course.begin(), practise)
    assert there.weights.tolist() == here.weights.tolist()
    assert there.trained == here.trained
