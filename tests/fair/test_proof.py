"""The proof in a record: it holds, it survives paper, and whatever is changed in it shows."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from stylobate.errors import BadRecord
from stylobate.fair import LENGTH, Chain, Report, Throw, draw, proof_lines, sealed, verify
from stylobate.fair.mix import read_mix
from stylobate.fair.proof import Use
from stylobate.play import record
from stylobate.record import Record, read
from stylobate.registry import load
from tests.tables import ADA, BEN, ask, begun, played_out, two_people


@pytest.fixture
def played() -> Record:
    return record(played_out(two_people("columns-dice", starts="lot"), random.Random(1)))


def test_a_game_between_people_verifies_from_its_text_alone(played: Record) -> None:
    report = verify(read(played.text()))
    assert report.holds
    assert report.alone > 10
    assert (report.together, report.carried, report.bare, report.taken_back) == (0, 0, 0, 0)
    assert report.signed
    assert next(report.sentences()).startswith("All ")
    assert verify(read(played.json())).holds


def test_anybody_can_recompute_a_throw_with_one_function(played: Record) -> None:
    link, _, mix = played.more["throw 2"].partition(" ")
    assert draw(link, played.more["table"], 2, mix, played.start.chance) == played.tokens[0]


def test_throws_after_a_computers_move_are_told_apart() -> None:
    table = played_out(begun("columns-dice", ("me", "random")), random.Random(2))
    report = verify(record(table))
    assert report.holds
    movers = [before.seat for before, after in pairwise(table.plays) if after.seat is None]
    assert (report.alone, report.carried, report.bare) == (1 + movers.count(0), movers.count(1), 0)
    assert report.fresh > 10
    assert report.carried > 10


def test_a_nonce_that_was_sent_with_an_earlier_request_is_carried_however_new_it_is() -> None:
    report = verify(thrown("0 " + "ab" * 16, "1 before " + "cd" * 16))
    assert report.holds
    assert (report.fresh, report.carried) == (1, 1)


def thrown(*mixes: str) -> Record:
    """Columns with dice, seats moving in turn as they may, a throw for each of these mixes."""
    chain, position = Chain(b"s" * 32), load("columns-dice").start()
    segment = chain.segment()
    tokens: list[str] = []
    throws: list[tuple[Throw, Use]] = []
    for number, mix in enumerate(mixes, 1):
        if number > 1:
            tokens.append(position.legal[0])
            position = position.play(tokens[-1])
        throw = chain.throw("t", segment, number, position.chance, mix)
        tokens.append(throw.outcome)
        throws.append((throw, ""))
        position = position.play(throw.outcome)
    lines = proof_lines("t", [segment], throws)
    return sealed(Record("columns-dice", tuple(tokens), more=lines))


def test_nonces_that_come_again_are_not_new_whoever_sends_them_and_in_whatever_turn() -> None:
    one, other, third = ("ab" * 16, "cd" * 16, "ef" * 16)
    report = verify(thrown(f"0 {one}", f"0 {other}", f"1 {one}", f"0 {other}", f"1 {one}", f"0 {third}"))
    assert report.holds
    assert (report.alone, report.carried) == (3, 3)
    report = verify(thrown(f"0 {one}", f"0 {other} 1 {one}", f"1 {third} 0 {third}"))
    assert report.holds
    assert (report.together, report.alone, report.carried) == (0, 3, 0)


def test_a_throw_is_of_several_people_only_where_their_new_nonces_are_in_it() -> None:
    a, b, c, d = ("ab" * 16, "cd" * 16, "ef" * 16, "09" * 32)
    report = verify(thrown(f"0 {a} 1 {b}", f"0 {c} 1 missing {d}", f"0 before {c} 1 {d}", "-"))
    assert report.holds
    assert (report.together, report.alone, report.carried, report.bare) == (1, 2, 0, 1)
    assert report.missing == {"1": 1}
    assert any("said to have been away or late in 1" in sentence for sentence in report.sentences())


def test_computers_among_themselves_throw_what_was_committed_to() -> None:
    table = begun("columns-dice", ("1", "2"))
    assert all(throw.mix.startswith("host ") for throw, _ in table.throws)
    report = verify(record(played_out(table, random.Random(3))))
    assert report.holds
    assert (report.fresh, report.bare) == (1, 0)


def test_a_throw_taken_back_stays_visible() -> None:
    table = played_out(two_people("columns-dice"), random.Random(4), 4)
    table = ask(table, ADA, "ask-takeback")
    table = ask(table, BEN, "answer-takeback", yes=True)
    table = played_out(table, random.Random(5))
    report = verify(record(table))
    assert report.holds
    assert report.taken_back == 2
    assert report.throws == len(table.throws)
    assert "2 were made and taken back; they were checked as well." in report.sentences()


def test_throws_taken_back_show_link_and_nonces_and_cannot_be_changed() -> None:
    table = played_out(two_people("columns-dice"), random.Random(4), 4)
    table = ask(table, ADA, "ask-takeback")
    table = ask(table, BEN, "answer-takeback", yes=True)
    paper = record(table)
    kept, *gone = paper.more["taken back 1"].split()
    assert len(paper.tokens) == int(kept)
    assert [token[0] == "*" for token in gone].count(True) == 2
    for token in ("*1", "*2", "*3", "*4", "*5", "*6"):
        line = " ".join([kept, *gone[:-1], token])
        assert verify(sealed(changed(paper, "taken back 1", line))).holds == (token == gone[-1])
    without = sealed(changed(paper, "taken back 1", None))
    assert "belongs to no token of the record" in verify(without).faults[0]


def changed(played: Record, name: str, value: str | None) -> Record:
    more = {n: v for n, v in played.more.items() if n != name}
    return replace(played, more=more if value is None else {**played.more, name: value})


COIN = {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def flipped(text: str, place: int) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def test_any_change_of_any_part_is_noticed(played: Record) -> None:
    rng = random.Random(6)
    for name, value in played.more.items():
        assert not _holds(changed(played, name, None)), name
        assert not _holds(sealed(changed(played, name, None))) or name == "checksum", name
        for _ in range(4):
            assert not _holds(changed(played, name, flipped(value, rng.randrange(len(value))))), name
    for place, token in enumerate(played.tokens):
        other = "*1" if token != "*1" else "*2"
        tokens = (*played.tokens[:place], other, *played.tokens[place + 1 :])
        assert not verify(replace(played, tokens=tokens)).holds
    assert not verify(replace(played, tokens=played.tokens[:-1])).holds
    assert not verify(replace(played, seats=("Eve", "Ben"))).holds
    assert not verify(replace(played, options={"order": "either"})).holds


@pytest.mark.parametrize(
    "change",
    [
        {"seats": ("Eve", "Ben")},
        {"seats": ("Ben", "Ada")},
        {"date": "2023-11-15"},
        {"date": None},
        {"result": (0, 1)},
        {"result": None},
        {"comments": ((2, "a brilliant move"),)},
    ],
    ids=repr,
)
def test_names_date_and_result_are_signed(played: Record, change: dict[str, Any]) -> None:
    assert "not those that were signed" in verify(sealed(replace(played, **change))).faults[-1]


def test_an_end_cannot_be_cut_off_nor_put_on(played: Record) -> None:
    last = max(int(name.removeprefix("throw ")) for name in played.more if name.startswith("throw "))
    unsigned = {name: value for name, value in played.more.items() if name != "signature"}
    assert verify(sealed(replace(played, more=unsigned))).faults == (
        "the game is over, and nothing signs its end",
    )
    shorter = {name: value for name, value in unsigned.items() if name != f"throw {last}"}
    cut = replace(played, tokens=played.tokens[:-2], more=shorter, result=None)
    report = verify(sealed(cut))
    assert report.signed is None
    assert "The game is not over: names, date and moves are not signed yet." in report.sentences()
    assert not verify(sealed(replace(cut, result=(0,)))).holds
    assert not verify(sealed(replace(cut, more={**shorter, "ending": "seat 1 resigned"}))).holds
    assert not verify(sealed(replace(cut, more={**shorter, "signature": played.more["signature"]}))).holds


def test_a_commitment_that_is_not_the_one_seen_first_is_noticed(played: Record) -> None:
    assert verify(played, played.more["commitment"]).holds
    report = verify(played, "0" * 64 + " " + "1" * 64)
    assert report.faults == ("the commitment is not the one that was seen first",)


def _holds(record: Record) -> bool:
    try:
        return verify(record).holds
    except BadRecord:
        return False


def test_a_changed_throw_is_noticed_even_when_the_checksum_is_made_anew(played: Record) -> None:
    link = played.more["throw 3"].split()[0]
    broken = flipped(link, 5)
    forged = sealed(changed(played, "throw 3", played.more["throw 3"].replace(link, broken)))
    assert "throw 3: its link does not lead back to the commitment" in verify(forged).faults
    forged = sealed(changed(played, "throw 5", None))
    assert "throw 5 is missing" in verify(forged).faults
    forged = sealed(changed(played, "table", "another"))
    assert any(" gives “" in fault for fault in verify(forged).faults)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("commitment", "abc", "is missing or is not twice 64 hexadecimal signs"),
        ("commitment", f"{'0' * 64}", "is missing or is not twice 64 hexadecimal signs"),
        ("commitment", f"{'0' * 64} {'0' * 64} from 1 restored", "begins with the first throw"),
        ("commitment 2", f"{'0' * 64} {'0' * 64} from 2 used up", "commitment 2 cannot begin with throw 2"),
        (
            "commitment 2",
            f"{'0' * 64} {'0' * 64} from 1026 restored",
            "commitment 2 cannot begin with throw 1026",
        ),
        ("throw 2", "abc", "throw 2: “abc” is not of the form “link seat nonce”"),
        ("throw 2", f"{'0' * 64} 0 -", "throw 2: “0 -” is not “seat nonce”"),
        ("throw 2", f"{'0' * 64} 0 {'0' * 33}", "throw 2: a nonce is 16 to 64 bytes, and a pledge 32"),
        ("throw 2", f"{'0' * 64} 0 missing {'0' * 32}", "a nonce is 16 to 64 bytes, and a pledge 32"),
        ("throw 2", f"{'0' * 64} 0 {'0' * 32}, 1 {'0' * 32}", "something else than spaces"),
        ("throw 900", f"{'0' * 64} -", "is missing"),
        ("taken back 1", "9000 *1", "9000 tokens cannot have stayed"),
        ("taken back 1", "none", "says how many tokens stayed"),
        ("signature", "ab", "the signature is not 4288 hexadecimal signs"),
        ("throw 1", f"{'0' * 64} - chose 1 of 1 1 2", "throw 1: a lot is drawn among different names"),
    ],
)
def test_a_malformed_proof_gets_its_sentence(played: Record, name: str, value: str, sentence: str) -> None:
    report = verify(sealed(changed(played, name, value)))
    assert any(sentence in fault for fault in report.faults)
    assert list(report.sentences()) == list(report.faults)


def test_behind_the_last_part_of_a_mix_there_is_nothing_not_even_a_space() -> None:
    mix = f"0 {'0' * 32}"
    assert len(read_mix(mix)) == 1
    with pytest.raises(BadRecord, match="something else than spaces between its parts"):
        read_mix(f"{mix} ")


def test_the_lines_of_a_proof_may_stand_in_any_order(played: Record) -> None:
    backwards = replace(played, more=dict(reversed(list(played.more.items()))))
    assert verify(sealed(backwards)).holds


def test_a_report_tells_people_how_many_throws_of_each_kind_there_were() -> None:
    told = " ".join(Report(20, 5, 4, 3, 2, missing={"1": 6}, restored=(17,), signed=True).sentences())
    for words in (
        "All 32 throws follow",
        "20 mixed new nonces of several people",
        "5 mixed a new nonce of one person",
        "4 mixed only nonces that had been sent before",
        "3 had nobody's nonce",
        "Seat 1 had pledged a nonce and is said to have been away or late in 6 of them",
        "2 were made and taken back; they were checked as well.",
        "Before throw 17 the site was set back",
        "as the site signed them",
        "only those who saw it then can say",
    ):
        assert words in told
    old = list(Report(taken_back=1, alone=1, scheme=1, was_compared=True).sentences())
    assert "1 were made and taken back; they cannot be checked." in old
    assert old[-2:] == [
        "Names, date, moves and result are not signed: that came later.",
        "The commitment is the one that was seen first.",
    ]
    assert next(Report().sentences()) == "Nothing was thrown."


def test_a_throw_without_its_token_is_noticed(played: Record) -> None:
    number = sum(name.startswith("throw ") for name in played.more) + 1
    forged = sealed(changed(played, f"throw {number}", played.more["throw 2"]))
    assert f"throw {number} belongs to no token of the record" in verify(forged).faults


def test_a_record_without_proof_is_refused() -> None:
    with pytest.raises(BadRecord, match="holds no proof of its throws"):
        verify(Record("colonnade"))


def test_a_proof_goes_on_in_the_next_chain() -> None:
    for scheme, nobody in ((1, "- -"), (2, "-")):
        chain = Chain(b"s" * 32)
        first = chain.segment(scheme=scheme)
        segments = [first, chain.after(first)]
        throws = [
            (chain.throw("t", segments[number > LENGTH], number, COIN, nobody), ("a", "b"))
            for number in range(1, LENGTH + 3)
        ]
        paper = Record("colonnade", more=proof_lines("t", segments, throws))
        report = verify(sealed(paper))
        assert report.holds
        assert report.bare == LENGTH + 2
        without = sealed(changed(paper, "commitment 2", None))
        assert "is the last of its chain" in verify(without).faults[0]
        line = paper.more["commitment 2"]
        other = sealed(changed(paper, "commitment 2", "0" * 64 + line[64:]))
        assert verify(other).faults == (f"throw {LENGTH + 1}: its link does not lead back to the commitment",)


@pytest.mark.parametrize(("scheme", "nobody"), [(1, "- -"), (2, "-")])
def test_a_proof_goes_on_after_the_site_was_set_back(scheme: int, nobody: str) -> None:
    chain = Chain(b"s" * 32)
    first = chain.segment(scheme=scheme)
    segments = [first, *(chain.segment(index, 3, "restored", f"{index}", scheme) for index in (1, 2))]
    throws = [
        (chain.throw("t", segments[0 if number < 3 else 2], number, COIN, nobody), ("a", "b"))
        for number in range(1, 6)
    ]
    paper = Record("colonnade", more=proof_lines("t", segments, throws))
    report = verify(sealed(paper))
    assert report.holds
    assert report.restored == (3, 3)
    assert any("Before throw 3 the site was set back" in sentence for sentence in report.sentences())
    assert not verify(sealed(changed(paper, "commitment 3", None))).holds
    before = paper.more["commitment 3"].replace("from 3 ", "from 2 ")
    assert (
        "commitment 3 cannot begin with throw 2"
        in verify(sealed(changed(paper, "commitment 3", before))).faults
    )


@pytest.mark.parametrize(("scheme", "nobody", "length"), [(1, "- -", "64"), (2, "-", "twice 64")])
def test_what_a_commitment_looks_like_is_told(scheme: int, nobody: str, length: str) -> None:
    chain = Chain(b"s" * 32)
    first = chain.segment(scheme=scheme)
    throws = [(chain.throw("t", first, 1, COIN, nobody), ("a", "b"))]
    paper = Record("colonnade", more=proof_lines("t", [first], throws))
    wrong = verify(sealed(changed(paper, "commitment", "none"))).faults
    assert wrong == (f"the line “commitment: …” is missing or is not {length} hexadecimal signs",)


def test_only_a_record_of_the_first_kind_may_leave_a_throw_out_for_having_been_taken_back() -> None:
    for scheme, nobody in ((1, "- -"), (2, "-")):
        chain = Chain(b"s" * 32)
        first = chain.segment(scheme=scheme)
        throws = [(chain.throw("t", first, number, COIN, nobody), ("a", "b")) for number in (1, 2)]
        paper = Record("colonnade", more=proof_lines("t", [first], throws))
        report = verify(sealed(changed(paper, "throw 1", "taken back")))
        assert (report.holds, report.taken_back) == ((True, 1) if scheme == 1 else (False, 0))


def test_seats_are_told_in_their_order() -> None:
    told = [line[:6] for line in Report(1, missing={"2": 1, "0": 1}).sentences() if line.startswith("Seat")]
    assert told == ["Seat 0", "Seat 2"]
