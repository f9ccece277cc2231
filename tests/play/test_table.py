"""A game being played: sitting down, moving, undoing, leaving, playing again."""

import json
import random
from typing import Any

import pytest

from stylobate.errors import BadRecord, Refusal
from stylobate.fair import Chain, Part, verify
from stylobate.line import Ending
from stylobate.play import (
    Clock,
    Moment,
    Person,
    Proposal,
    Table,
    decide,
    fold,
    is_rematch_agreed,
    linked,
    open_table,
    read,
    record,
    rematch,
    summary,
)
from stylobate.play.commands import Sit
from tests.tables import (
    ADA,
    BEN,
    CYD,
    SECRET,
    START,
    ask,
    begun,
    in_earnest,
    moment,
    nonce,
    opened,
    played_out,
    two_people,
    view,
)


def asks(table: Table, who: str | None) -> bool:
    """Whether somebody waits for that person's word about a takeback."""
    takeback = view(table, who, START)["takeback"]
    assert takeback is not None
    return takeback["asks_you"]


def refused(table: Table, person: Person | None, do: str, reason: str, **fields: Any) -> str:
    """The sentence with which it is refused, for that reason; the table stays as it was."""
    before = view(table, None, START)
    with pytest.raises(Refusal) as refusal:
        ask(table, person, do, **fields)
    assert refusal.value.reason == reason, refusal.value
    assert view(table, None, START) == before
    return str(refusal.value)


# The log


def logged(*tables: Table) -> list[dict[str, object]]:
    """All that was ever to be stored, through JSON and back."""
    return [json.loads(json.dumps(event)) for table in tables for event in table.news]


def test_the_log_adds_up_to_the_same_table() -> None:
    tables = [opened("columns-dice", starts="dice")]
    tables.append(ask(tables[-1], BEN, "sit", seat=1))
    tables.append(ask(tables[-1], ADA, "begin"))
    rng = random.Random(1)
    people = {"ada": ADA, "ben": BEN}
    while (turn := tables[-1].turn) is not None:
        mover = people[tables[-1].seats[turn].who or ""]
        tables.append(ask(tables[-1], mover, "move", token=rng.choice(tables[-1].position.legal)))
    folded = fold("t1", logged(*tables))
    assert view(folded, "ada", START) == view(tables[-1], "ada", START)
    assert folded.nonce == tables[-1].nonce
    assert record(folded) == record(tables[-1])
    assert folded.state == "over"


def test_after_a_restart_the_first_throw_still_mixes_the_nonce_that_the_game_began_with() -> None:
    table = opened("columns-dice", ("1", "2"))
    begun_ = ask(table, ADA, "begin")
    folded = fold("t1", logged(table, begun_))
    assert folded.nonce == begun_.nonce
    assert folded.nonce == Part("host", nonce(3))


def test_versions_have_no_gaps_and_only_news_are_new() -> None:
    table = two_people()
    assert [event["v"] for event in table.news] == [3, 4]
    after = ask(table, ADA, "move", token="b2a")
    assert [event["v"] for event in after.news] == [5]
    assert table.version == 4


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"v": 9}, "it has the number 9"),
        ({"token": "a1b"}, "is not legal here"),
        ({"seat": 1}, "was not for seat 1 to play"),
        ({"seat": None}, "was not for seat None to play"),
    ],
)
def test_a_log_that_cannot_be_is_refused_at_the_event(change: dict[str, object], sentence: str) -> None:
    first = opened()
    second = ask(first, BEN, "sit", seat=1)
    events = logged(first, second, ask(second, ADA, "move", token="b2a"))
    events[-1] |= change
    with pytest.raises(BadRecord) as refusal:
        fold("t1", events)
    assert sentence in str(refusal.value)


def test_an_empty_log_is_no_table() -> None:
    with pytest.raises(BadRecord, match="is empty"):
        fold("t1", [])


# Sitting down


def test_a_game_without_chance_begins_when_the_last_seat_is_taken() -> None:
    table = opened()
    assert table.state == "open"
    table = ask(table, BEN, "sit", seat=1)
    assert (table.state, table.turn) == ("running", 0)


def test_a_game_of_chance_waits_for_a_nonce_sent_after_its_commitment_was_seen() -> None:
    table = ask(opened("columns-dice"), BEN, "sit", seat=1)
    assert table.state == "open"
    assert view(table, "ben", START)["can"]["begin"]
    refused(table, CYD, "begin", "not-now")
    refused(table, BEN, "begin", "illegal", nonce="abc")
    table = ask(table, BEN, "begin")
    assert table.turn == 0
    assert table.tokens[0].startswith("*")
    refused(table, ADA, "begin", "not-now")


