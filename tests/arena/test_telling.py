"""What the arena tells: counts, words and pictures, worked out by hand."""

import re
from collections.abc import Sequence

import pytest

from stylobate import load
from stylobate.arena import Terms, ladder, match
from stylobate.arena.chart import chart
from stylobate.arena.likelihood import Interval
from stylobate.arena.plan import Plan
from stylobate.arena.result import Outcome, Result, outcome
from stylobate.arena.sequential import Sprt
from stylobate.arena.summary import bars, summary
from stylobate.arena.tally import Tally
from stylobate.arena.wording import lines, percent, points

DICE = load("columns-dice")


def tallied(plan: Plan, payoffs: Sequence[tuple[float, ...]]) -> Tally:
    tally = Tally(plan)
    for number, payoff in enumerate(payoffs, 1):
        tally.add(Outcome(number, payoff, None, str(number)))
    return tally


FIVE_GAMES = [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)]


def test_games_are_counted_in_whole_rounds() -> None:
    """Five games are two pairs, of 1.5 and 1 of 2, and one game that waits for its other half."""
    found = summary(tallied(match(DICE, ["1", "random"], Terms(6, 1)), FIVE_GAMES))
    assert (found["rounds"], found["won"], found["shared"], found["lost"]) == (2, 2, 1, 1)
    assert found["scores"] == {"0.5": 1, "0.75": 1}
    assert found["share"]["value"] == 0.625
    assert (found["games"], found["planned"], found["different"]) == (5, 6, 5)


def test_a_game_is_kept_by_seat_and_read_back_by_place() -> None:
    result = Result(4, (1, 0), (0.0, 1.0), (7, 9), ("*1", "A1"), (3, 4), (1, "ended"))
    told = result.json(("a", "b"), meeting=0, round=1)
    assert (told["meeting"], told["round"], told["plies"]) == (1, 2, 2)
    assert told["payoff"] == [1.0, 0.0]
    assert told["fault"] == {"seat": 1, "why": "ended"}
    assert outcome(told) == result.outcome


def test_points_without_a_bound_are_said_to_be_open() -> None:
    assert points(bars(Interval(-10.4, 20.0, 50.6))) == "+20 (-10 to +51)"
    assert points({"low": 100.0, "value": None, "high": None}) == "above +100"
    assert points({"low": None, "value": None, "high": -100.0}) == "below -100"
    assert points({"low": None, "value": 0.0, "high": None}) == "+0 (open to open)"
    assert percent({"low": 0.5, "value": 0.625, "high": 1.0}) == "62.5 % (50.0 to 100.0)"


def test_a_match_is_told_in_sentences() -> None:
    plan = match(DICE, ["1", "random"], Terms(6, 1), Sprt(0, 100))
    told = lines(summary(tallied(plan, FIVE_GAMES)))
    assert told[0] == "1 against random: won 2, shared 1, lost 1 in 2 pairs"
    assert told[2].startswith("not decided between 0 and 100 points (LLR ")
    assert len(told) == 3


def test_a_rejected_claim_is_told_as_what_is_true_instead() -> None:
    plan = match(DICE, ["1", "random"], Terms(200, 1), Sprt(0, 200))
    tally = tallied(plan, [(0.0, 1.0)] * 200)
    assert tally.verdict == "rejected"
    assert lines(summary(tally))[2].startswith("rejected: 1 leads by 0 points rather than by 200 (LLR ")


def test_a_match_of_three_is_told_in_rounds() -> None:
    plan = match(load("columbiz"), ["1", "random"], Terms(3, 1, {"players": "3"}))
    told = lines(summary(tallied(plan, [(1.0, 0.0, 0.0), (0.0, 0.5, 0.5), (0.5, 0.5, 0.0)])))
    assert told[0] == "1 against random: won 1, shared 1, lost 1 in 1 round of 3"
    assert told[1].startswith("share 50.0 % (")


