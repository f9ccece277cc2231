"""Records: what a person can type, a program can read, and nobody can misread."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stylobate
from stylobate.errors import BadRecord
from stylobate.game import Game
from stylobate.record import Record, from_json, read
from tests.harness import every_game_and_variant

TYPED = """\
stylobate record 1
game: colonnade
rules: 1
seat 0: Ada
seat 1: level 3
date: 2026-11-15
result: none
place: the kitchen table

b2a c1b   # a quiet beginning
d2c
"""


def test_a_typed_record_is_read_as_it_was_meant() -> None:
    record = read(TYPED)
    assert record.tokens == ("b2a", "c1b", "d2c")
    assert record.seats == ("Ada", "level 3")
    assert record.more == {"place": "the kitchen table"}
    assert record.comments == ((2, "a quiet beginning"),)


def test_a_record_is_its_options_and_tokens_and_needs_no_more() -> None:
    record = read("stylobate record 1\ngame: colonnade\n\nb2a")
    assert str(record.final()) == "B4/B1/R3/B3/R3/B3/R3/B3 B"
    assert record.rules == 1


def test_a_game_from_a_set_up_position_has_a_record_like_any_other() -> None:
    record = Record("colonnade", ("a1b",), {"setup": "R1/R1/-/-/-/-/-/-_R"})
    assert read(record.text()).final().winners == (0,)


def test_long_games_are_wrapped_to_a_readable_width() -> None:
    record = Record("colonnade", ("b2a",) * 200)
    assert max(map(len, record.text().splitlines())) <= 79
    assert read(record.text()) == record


NAMES = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=30).map(
    lambda name: " ".join(name.split())
)
TOKENS = st.from_regex(r"[a-h][1-9][a-h]", fullmatch=True)


@st.composite
def records(draw: st.DrawFn) -> Record:
    tokens = tuple(draw(st.lists(TOKENS, max_size=60)))
    places = sorted(draw(st.lists(st.integers(0, len(tokens)), max_size=5)))
    return Record(
        "colonnade",
        tokens,
        draw(st.sampled_from([{}, {"setup": "R3/-/-/-/-/-/-/-_R"}])),
        draw(st.none() | st.integers(0, 10**6)),
        draw(st.sampled_from([(), None])) or tuple(draw(st.tuples(NAMES, NAMES))),
        draw(st.none() | st.dates().map(str)),
        draw(st.sampled_from([None, (0,), (1,), (0, 1)])),
        draw(st.dictionaries(st.sampled_from(["place", "ending", "clock used"]), NAMES)),
        tuple((place, draw(NAMES)) for place in places),
    )


@given(records())
def test_writing_and_reading_gives_the_same_record(record: Record) -> None:
    assert read(record.text()) == record
    assert read(record.json()) == record
    assert read(record.text()).text() == record.text()
    assert pickle.loads(pickle.dumps(record)) == record


@every_game_and_variant()
def test_a_random_game_replays_from_its_record(game: Game, options: dict[str, str]) -> None:
    from stylobate.chance import below, stream

    rng = stream(11)
    position = game.begin(options)
    tokens: list[str] = []
    while not position.is_over and len(tokens) < 2000:
        token = (
            position.sample(rng) if position.is_chance else position.legal[below(rng, len(position.legal))]
        )
        position = position.play(token)
        tokens.append(token)
    record = Record(game.id, tuple(tokens), options, result=position.winners or None)
    assert read(record.text()).final() == position
    assert read(record.json()).final() == position


def test_the_first_illegal_token_is_named_with_its_reason_and_what_was_legal() -> None:
    record = Record("colonnade", ("b2a", "b2a", "d2c"))
    with pytest.raises(BadRecord, match=r"token 2 of 3: “b2a” is not legal here: b holds only 1; legal: a1b"):
        record.final()


def test_a_result_that_the_tokens_contradict_is_refused() -> None:
    record = Record("colonnade", (), {"setup": "R1/B1/-/-/-/-/-/-_R"}, result=(0,))
    with pytest.raises(BadRecord, match="says result: 0, but its tokens end in result: 1"):
        record.final()


def test_a_resigned_game_keeps_its_result() -> None:
    assert Record("colonnade", ("b2a",), result=(1,)).final().winners == ()


def test_rules_of_another_day_are_not_replayed_by_todays() -> None:
    with pytest.raises(BadRecord, match="made under rules 7 of Colonnade; this program plays rules 1"):
        Record("colonnade", rules=7).final()


def _json(**changes: object) -> str:
    return json.dumps(json.loads(read(TYPED).json()) | changes)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a record begins with “stylobate record 1”"),
        ("stylobate record 2\ngame: colonnade\n", "line 1: a record begins with"),
        ("stylobate record 1\n\nb2a", "no “game:” line"),
        ("stylobate record 1\ngame: chess\n", "no game called “chess”"),
        ("stylobate record 1\ngame: colonnade\nb2a c1b\n", "line 3: “b2a c1b” should be “name: value”"),
        ("stylobate record 1\ngame: colonnade\ngame: colonnade\n", "line 3: “game” is given twice"),
        (
            "stylobate record 1\ngame: colonnade\noptions: setup\n",
            "“setup” is not an option; options are written",
        ),
        ("stylobate record 1\ngame: colonnade\noptions: a=1 a=2\n", "the option “a” is given twice"),
        ("stylobate record 1\ngame: colonnade\noptions: size=9\n", "has no option “size”"),
        ("stylobate record 1\ngame: colonnade\noptions: setup=@secret\n", "names a file"),
        ("stylobate record 1\ngame: colonnade\nrules: one\n", "rules: “one” is not a whole number"),
        ("stylobate record 1\ngame: colonnade\nseat 1: Ada\n", "none may be left out"),
        ("stylobate record 1\ngame: colonnade\nseat 0: Ada\n", "not for 1 seats"),
        ("stylobate record 1\ngame: colonnade\ndate: yesterday\n", "the date “yesterday” is not of the form"),
        ("stylobate record 1\ngame: colonnade\nresult: 5\n", "names seat 5"),
        ("stylobate record 1\ngame: colonnade\nresult: red\n", "result: “red” is not a whole number"),
        ("stylobate record 1\ngame: colonnade\nresult: 1 0\n", "ascending, each once"),
        ("{", "not proper JSON"),
        ("{}", "an object whose format is"),
        ("[" * 100_000, "line 1: a record begins with"),
        ('{"a":' * 100_000, "not proper JSON"),
        (_json(tokens="b2a"), "tokens is not a list of texts"),
        (_json(tokens=["b2a c1b"]), "has a space or a # in it"),
        (_json(options=[]), "options is not an object of texts"),
        (_json(game=None), "game is missing or not a text"),
        (_json(rules=True), "rules: “True” is not a whole number"),
        (_json(result=0), "result is null or a list of seats"),
        (_json(result=[]), "a result is “none” or"),
        (_json(seats=["a\nb", "c"]), "has a control character"),
        (_json(more={"game": "x"}), "cannot be the name of a header line"),
        (_json(comments=[[9, "x"]]), "do not stand in the order of the tokens"),
        (_json(comments=[["x"]]), "each comment is a pair"),
        ("stylobate record 1\n" + "x" * 20_000_000, "is too long"),
    ],
    ids=range(33),
)
def test_a_malformed_record_gets_its_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read(text)
    assert sentence in str(refusal.value)


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: TYPED + text))
def test_any_text_is_a_record_or_gets_a_sentence(text: str) -> None:
    try:
        record = read(text)
    except BadRecord:
        return
    assert read(record.text()) == record


def test_reading_opens_no_file_and_loads_no_kernel() -> None:
    """Reading is only reading: the rules are not even imported for it."""
    import subprocess
    import sys

    program = (
        f"from stylobate.record import read; read({TYPED!r}); import sys; sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_record_of_an_unfinished_game_has_no_result() -> None:
    assert "result: none" in Record("colonnade").text()
    assert stylobate.load("colonnade").start().winners == ()


# Limits


def test_a_line_of_moves_has_79_signs_and_no_token_is_broken() -> None:
    for token, fit in (("b2a", 20), ("ab", 26)):
        lines = Record("colonnade", (token,) * 60).text().splitlines()
        assert lines[lines.index("") + 1].split() == [token] * fit
    unbroken = ("a" * 100, "b-" * 30 + "b", "c-" * 30 + "c")
    assert read(Record("colonnade", unbroken).text()).tokens == unbroken


def test_the_longest_text_that_is_looked_at_has_sixteen_million_signs() -> None:
    with pytest.raises(BadRecord, match="a record begins with"):
        read("x" * 16_000_000)
    with pytest.raises(BadRecord, match="16000001 characters is too long"):
        read("x" * 16_000_001)


def test_a_record_in_json_can_be_read_by_people() -> None:
    lines = Record("colonnade", seats=("Ä", "鳩")).json().splitlines()
    assert lines[1] == '  "format": "stylobate record 1",'
    assert '    "鳩"' in lines


def test_nobody_changes_a_record_that_is_written() -> None:
    options, more = {"setup": "R1/R1/-/-/-/-/-/-_R"}, {"place": "home"}
    record = Record("colonnade", options=options, more=more)
    options.clear()
    more.clear()
    assert (dict(record.options), dict(record.more)) == ({"setup": "R1/R1/-/-/-/-/-/-_R"}, {"place": "home"})
    for told in (record.options, record.more):
        with pytest.raises(TypeError):
            told["place"] = "elsewhere"  # type: ignore[index]


def test_seats_may_be_named_in_any_order() -> None:
    assert read("stylobate record 1\ngame: colonnade\nseat 1: Ben\nseat 0: Ada\n").seats == ("Ada", "Ben")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"result": (2,)}, "the result names seat 2, and there is no such seat"),
        ({"result": (-1,)}, "the result names seat -1, and there is no such seat"),
        ({"result": (1, 0)}, "the winners' seats, ascending, each once"),
        ({"result": (0, 0)}, "the winners' seats, ascending, each once"),
        ({"more": {"A Place": "home"}}, "cannot be the name of a header line"),
        ({"more": {"seat 1": "Ben"}}, "cannot be the name of a header line"),
        ({"more": {"date": "today"}}, "cannot be the name of a header line"),
        ({"tokens": ("",)}, "it is empty or has a space or a # in it"),
        ({"tokens": ("a\x01",)}, "it is empty or has a space or a # in it"),
        ({"tokens": ("a#",)}, "it is empty or has a space or a # in it"),
        ({"tokens": ("b2a",) * 2, "comments": ((2, "so"), (1, "so"))}, "in the order of the tokens"),
        ({"comments": ((-1, "so"),)}, "in the order of the tokens"),
        ({"comments": ((1, "so"),)}, "in the order of the tokens"),
        *(
            ({"seats": (name, "Ben")}, "no line can hold it")
            for name in (" Ada", "Ada ", "A\tda", "A\x1fda", "A\u2028da", "A\ud800", "A\udfff")
        ),
    ],
    ids=range(20),
)
def test_what_could_not_be_read_again_is_not_written(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        Record("colonnade", **fields)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tokens": ["b2a", 1]}, "tokens is not a list of texts"),
        ({"tokens": "b2a"}, "tokens is not a list of texts"),
        ({"options": {"setup": 1}}, "options is not an object of texts"),
        ({"options": []}, "options is not an object of texts"),
        ({"result": ["x"]}, "result: “x” is not a whole number"),
        ({"comments": [["x", "so"]]}, "comments: “x” is not a whole number"),
        ({"comments": ["so"]}, "each comment is a pair"),
        ({"comments": [[0, 1]]}, "each comment is a pair"),
        ({"comments": [[0, "so", "so"]]}, "each comment is a pair"),
    ],
    ids=range(9),
)
def test_json_of_another_form_gets_a_sentence(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        read(json.dumps({"format": "stylobate record 1", "game": "colonnade", **fields}))


def test_json_that_is_no_object_gets_a_sentence() -> None:
    with pytest.raises(BadRecord, match="a record in JSON is an object"):
        from_json("[]")


def test_what_is_sealed_has_its_lines_in_one_order_and_every_token_on_a_line_of_its_own() -> None:
    record = Record(
        "colonnade", ("b2a", "c1b"), more={"place": "here", "clock": "none"}, comments=((1, "quiet"), (2, ""))
    )
    assert record.sealing("clock") == (
        "stylobate record 1\ngame: colonnade\nrules: 1\nresult: none\nplace: here\n\nb2a\n# quiet\nc1b\n#\n"
    )
    assert "\nclock: none\nplace: here\n" in record.sealing()
