"""Before everybody has moved: no clock runs until the first move, and whoever leaves cancels the game."""

from typing import Any

import pytest

from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.house.listed import outcome
from stylobate.play import Clock, Table, fold, overdue, record, rematch, resumed, summary
from stylobate.play.clock import DAY, SECOND
from stylobate.store.protocol import Listed
from tests.tables import ADA, BEN, CYD, START, ask, begun, moment, opened, two_people, view

BLITZ = Clock("fischer", 60 * SECOND, 5 * SECOND)


def cancelled(table: Table | None) -> int | None:
    """The seat that cancelled the game."""
    assert table is not None
    assert table.ending is not None
    assert (table.ending.how, table.ending.winners, table.state) == ("cancelled", (), "over")
    return table.ending.seat


def won(table: Table) -> tuple[str, tuple[int, ...]]:
    assert table.ending is not None
    return table.ending.how, table.ending.winners


def three_people(**proposal: Any) -> Table:
    table = opened("three", ("me", "open", "open"), **proposal)
    return ask(ask(table, BEN, "sit", seat=1), CYD, "sit", seat=2)


# The clock


def test_nobodys_time_runs_before_the_first_move_which_earns_nothing() -> None:
    table = two_people(clock=BLITZ)
    assert (table.faces.running, table.faces.deadline()) == (None, None)
    assert view(table, "ada", START + 3_000_000)["clock"]["left"] == [60_000, 60_000]
    table = ask(table, ADA, "move", 3_000, token="b2a")
    assert (table.faces.running, table.faces.left) == (1, [60_000, 60_000])
    table = ask(table, BEN, "move", 3_010, token="a1b")
    assert table.faces.left == [60_000, 55_000]


def test_of_a_first_turn_of_many_steps_all_but_the_first_are_timed(steps: None) -> None:
    table = ask(two_people("steps", clock=BLITZ), ADA, "move", 100, token="a")
    assert table.faces.running == 0
    assert ask(table, ADA, "move", 110, token="end").faces.left == [55_000, 60_000]


def test_a_first_step_that_is_undone_does_not_stop_the_clock(steps: None) -> None:
    table = ask(ask(two_people("steps", clock=BLITZ), ADA, "move", 100, token="a"), ADA, "undo", 110)
    assert (table.tokens, table.faces.running, table.faces.left[0]) == ((), 0, 50_000)


def test_the_clock_of_a_rematch_starts_with_its_first_move() -> None:
    over = ask(two_people(clock=BLITZ), BEN, "resign")
    new = rematch(ask(ask(over, ADA, "rematch"), BEN, "rematch"), "t2", moment())
    assert (new.state, new.faces.running) == ("running", None)


def test_a_throw_that_comes_first_is_no_move_and_starts_no_clock() -> None:
    table = two_people("columns-dice", clock=BLITZ)
    assert table.plays
    assert (table.turn, table.faces.running) == (0, None)


def test_a_game_with_a_clock_that_nobody_begins_is_cancelled_after_a_day_or_the_time_of_a_turn() -> None:
    for clock, last in ((BLITZ, 86_400), (Clock("days", 3 * DAY), 3 * 86_400)):
        table = two_people(clock=clock)
        assert overdue(table, moment(last)) is None
        assert cancelled(overdue(table, moment(last + 1))) == 0
        assert resumed(table, START, moment(last)) is None
    assert overdue(two_people(), moment(10**8)) is None


# Cancelled, not lost


def test_who_leaves_before_both_have_moved_cancels_the_game_and_nobody_wins() -> None:
    table = two_people()
    assert view(table, "ben", START)["earnest"] is False
    assert cancelled(ask(table, BEN, "resign")) == 1
    table = ask(table, ADA, "move", token="b2a")
    over = ask(table, ADA, "resign")
    assert cancelled(over) == 0
    paper = record(over)
    assert (paper.result, paper.more["ending"]) == (None, "cancelled by seat 0 before everybody had moved")
    table = ask(table, BEN, "move", token="a1b")
    assert view(table, "ben", START)["earnest"] is True
    assert won(ask(table, BEN, "resign")) == ("resigned", (0,))


