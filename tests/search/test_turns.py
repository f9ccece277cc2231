"""Looking through a turn is exact where the beam is wide enough, and goes for the best where it is not."""

import numpy as np
import pytest
from hypothesis import given

from stylobate.kernel import State
from stylobate.mind import Value
from stylobate.network import judge
from stylobate.search.turns import foreseen
from tests.search.paper_mind import LEARNED, VALUE, foresee, only_the_first, rests, sights
from tests.search.paper_trees import Choice, End, Throw, Tree, game
from tests.search.test_tree import trees

WIDE = (16,) * 12


def by_the_book(tree: Tree, state: State) -> tuple[float, ...]:
    """What each seat may expect of a turn of seat 0, by plain backward induction over the drawing."""
    if isinstance(tree, End):
        return tuple(share / 100 for share in tree.payoff)
    if isinstance(tree, Choice) and tree.seat == 1:
        rows, out = np.empty((2, 1)), np.empty(2)
        sights(state, rows)
        judge(rows, LEARNED, 1.0, out)
        return tuple(out.tolist())
    values = [by_the_book(branch, after(state, k)) for k, branch in enumerate(tree.branches)]
    if isinstance(tree, Choice):
        return max(values, key=lambda value: value[0])
    total = sum(tree.weights)
    return tuple(
        sum(weight * value[seat] for weight, value in zip(tree.weights, values, strict=True)) / total
        for seat in range(2)
    )


def after(state: State, action: int) -> State:
    following = state.copy()
    following[0] = state[state[0] + 2 + 2 * action]
    return following


@given(branches=trees(2).filter(lambda tree: isinstance(tree, Choice)))
def test_a_wide_beam_finds_what_backward_induction_finds(branches: Choice) -> None:
    turn = Choice(0, branches.branches)
    position = game(turn)
    found = foreseen(position, VALUE, LEARNED, WIDE)
    for k, branch in enumerate(turn.branches):
        expected = by_the_book(branch, after(position.state, k))
        assert found[str(k)][0] == pytest.approx(expected[0])


HIS = Choice(1, (End((50, 50)),))
LATE = Choice(0, (Choice(0, (End((90, 10)), End((20, 80)))), End((60, 40)), HIS))


def test_a_narrow_beam_prefers_nothing_that_it_has_not_looked_into() -> None:
    """Two ways to go on, and only one is looked into; the other is not thought better than that one."""
    position = game(Choice(0, (LATE, LATE)))
    one, other = foreseen(position, VALUE, LEARNED, (1, 4, 4, 4)).values()
    assert max(one[0], other[0]) == pytest.approx(0.9)
    assert one != other


def test_a_throw_of_many_outcomes_is_judged_before_it_falls() -> None:
    many = Throw((1,) * 13, (End((100, 0)),) * 13)
    position = game(Choice(0, (many, End((0, 100)))))
    assert 0.0 < foreseen(position, VALUE, LEARNED, WIDE)["0"][0] < 1.0
    few = Throw((1,) * 12, (End((100, 0)),) * 12)
    position = game(Choice(0, (few, End((0, 100)))))
    assert foreseen(position, VALUE, LEARNED, WIDE)["0"][0] == pytest.approx(1.0)


def test_a_game_that_knows_a_shorter_way_is_believed() -> None:
    value = Value(sights, rests, width=1, hidden=1, foresee=foresee)
    position = game(Choice(0, (End((100, 0)), End((0, 100)))))
    assert foreseen(position, value, LEARNED, WIDE) == {"0": (0.0, 0.0), "1": (0.01, 0.01)}


def test_what_a_game_does_not_look_at_is_not_foreseen() -> None:
    value = Value(sights, rests, width=1, hidden=1, foresee=only_the_first)
    position = game(Choice(0, (End((0, 100)), End((100, 0)))))
    assert foreseen(position, value, LEARNED, WIDE) == {"0": (0.0, 0.0)}


def test_how_many_turns_are_looked_through_is_a_number_or_told_by_state_and_time() -> None:
    start = game(Choice(0, (End((100, 0)), End((0, 100))))).state
    assert Value(sights, rests, width=1, hidden=1, turns=2).turns_ahead(start, 0.001) == 2
    by_time = Value(sights, rests, width=1, hidden=1, turns=lambda s, seconds: 1 + (seconds > 1))
    assert [by_time.turns_ahead(start, seconds) for seconds in (1, 2)] == [1, 2]
