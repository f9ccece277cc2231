"""The arena's numbers: against values worked out by other means, and against players of known strength."""

import random
from itertools import product
from math import exp, inf, log

import numpy as np
import pytest

from stylobate.arena.elo import difference, on_scale, share
from stylobate.arena.likelihood import Interval, _quantile, counted, fall, interval
from stylobate.arena.openskill import BETA, MU, SIGMA, beliefs, learn
from stylobate.arena.ratings import Met, likeliest, ratings
from stylobate.arena.sequential import Sprt
from stylobate.errors import BadOption


def pairs_of(rng: random.Random, strength: float, rounds: int, luck: float = 0.5) -> list[float]:
    """Scores of pairs whose two games share their luck: now and then the dice decide both for the seat."""
    p = (share(strength) - luck / 2) / (1 - luck)
    scores = []
    for _ in range(rounds):
        first, second = (1, 0) if rng.random() < luck else (rng.random() < p, rng.random() < p)
        scores.append((first + second) / 2)
    return scores


# Likelihood


def test_the_likelihood_falls_nowhere_at_the_mean_itself() -> None:
    assert fall({0.0: 1, 0.5: 2, 1.0: 3}, 4 / 6) == pytest.approx(0, abs=1e-9)


def test_the_likelihood_is_the_best_that_any_distribution_with_that_mean_reaches() -> None:
    """Against a grid of all distributions over three values."""
    scores, mean = {0.0: 2, 0.5: 5, 1.0: 3}, 0.4
    free = sum(count * log(count / 10) for count in scores.values())
    best = -inf
    for step in range(1, 10_000):
        high = step / 10_000 * mean
        middle = 2 * (mean - high)
        low = 1 - high - middle
        if min(low, middle, high) > 0:
            best = max(best, 2 * log(low) + 5 * log(middle) + 3 * log(high))
    assert fall(scores, mean) == pytest.approx(best - free, abs=1e-5)


def test_where_only_wins_came_a_loss_is_still_possible() -> None:
    assert fall({1.0: 20}, 0.9) == pytest.approx(20 * log(0.9))
    assert fall({0.0: 20}, 0.9) == pytest.approx(20 * log(0.1))
    assert fall({1.0: 20}, 1.0) == -inf


def test_twenty_rounds_all_won_leave_room_for_doubt_on_one_side_only() -> None:
    found = interval({1.0: 20})
    assert found.value == found.high == 1.0
    assert found.low == pytest.approx(exp(-(2.093**2) / 2 / 20), abs=1e-4)  # the quantile of t with 19


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)])
def test_few_rounds_widen_the_bars_as_the_tables_of_t_say(freedom: int, quantile: float) -> None:
    assert _quantile(freedom) == pytest.approx(quantile, abs=0.008)


def test_no_rounds_say_nothing() -> None:
    assert interval({}) == Interval(0.0, 0.5, 1.0)


def test_thirds_that_add_up_differently_are_one_score() -> None:
    assert counted([0.1 + 0.2, 0.3]) == {0.3: 2}


@pytest.mark.slow
@pytest.mark.parametrize(("strength", "rounds"), [(0, 20), (120, 60), (400, 60)])
def test_the_error_bars_hold_the_truth_in_about_95_of_100_matches(strength: float, rounds: int) -> None:
    rng = random.Random(1)
    luck = 0.0 if strength == 400 else 0.4
    held = 0
    for _ in range(300):
        found = interval(counted(pairs_of(rng, strength, rounds, luck)))
        held += found.low <= share(strength) <= found.high
    assert 0.92 <= held / 300 <= 0.99


# Elo


def test_elo_is_the_scale_that_everybody_knows() -> None:
    assert share(400) == pytest.approx(10 / 11)
    assert difference(0.75) == pytest.approx(190.85, abs=0.01)
    assert (difference(0.0), difference(1.0)) == (-inf, inf)
    assert on_scale(Interval(0.5, 0.75, 1.0)) == Interval(0.0, difference(0.75), inf)


def test_among_three_a_third_is_even() -> None:
    assert difference(1 / 3, 3) == pytest.approx(0)
    assert share(difference(0.5, 3), 3) == pytest.approx(0.5)