def lucky(payoffs: Sequence[tuple[float, ...]], lucks: Sequence[tuple[float, ...] | None]) -> Tally:
    """A match of a die in which it is told what chance gave each place."""
    tally = Tally(match(DICE, ["1", "random"], Terms(len(payoffs), 1), luck=True))
    for number, (payoff, luck) in enumerate(zip(payoffs, lucks, strict=True), 1):
        tally.add(Outcome(number, payoff, None, str(number), luck))
    return tally


LUCKS = [(0.4, -0.4), (-0.1, 0.1), (-0.5, 0.5), (0.3, -0.3)]


def test_less_its_luck_a_match_is_what_was_won_less_what_was_given() -> None:
    """Pairs of 0.6 and 0.6, of 0.5 and 0.7: the same mean twice, so there is nothing left to doubt."""
    found = summary(lucky(FIVE_GAMES[:4], LUCKS))["without_luck"]
    assert found["share"] == {"low": 0.6, "value": 0.6, "high": 0.6}
    assert found["as_sure_as"] is None


def test_luck_makes_a_match_as_sure_as_more_games_would() -> None:
    """Pairs of 0.6 and 0.8 instead of 0.75 and 0.5: a little more than half as far apart."""
    tally = lucky(FIVE_GAMES[:4], [(0.4, -0.4), (-0.1, 0.1), (-0.7, 0.7), (0.1, -0.1)])
    found = summary(tally)["without_luck"]
    assert found["share"]["value"] == 0.7
    assert found["as_sure_as"] == 1.6
    assert lines(summary(tally))[2].startswith("less luck 70.0 % (")
    assert ", as sure as 1.6 times as many games; Elo +147 (" in lines(summary(tally))[2]


def test_less_its_luck_a_ladder_rates_what_its_players_won_less_what_they_were_given() -> None:
    """Four games of four, but half of that was luck: as strong as whoever wins every second game."""
    tally = Tally(ladder(DICE, ["random", "1"], Terms(4, 1), luck=True))
    for number in range(1, 5):
        tally.add(Outcome(number, (1.0, 0.0), None, str(number), (0.5, -0.5)))
    found = summary(tally)
    assert [one["rating"]["value"] for one in found["ratings_without_luck"]] == [0.0, 0.0]
    assert found["ratings"][1]["rating"]["value"] > 200
    assert found["meetings"][0]["without_luck"]["share"]["value"] == 0.5
    assert lines(found)[2] == "These ratings are less luck."
    assert "less luck" in chart(tally, found)


def test_a_ladder_of_which_some_luck_is_not_known_is_rated_with_it() -> None:
    tally = Tally(ladder(DICE, ["1", "random"], Terms(4, 1), luck=True))
    for number in range(1, 5):
        luck = (0.5, -0.5) if number < 4 else None
        tally.add(Outcome(number, (1.0, 0.0), None, str(number), luck))
    found = summary(tally)
    assert "ratings_without_luck" not in found
    assert "without_luck" not in found["meetings"][0]


def test_luck_that_is_not_known_of_all_games_is_not_told() -> None:
    assert "without_luck" not in summary(lucky(FIVE_GAMES[:4], [*LUCKS[:3], None]))
    assert "without_luck" not in summary(lucky(FIVE_GAMES[:2], LUCKS[:2]))


def test_what_chance_gave_is_kept_by_seat_and_read_back_by_place() -> None:
    result = Result(4, (1, 0), (0.0, 1.0), (7, 9), ("*1", "A1"), (3, 4), None, (0.25, -0.25))
    assert result.json(("a", "b"), 0, 1)["luck"] == [0.25, -0.25]
    assert result.outcome.luck == (-0.25, 0.25)
    assert outcome(result.json(("a", "b"), 0, 1)) == result.outcome


# Pictures


