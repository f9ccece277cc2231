"""Batches on a GPU are those on the processor, array by array, step by step.

Only where there is a GPU and `stylobate[gpu]` is installed: those packages are large, and without a GPU of no
use.  Elsewhere all of this is skipped, in one loud line (`tests/conftest.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stylobate
from stylobate import Game
from stylobate.errors import BadBatch, BadToken
from tests import gpu
from tests.harness import every_game_and_variant, of_this_house, stays_on_the_processor

pytestmark = pytest.mark.skipif(not gpu.is_there(), reason=gpu.MISSING)

WITHOUT = [game for game in of_this_house() if stays_on_the_processor(game)]
WITH = [game for game in of_this_house() if game not in WITHOUT]


@every_game_and_variant(WITH)
def test_every_array_is_that_of_the_processor_after_every_step(game: Game, options: dict[str, Any]) -> None:
    n, ends = 300, 0
    here = stylobate.vector(game, n, seed=4, masks=True, observations=True, **options)
    there = stylobate.vector(game, n, seed=4, masks=True, observations=True, device="cuda", **options)
    for step in range(200):
        for name in ("turn", "count", "done", "payoff", "state", "mask"):
            assert (getattr(there, name).copy_to_host() == getattr(here, name)).all(), (name, step)
        np.testing.assert_allclose(there.observation.copy_to_host(), here.observation, rtol=1e-6)
        for ours, theirs, count in zip(here.legal, there.legal.copy_to_host(), here.count, strict=True):
            assert (ours[:count] == theirs[:count]).all(), step
        ends += int(here.done.sum())
        actions = here.pick()
        assert (there.pick().copy_to_host() == actions).all(), step
        if step % 2:
            number = here.game.space.number
            there.step_numbers([number(here.state[i], int(actions[i])) for i in range(n)])
        else:
            there.step(actions)
        here.step(actions)
    assert ends > n // 2


def test_an_illegal_action_is_refused_by_game_and_none_is_stepped() -> None:
    batch = stylobate.vector("colonnade", 200, seed=1, device="cuda")
    actions = batch.pick().copy_to_host()
    actions[[150, 199]] = 7
    before = batch.state.copy_to_host()
    with pytest.raises(BadToken, match=r"game 150: 7 is no legal action there.*legal: 68 \(b2a\)"):
        batch.step(actions)
    assert (batch.state.copy_to_host() == before).all()


@pytest.mark.parametrize("game", WITHOUT, ids=lambda game: game.id)
def test_rules_that_make_arrays_are_told_to_stay_on_the_processor(game: Game) -> None:
    with pytest.raises(BadBatch, match=f"{game.title} cannot be played on a GPU"):
        stylobate.vector(game, 2, device="cuda")
