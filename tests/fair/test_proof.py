"""The proof in a record: it holds, it survives paper, and whatever is changed in it shows."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from stylobate.errors import BadRecord
from stylobate.fair import LENGTH, Chain, Report, draw, proof_lines, sealed, verify
from stylobate.fair.proof import TAKEN_BACK
from stylobate.play import record
from stylobate.record import Record, read
from stylobate.registry import load
from tests.tables import ADA, BEN, ask, begun, played_out, two_people


@pytest.fixture
def played() -> Record:
    return record(played_out(two_people("columns-dice", starts="lot"), random.Random(1)))


def test_a_game_between_people_verifies_from_its_text_alone(played: Record):
    report = verify(read(played.text()))
    assert report.holds
    assert report.fresh > 10
    assert (report.carried, report.bare, report.taken_back) == (1, 0, 0)
    assert next(report.sentences()).startswith("All ")
    assert verify(read(played.json())).holds


def test_anybody_can_recompute_a_throw_with_one_function(played: Record):
    link, seat, nonce = played.more["throw 2"].split()
    assert draw(link, played.more["table"], 2, seat, nonce, played.start.chance) == played.tokens[0]


def test_throws_after_a_computers_move_are_told_apart():
    table = played_out(begun("columns-dice", ("me", "random")), random.Random(2))
    report = verify(record(table))
    assert report.holds
    movers = [before.seat for before, after in pairwise(table.plays) if after.seat is None]
    assert (report.fresh, report.carried, report.bare) == (1 + movers.count(0), movers.count(1), 0)
    assert report.fresh > 10
    assert report.carried > 10


def test_a_nonce_that_another_seat_sent_earlier_is_carried_however_new_it_is():
    chain, dice = Chain(b"s" * 32), load("columns-dice").start()
    first = chain.throw("t", 1, dice.chance, 0, "ab" * 16)
    moved = dice.play(first.outcome)
    moved = moved.play(moved.legal[0])
    second = chain.throw("t", 2, moved.chance, 1, "cd" * 16)
    tokens = (first.outcome, dice.play(first.outcome).legal[0], second.outcome)
    lines = proof_lines("t", chain.commitment(), [(first, ""), (second, "")])
    report = verify(sealed(Record("columns-dice", tokens, more=lines)))
    assert report.holds
    assert (report.fresh, report.carried) == (1, 1)


def test_computers_among_themselves_throw_what_was_committed_to():
    table = begun("columns-dice", ("1", "2"))
    assert all(throw.seat == "host" for throw, _ in table.throws)
    report = verify(record(played_out(table, random.Random(3))))
    assert report.holds
    assert (report.fresh, report.bare) == (1, 0)


def test_a_throw_taken_back_stays_visible():
    table = played_out(two_people("columns-dice"), random.Random(4), 4)
    table = ask(table, ADA, "ask-takeback")
    table = ask(table, BEN, "answer-takeback", yes=True)
    table = played_out(table, random.Random(5))
    report = verify(record(table))
    assert report.holds
    assert report.taken_back == 2
    assert "2 were made and taken back." in report.sentences()


def changed(played: Record, name: str, value: str | None) -> Record:
    more = {n: v for n, v in played.more.items() if n != name}
    return replace(played, more=more if value is None else {**played.more, name: value})


def flipped(text: str, place: int) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def test_any_change_of_any_part_is_noticed(played: Record):
    rng = random.Random(6)
    for name, value in played.more.items():
        assert not _holds(changed(played, name, None)), name
        for _ in range(4):
            assert not _holds(changed(played, name, flipped(value, rng.randrange(len(value))))), name
    for place, token in enumerate(played.tokens):
        other = "*1" if token != "*1" else "*2"
        tokens = (*played.tokens[:place], other, *played.tokens[place + 1 :])
        assert not verify(replace(played, tokens=tokens)).holds
    assert not verify(replace(played, tokens=played.tokens[:-1])).holds
    assert not verify(replace(played, seats=("Eve", "Ben"))).holds
    assert not verify(replace(played, options={"order": "either"})).holds


def _holds(record: Record) -> bool:
    try:
        return verify(record).holds
    except BadRecord:
        return False


def test_a_changed_throw_is_noticed_even_when_the_checksum_is_made_anew(played: Record):
    link = played.more["throw 3"].split()[0]
    broken = flipped(link, 5)
    forged = sealed(changed(played, "throw 3", played.more["throw 3"].replace(link, broken)))
    assert "throw 3: its link does not lead back to the commitment" in verify(forged).faults
    forged = sealed(changed(played, "throw 5", None))
    assert verify(forged).faults == ("throw 5 is missing",)
    forged = sealed(changed(played, "table", "another"))
    assert any(" gives “" in fault for fault in verify(forged).faults)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("commitment", "abc", "is missing or is not 64 hexadecimal signs"),
        ("throw 2", "abc", "throw 2: “abc” is not of the form “link seat nonce”"),
        ("throw 2", f"{'0' * 64} 0 -", "a nonce is 16 to 64 bytes, and has a seat that sent it"),
        ("throw 2", f"{'0' * 64} - {'0' * 32}", "a nonce is 16 to 64 bytes, and has a seat that sent it"),
        ("throw 2", f"{'0' * 64} 0 {'0' * 33}", "a nonce is 16 to 64 bytes, and has a seat that sent it"),
        ("throw 2", TAKEN_BACK, "the last 1 tokens of chance have no throw"),
        ("throw 900", TAKEN_BACK, "is missing"),
        ("throw 1", f"{'0' * 64} - - chose 1 of 1 1 2", "throw 1: a lot is drawn among different names"),
    ],
)
def test_a_malformed_proof_gets_its_sentence(played: Record, name: str, value: str, sentence: str):
    report = verify(sealed(changed(played, name, value)))
    assert any(sentence in fault for fault in report.faults)
    assert list(report.sentences()) == list(report.faults)


def test_the_lines_of_a_proof_may_stand_in_any_order(played: Record):
    backwards = replace(played, more=dict(reversed(list(played.more.items()))))
    assert verify(sealed(backwards)).holds


def test_a_report_tells_people_how_many_throws_of_each_kind_there_were():
    assert list(Report(20, 4, 3, 2, ()).sentences()) == [
        "All 27 throws follow from the commitment and the nonces.",
        "20 mixed a new nonce from a player: the server could not know them beforehand.",
        "4 mixed a nonce from an earlier request: not chosen by the server, but known to it a step ahead.",
        "3 had no player's nonce: fixed by the commitment before the game.",
        "2 were made and taken back.",
    ]
    assert list(Report(0, 0, 0, 0, ()).sentences()) == ["Nothing was thrown."]


def test_a_throw_without_its_token_is_noticed(played: Record):
    number = sum(name.startswith("throw ") for name in played.more) + 1
    forged = sealed(changed(played, f"throw {number}", played.more["throw 2"]))
    assert f"throw {number} belongs to no token of the record" in verify(forged).faults


def test_a_record_without_proof_is_refused():
    with pytest.raises(BadRecord, match="holds no proof of its throws"):
        verify(Record("colonnade"))


def test_a_proof_goes_on_in_the_next_chain():
    chain = Chain(b"s" * 32)
    lot = {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    throws = [(chain.throw("t", number, lot), ("a", "b")) for number in range(1, LENGTH + 3)]
    paper = Record("colonnade", more=proof_lines("t", chain.commitment(), throws))
    report = verify(sealed(paper))
    assert report.holds
    assert report.bare == LENGTH + 2
    without = sealed(changed(paper, "commitment 2", None))
    assert "is the last of its chain" in verify(without).faults[0]
    other = sealed(changed(paper, "commitment 2", "0" * 64))
    assert verify(other).faults == (f"throw {LENGTH + 1}: its link does not lead back to the commitment",)
