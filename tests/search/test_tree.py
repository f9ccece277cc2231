"""The tree search finds what is best, knows when it is certain, and does the same twice."""

import threading
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import stylobate
from stylobate.errors import BadPlayer
from stylobate.search.tree import Search
from tests.search.paper_trees import Choice, End, Throw, Tree, game, worth

WON, LOST, SHARED = End((100, 0)), End((0, 100)), End((50, 50))


def test_a_sure_win_is_taken_and_proves_the_position() -> None:
    result = Search(game(Choice(0, (LOST, Choice(1, (LOST, WON)), WON))), seed=1).run(playouts=1000)
    assert (result.token, result.proven, result.payoff) == ("2", True, (1.0, 0.0))


def test_chance_is_weighed_exactly() -> None:
    gamble = Throw((3, 1), (WON, LOST))
    result = Search(game(Choice(0, (SHARED, gamble))), seed=1).run(playouts=1000)
    assert (result.token, result.proven, result.payoff) == ("1", True, (0.75, 0.25))


def test_a_gamble_worse_than_a_share_is_declined() -> None:
    gamble = Throw((1, 2), (WON, LOST))
    result = Search(game(Choice(0, (gamble, SHARED))), seed=1).run(playouts=1000)
    assert (result.token, result.proven, result.payoff) == ("1", True, (0.5, 0.5))


def test_each_of_three_seats_plays_for_itself() -> None:
    left = Choice(1, (End((100, 0, 0)), End((0, 100, 0))))
    right = Choice(2, (End((100, 0, 0)), End((50, 0, 50))))
    result = Search(game(Choice(0, (left, right)), seats=3), seed=1).run(playouts=1000)
    assert (result.token, result.payoff) == ("1", (0.5, 0.0, 0.5))


def test_a_partner_helps() -> None:
    ours, theirs = End((100, 0, 100, 0)), End((0, 100, 0, 100))
    by_partner = Choice(2, (theirs, ours))
    by_opponent = Choice(1, (theirs, ours))
    result = Search(game(Choice(0, (by_opponent, by_partner)), seats=4), seed=1).run(playouts=1000)
    assert (result.token, result.payoff) == ("1", (1.0, 0.0, 1.0, 0.0))


def test_six_may_sit_there_and_the_last_plays_for_itself_too() -> None:
    first, last, shared = (
        End(won) for won in ((100, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 100), (50, 0, 0, 0, 50, 0))
    )
    result = Search(game(Choice(0, (Choice(5, (first, last)), shared)), seats=6), seed=1).run(playouts=1000)
    assert (result.token, result.payoff) == ("1", (0.5, 0.0, 0.0, 0.0, 0.5, 0.0))


def test_what_is_proven_costs_no_more_playouts() -> None:
    search = Search(game(Choice(0, (WON, LOST))), seed=1)
    spent = search.run(playouts=1000).playouts
    assert spent <= 2
    assert search.run(playouts=1000).playouts == spent


