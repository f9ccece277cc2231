"""Several searches at once find together what one finds, and the same for the same seed."""

import pytest

import stylobate
from stylobate.players import Budget, ask, player
from stylobate.search.together import added, together
from stylobate.search.tree import Prospect, Search, SearchResult
from tests.search.paper_trees import Choice, End, game

COLUMNS = stylobate.load("columns")


def result(*prospects: Prospect) -> SearchResult:
    best = max(prospects, key=lambda one: one.visits)
    return SearchResult(best.token, best.payoff, False, 10, 5, 0.5, prospects)


def test_visits_are_added_and_payoffs_weigh_by_them() -> None:
    one = result(Prospect("a", 8, (0.5, 0.5), False), Prospect("b", 2, (0.9, 0.1), False))
    other = result(Prospect("b", 9, (0.2, 0.8), False), Prospect("a", 2, (1.0, 0.0), False))
    both = added([one, other], seat=0)
    assert (both.token, both.playouts, both.nodes, both.seconds) == ("b", 20, 10, 0.5)
    assert [(p.token, p.visits) for p in both.prospects] == [("b", 11), ("a", 10)]
    assert both.prospects[1].payoff == pytest.approx((0.6, 0.4))


def test_what_one_has_proven_is_proven() -> None:
    sure = Prospect("a", 1, (1.0, 0.0), True)
    both = added([result(Prospect("a", 9, (0.5, 0.5), False)), result(sure)], seat=0)
    assert both.prospects == (sure,)
    won = game(Choice(0, (End((0, 100)), End((100, 0)))))
    found = together(lambda _, seed, playouts: Search(won, seed).run(playouts), 3, 1, 90, 0)
    assert (found.token, found.proven) == ("1", True)


def test_the_playouts_are_shared_out_and_the_same_seed_finds_the_same() -> None:
    position = COLUMNS.start()

    def run() -> SearchResult:
        return together(lambda _, seed, playouts: Search(position, seed).run(playouts), 3, 7, 100, 0)

    first, second = run(), run()
    assert first.playouts == 100
    assert first.prospects == second.prospects


def test_a_player_thinks_in_as_many_threads_as_it_is_told() -> None:
    chosen = ask(player("9", COLUMNS), COLUMNS.start(), Budget(playouts=40, threads=2), seed=1)
    assert chosen.about["playouts"] == "40"
    assert chosen.token in COLUMNS.start().legal
