"""Random games: evenly chosen, weighed by chance, the same for the same seed."""

from fractions import Fraction

import pytest

import stylobate
from stylobate.search.playouts import playouts
from tests.search.paper_trees import Choice, End, Throw, game


def test_the_same_seed_plays_the_same_games() -> None:
    start = stylobate.load("colonnade").start()
    first, second = playouts(start, 500, seed=3), playouts(start, 500, seed=3)
    assert (first.plies, first.payoff) == (second.plies, second.payoff)
    assert playouts(start, 500, seed=4).plies != first.plies


def test_watching_changes_nothing() -> None:
    start = stylobate.load("colonnade").start()
    heard: list[int] = []
    watched = playouts(start, 5000, seed=3, watch=lambda done: not heard.append(done))
    assert (watched.plies, watched.payoff) == (
        playouts(start, 5000, seed=3).plies,
        playouts(start, 5000, seed=3).payoff,
    )
    assert heard == sorted(heard)
    assert heard[-1] == 5000


def test_a_watcher_can_end_it() -> None:
    start = stylobate.load("colonnade").start()
    assert playouts(start, 10**9, seed=3, watch=lambda done: done < 100).games < 10**6


def test_colonnade_s_random_games_have_the_plies_that_a_c_program_counts() -> None:
    """The figure is what `bench/colonnade.c 300000 1` prints."""
    done = playouts(stylobate.load("colonnade").start(), 300_000, seed=1)
    assert (done.plies, round(done.payoff[0] * 300_000)) == (5_835_660, 101_274)


def test_players_choose_evenly_and_chance_by_its_weights() -> None:
    tree = Choice(0, (End((0, 100)), Throw((7, 1), (End((100, 0)), End((0, 100))))))
    done = playouts(game(tree), 80_000, seed=5)
    assert done.payoff[0] == pytest.approx(float(Fraction(1, 2) * Fraction(7, 8)), abs=0.006)


def test_a_game_that_is_over_takes_no_plies() -> None:
    over = stylobate.load("colonnade").position("R1/B1/-/-/-/-/-/- R")
    done = playouts(over, 10, seed=1)
    assert (done.plies, done.payoff) == (0, (0.0, 1.0))
