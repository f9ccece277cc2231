"""At the very edge: the last value that is taken, and the first that is refused."""

from __future__ import annotations

from typing import Any

import pytest

from stylobate.errors import Refusal
from stylobate.names import chosen
from stylobate.play import (
    Clock,
    Proposal,
    Table,
    decide,
    is_rematch_agreed,
    linked,
    open_table,
    overdue,
    read,
    record,
    rematch,
)
from stylobate.play.clock import DAY, GRACE, SECOND, Faces
from stylobate.play.commands import LONGEST_TEXT, Move, Say
from stylobate.play.talk import LONGEST_REMARK, MOST_REMARKS
from tests.tables import (
    ADA,
    BEN,
    CYD,
    DOT,
    START,
    ask,
    begun,
    in_earnest,
    moment,
    nonce,
    opened,
    two_people,
    view,
)


def refused(table: Table, *asked: Any, **fields: Any) -> Refusal:
    """What this is refused with."""
    with pytest.raises(Refusal) as caught:
        ask(table, *asked, **fields)
    return caught.value


def fischer(start: object, increment: object = 0) -> dict[str, object]:
    return {"kind": "fischer", "start": start, "increment": increment}


# Clocks


@pytest.mark.parametrize(
    "agreed",
    [fischer(10, 0), fischer(36_000, 600), {"kind": "days", "days": 1}, {"kind": "days", "days": 30}],
)
def test_the_shortest_and_the_longest_clock_are_taken_and_told_again_as_they_were(
    agreed: dict[str, object],
) -> None:
    assert Clock.read(agreed).json() == agreed


@pytest.mark.parametrize(
    ("agreed", "sentence"),
    [
        (fischer(9), "the clock's start is a whole number from 10 to 36000"),
        (fischer(36_001), "the clock's start is a whole number from 10 to 36000"),
        (fischer(10, -1), "the clock's increment is a whole number from 0 to 600"),
        (fischer(10, 601), "the clock's increment is a whole number from 0 to 600"),
        (fischer(10.5), "the clock's start is a whole number from 10 to 36000"),
        (fischer(True), "the clock's start is a whole number from 10 to 36000"),
        ({"kind": "days", "days": 0}, "the clock's days is a whole number from 1 to 30"),
        ({"kind": "days", "days": 31}, "the clock's days is a whole number from 1 to 30"),
    ],
)
def test_a_clock_beyond_its_bounds_is_refused(agreed: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        Clock.read(agreed)


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(), "none"),
        (Clock("fischer", 90 * SECOND, 2 * SECOND), "1.5 min + 2 s"),
        (Clock("days", 3 * DAY), "3 days a turn"),
    ],
)
def test_a_clock_is_told_in_a_few_words_and_stands_in_the_record_if_there_is_one(
    clock: Clock, words: str
) -> None:
    assert str(clock) == words
    assert record(two_people(clock=clock)).more.get("clock", "none") == words


def test_a_new_clock_is_none_and_a_new_face_stands_still() -> None:
    assert Clock() == Clock("none", 0, 0)
    assert Faces(Clock()) == Faces(Clock(), [], None, 0)


def test_days_earn_no_increment_and_a_turn_that_goes_on_is_not_given_its_days_again() -> None:
    faces = Faces(Clock("days", 2 * DAY, 5 * SECOND), [2 * DAY, 2 * DAY], 0, START)
    faces.run(0, START + 10)
    assert faces.left == [2 * DAY - 10, 2 * DAY]
    faces.run(1, START + 30)
    assert faces.left == [2 * DAY - 30, 2 * DAY]
    faces.earn(0, True)
    assert faces.left == [2 * DAY, 2 * DAY]


def test_a_clock_that_jumps_back_neither_takes_time_nor_gives_any() -> None:
    faces = Faces(Clock("fischer", 60 * SECOND), [60 * SECOND, 40 * SECOND], 0, START)
    assert faces.shown(START - 5_000) == [60 * SECOND, 40 * SECOND]
    faces.run(0, START - 5_000)
    assert faces.left == [60 * SECOND, 40 * SECOND]
    faces.resume(START - 9_000, START)
    assert (faces.left, faces.since) == ([60 * SECOND, 40 * SECOND], START)


