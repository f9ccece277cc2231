"""The kernel keeps the promises of the contract, and its die is fair."""

from collections import Counter

import numpy as np
import pytest

from stylobate.chance import stream
from stylobate.conformance import check
from stylobate.games.columns_dice import GAME
from tests.harness import label, variants


@pytest.mark.parametrize("options", variants(GAME), ids=label)
def test_the_kernel_keeps_the_contract(options):
    report = check(GAME, games=60, seed=3, options=options)
    assert report.games == 60
    assert report.chance_nodes >= 60 * 24


def test_the_die_is_fair():
    rng = stream(2004)
    position = GAME.start()
    shown = Counter(position.sample(rng) for _ in range(12_000))
    assert sorted(shown) == list(position.legal)
    assert all(1_850 < times < 2_150 for times in shown.values())


def test_when_all_is_full_there_is_nothing_to_throw_or_write():
    state = GAME.position("1111I/1111P/1111I/1111P/1111I/1111P - - - 12:12 ascending").state
    assert GAME.kernel.legal(state, np.empty(GAME.kernel.width, dtype=np.int64)) == 0