# The sequential test


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 10, 0.01, 0.1).bounds == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


def test_with_wins_and_losses_alone_the_ratio_is_that_of_coins() -> None:
    """A round that is all won or all lost is a coin: its likelihood ratio is known."""
    sprt = Sprt(0, 100)
    coins = 30 * log(share(100) / share(0)) + 20 * log((1 - share(100)) / (1 - share(0)))
    assert sprt.llr({1.0: 30, 0.0: 20}) == pytest.approx(coins)


def test_rounds_that_are_always_even_speak_for_equality() -> None:
    assert Sprt(0, 50).llr({0.5: 100}) < 0


@pytest.mark.parametrize(
    "wrong", ["10", "0 x", "0 10 0.05", "10 0", "0 10 0.6 0.05", "0 10 0 0.05", "nan 1", "-inf 1", "0 inf"]
)
def test_a_test_that_cannot_be_is_refused_with_a_sentence(wrong: str) -> None:
    with pytest.raises(BadOption, match="--sprt"):
        Sprt.of(wrong)


def test_a_test_is_read_as_it_is_written() -> None:
    assert Sprt.of("0 10") == Sprt(0, 10)
    assert Sprt.of("-5 5 0.1 0.02") == Sprt(-5, 5, 0.1, 0.02)


def decided_after(sprt: Sprt, scores: list[float]) -> int | None:
    """After how many of these rounds, in their order, the test was decided; None if it never was."""
    tally: dict[float, int] = {}
    for number, score in enumerate(scores, 1):
        tally[score] = tally.get(score, 0) + 1
        if sprt.verdict(sprt.llr(tally)) is not None:
            return number
    return None


@pytest.mark.slow
def test_the_test_is_wrong_no_more_often_than_it_was_told_it_may_be() -> None:
    sprt, rng = Sprt(0, 100), random.Random(7)
    wrong = {0: 0, 100: 0}
    lengths = []
    for strength, luck in product((0, 100), (0.0, 0.4)):
        for _ in range(60):
            scores = pairs_of(rng, strength, 600, luck)
            length = decided_after(sprt, scores)
            assert length is not None
            lengths.append(length)
            verdict = sprt.verdict(sprt.llr(counted(scores[:length])))
            wrong[strength] += verdict == ("accepted" if strength == 0 else "rejected")
    assert max(wrong.values()) <= 12  # of 120, where 6 are expected
    assert sum(lengths) / len(lengths) < 80


# OpenSkill


def one_game(shares: list[float], seated: list[int], players: int) -> tuple[list[float], list[float]]:
    mu, sigma = np.full((1, players), MU), np.full((1, players), SIGMA)
    learn(mu, sigma, seated, np.array([shares]))
    return mu[0].tolist(), sigma[0].tolist()


def test_a_win_of_one_against_one_moves_both_alike() -> None:
    mu, sigma = one_game([1, 0], [0, 1], 2)
    c = (2 * (SIGMA**2 + BETA**2)) ** 0.5
    assert mu[0] - MU == pytest.approx(SIGMA**2 / c * 0.5)
    assert mu[1] - MU == pytest.approx(-(SIGMA**2) / c * 0.5)
    assert sigma[0] == sigma[1] == pytest.approx(SIGMA * (1 - SIGMA**3 / c**3 * 0.25) ** 0.5)


@pytest.mark.parametrize(
    ("shares", "mu", "sigma"),
    [
        ([1, 0, 0], [27.868877, 23.565562, 23.565562], [8.204837, 8.057830, 8.057830]),
        ([0.5, 0, 0.5], [25.717219, 23.565562, 25.717219], [8.204837, 8.204837, 8.204837]),
        (
            [0, 0, 1, 0],
            [24.068305, 24.068305, 27.795085, 24.068305],
            [8.179214, 8.179214, 8.263161, 8.179214],
        ),
    ],
)
def test_a_game_moves_belief_as_the_openskill_package_does(
    shares: list[float], mu: list[float], sigma: list[float]
) -> None:
    """Values of openskill 6.2 (PlackettLuce with tau=0: our players do not change)."""
    found = one_game(shares, list(range(len(shares))), len(shares))
    assert found[0] == pytest.approx(mu, abs=1e-6)
    assert found[1] == pytest.approx(sigma, abs=1e-6)