def test_a_clock_that_has_run_out_shows_nothing_and_the_others_are_not_touched() -> None:
    faces = Faces(Clock("fischer", 60 * SECOND), [3_000, 40 * SECOND], 0, START)
    assert faces.shown(START + 3_000) == [0, 40 * SECOND]
    assert faces.shown(START + 9_000) == [0, 40 * SECOND]


def test_after_a_restart_at_least_twenty_seconds_are_left() -> None:
    faces = Faces(Clock("fischer", 60 * SECOND), [60 * SECOND] * 2, 1, START)
    faces.resume(START + 59 * SECOND, START + 100 * SECOND)
    assert faces.left == [60 * SECOND, 20 * SECOND]


def test_a_move_counts_until_the_last_millisecond_of_the_grace() -> None:
    assert GRACE == 1_000
    table = in_earnest(two_people(clock=Clock("fischer", 10 * SECOND)))
    ask(table, ADA, "move", 11, token="b2a")
    assert refused(table, ADA, "move", 11.001, token="b2a").reason == "late"
    assert overdue(table, moment(11)) is None
    flagged = overdue(table, moment(11.001))
    assert flagged is not None
    assert flagged.ending is not None
    assert (flagged.ending.how, flagged.ending.winners, flagged.ending.seat) == ("time", (1,), 0)
    assert overdue(flagged, moment(1_000)) is None
    assert overdue(two_people(), moment(10**6)) is None


# Commands and texts


def test_the_longest_text_and_the_largest_number_are_read() -> None:
    assert LONGEST_TEXT == 2_000
    assert read({"do": "say", "text": "x" * 2_000}) == Say("x" * 2_000)
    assert read({"do": "move", "token": "a", "version": 2**31 - 1}) == Move("a", 2**31 - 1)
    for asked in ({"do": "say", "text": "x" * 2_001}, {"do": "move", "token": "a", "version": 2**31}):
        with pytest.raises(Refusal, match="is too large"):
            read(asked)


@pytest.mark.parametrize("data", [None, [], "move", [["do", "move"]], {"do": None}, {"do": ["move"]}])
def test_what_is_no_object_with_a_word_is_no_command(data: object) -> None:
    with pytest.raises(Refusal, match="a command is an object whose “do” is one of move, undo"):
        read(data)


