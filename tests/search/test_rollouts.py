"""Trying out what follows: the same for the same seed, and what is sure is seen."""

import pytest

import stylobate
from stylobate.errors import BadPlayer
from stylobate.game import Position
from stylobate.mind import Mind, Value
from stylobate.search import rollouts
from stylobate.search.rollouts import Rollouts
from tests.search.paper_mind import LEARNED, VALUE
from tests.search.paper_trees import Choice, End, Throw, Tree, game

MIND = Mind("paper", 1, None, value=VALUE)  # type: ignore[arg-type]
ONE_THROWN = "13--/---5/---6/-2--/----/---- - P *2 0:0 ascending"
EVEN = Throw((1, 1), (End((100, 0)), End((0, 100))))


def trying(tree: Tree | Position, value: Value = VALUE) -> Rollouts:
    position = tree if isinstance(tree, Position) else game(tree)
    return Rollouts(position, 1, MIND, value, LEARNED)


def test_what_wins_at_once_is_played() -> None:
    result = trying(Choice(0, (EVEN, End((100, 0)), End((0, 100))))).run(playouts=0)
    assert (result.token, result.payoff) == ("1", (1.0, 0.0))


def test_a_throw_in_one_s_own_turn_counts_by_its_chances() -> None:
    likely = Throw((3, 1), (End((100, 0)), End((0, 100))))
    result = trying(Choice(0, (EVEN, likely))).run(playouts=0)
    assert result.token == "1"
    assert result.payoff[0] == pytest.approx(0.75)


def test_what_the_other_does_after_the_turn_is_found_out_by_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """In two ways of three the other wins, which the value does not know, but trying shows."""
    monkeypatch.setattr(rollouts, "MARGIN", 1.0)
    trap, fine = (Choice(1, (End((0, 100)), end)) for end in (End((0, 100)), End((0, 100))))
    better = Choice(1, (End((90, 10)), End((80, 20))))
    first = trying(Choice(0, (trap, fine, better)))
    seen = {one.token: one.payoff[0] for one in first.run(playouts=0).prospects}
    tried = {one.token: one for one in first.run(playouts=400).prospects}
    assert seen["2"] != pytest.approx(0.8, abs=0.02)
    assert tried["2"].payoff[0] == pytest.approx(0.8, abs=0.05)
    assert max(tried.values(), key=lambda one: one.visits).token == "2"


def test_the_same_seed_finds_the_same() -> None:
    position = stylobate.load("columns-dice").position(ONE_THROWN)
    mind = position.game.mind
    assert mind is not None
    assert mind.value is not None
    found = [Rollouts(position, seed, mind, mind.value).run(playouts=30) for seed in (4, 4)]
    assert found[0].prospects == found[1].prospects


def test_where_nobody_is_to_move_there_is_nothing_to_try() -> None:
    with pytest.raises(BadPlayer, match="nothing to try"):
        trying(game(End((100, 0))))
    with pytest.raises(BadPlayer, match="a search needs an end"):
        trying(Choice(0, (EVEN, EVEN))).run()
