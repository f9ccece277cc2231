"""Every position has its number, and moves lead to smaller ones."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stylobate
from stylobate.chance import stream
from stylobate.games.colonnade.solver import sweep
from stylobate.games.colonnade.solver.verify import draw
from stylobate.games.colonnade.solver.wings import WING, Atlas, atlas
from stylobate.kernel import State
from tests.games.colonnade.solver import brute

COLONNADE = stylobate.load("colonnade")


def mirrored(state: State) -> State:
    return np.append(state[:8][::-1], state[8])


def test_there_are_as_many_wings_and_positions_as_counted_by_hand() -> None:
    chart = atlas()
    assert len(chart.wings.heights) == 241_601
    both_ways = 0
    for block in chart.blocks:
        if block.x != block.y:
            both_ways += 2 * block.rows * block.columns
        else:
            both_ways += block.rows**2
    assert both_ways == 872_893_441


@pytest.mark.slow
def test_small_positions_have_numbers_of_their_own_but_share_them_with_their_mirror_images() -> None:
    chart = atlas()
    owner: dict[Any, Any] = {}
    for checkers in range(6):
        for row in brute.rows(checkers):
            state = COLONNADE.position(brute.text(row, "R")).state
            number = chart.number(state)
            assert chart.extent(checkers - 1) <= number < chart.extent(checkers)
            assert number == chart.number(mirrored(state))
            assert owner.setdefault(number, state.tobytes()) in (state.tobytes(), mirrored(state).tobytes())
            told = chart.state(number).tobytes()
            assert told in (state.tobytes(), mirrored(state).tobytes())


@given(seed=st.integers(0, 2**32))
def test_number_and_position_lead_to_each_other(seed: int) -> None:
    position = draw(24, stream(seed))
    chart = atlas()
    number = chart.number(position.state)
    assert chart.number(chart.state(number)) == number
    assert chart.number(mirrored(position.state)) == number


@given(seed=st.integers(0, 2**32))
def test_the_colours_do_not_matter_only_whose_turn_it_is(seed: int) -> None:
    state = draw(24, stream(seed)).state
    other = np.append(-state[:8], 1 - state[8]).astype(np.int16)
    assert atlas().number(state) == atlas().number(other)


@given(seed=st.integers(0, 2**32))
def test_the_sweep_finds_the_moves_of_the_rules_and_all_lead_to_smaller_numbers(seed: int) -> None:
    position = draw(24, stream(seed))
    chart = atlas()
    number = chart.number(position.state)
    seen = chart.state(number)
    x = wing_of(chart, seen[:WING])
    y = wing_of(chart, seen[WING:8][::-1])
    out = np.empty(sweep.WIDTH, dtype=np.int64)
    count = sweep.moves(chart.wings, x, y, out)
    by_the_rules = [chart.number(position.play(token).state) for token in position.legal]
    assert sorted(out[:count].tolist()) == sorted(by_the_rules)
    assert all(after < number for after in by_the_rules)


def wing_of(chart: Atlas, stacks: State) -> int:
    (found,) = np.flatnonzero((chart.wings.heights == stacks).all(axis=1))
    return int(found)


@pytest.mark.parametrize("checkers", [0, 1, 24])
def test_positions_with_fewer_checkers_come_first(checkers: int) -> None:
    chart = atlas()
    assert all(block.checkers <= checkers for block in chart.blocks if block.end <= chart.extent(checkers))
    assert [block.first for block in chart.blocks[1:]] == [block.end for block in chart.blocks[:-1]]