@pytest.mark.parametrize("half", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_half_a_character_is_no_text(half: int) -> None:
    with pytest.raises(Refusal, match="half a character"):
        chosen(f"whole {chr(half)}")
    refused(two_people(), ADA, "say", text=f"whole {chr(half)}")


def test_a_name_and_a_remark_may_be_just_as_long_as_is_said() -> None:
    assert chosen("x" * 30) == "x" * 30
    with pytest.raises(Refusal, match="a name has 1 to 30 characters"):
        chosen("x" * 31)
    assert (LONGEST_REMARK, MOST_REMARKS) == (300, 2_000)
    table = two_people()
    assert ask(table, ADA, "say", text="x" * 300).chat[-1].text == "x" * 300
    refused(table, ADA, "say", text="x" * 301)


# Talk


def test_five_remarks_in_ten_seconds_are_enough_for_one_but_not_for_all() -> None:
    table = two_people()
    for _ in range(5):
        table = ask(table, ADA, "say", text="so")
    ask(table, BEN, "say", text="me too")
    assert "too fast" in str(refused(table, ADA, "say", 9.999, text="more"))
    assert ask(table, ADA, "say", 10, text="more").chat[-1].room == "players"
    assert ask(table, DOT, "say", text="hear, hear").chat[-1].room == "watchers"


def test_whose_seat_the_computer_keeps_still_speaks_among_the_players_by_the_name_of_the_seat() -> None:
    table = ask(begun("columba", ("me:Ada", "me:Anna"), options={"players": "2"}), ADA, "hand-over", seat=0)
    table = ask(table, ADA, "hand-over", seat=1)
    said = ask(table, ADA, "say", text="back in a minute").chat[-1]
    assert (said.room, said.name) == ("players", "Ada")
    assert [remark["text"] for remark in view(ask(table, ADA, "say", text="still here"), ADA.id)["chat"]] == [
        "still here"
    ]


# Sitting down


@pytest.mark.parametrize(
    ("proposal", "sentence"),
    [
        ({"game": "colonnade", "first": 2}, "first a seat"),
        ({"game": "colonnade", "first": -1}, "first a seat"),
        ({"game": "colonnade", "visibility": "secret"}, "visibility public or unlisted"),
        ({"game": "colonnade", "starts": "me"}, "starts is host, lot or dice"),
        ({"game": "colonnade", "seats": ["me", 3]}, "seats is a list of texts"),
        ({"game": "colonnade", "options": {"setup": "x" * 5_001}}, "options is an object of texts"),
    ],
)
def test_a_proposal_beyond_its_bounds_is_refused(proposal: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        open_table("t1", ADA, Proposal.read(proposal), moment())


def test_a_proposal_says_little_and_means_much() -> None:
    assert Proposal.read({"game": "colonnade"}) == Proposal("colonnade", seats=["me", "open"])
    assert Proposal.read({"game": "colonnade", "options": {"setup": "x" * 5_000}}).options == {
        "setup": "x" * 5_000
    }
    assert Proposal("colonnade").seats == ("me", "open")


def test_who_sits_down_may_be_called_otherwise_there() -> None:
    assert ask(opened(), BEN, "sit", seat=1, name="Benny").seats[1].name == "Benny"
    assert ask(opened(), BEN, "sit", seat=1).seats[1].name == "Ben"


@pytest.mark.parametrize("seat", [2, 3])
def test_a_seat_that_there_is_not_is_named(seat: int) -> None:
    for do, more in (("sit", {}), ("stand", {}), ("seat-computer", {"level": "1"})):
        error = refused(opened(), ADA, do, seat=seat, **more)
        assert str(error) == f"there is no seat {seat}; seats are 0 to 1"
    assert "there is no seat" in str(refused(two_people(), ADA, "hand-over", seat=seat))


def test_what_belongs_before_the_game_is_refused_in_it_and_after_it() -> None:
    running = two_people()
    over = ask(running, ADA, "resign")
    for table, sentence in ((running, "the game has begun already"), (over, "the table is closed")):
        for do, more in (("stand", {"seat": 1}), ("close", {}), ("seat-computer", {"seat": 1, "level": "1"})):
            assert str(refused(table, ADA, do, **more)) == sentence, do
        assert str(refused(table, ADA, "begin", nonce=nonce())) == sentence


def test_nobody_can_clear_a_seat_where_nobody_sits_and_a_computers_seat_is_nobodys() -> None:
    table = opened("columbiz", ("me", "open", "2"), options={"players": "3"})
    for seat in (1, 2):
        assert refused(table, ADA, "stand", seat=seat).reason == "forbidden"


def test_a_computer_is_not_put_where_somebody_sits_and_the_last_one_begins_the_game() -> None:
    assert refused(opened(), ADA, "seat-computer", seat=0, level="1").reason == "taken"
    assert ask(opened(), ADA, "seat-computer", seat=1, level="1").state == "running"


def test_a_game_of_chance_begins_only_when_full_and_only_for_those_at_the_table() -> None:
    table = opened("columns-dice")
    assert not view(table, ADA.id)["can"]["begin"]
    assert "when every seat is taken" in str(refused(table, ADA, "begin"))
    full = ask(table, BEN, "sit", seat=1)
    assert [view(full, who)["can"]["begin"] for who in (ADA.id, BEN.id, CYD.id, None)] == [
        True,
        True,
        False,
        False,
    ]
    assert "by those at the table" in str(refused(full, CYD, "begin"))
    assert not view(ask(full, BEN, "begin"), ADA.id)["can"]["begin"]


# Taking back


def test_only_ones_own_last_moves_go_back_and_not_the_others_before_them(steps: None) -> None:
    table = ask(opened("steps"), BEN, "sit", seat=1)
    for who, token in ((ADA, "a"), (ADA, "end"), (BEN, "b"), (BEN, "a"), (BEN, "end"), (ADA, "a")):
        table = ask(table, who, "move", token=token)
    asked = ask(table, BEN, "ask-takeback").asked
    assert asked is not None
    assert (asked.seat, asked.to) == (1, 2)
    asked = ask(table, ADA, "ask-takeback").asked
    assert asked is not None
    assert (asked.seat, asked.to) == (0, 5)


def test_the_very_first_moves_can_be_taken_back(steps: None) -> None:
    table = ask(opened("steps"), BEN, "sit", seat=1)
    for token in ("a", "b"):
        table = ask(table, ADA, "move", token=token)
    table = ask(ask(table, ADA, "ask-takeback"), BEN, "answer-takeback", yes=True)
    assert table.tokens == ()


def test_after_the_game_nothing_is_taken_back_and_nobody_answers(steps: None) -> None:
    table = ask(ask(opened("steps"), BEN, "sit", seat=1), ADA, "move", token="a")
    asked = ask(table, ADA, "ask-takeback")
    for over in (ask(table, BEN, "resign"), ask(asked, BEN, "resign")):
        assert not view(over, ADA.id)["can"]["ask_takeback"]
        assert str(refused(over, ADA, "ask-takeback")) == "the game is over"
        assert str(refused(over, BEN, "answer-takeback", yes=True)) == "nobody asks for a takeback now"


def test_who_was_refused_waits_ten_seconds_then_forty_and_a_thousand_at_the_most(steps: None) -> None:
    table = ask(ask(opened("steps"), BEN, "sit", seat=1), ADA, "move", token="a")
    now = 0.0
    for times in range(1, 13):
        table = ask(ask(table, ADA, "ask-takeback", now), BEN, "answer-takeback", now, yes=False)
        wait = 10 * min(times, 10) ** 2
        assert (
            str(refused(table, ADA, "ask-takeback", now + 0.001))
            == f"you were refused; ask again in {wait} seconds"
        )
        refused(table, ADA, "ask-takeback", now + wait - 0.001)
        now += wait
        table = ask(ask(table, ADA, "move", now, token="end"), BEN, "move", now, token="end")


# Leaving


def test_a_seat_is_abandoned_after_just_so_long(steps: None) -> None:
    for clock, grace in ((Clock(), 300), (Clock("fischer", 900 * SECOND), 60)):
        table = ask(opened("steps", clock=clock), BEN, "sit", seat=1)
        away = {0: START}
        assert refused(table, BEN, "hand-over", grace - 0.001, seat=0, away=away).reason == "forbidden"
        handed = ask(table, BEN, "hand-over", grace, seat=0, away=away)
        assert handed.seats[0].level == "3"
        assert [event["why"] for event in map(dict, handed.news) if event["kind"] == "handed"] == [
            "abandoned"
        ]
        assert refused(table, CYD, "hand-over", grace, seat=0, away=away).reason == "forbidden"
    own = ask(table, ADA, "hand-over", seat=0)
    assert [event["why"] for event in map(dict, own.news) if event["kind"] == "handed"] == ["owner"]
    days = ask(opened("steps", clock=Clock("days", DAY)), BEN, "sit", seat=1)
    assert refused(days, BEN, "hand-over", 3_000, seat=0, away={0: START}).reason == "forbidden"


def test_nothing_is_handed_over_before_or_after_the_game_nor_from_a_computer(steps: None) -> None:
    lobby = opened("steps")
    assert str(refused(lobby, ADA, "hand-over", seat=0)) == "the game has not begun"
    running = ask(lobby, BEN, "sit", seat=1)
    handed = ask(running, ADA, "hand-over", seat=0)
    assert refused(handed, ADA, "hand-over", seat=0).reason == "forbidden"
    over = ask(handed, BEN, "resign")
    assert str(refused(over, BEN, "hand-over", seat=1)) == "the game is over"
    assert refused(over, ADA, "return").reason == "forbidden"
    assert refused(handed, BEN, "return").reason == "forbidden"
    assert not any(place["hand_over"] for place in view(over, BEN.id)["seats"])


def test_who_plays_both_sides_resigns_for_the_side_to_move(four: None) -> None:
    table = in_earnest(opened("four", ("me:A", "me:B", "me:C", "me:D")))
    table = ask(table, ADA, "move", token="end")
    over = ask(table, ADA, "resign")
    assert over.ending is not None
    assert (over.ending.winners, over.ending.how) == ((0, 2), "resigned")
    assert over.line.resigned == {1, 3}


# Playing again


def test_a_rematch_has_the_person_for_its_host_and_the_computer_moves_on_a_seat(steps: None) -> None:
    over = ask(opened("steps", ("1", "me")), ADA, "resign")
    assert not is_rematch_agreed(over)
    agreed = ask(over, ADA, "rematch")
    assert is_rematch_agreed(agreed)
    new = rematch(agreed, "t2", moment())
    assert (new.host, new.rematch_of) == (ADA.id, "t1")
    assert [(seat.who, seat.name, seat.level) for seat in new.seats] == [
        ("ada", "Ada", None),
        (None, "", "1"),
    ]
    old = linked(agreed, "t2", moment())
    assert not is_rematch_agreed(old)
    for again in (lambda: rematch(old, "t3", moment()), lambda: linked(old, "t3", moment())):
        with pytest.raises(Refusal):
            again()
    assert str(refused(old, ADA, "rematch")) == "the rematch is already under way"


def test_where_only_computers_played_nobody_can_agree(steps: None) -> None:
    over = ask(opened("steps"), ADA, "close")
    assert str(refused(over, ADA, "rematch")) == "a rematch comes after the game"


# The table


def test_what_a_decision_changes_is_not_changed_in_the_table_before(steps: None) -> None:
    table = ask(ask(opened("steps"), BEN, "sit", seat=1), ADA, "move", token="a")
    asked = ask(table, ADA, "ask-takeback")
    ask(ask(asked, BEN, "answer-takeback", yes=False), ADA, "say", text="pity")
    assert (asked.refusals, asked.remarks, table.chat) == ({}, {}, [])


def test_each_remark_is_counted_once_in_its_room() -> None:
    table = ask(ask(ask(two_people(), ADA, "say", text="a"), BEN, "say", text="b"), DOT, "say", text="c")
    assert table.remarks == {"players": 2, "watchers": 1}


def test_a_computer_may_do_nothing_but_move() -> None:
    error = refused(begun(seats=("1", "me")), None, "resign")
    assert (str(error), error.reason) == ("a computer only moves", "forbidden")


def test_a_game_without_chance_takes_a_nonce_if_one_is_sent_and_refuses_a_bad_one() -> None:
    table = two_people()
    assert ask(table, ADA, "move", token="b2a", nonce=nonce(1)).tokens == ("b2a",)
    assert ask(table, ADA, "move", token="b2a").tokens == ("b2a",)
    assert "a nonce is 16 to 64 random bytes" in str(refused(table, ADA, "move", token="b2a", nonce="abc"))
    decide(table, ADA, read({"do": "move", "token": "b2a", "version": table.version}), moment())


def test_against_a_computer_one_takes_back_as_often_as_one_likes() -> None:
    table = begun("colonnade", ("me", "1"))
    for _ in range(5):
        moved = ask(table, ADA, "move", token=table.position.legal[0])
        table = ask(moved, ADA, "ask-takeback")
        assert table.plays == []
