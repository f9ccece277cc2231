"""Nobody wins but at the board: what a player may ask for gives no time, takes none, and stops nobody."""

from __future__ import annotations

import pytest

from stylobate.errors import Refusal
from stylobate.play import Clock, Person, Showing, Table, decide, is_rematch_agreed, overdue, read
from stylobate.play.clock import DAY, SECOND
from stylobate.play.decide import LONGEST_LOG
from stylobate.play.leaving import MOST_HAND_OVERS
from stylobate.play.moving import MOST_UNDONE
from stylobate.play.opening import MOST_SITTINGS
from stylobate.play.table import REMEMBERED
from stylobate.play.takeback import MOST_ASKED
from stylobate.play.talk import REMARKS_OF_A_CROWD
from tests.tables import ADA, BEN, CYD, ask, in_earnest, moment, opened, two_people, view

BLITZ = Clock("fischer", 10 * SECOND, 60 * SECOND)


def refused(table: Table, *asked: object, **fields: object) -> str:
    """What this is refused with."""
    with pytest.raises(Refusal) as caught:
        ask(table, *asked, **fields)  # type: ignore[arg-type]
    return str(caught.value)


# Stalling


def test_handing_over_and_returning_makes_nobody_elses_move_stale() -> None:
    table = two_people()
    seen = table.version
    for _ in range(MOST_HAND_OVERS):
        table = ask(ask(table, BEN, "hand-over", seat=1), BEN, "return")
    assert table.version > seen
    assert ask(table, ADA, "move", token="b2a", version=seen).tokens == ("b2a",)


def test_nothing_that_leaves_the_position_makes_a_move_stale() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "move", token="a1b")
    seen = table.version
    for who, do, fields in (
        (BEN, "ask-takeback", {}),
        (BEN, "answer-takeback", {"yes": False}),
        (BEN, "say", {"text": "hm"}),
        (CYD, "say", {"text": "hm"}),
        (BEN, "hand-over", {"seat": 1}),
        (BEN, "return", {}),
    ):
        table = ask(table, who, do, **fields)
        assert ask(table, ADA, "move", token=table.position.legal[0], version=seen).turn == 1


def test_a_change_of_the_mover_makes_a_move_stale() -> None:
    table = two_people()
    seen = table.version
    back = ask(ask(table, ADA, "hand-over", seat=0), ADA, "return")
    assert "has changed since" in refused(back, ADA, "move", token="b2a", version=seen)


def test_a_seat_is_handed_over_a_few_times_a_turn_and_can_always_be_taken_again() -> None:
    table = two_people()
    for _ in range(MOST_HAND_OVERS):
        table = ask(ask(table, BEN, "hand-over", seat=1), BEN, "return")
    assert "often enough in this turn" in refused(table, BEN, "hand-over", seat=1)
    assert ask(table, ADA, "hand-over", seat=0).seats[0].level
    table = ask(table, ADA, "move", token="b2a")
    assert ask(ask(table, BEN, "hand-over", seat=1), BEN, "return").seats[1].is_person


# Time for nothing


@pytest.mark.parametrize("clock", [BLITZ, Clock("days", 2 * DAY)])
def test_handing_over_and_returning_gives_no_time(clock: Clock) -> None:
    table = in_earnest(two_people(clock=clock))
    for second in range(1, MOST_HAND_OVERS + 1):
        table = ask(ask(table, ADA, "hand-over", second, seat=0), ADA, "return", second)
    assert table.faces.left == [clock.start - MOST_HAND_OVERS * SECOND, clock.start]


def test_whoever_comes_back_before_the_stand_in_has_played_was_thinking_all_the_time() -> None:
    table = ask(ask(in_earnest(two_people(clock=BLITZ)), ADA, "hand-over", 1, seat=0), ADA, "return", 5)
    assert table.faces.shown(moment(6).now) == [4 * SECOND, 10 * SECOND]
    table = ask(ask(table, ADA, "hand-over", 7, seat=0), ADA, "return", 9)
    assert table.faces.shown(moment(9).now) == [1 * SECOND, 10 * SECOND]
    assert overdue(table, moment(12))


def test_what_the_stand_in_took_for_its_move_is_nobodys_time() -> None:
    table = ask(
        ask(in_earnest(two_people(clock=BLITZ)), ADA, "hand-over", 1, seat=0), None, "move", 5, token="b2a"
    )
    table = ask(ask(table, ADA, "return", 5), BEN, "move", 6, token="a1b")
    assert table.faces.left[0] == 9 * SECOND


def test_resigning_gives_no_increment() -> None:
    assert ask(in_earnest(two_people(clock=BLITZ)), ADA, "resign", 4).faces.left == [6 * SECOND, 10 * SECOND]


def test_a_takeback_gives_neither_increment_nor_days() -> None:
    table = ask(in_earnest(two_people(clock=BLITZ)), ADA, "move", 2, token="b2a")
    table = ask(ask(table, ADA, "ask-takeback", 2), BEN, "answer-takeback", 5, yes=True)
    assert (table.turn, table.faces.left) == (0, [68 * SECOND, 7 * SECOND])


def test_days_begin_anew_with_a_move_whoever_made_it() -> None:
    table = ask(two_people(clock=Clock("days", DAY)), ADA, "hand-over", 100, seat=0)
    table = ask(table, None, "move", 200, token="b2a")
    assert table.faces.left[0] == DAY