def test_on_a_drawn_ladder_the_stronger_stands_higher_and_further_right() -> None:
    plan = ladder(DICE, ["random", "1", "2"], Terms(20, 1))
    wins = [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)] * 10
    tally = tallied(plan, wins)
    drawn = chart(tally, summary(tally), "light")
    dots = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([0-9.]+)" cy="([0-9.]+)"', drawn)]
    assert len(dots) == 3
    assert dots == sorted(dots, key=lambda dot: -dot[0])
    assert dots == sorted(dots, key=lambda dot: dot[1])
    assert dots[1][1] - dots[0][1] == pytest.approx(dots[2][1] - dots[1][1])
    uprights = re.findall(r'd="M([0-9.]+) 70V[0-9.]+"', drawn)
    assert 3 <= len(uprights) <= 10
    assert all(float(uprights[0]) <= x <= float(uprights[-1]) for x, _ in dots)


@pytest.mark.parametrize("sprt", [None, Sprt(0, 100)])
def test_a_drawn_match_has_its_way_its_band_and_its_test(sprt: Sprt | None) -> None:
    tally = tallied(match(DICE, ["1", "random"], Terms(6, 1), sprt), [*FIVE_GAMES, (1.0, 0.0)])
    drawn = chart(tally, summary(tally), "page")
    ways = re.findall(
        r'<path d="(M[^"Z]*)" fill="none" stroke="var\(--board-on-cloth\)" stroke-width="2.2"', drawn
    )
    assert [way.count("L") for way in ways] == [2]
    assert drawn.count('fill-opacity="0.45"') == 1
    assert drawn.count('stroke-width="1.8"') == (sprt is not None)
    assert "1 against random" in drawn


def test_a_match_less_its_luck_is_drawn_as_a_second_way_with_a_band_of_its_own() -> None:
    tally = lucky(FIVE_GAMES[:4], LUCKS)
    drawn = chart(tally, summary(tally), "page")
    assert drawn.count('fill-opacity="0.45"') == 2
    assert "less luck 60.0 %" in drawn


# What others may read in summary.json

HEAD = ["format", "kind", "game", "options", "seed", "players", "sides", "games", "planned", "different"]
OF_A_MEETING = ["rounds", "won", "shared", "lost", "share", "elo", "scores"]


def test_the_summary_of_a_match_has_these_fields() -> None:
    plan = match(DICE, ["1", "random"], Terms(6, 9, {"order": "either"}), Sprt(-5, 100, 0.1, 0.02))
    found = summary(tallied(plan, FIVE_GAMES))
    assert list(found) == [*HEAD, *OF_A_MEETING, "sprt", "faults"]
    assert (found["game"], found["options"], found["seed"]) == ("columns-dice", {"order": "either"}, 9)
    told = found["sprt"]
    assert (told.pop("llr"), told.pop("bounds")) == (pytest.approx(0, abs=1), [-3.8067, 2.2824])
    assert told == {"elo0": -5, "elo1": 100, "alpha": 0.1, "beta": 0.02, "verdict": None}


def test_the_summary_of_a_ladder_has_these_fields() -> None:
    found = summary(tallied(ladder(DICE, ["2", "1"], Terms(2, 1)), FIVE_GAMES[:2]))
    assert list(found) == [*HEAD, "anchor", "ratings", "meetings", "faults"]
    assert found["anchor"] == "2"  # without random, the first
    assert found["meetings"][0]["players"] == ["1", "2"]
    assert list(found["meetings"][0]) == ["players", *OF_A_MEETING]


def test_faults_are_gathered_by_player_and_reason() -> None:
    tally = Tally(match(DICE, ["1", "random"], Terms(4, 1)))
    for number, seat in ((1, 0), (2, 1), (3, 1)):
        tally.add(Outcome(number, (0.0, 1.0), (seat, "ended"), str(number)))
    assert summary(tally)["faults"] == [
        {"player": "1", "why": "ended", "games": 2},
        {"player": "random", "why": "ended", "games": 1},
    ]