def test_who_sits_in_two_seats_learns_from_both() -> None:
    mu, _ = one_game([1, 0, 0], [0, 1, 1], 2)
    apart, _ = one_game([1, 0, 0], [0, 1, 2], 3)
    assert mu[1] - MU == pytest.approx(2 * (apart[1] - MU))


def test_belief_finds_the_order_of_players_of_known_strength() -> None:
    rng = np.random.default_rng(1)
    power = np.array([4.0, 2.0, 1.0])
    shares = np.zeros((60, 3, 3))
    for round, game in np.ndindex(60, 3):
        shares[round, game, rng.choice(3, p=power / power.sum())] = 1
    (first, _), (second, _), (third, _) = beliefs((0, 1, 2), shares, seed=1)
    assert first.value > second.value > third.value
    assert first.low < first.value < first.high
    assert first.low > third.high


# Ratings


def test_two_players_are_rated_as_the_odds_say() -> None:
    """With half a round added for each: 30.5 against 10.5."""
    rounds = np.array([[2.0, 0.0]] * 30 + [[0.0, 2.0]] * 10)
    zero, other = ratings([Met((1, 0), rounds)], players=2, anchor=0, seed=1)
    assert zero == Interval(0.0, 0.0, 0.0)
    assert other.value == pytest.approx(difference(30.5 / 41))
    assert other.low == pytest.approx(difference(0.600), abs=12)  # Beta(30.5, 10.5) from 0.600
    assert other.high == pytest.approx(difference(0.864), abs=12)  # to 0.864


def test_who_never_lost_is_strong_without_end_only_upwards() -> None:
    _, other = ratings([Met((1, 0), np.array([[2.0, 0.0]] * 20))], players=2, anchor=0, seed=1)
    assert other.value == pytest.approx(difference(20.5 / 21))
    assert other.low > 300
    assert other.high > 1000


def test_the_likeliest_strengths_are_those_that_a_search_finds() -> None:
    """A triangle of meetings of two and one of three, against a plain climb in small steps."""
    seatings = [(0, 1), (1, 2), (0, 2), (0, 1, 2)]
    totals = [
        np.array([[7.0, 3.0]]),
        np.array([[6.5, 3.5]]),
        np.array([[9.0, 1.0]]),
        np.array([[4.0, 3.0, 2.0]]),
    ]

    def likelihood(theta: list[float]) -> float:
        value = 0.0
        for seated, total in zip(seatings, totals, strict=True):
            whole = log(sum(exp(theta[player]) for player in seated))
            value += sum(got * (theta[p] - whole) for p, got in zip(seated, total[0], strict=True))
        return value

    found = likeliest(seatings, totals, 3)[0].tolist()
    best, step = [0.0, 0.0, 0.0], 1.0
    while step > 1e-7:
        ways = [[*best[:i], best[i] + s, *best[i + 1 :]] for i in range(3) for s in (step, -step)]
        better = max(ways, key=likelihood)
        best, step = (better, step) if likelihood(better) > likelihood(best) else (best, step / 2)
    assert [one - found[0] for one in found] == pytest.approx([one - best[0] for one in best], abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("sides", [2, 3])
def test_ratings_of_a_ladder_hold_the_truth_in_about_95_of_100(sides: int) -> None:
    truth = (0.0, 150.0, 400.0)
    rng = np.random.default_rng(sides)
    seatings = [(1, *[0] * (sides - 1)), (2, *[1] * (sides - 1)), (2, *[0] * (sides - 1))]
    held = 0
    for seed in range(60):
        meetings = []
        for seated in seatings:
            power = np.array([10 ** (truth[player] / 400) for player in seated])
            wins = rng.choice(sides, p=power / power.sum(), size=(40, sides))
            meetings.append(
                Met(seated, np.stack([(wins == side).sum(axis=1) for side in range(sides)], axis=1))
            )
        rated = ratings(meetings, 3, 0, seed)
        held += sum(rated[player].low <= truth[player] <= rated[player].high for player in (1, 2))
    assert 0.9 <= held / 120 <= 0.99