def test_a_seat_is_taken_once() -> None:
    table = two_people()
    assert refused(table, CYD, "sit", "not-now", seat=1) == "the game has begun already"
    assert refused(opened(), CYD, "sit", "taken", seat=0) == "somebody sits there already"
    refused(opened(), CYD, "sit", "illegal", seat=2)
    with pytest.raises(Refusal, match="there is no seat -1; seats are 0 to 1"):
        decide(opened(), CYD, Sit(-1), moment())


def test_a_seat_kept_for_a_friend_is_for_the_host_and_for_whoever_was_invited() -> None:
    table = opened(seats=("me", "friend"))
    assert refused(table, BEN, "sit", "forbidden", seat=1) == "this seat is kept for somebody who was invited"
    assert view(table, "ben", START)["can"]["sit"] == []
    assert view(table, "ben", START)["seats"][1]["reserved"]
    assert view(table, "ada", START)["can"]["sit"] == [1]
    sit = read({"do": "sit", "seat": 1})
    assert decide(table, BEN, sit, moment(invited=1)).state == "running"
    with pytest.raises(Refusal):
        decide(table, BEN, sit, moment(invited=0))


def test_who_sits_can_stand_up_and_the_host_can_clear_seats_bring_computers_and_close() -> None:
    table = ask(opened("columns-dice"), BEN, "sit", seat=1)
    refused(table, CYD, "stand", "forbidden", seat=1)
    assert ask(table, ADA, "stand", seat=1).seats[1].is_empty
    table = ask(table, BEN, "stand", seat=1)
    refused(table, BEN, "seat-computer", "forbidden", seat=1, level="3")
    refused(table, ADA, "seat-computer", "illegal", seat=1, level="99")
    assert ask(table, ADA, "seat-computer", seat=1, level="3").is_full
    refused(table, BEN, "close", "forbidden")
    closed = ask(table, ADA, "close")
    assert closed.state == "over"
    assert record(closed).more["ending"] == "never begun"
    refused(closed, BEN, "sit", "not-now", seat=1)
    refused(closed, ADA, "rematch", "not-now")


def test_who_sits_down_may_give_another_name() -> None:
    assert ask(opened(), BEN, "sit", seat=1, name="Benny").seats[1].name == "Benny"
    assert ask(opened(), BEN, "sit", seat=1, name="B" * 30).seats[1].name == "B" * 30
    refused(opened(), BEN, "sit", "illegal", seat=1, name="B" * 31)


def test_with_the_last_seat_the_hosts_computer_takes_the_game_begins() -> None:
    assert ask(opened(), ADA, "seat-computer", seat=1, level="3").state == "running"
    refused(opened(), ADA, "seat-computer", "taken", seat=0, level="3")
    refused(opened(), ADA, "seat-computer", "illegal", seat=2, level="3")
    refused(two_people(), ADA, "seat-computer", "not-now", seat=1, level="3")


def test_in_a_game_that_runs_nobody_stands_up_and_nobody_closes_the_table() -> None:
    table = two_people()
    refused(table, BEN, "stand", "not-now", seat=1)
    refused(table, ADA, "close", "not-now")
    for state in (table, ask(opened(), ADA, "close")):
        can = view(state, "ada", START)["can"]
        assert can["sit"] == []
        assert not any(can[name] for name in ("close", "seat_computer", "begin"))


def test_a_seat_that_there_is_not_or_that_nobody_has_cannot_be_cleared() -> None:
    refused(opened(), ADA, "stand", "illegal", seat=2)
    refused(opened(), ADA, "stand", "forbidden", seat=1)


def test_nobody_can_begin_before_every_seat_is_taken() -> None:
    table = opened("columns-dice")
    assert view(table, "ada", START)["can"]["begin"] is False
    assert view(ask(table, BEN, "sit", seat=1), "ada", START)["can"]["begin"] is True
    assert view(two_people("columns-dice"), "ada", START)["can"]["begin"] is False


def test_an_empty_seat_is_nobodys() -> None:
    assert not opened().seats[1].is_person
    assert opened().people == {"ada"}