def trees(seats: int) -> st.SearchStrategy[Tree]:
    """Trees whose ends are all worth different amounts to everybody, so that nobody is ever indifferent."""
    ends = st.lists(st.integers(0, 100), min_size=seats, max_size=seats).map(tuple).map(End)

    def grow(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        branches = st.lists(inner, min_size=1, max_size=4).map(tuple)
        choices = st.builds(Choice, st.integers(0, seats - 1), branches)
        throws = branches.flatmap(
            lambda b: st.tuples(*[st.integers(1, 5)] * len(b)).map(lambda weights: Throw(weights, b))
        )
        return choices | throws

    return st.recursive(ends, grow, max_leaves=12)


@pytest.mark.slow
@given(tree=trees(2), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150)
def test_a_proven_value_is_what_backward_induction_says(tree: Tree, seed: int) -> None:
    zero_sum = _zero_sum(tree)
    if not isinstance(zero_sum, Choice):
        zero_sum = Choice(0, (zero_sum,))
    result = Search(game(zero_sum), seed).run(playouts=20_000)
    assume(result.proven)  # once in a while all outcomes of a throw were not seen, so bad is the branch
    assert result.payoff == pytest.approx(worth(zero_sum))


def _zero_sum(tree: Tree) -> Tree:
    if isinstance(tree, End):
        return End((tree.payoff[0], 100 - tree.payoff[0]))
    branches = tuple(map(_zero_sum, tree.branches))
    return Choice(tree.seat, branches) if isinstance(tree, Choice) else Throw(tree.weights, branches)


def test_the_same_seed_and_budget_grow_the_same_tree() -> None:
    start = stylobate.load("colonnade").start()
    first, second = (Search(start, seed=7).run(playouts=3000) for _ in range(2))
    assert first.prospects == second.prospects
    assert first.nodes == second.nodes


def test_a_search_in_two_runs_is_the_search_in_one() -> None:
    start = stylobate.load("colonnade").start()
    whole = Search(start, seed=7).run(playouts=3000)
    halves = Search(start, seed=7)
    halves.run(playouts=1234)
    assert halves.run(playouts=3000 - 1234).prospects == whole.prospects


def test_the_fingerprint_of_a_search_of_colonnade() -> None:
    """Fixed seed, fixed budget, known tree: whoever changes the search on purpose changes these figures."""
    result = Search(stylobate.load("colonnade").start(), seed=2010).run(playouts=5000)
    assert (result.token, result.nodes) == ("b2c", 11196)


def test_a_full_tree_goes_on_without_growing() -> None:
    result = Search(stylobate.load("colonnade").start(), seed=1, nodes=100).run(playouts=2000)
    assert result.nodes <= 100
    assert result.playouts == 2000


def test_a_stop_signal_ends_an_endless_search() -> None:
    stopped = threading.Event()
    threading.Timer(0.2, stopped.set).start()
    result = Search(stylobate.load("colonnade").start(), seed=1).run(stop=stopped.is_set)
    assert stopped.is_set()
    assert result.token in stylobate.load("colonnade").start().legal


def test_other_threads_run_while_the_search_thinks() -> None:
    """One long call into machine code: if it held the interpreter, nobody could count meanwhile."""
    search = Search(stylobate.load("colonnade").start(), seed=1)
    thinking = threading.Thread(target=search._grow, args=(200_000,))
    thinking.start()
    ticks = 0
    while thinking.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks >= 5


def test_no_budget_at_all_still_gives_a_legal_token() -> None:
    start = stylobate.load("colonnade").start()
    assert Search(start, seed=1).run(playouts=0).token in start.legal


def test_where_no_seat_is_to_move_there_is_nothing_to_search() -> None:
    over = stylobate.load("colonnade").position("R1/B1/-/-/-/-/-/- R")
    with pytest.raises(BadPlayer, match="no seat is to move"):
        Search(over)


def test_a_search_without_any_end_is_refused() -> None:
    with pytest.raises(BadPlayer, match="needs an end"):
        Search(stylobate.load("colonnade").start()).run()


@pytest.mark.parametrize("game", ["columns", "colonnade", "columns-dice"])
def test_what_is_known_of_a_later_position_is_gone_on_with(game: str) -> None:
    start = stylobate.load(game).start()
    while start.turn < 0:
        start = start.play(next(iter(start.chance)))
    search = Search(start, seed=3, mind=start.game.mind)
    first = search.run(playouts=3000)
    later = start.play(first.token)
    while later.turn < 0:
        later = later.play(next(iter(later.chance)))
    assert search.follow(later)
    known = search.run(playouts=0)
    assert known.playouts == 0
    assert 0 < known.nodes < first.nodes
    assert {one.token for one in known.prospects} == set(later.legal)
    if not start.game.has_chance:
        (chosen,) = (one for one in first.prospects if one.token == first.token)
        assert known.payoff == chosen.payoff
        assert sum(one.visits for one in known.prospects) == chosen.visits - 1
    grown = search.run(playouts=1000)
    assert sum(one.visits for one in grown.prospects) == 1000 + sum(one.visits for one in known.prospects)


def test_two_tokens_later_it_is_found_as_well_and_elsewhere_not() -> None:
    start = stylobate.load("columns").start()
    one, twin = (Search(start, seed=3, mind=start.game.mind) for _ in range(2))
    found = one.run(playouts=3000)
    assert twin.run(playouts=3000).token == found.token
    other = next(prospect.token for prospect in found.prospects if prospect.token != found.token)
    assert not one.follow(start.play(other))
    later = start.play(found.token)
    assert twin.follow(later)
    reply = twin.run(playouts=0).prospects[0]
    assert one.follow(later.play(reply.token))
    assert one.position == later.play(reply.token)
    assert one.run(playouts=0).payoff == reply.payoff


def test_the_same_position_again_is_gone_on_with() -> None:
    start = stylobate.load("columns").start()
    search = Search(start, seed=3)
    before = search.run(playouts=500).prospects
    assert search.follow(start)
    assert search.run(playouts=0).prospects == before


@pytest.mark.slow
@given(first=trees(2), second=trees(2))
@settings(max_examples=100)
def test_a_tree_that_was_cut_back_still_finds_what_backward_induction_says(first: Tree, second: Tree) -> None:
    below = Choice(1, (_zero_sum(first), _zero_sum(second)))
    root = game(Choice(0, (below,)))
    search = Search(root, seed=1)
    search.run(playouts=6)
    assert search.follow(root.play("0"))
    result = search.run(playouts=20_000)
    assume(result.proven)
    assert result.payoff == pytest.approx(worth(below))
