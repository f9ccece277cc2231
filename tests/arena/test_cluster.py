"""Matches on a Ray cluster, where Ray is installed: what it finds is what one core finds."""

import pytest

from stylobate import load
from stylobate.arena import Terms, match
from stylobate.arena.cluster import on
from stylobate.arena.running import run
from stylobate.arena.summary import summary
from stylobate.arena.workers import played
from stylobate.cluster import HERE
from stylobate.errors import BadOption

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
PLAN = match(load("columns-dice"), ["1@playouts=10", "random"], Terms(games=8, seed=4))


@pytest.fixture(autouse=True)
def ray() -> None:
    pytest.importorskip("ray", reason="Ray is an extra: pip install 'stylobate[cluster]'")


def test_a_cluster_finds_what_one_core_finds() -> None:
    there = summary(run(PLAN, on(HERE)))
    assert there == summary(run(PLAN, lambda plan, numbers: played(plan, numbers, 1)))
    assert there["games"] == 8


def test_an_address_where_nobody_answers_is_refused() -> None:
    with pytest.raises(BadOption, match=r"--ray 127\.0\.0\.1:9: no cluster could be joined there"):
        on("127.0.0.1:9")