def test_the_host_chooses_who_begins_and_the_others_follow_round_the_table() -> None:
    table = ask(opened(first=1), BEN, "sit", seat=1)
    assert [seat.name for seat in table.seats] == ["Ben", "Ada"]
    assert table.seats_of("ben") == (0,)


def test_a_lot_decides_visibly_and_verifiably() -> None:
    table = two_people(starts="lot")
    assert table.first == int(table.draws[0].outcome)
    assert view(table, None, START)["draws"] == [
        {"what": "lot", "seat": None, "of": ["0", "1"], "outcome": str(table.first)}
    ]
    assert verify(record(table)).holds


def test_dice_decide_and_those_level_throw_again() -> None:
    seen_a_tie = False
    for secret in range(40):
        at = Moment(START, Chain(bytes([secret]) * 32))
        table = open_table("t1", ADA, Proposal("columns-dice", seats=("me", "2"), starts="dice"), at)
        table = decide(table, ADA, read({"do": "begin", "nonce": "ab" * 16}), at)
        throws = [(drew.seat, int(drew.outcome)) for drew in table.draws]
        *ties, (one, two) = list(zip(throws[::2], throws[1::2], strict=True))
        assert all(first[1] == second[1] for first, second in ties)
        assert table.first == max(one, two, key=lambda thrown: thrown[1])[0]
        assert verify(record(table)).holds
        seen_a_tie = seen_a_tie or bool(ties)
    assert seen_a_tie


def test_several_people_can_play_at_one_screen() -> None:
    table = opened(seats=("me:Ada", "me:Grandma"))
    assert [seat.name for seat in table.seats] == ["Ada", "Grandma"]
    table = ask(ask(table, ADA, "move", token="b2a"), ADA, "move", token="a1b")
    assert table.tokens == ("b2a", "a1b")
    resigned = ask(table, ADA, "resign")
    assert resigned.ending is not None
    assert resigned.ending.winners == (1,)
    assert [seat["resigned"] for seat in view(resigned, None, START)["seats"]] == [True, False]


@pytest.mark.parametrize(
    ("proposal", "sentence"),
    [
        ({"game": "chess"}, "no game called “chess”"),
        ({"game": "colonnade", "options": {"size": "9"}}, "has no option “size”"),
        ({"game": "colonnade", "options": {"setup": "@/etc/passwd"}}, "cannot name a file"),
        ({"game": "colonnade", "options": {"setup": "R1/R1/-/-/-/-/-/-_B"}}, "over before it begins"),
        ({"game": "colonnade", "options": {"setup": 5}}, "options is an object of texts"),
        ({"game": "colonnade", "options": {"setup": "x" * 5_001}}, "options is an object of texts"),
        ({"game": "colonnade", "options": {"setup": "x" * 5_000}}, "should be eight stacks"),
        ({"game": "colonnade", "seats": ["me", 5]}, "seats is a list of texts"),
        ({"game": "colonnade", "visibility": "secret"}, "visibility public or unlisted"),
        ({"game": "colonnade", "first": -1}, "first a seat"),
        ({"game": "colonnade", "options": []}, "options is an object of texts"),
        ({"game": "colonnade", "seats": ["me"]}, "here 2 play, and 1 seats were given"),
        ({"game": "colonnade", "seats": ["me", "99"]}, "there is no level “99”"),
        ({"game": "colonnade", "seats": ["me:" + "x" * 50, "1"]}, "1 to 30 characters"),
        ({"game": "colonnade", "seats": "me"}, "seats is a list of texts"),
        ({"game": "colonnade", "first": 2}, "first a seat"),
        ({"game": "colonnade", "first": True}, "first the number of a seat"),
        ({"game": "colonnade", "starts": "coin"}, "starts is host, lot or dice"),
        ({"game": "colonnade", "clock": {"kind": "fischer", "start": 1, "increment": 0}}, "from 10 to 36000"),
        ({"game": "colonnade", "clock": {"kind": "days", "days": True}}, "days is a whole number"),
        ({"game": "colonnade", "clock": 7}, "a clock is none, fischer"),
        ({"game": 7}, "a table is opened with"),
        ({"game": "colonnade", "secret": "x"}, "a table is opened with"),
        ("colonnade", "no game called “”"),
    ],
    ids=range(24),
)
def test_a_proposal_that_cannot_be_gets_a_sentence(proposal: object, sentence: str) -> None:
    with pytest.raises(Refusal) as refusal:
        open_table("t1", ADA, Proposal.read(proposal), moment())
    assert sentence in str(refusal.value)
    assert refusal.value.reason == "illegal"


