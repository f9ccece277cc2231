"""Commands from outside: whatever arrives is a command or gets a sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import Refusal
from stylobate.play import decide, read
from stylobate.play.commands import WORDS, Move, Say
from tests.tables import ADA, moment, two_people

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["token", "version", "nonce", "seat", "level", "name", "text", "yes"])


def test_a_command_is_read_as_it_was_meant() -> None:
    assert read({"do": "move", "token": "b2a", "version": 3}) == Move("b2a", 3)
    assert read({"do": "say", "text": "hello"}) == Say("hello")
    assert read({"do": "say", "text": "o" * 2_000}) == Say("o" * 2_000)
    assert read({"do": "move", "token": "b2a", "version": 2**31 - 1}) == Move("b2a", 2**31 - 1)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "a command is an object whose “do” is one of move, undo"),
        ([], "a command is an object"),
        ({}, "a command is an object"),
        ({"do": "dance"}, "a command is an object"),
        ({"do": ["move"]}, "a command is an object"),
        ({"do": "move", "token": "b2a"}, "“move” needs “version”"),
        ({"do": "move", "token": 7, "version": 3}, "the “token” of “move” should be a text"),
        ({"do": "move", "token": "b2a", "version": True}, "should be a whole number"),
        ({"do": "move", "token": "b2a", "version": -1}, "is too large"),
        ({"do": "move", "token": "b2a", "version": 2**31}, "is too large"),
        ({"do": "move", "token": "b2a", "version": 10**30}, "is too large"),
        ({"do": "say", "text": "o" * 2_001}, "is too large"),
        ({"do": "move", "token": "b" * 3000, "version": 3}, "is too large"),
        ({"do": "answer-takeback", "yes": 1}, "should be true or false"),
        ({"do": "resign", "seat": 1}, "“resign” takes no “seat”"),
    ],
    ids=range(15),
)
def test_what_is_no_command_gets_a_sentence(data: object, sentence: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read(data)
    assert sentence in str(refusal.value)
    assert refusal.value.reason == "illegal"


@given(st.sampled_from(list(WORDS)), st.dictionaries(FIELDS, JSON, max_size=4), JSON)
def test_any_json_is_a_command_or_gets_a_sentence_and_so_does_what_it_asks_for(
    word: str, fields: dict[str, object], other: object
) -> None:
    table = two_people()
    for data in ({**fields, "do": word}, other):
        try:
            after = decide(table, ADA, read(data), moment())
        except Refusal:
            continue
        json.dumps(after.news)