# A full log


def test_a_withdrawal_is_a_refusal() -> None:
    asked = ask(ask(two_people(), ADA, "move", token="b2a"), ADA, "ask-takeback")
    withdrawn = ask(asked, ADA, "answer-takeback", yes=False)
    assert refused(withdrawn, ADA, "ask-takeback") == "you were refused; ask again in 10 seconds"


def test_a_takeback_is_asked_for_a_few_times_a_turn() -> None:
    table, now = ask(two_people(), ADA, "move", token="b2a"), 0
    for _ in range(MOST_ASKED):
        table = ask(ask(table, ADA, "ask-takeback", now), ADA, "answer-takeback", now, yes=False)
        now += 2_000
    assert "often enough in this turn" in refused(table, ADA, "ask-takeback", now)
    table = ask(ask(table, BEN, "move", now, token="a1b"), ADA, "move", now, token="d2c")
    assert ask(table, ADA, "ask-takeback", now).asked


def test_a_takeback_that_was_granted_does_not_begin_the_turn_anew() -> None:
    table, now = ask(two_people(), ADA, "move", token="b2a"), 0
    table = ask(ask(table, ADA, "ask-takeback"), ADA, "answer-takeback", yes=False)
    asked = table.this_turn.copy()
    table = ask(ask(table, ADA, "ask-takeback", now + 10), BEN, "answer-takeback", now + 10, yes=True)
    assert table.this_turn.total() == asked.total() + 1


def test_steps_are_undone_so_many_times_a_turn(steps: None) -> None:
    table = two_people("steps")
    for _ in range(MOST_UNDONE):
        table = ask(ask(table, ADA, "move", token="a"), ADA, "undo")
    table = ask(table, ADA, "move", token="a")
    assert "often enough in this turn" in refused(table, ADA, "undo")
    assert ask(table, ADA, "move", token="end").turn == 1


def test_who_has_agreed_to_a_takeback_agrees_once(three: None) -> None:
    table = ask(ask(opened("three", ("me", "open", "open")), BEN, "sit", seat=1), CYD, "sit", seat=2)
    table = ask(ask(table, ADA, "move", token="end"), ADA, "ask-takeback")
    agreed = ask(table, BEN, "answer-takeback", yes=True)
    assert "have agreed already" in refused(agreed, BEN, "answer-takeback", yes=True)
    assert ask(agreed, BEN, "answer-takeback", yes=False).asked is None


def test_who_wants_a_rematch_says_so_once() -> None:
    table = ask(ask(two_people(), BEN, "resign"), ADA, "rematch")
    assert "have agreed already" in refused(table, ADA, "rematch")
    agreed = ask(table, BEN, "rematch")
    assert is_rematch_agreed(ask(agreed, BEN, "rematch")), "should the server have died before it was opened"


def test_nobody_sits_down_and_stands_up_for_ever() -> None:
    table = opened("columns-dice")
    for _ in range(MOST_SITTINGS):
        table = ask(ask(table, BEN, "sit", seat=1), BEN, "stand", seat=1)
    assert "often enough" in refused(table, BEN, "sit", seat=1)
    assert ask(table, CYD, "sit", seat=1).is_full


def test_a_full_log_stops_talk_and_nothing_that_the_game_needs(steps: None) -> None:
    table = ask(two_people("steps"), ADA, "move", token="a")
    table.version = LONGEST_LOG
    for who, do, fields in (
        (ADA, "say", {"text": "hm"}),
        (ADA, "undo", {}),
        (ADA, "ask-takeback", {}),
        (ADA, "hand-over", {"seat": 0}),
    ):
        assert "log is full" in refused(table, who, do, **fields)
    assert ask(table, BEN, "hand-over", 999, seat=0, away={0: 0}).seats[0].level
    assert ask(table, ADA, "resign").ending
    for _ in range(20):
        table = ask(table, ADA, "move", token="a")
    table = ask(table, ADA, "move", token="end")
    assert ask(table, BEN, "move", token="end").turn == 0
    full = opened()
    full.version = LONGEST_LOG
    assert "log is full" in refused(full, BEN, "sit", seat=1)
    assert decide(full, ADA, read({"do": "close"}), moment()).ending


# Talk


def crowd(table: Table, remarks: int, every: float) -> Table:
    """So many who watch say something, one after the other."""
    for number in range(remarks):
        table = ask(table, Person(f"g{number}", "Guest"), "say", number * every, text=f"remark {number}")
    return table


def test_a_crowd_that_talks_is_bounded_and_the_players_still_hear_each_other() -> None:
    table = crowd(two_people(), REMARKS_OF_A_CROWD, 0)
    assert refused(table, CYD, "say", text="hm") == "too many speak at once; wait a few seconds"
    assert ask(table, ADA, "say", text="hm").chat[-1].text == "hm"
    assert ask(table, CYD, "say", 10, text="hm").chat[-1].text == "hm"


def test_those_who_watch_do_not_talk_the_players_words_away() -> None:
    table = ask(two_people(), ADA, "say", text="good luck")
    loud = crowd(table, REMEMBERED + 5, 1)
    assert [said["text"] for said in view(loud, "ben")["chat"]] == ["good luck"]
    assert len(view(loud, None)["chat"]) == REMEMBERED
    assert "chat" not in Showing(loud, 0, {}).change(table, "ben")