def test_a_proposal_from_json_opens_the_table_it_describes() -> None:
    proposal = Proposal.read(
        {
            "game": "colonnade",
            "seats": ["3", "me:Ada"],
            "clock": {"kind": "days", "days": 3},
            "visibility": "public",
        }
    )
    assert Proposal.read({"game": "colonnade"}).seats == ["me", "open"]
    table = open_table("t9", ADA, proposal, moment())
    assert table.state == "running"
    assert table.seats[0].level == "3"
    assert str(table.faces.clock) == "3 days a turn"


# Moving


def test_only_who_is_to_move_moves_and_only_what_is_legal() -> None:
    table = two_people()
    assert refused(table, BEN, "move", "forbidden", token="b2a") == "it is not your turn"
    assert refused(table, CYD, "move", "forbidden", token="b2a") == "you do not play at this table"
    assert refused(table, None, "move", "forbidden", token="b2a") == "it is a person's turn, not a computer's"
    assert "is not legal here" in refused(table, ADA, "move", "illegal", token="a1b")
    assert refused(opened(), ADA, "move", "not-now", token="b2a") == "the game has not begun"
    assert refused(table, None, "resign", "forbidden") == "a computer only moves"


def test_a_move_made_for_an_earlier_position_is_stale_but_a_remark_does_not_make_it_so() -> None:
    table = two_people()
    made_for = table.version
    chatted = ask(table, BEN, "say", text="good luck")
    assert ask(chatted, ADA, "move", token="b2a", version=made_for).tokens == ("b2a",)
    moved = ask(table, ADA, "move", token="b2a", version=made_for)
    refused(moved, BEN, "move", "stale", token="a1b", version=made_for)
    refused(moved, BEN, "move", "illegal", token="a1b", version=made_for + 99)


def test_chance_answers_a_move_at_once_on_the_nonce_that_came_with_it() -> None:
    table = two_people("columns-dice")
    table = ask(table, ADA, "move", token=table.position.legal[0], nonce="ab" * 16)
    throw, _ = table.throws[-1]
    assert (throw.mix, throw.outcome) == ("0 " + "ab" * 16, table.tokens[-1])
    refused(table, BEN, "move", "illegal", token=table.position.legal[0], nonce="short")
    with pytest.raises(Refusal, match="a nonce is 16 to 64 random bytes"):
        decide(table, BEN, read({"do": "move", "token": "x", "version": table.version}), moment())


def test_nobody_plays_for_chance() -> None:
    table = two_people("columns-dice")
    refused(table, ADA, "move", "illegal", token="*6")


def test_a_computer_moves_like_anybody_with_the_nonce_of_the_person_before() -> None:
    table = begun("columns-dice", ("me", "2"))
    table = ask(table, ADA, "move", token=table.position.legal[0], nonce="cd" * 16)
    table = ask(table, None, "move", token=table.position.legal[0])
    assert table.throws[-1][0].mix == "0 before " + "cd" * 16


def test_steps_of_ones_own_turn_can_be_undone_until_chance_has_spoken() -> None:
    table = two_people()
    table = ask(table, ADA, "move", token="b2a")
    refused(table, ADA, "undo", "not-now")
    refused(table, BEN, "undo", "not-now")
    dice = two_people("columns-dice")
    refused(dice, ADA, "undo", "not-now")
    refused(ask(dice, ADA, "move", token=dice.position.legal[0]), ADA, "undo", "not-now")


def test_a_step_is_undone_where_a_turn_has_several(steps: None) -> None:
    table = two_people("steps")
    table = ask(table, ADA, "move", token="a")
    assert view(table, "ada", START)["can"]["undo"]
    assert not view(table, "ben", START)["can"]["undo"]
    refused(table, BEN, "undo", "not-now")
    undone = ask(table, ADA, "undo")
    assert undone.tokens == ()
    assert undone.position == table.line.start
    refused(undone, ADA, "undo", "not-now")
    refused(undone, ADA, "move", "stale", token="b", version=table.version)
    ended = ask(ask(table, ADA, "move", token="b"), ADA, "move", token="end")
    assert ended.turn == 1
    refused(ended, ADA, "undo", "not-now")