def test_a_flag_that_falls_before_both_have_moved_cancels_the_game() -> None:
    table = ask(two_people(clock=BLITZ), ADA, "move", 5, token="b2a")
    fallen = overdue(table, moment(67))
    assert cancelled(fallen) == 1
    assert fallen is not None
    assert [event["kind"] for event in fallen.news] == ["flagged", "ended"]


def test_among_three_every_person_must_have_moved(three: None) -> None:
    table = ask(ask(three_people(), ADA, "move", token="end"), BEN, "move", token="end")
    assert cancelled(ask(table, ADA, "resign")) == 0
    table = ask(table, CYD, "move", token="end")
    assert ask(table, ADA, "resign").state == "running"


def test_against_a_computer_ones_own_move_is_enough() -> None:
    assert cancelled(ask(opened(seats=("2", "me")), ADA, "resign")) == 1
    table = ask(opened(seats=("me", "2")), ADA, "move", token="b2a")
    assert won(ask(table, ADA, "resign")) == ("resigned", (1,))


def test_what_was_cancelled_can_be_played_again_but_says_nothing_of_levels() -> None:
    over = ask(opened(seats=("2", "me")), ADA, "resign")
    assert view(over, "ada", START)["rematch"]["suits"] is None
    assert view(over, "ada", START)["can"]["rematch"] is True


def test_the_record_of_a_cancelled_game_of_chance_is_signed_and_holds() -> None:
    report = verify(record(ask(begun("columns-dice", ("me", "2")), ADA, "resign")))
    assert report.holds, list(report.sentences())


def test_my_games_say_that_it_was_cancelled() -> None:
    about = summary(ask(two_people(), BEN, "resign"))["about"]
    listed = Listed("t1", "colonnade", "unlisted", "over", 9, 0, 0, 0, about)
    assert outcome(listed, "ada") == outcome(listed, "ben") == "cancelled"


# Put away


def test_a_game_against_computers_alone_is_put_away_and_nobody_wins() -> None:
    table = ask(opened(seats=("me", "2")), ADA, "move", token="b2a")
    away = ask(table, ADA, "put-away")
    assert (away.state, won(away)) == ("over", ("put-away", ()))
    assert record(away).more["ending"] == "put away by seat 0"
    listed = Listed("t1", "colonnade", "unlisted", "over", 9, 0, 0, 0, summary(away)["about"])
    assert outcome(listed, "ada") == "put away"
    with pytest.raises(Refusal, match="only a game that goes on"):
        ask(away, ADA, "put-away")


def test_a_game_with_somebody_else_is_nobodys_to_put_away_though_a_stand_in_plays_for_them() -> None:
    table = two_people()
    with pytest.raises(Refusal, match="somebody else plays at this table") as refused:
        ask(table, ADA, "put-away")
    assert refused.value.reason == "forbidden"
    with pytest.raises(Refusal, match="somebody else plays at this table"):
        ask(ask(table, BEN, "hand-over", seat=1), ADA, "put-away")
    with pytest.raises(Refusal, match="you do not play"):
        ask(table, CYD, "put-away")


# No trick undoes a loss


def test_whoever_lets_the_stand_in_play_has_moved_and_loses() -> None:
    table = ask(ask(two_people(), ADA, "hand-over", seat=0), None, "move", token="b2a")
    table = ask(ask(table, BEN, "move", token="a1b"), ADA, "return")
    assert won(ask(table, ADA, "resign")) == ("resigned", (1,))


def test_after_a_takeback_to_the_start_nobody_can_cancel() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "move", token="a1b")
    for asker, other in ((BEN, ADA), (ADA, BEN)):
        table = ask(ask(table, asker, "ask-takeback"), other, "answer-takeback", yes=True)
    assert table.tokens == ()
    assert won(ask(table, ADA, "resign")) == ("resigned", (1,))


def test_only_who_plays_may_cancel() -> None:
    with pytest.raises(Refusal, match="you do not play at this table"):
        ask(two_people(), CYD, "resign")


# What earlier versions stored


def test_at_a_table_of_an_earlier_version_the_clock_runs_at_once_and_who_leaves_has_lost() -> None:
    log = [dict(event) for event in opened(clock=BLITZ).news]
    assert log[0].pop("patient") is True
    table = ask(fold("t1", log), BEN, "sit", seat=1)
    assert (table.faces.running, view(table, "ada", START)["earnest"]) == (0, True)
    assert won(ask(table, BEN, "resign")) == ("resigned", (0,))
