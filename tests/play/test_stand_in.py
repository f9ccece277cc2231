"""A stand-in plays at the level that was agreed on, for whoever leaves, and what it played is marked."""

from __future__ import annotations

import json

import pytest

from stylobate.errors import BadRecord, Refusal
from stylobate.house.board import log
from stylobate.play import Proposal, Table, fold, is_rematch_agreed, open_table, record, rematch
from stylobate.record import read
from tests.tables import ADA, BEN, CYD, START, ask, in_earnest, moment, opened, two_people, view


def stood_in() -> Table:
    """The stand-in has played two of Ben's moves, and he is back."""
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "hand-over", seat=1)
    table = ask(ask(table, None, "move", token="a1b"), ADA, "move", token="d2c")
    table = ask(table, None, "move", token=table.position.legal[0])
    return ask(table, BEN, "return")


def test_one_hands_ones_own_seat_to_the_stand_in_and_to_no_other() -> None:
    table = two_people()
    for level in ("perfect", "random", "5"):
        with pytest.raises(Refusal, match="level 3 stands in at this table, and no other"):
            ask(table, ADA, "hand-over", seat=0, level=level)
    assert ask(table, ADA, "hand-over", seat=0).seats[0].level == "3"
    assert ask(table, ADA, "hand-over", seat=0, level="3").seats[0].level == "3"


def test_an_absent_player_is_replaced_by_it_and_by_no_other() -> None:
    table = ask(opened(stand_in="4"), BEN, "sit", seat=1)
    with pytest.raises(Refusal, match="level 4 stands in"):
        ask(table, BEN, "hand-over", 400, seat=0, level="random", away={0: START})
    assert ask(table, BEN, "hand-over", 400, seat=0, away={0: START}).seats[0].level == "4"


def test_among_three_it_plays_on_for_whoever_resigns(three: None) -> None:
    table = opened("three", ("me", "open", "open"), stand_in="1")
    table = ask(ask(table, BEN, "sit", seat=1), CYD, "sit", seat=2)
    assert ask(in_earnest(table), BEN, "resign").seats[1].level == "1"


def test_its_level_is_agreed_when_the_table_is_made_and_everybody_sees_it() -> None:
    assert opened().news[0]["stand_in"] == "3"
    assert view(opened(stand_in="2"), None)["stand_in"] == "2"
    assert Proposal.read({"game": "colonnade", "stand_in": "5"}).stand_in == "5"
    for level in ("random", "perfect", "6", ""):
        with pytest.raises(Refusal, match="a stand-in is one of 1, 2, 3, 4, 5"):
            open_table("t1", ADA, Proposal("colonnade", stand_in=level), moment())


def test_a_rematch_keeps_it() -> None:
    over = ask(ask(opened(stand_in="2"), BEN, "sit", seat=1), BEN, "resign")
    agreed = ask(ask(over, ADA, "rematch"), BEN, "rematch")
    assert is_rematch_agreed(agreed)
    assert rematch(agreed, "t2", moment()).stand_in == "2"


def test_what_a_computer_played_is_marked_for_every_viewer_and_in_the_log() -> None:
    table = stood_in()
    for who in ("ada", "ben", None):
        assert [played[3] for played in view(table, who)["tokens"]] == [None, "3", None, "3"]
    assert [entry["level"] for entry in log(table, 0)] == [None, "3", None, "3"]
    assert [entry["level"] for entry in log(table, 2)] == [None, "3"]
    moved = ask(ask(opened(seats=("me", "1")), ADA, "move", token="b2a"), None, "move", token="a1b")
    assert (moved.news[0]["level"], view(moved, None)["tokens"][1][3]) == ("1", "1")


def test_what_it_played_for_a_person_stands_in_the_record() -> None:
    paper = record(stood_in())
    assert paper.seats == ("Ada", "Ben")
    assert paper.more["stand-in 1"] == "level 3, tokens 2 4"
    assert read(paper.text()) == paper
    assert "stand-in 1" not in record(two_people()).more
    computer = ask(ask(opened(seats=("me", "1")), ADA, "move", token="b2a"), None, "move", token="a1b")
    assert not [name for name in record(computer).more if name.startswith("stand-in")]


def test_what_is_taken_back_is_not_told() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "hand-over", seat=1)
    table = ask(ask(table, None, "move", token="a1b"), BEN, "return")
    assert "stand-in 1" in record(table).more
    table = ask(ask(table, ADA, "ask-takeback"), BEN, "answer-takeback", yes=True)
    assert table.tokens == ()
    assert "stand-in 1" not in record(table).more


def test_a_log_that_marks_a_computer_where_none_sits_cannot_be() -> None:
    events = [*opened().news, *ask(opened(), BEN, "sit", seat=1).news]
    token = {"v": len(events) + 1, "at": START, "kind": "token", "token": "b2a", "seat": 0}
    assert fold("t1", json.loads(json.dumps([*events, token]))).tokens == ("b2a",)
    with pytest.raises(BadRecord, match="no computer of level 5 sits on seat 0"):
        fold("t1", json.loads(json.dumps([*events, {**token, "level": "5"}])))