def test_the_second_to_move_undoes_a_step_of_their_own(steps: None) -> None:
    table = ask(ask(two_people("steps"), ADA, "move", token="end"), BEN, "move", token="a")
    assert view(table, "ben", START)["can"]["undo"]
    refused(table, BEN, "undo", "stale", version=table.version - 1)
    undone = ask(table, BEN, "undo")
    assert (undone.tokens, undone.news[0]["seat"]) == (("end",), 1)
    refused(ask(table, ADA, "resign"), BEN, "undo", "not-now")


def test_the_log_says_when_the_rules_have_ended_the_game() -> None:
    table = played_out(two_people(), random.Random(1))
    assert [event["kind"] for event in table.news] == ["token", "ended"]
    winners = list(table.position.winners)
    assert winners
    assert (table.news[-1]["winners"], table.news[-1]["how"], table.news[-1]["seat"]) == (
        winners,
        "played",
        None,
    )


# Taking back


def test_a_takeback_needs_everybody_elses_consent() -> None:
    table = two_people()
    table = ask(ask(table, ADA, "move", token="b2a"), BEN, "move", token="a1b")
    refused(table, CYD, "ask-takeback", "not-now")
    asked = ask(table, ADA, "ask-takeback")
    assert asks(asked, "ben")
    assert not any(asks(asked, who) for who in ("ada", "cyd", None))
    may_ask = [view(table, who)["can"]["ask_takeback"] for who in ("ada", "ben", "cyd", None)]
    assert may_ask == [True, True, False, False]
    refused(asked, ADA, "answer-takeback", "forbidden", yes=True)
    refused(asked, CYD, "answer-takeback", "forbidden", yes=True)
    refused(asked, BEN, "ask-takeback", "not-now")
    agreed = ask(asked, BEN, "answer-takeback", yes=True)
    assert (agreed.tokens, agreed.turn, agreed.asked) == ((), 0, None)
    refused(agreed, BEN, "answer-takeback", "not-now", yes=True)


def test_among_three_one_yes_is_not_yet_everybodys(three: None) -> None:
    table = ask(ask(opened("three", ("me", "open", "open")), BEN, "sit", seat=1), CYD, "sit", seat=2)
    asked = ask(ask(table, ADA, "move", token="end"), ADA, "ask-takeback")
    for one, other in ((BEN, CYD), (CYD, BEN)):
        half = ask(asked, one, "answer-takeback", yes=True)
        assert half.tokens == ("end",)
        assert half.asked is not None
        assert not asks(half, one.id)
        assert asks(half, other.id)
        assert ask(half, other, "answer-takeback", yes=True).tokens == ()
        assert ask(half, other, "answer-takeback", yes=False).tokens == ("end",)


def test_who_was_refused_waits_ever_longer_before_asking_again() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), ADA, "ask-takeback")
    table = ask(table, BEN, "answer-takeback", yes=False)
    assert refused(table, ADA, "ask-takeback", "not-now") == "you were refused; ask again in 10 seconds"
    table = ask(table, ADA, "ask-takeback", seconds=10)
    table = ask(table, BEN, "answer-takeback", seconds=10, yes=False)
    with pytest.raises(Refusal, match="ask again in 39 seconds"):
        ask(table, ADA, "ask-takeback", seconds=11)


def test_who_asked_may_withdraw_and_a_move_ends_the_asking() -> None:
    asked = ask(ask(two_people(), ADA, "move", token="b2a"), ADA, "ask-takeback")
    withdrawn = ask(asked, ADA, "answer-takeback", yes=False)
    assert withdrawn.asked is None
    assert ask(withdrawn, ADA, "ask-takeback", seconds=10).asked
    assert ask(asked, BEN, "move", token="a1b").asked is None


def test_a_computer_grants_a_takeback_at_once_but_never_past_chance() -> None:
    table = opened(seats=("me", "1"))
    table = ask(ask(table, ADA, "move", token="b2a"), None, "move", token="a1b")
    assert ask(table, ADA, "ask-takeback").tokens == ()
    dice = begun("columns-dice", ("me", "1"))
    dice = ask(dice, ADA, "move", token=dice.position.legal[0])
    assert "chance has spoken" in refused(dice, ADA, "ask-takeback", "not-now")


def test_a_stand_in_grants_no_takeback_for_whoever_may_come_back() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "hand-over", seat=1)
    assert table.people == {"ada"}
    assert "who may come back" in refused(table, ADA, "ask-takeback", "not-now")
    assert ask(ask(table, BEN, "return"), ADA, "ask-takeback").asked


def test_among_three_whoever_has_resigned_is_not_asked(three: None) -> None:
    table = ask(ask(opened("three", ("me", "open", "open")), BEN, "sit", seat=1), CYD, "sit", seat=2)
    table = ask(ask(ask(in_earnest(table), ADA, "move", token="end"), BEN, "resign"), CYD, "resign")
    assert ask(table, ADA, "ask-takeback").tokens == ()


def test_who_hands_their_seat_over_or_comes_back_ends_the_asking_or_starts_their_clock() -> None:
    table = ask(two_people(clock=Clock("fischer", 60_000, 0)), ADA, "move", token="b2a")
    asked = ask(table, ADA, "ask-takeback")
    handed = ask(asked, BEN, "hand-over", seconds=10, seat=1)
    assert (handed.asked, handed.faces.running, handed.faces.left) == (None, None, [60_000, 50_000])
    back = ask(handed, BEN, "return", seconds=40)
    assert (back.faces.running, back.faces.shown(START + 40_000)) == (1, [60_000, 20_000])


# Leaving


def test_resigning_gives_the_game_to_the_other_side() -> None:
    table = ask(in_earnest(two_people()), BEN, "resign")
    assert table.ending is not None
    assert (table.ending.winners, table.ending.how, table.ending.seat) == ((0,), "resigned", 1)
    paper = record(table)
    assert paper.result == (0,)
    assert paper.more["ending"] == "seat 1 resigned"
    refused(table, ADA, "move", "not-now", token="b2a")
    refused(table, BEN, "resign", "not-now")
    refused(two_people(), CYD, "resign", "forbidden")


def test_a_team_resigns_when_both_have(four: None) -> None:
    table = in_earnest(four_people())
    table = ask(table, ADA, "resign")
    assert table.state == "running"
    assert "your partner has not" in refused(table, ADA, "resign", "not-now")
    assert [view(table, who)["can"]["resign"] for who in ("ada", "cyd")] == [False, True]
    table = ask(table, CYD, "resign")
    assert table.ending is not None
    assert table.ending.winners == (1, 3)


def test_who_plays_a_whole_team_resigns_it_once(four: None) -> None:
    table = ask(opened("four", ("me", "open", "me:Eve", "open")), BEN, "sit", seat=1)
    table = ask(ask(table, CYD, "sit", seat=3), ADA, "resign")
    assert [event["kind"] for event in table.news] == ["resigned", "resigned", "ended"]


def test_among_three_who_has_two_seats_resigns_the_one_to_move_or_else_the_first(three: None) -> None:
    table = in_earnest(ask(opened("three", ("me", "me:Eve", "open")), CYD, "sit", seat=2))
    second = ask(table, ADA, "move", token="end")
    third = ask(second, ADA, "move", token="end")
    for before, levels in ((second, [None, "3", None]), (third, ["3", None, None])):
        after = ask(before, ADA, "resign")
        assert [seat.level for seat in after.seats] == levels
        assert after.news[-1]["why"] == "resigned"


def test_a_computer_partner_does_not_stand_in_the_way_of_resigning(four: None) -> None:
    table = ask(in_earnest(four_people()), CYD, "hand-over", seat=2)
    table = ask(table, ADA, "resign")
    assert table.ending is not None
    assert table.ending.winners == (1, 3)


def test_among_three_sides_a_computer_plays_on_for_who_resigns(three: None) -> None:
    table = ask(ask(opened("three", ("me", "open", "open")), BEN, "sit", seat=1), CYD, "sit", seat=2)
    table = ask(in_earnest(table), BEN, "resign")
    assert table.state == "running"
    assert table.seats[1].level == "3"
    assert view(table, None, START)["seats"][1]["resigned"]
    assert record(table).seats[1] == "Ben, then level 3"
    refused(table, BEN, "return", "forbidden")


def test_ones_own_seat_can_be_handed_to_the_computer_and_taken_again() -> None:
    assert view(two_people(), "ada", START)["seats"][0]["hand_over"] is True
    assert view(two_people(), "ada", START)["seats"][1]["hand_over"] is False
    table = ask(two_people(), ADA, "hand-over", seat=0)
    assert table.news[0]["why"] == "owner"
    assert not table.seats[0].is_person
    assert view(table, "ada", START)["seats"][0]["hand_over"] is False
    refused(table, BEN, "return", "forbidden")
    refused(table, ADA, "move", "forbidden", token="b2a")
    over = ask(table, BEN, "resign")
    assert view(over, "ada", START)["can"]["return"] == []
    assert view(over, "ben", START)["seats"][1]["hand_over"] is False
    table = ask(table, None, "move", token="b2a")
    table = ask(table, ADA, "return")
    assert table.seats[0].is_person
    refused(table, ADA, "return", "forbidden")


def test_an_abandoned_seat_can_be_handed_over_after_a_grace_time() -> None:
    table = ask(two_people(), ADA, "move", token="b2a")
    gone = {1: START}
    refused(table, ADA, "hand-over", "forbidden", seat=1)
    refused(table, ADA, "hand-over", "forbidden", seat=1, away=gone)
    refused(table, CYD, "hand-over", "forbidden", seconds=400, seat=1, away=gone)
    refused(table, ADA, "hand-over", "forbidden", seconds=400, seat=1, away={0: START})
    assert view(table, "ada", START + 400_000, gone)["seats"][1]["hand_over"]
    handed = ask(table, ADA, "hand-over", seconds=400, seat=1, away=gone)
    assert handed.seats[1].level == "3"
    assert handed.news[0]["why"] == "abandoned"
    assert ask(handed, BEN, "return").seats[1].is_person
    for late, may in ((299_999, False), (300_000, True)):
        assert view(table, "ada", START + late, gone)["seats"][1]["hand_over"] is may


def test_a_seat_is_handed_over_only_where_it_is_in_a_game_that_runs() -> None:
    refused(two_people(), ADA, "hand-over", "illegal", seat=2)
    refused(opened(), ADA, "hand-over", "not-now", seat=0)
    assert view(opened(), "ada", START)["seats"][0]["hand_over"] is False


def test_with_days_for_a_move_nobody_is_abandoned() -> None:
    table = two_people(clock=Clock("days", 864_000_000))
    refused(table, BEN, "hand-over", "forbidden", seconds=99_999, seat=0, away={0: START})


def test_a_record_tells_the_clock_and_proves_its_throws_from_the_first() -> None:
    assert record(two_people(clock=Clock("fischer", 60_000, 5_000))).more["clock"] == "1 min + 5 s"
    assert "clock" not in record(two_people()).more
    assert "fair" not in record(two_people()).more
    assert record(two_people()).date == "2023-11-14"
    assert record(opened("columns-dice")).more["commitment"] == Chain(SECRET).segment().commitment


def test_where_nothing_is_thrown_a_table_commits_itself_to_nothing() -> None:
    table = two_people()
    assert table.segments == []
    assert view(table, None)["fair"] == {"scheme": "", "commitment": "", "throws": []}
    assert opened(starts="lot").segment == Chain(SECRET).segment()
    refused(table, ADA, "pledge", "not-now", pledge="0" * 64)


def test_a_log_of_throws_without_a_commitment_is_no_log() -> None:
    events = [entry.json() for entry in opened("columns-dice").unstored]
    with pytest.raises(BadRecord, match="chance has a part in it, and “opened” has no commitment"):
        fold("f" * 16, [{**events[0], "commitment": None}, *events[1:]])


def test_an_absent_seat_is_nobodys_to_give_away_while_another_is_to_move() -> None:
    table, gone = ask(two_people(), ADA, "move", token="b2a"), {0: START}
    refused(table, BEN, "hand-over", "forbidden", seconds=9999, seat=0, away=gone)
    assert not view(table, "ben", START + 9_999_000, gone)["seats"][0]["hand_over"]


def test_who_is_away_while_others_move_is_not_yet_abandoned() -> None:
    refused(two_people(), BEN, "hand-over", "forbidden", seconds=20, seat=0, away={0: START - 999_000})


# Playing again


def test_a_rematch_changes_the_seats_when_all_have_agreed() -> None:
    table = ask(two_people(), BEN, "resign")
    refused(two_people(), ADA, "rematch", "not-now")
    refused(table, CYD, "rematch", "forbidden")
    table = ask(table, ADA, "rematch")
    assert not is_rematch_agreed(table)
    with pytest.raises(Refusal, match="not everybody"):
        rematch(table, "t2", moment())
    table = ask(table, BEN, "rematch")
    assert is_rematch_agreed(table)
    new = rematch(table, "t2", moment())
    assert [seat.name for seat in new.seats] == ["Ben", "Ada"]
    assert (new.state, new.rematch_of) == ("running", "t1")
    old = linked(table, "t2", moment())
    assert view(old, None, START)["rematch"]["table"] == "t2"
    refused(old, ADA, "rematch", "not-now")
    with pytest.raises(Refusal, match="already under way"):
        linked(old, "t3", moment())


def test_whoever_has_several_seats_agrees_to_a_rematch_for_all_of_them() -> None:
    table = ask(ask(opened(seats=("me:Ada", "me:Grandma")), ADA, "resign"), ADA, "rematch")
    assert view(table, None, START)["rematch"] == {
        "seats": [0],
        "agreed": True,
        "table": None,
        "suits": None,
    }
    assert [seat.name for seat in rematch(table, "t2", moment()).seats] == ["Grandma", "Ada"]


def test_the_host_of_a_rematch_is_the_first_who_is_a_person() -> None:
    table = ask(ask(opened(seats=("1", "me")), ADA, "resign"), ADA, "rematch")
    new = rematch(table, "t2", moment())
    assert (new.host, [seat.level for seat in new.seats]) == ("ada", [None, "1"])
    assert not is_rematch_agreed(linked(table, "t2", moment()))


def test_computers_alone_agree_to_nothing() -> None:
    assert not is_rematch_agreed(played_out(opened(seats=("1", "2")), random.Random(1)))


def test_a_rematch_of_a_game_of_chance_waits_for_a_new_nonce() -> None:
    table = ask(played_out(begun("columns-dice", ("me", "1")), random.Random(1)), ADA, "rematch")
    new = rematch(table, "t2", Moment(START, Chain(SECRET[::-1])))
    assert new.state == "open"
    assert new.segment.commitment != table.segment.commitment
    assert ask(new, ADA, "begin").state == "running"
    assert fold("t2", logged(new)).is_full


# Talking


def test_players_and_watchers_talk_apart() -> None:
    table = ask(ask(two_people(), ADA, "say", text=" hello\n there "), CYD, "say", text="psst")
    assert [said["text"] for said in view(table, "ben", START)["chat"]] == ["hello there"]
    assert [(said["name"], said["text"]) for said in view(table, None, START)["chat"]] == [("Cyd", "psst")]
    assert view(table, "cyd", START)["chat"][0]["you"]


def test_talk_has_limits() -> None:
    table = two_people()
    refused(table, ADA, "say", "illegal", text="x" * 301)
    refused(table, ADA, "say", "illegal", text=" \n\u202e ")
    for half in ("\ud800", "so \ud800", "so \udfff"):
        refused(table, ADA, "say", "illegal", text=half)
    assert ask(table, ADA, "say", text="x" * 300).chat[0].text == "x" * 300
    for _ in range(5):
        table = ask(table, ADA, "say", text="so")
    assert "too fast" in refused(table, ADA, "say", "not-now", text="so")
    table = ask(table, ADA, "say", seconds=11, text="so")
    for minute in range(1, 320):
        table = ask(table, ADA, "say", seconds=60 * minute, text="so")
    assert len(table.chat) == 200


def test_a_room_that_has_heard_enough_is_closed() -> None:
    table = two_people()
    table.remarks["players"] = 2_000
    assert "enough has been said" in refused(table, ADA, "say", "not-now", text="so")
    assert ask(table, CYD, "say", text="psst").chat


def four_people() -> Table:
    table = opened("four", ("me", "open", "open", "open"))
    for seat, person in enumerate((BEN, CYD, Person("dot", "Dot")), 1):
        table = ask(table, person, "sit", seat=seat)
    return table


def test_a_list_tells_whether_several_sides_share_the_win(four: None) -> None:
    table = ask(ask(in_earnest(four_people()), BEN, "resign"), Person("dot", "Dot"), "resign")
    about = summary(table)["about"]
    assert (about["winners"], about["shared"]) == ([0, 2], False)
    table.line.end(Ending((0, 1), "played"))
    assert summary(table)["about"]["shared"]


def test_a_name_that_an_earlier_version_took_is_gone_on_with_and_nobody_else_may_take_it() -> None:
    mixed = "\N{CYRILLIC CAPITAL LETTER A}da"
    table = ask(opened(), Person("eve", mixed), "sit", seat=1, name=mixed)
    assert table.seats[1].name == mixed
    assert "one alphabet" in refused(opened(), BEN, "sit", "illegal", seat=1, name=mixed)
