"""The words of the log: written as they always were, refused with a sentence where they lack their form."""

import json
from typing import Any, get_args

import pytest

from stylobate.errors import BadRecord, StylobateError
from stylobate.play import fold
from stylobate.play.clock import Clock
from stylobate.play.events import (
    Awaited,
    Begun,
    Ended,
    Entry,
    Event,
    Gave,
    Opened,
    Revealed,
    Sat,
    Token,
    read,
)
from tests.test_stored import LOGS, log

THROW = {"number": 1, "link": "ab", "seat": 0, "nonce": "cd"}
SOUND: dict[str, dict[str, Any]] = {
    "opened": log("columba")[0],
    "sat": {"seat": 1, "who": "ada", "name": "Ada"},
    "drew": {"what": "die", "seat": 0, "of": ["1", "2"], "outcome": "2", "throw": THROW},
    "token": {"token": "*3", "seat": None, "throw": THROW},
    "begun": {"first": 0},
    "handed": {"seat": 0, "level": "3", "why": "time"},
    "ended": {"winners": [0], "how": "played", "seat": None},
    "said": {"room": "players", "who": "ada", "name": "Ada", "text": "Oh!"},
}


def entry(kind: str, **changes: object) -> dict[str, Any]:
    """A sound entry of that kind, with something changed; a field that is now “gone” is missing."""
    fields = {"v": 1, "at": 1, "kind": kind} | SOUND[kind] | changes
    return {name: value for name, value in fields.items() if value != "gone"}


@pytest.mark.parametrize("table", LOGS)
def test_what_0_1_0_wrote_is_written_the_same_again(table: str) -> None:
    stored = log(table)
    assert [read(data).json() for data in stored] == stored
    assert [list(read(data).json()) for data in stored] == [list(data) for data in stored], (
        "in the same order"
    )


def test_every_kind_of_event_was_written_by_0_1_0() -> None:
    written = {data["kind"] for table in LOGS for data in log(table)}
    assert written == {kind.kind for kind in get_args(Event)} - SINCE


SINCE = {"pledged", "awaited", "gave", "announced", "signed"}  # what can happen since then


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Sat(1, "ada", "Ada"), '"kind": "sat", "seat": 1, "who": "ada", "name": "Ada"'),
        (Token("b2a", 0), '"kind": "token", "token": "b2a", "seat": 0'),
        (Token("b2a", 0, "ab"), '"kind": "token", "token": "b2a", "seat": 0, "nonce": "ab"'),
        (
            Token("*3", None, throw=Revealed(1, "ab", "-", "-")),
            '"kind": "token", "token": "*3", "seat": null, '
            '"throw": {"number": 1, "link": "ab", "seat": "-", "nonce": "-"}',
        ),
        (
            Token("*3", None, throw=Revealed(1, "ab", mix="-")),
            '"kind": "token", "token": "*3", "seat": null, "throw": {"number": 1, "link": "ab", "mix": "-"}',
        ),
        (Awaited((1, 2)), '"kind": "awaited", "seats": [1, 2]'),
        (Awaited((1,), "host", "ab"), '"kind": "awaited", "seats": [1], "by": "host", "nonce": "ab"'),
        (Gave(1, "ab"), '"kind": "gave", "seat": 1, "nonce": "ab"'),
        (Begun(1), '"kind": "begun", "first": 1'),
        (Begun(1, 0, "ab"), '"kind": "begun", "first": 1, "by": 0, "nonce": "ab"'),
        (Ended((1, 3), "time", 0), '"kind": "ended", "winners": [1, 3], "how": "time", "seat": 0'),
        (
            Opened("colonnade", 1, {}, Clock(), "host", 0, "public", "ada", "ab", None, (1,)),
            '"kind": "opened", "game": "colonnade", "rules": 1, "options": {}, "clock": {"kind": "none"}, '
            '"starts": "host", "first": 0, "visibility": "public", "host": "ada", "commitment": "ab", '
            '"rematch_of": null, "reserved": [1]',
        ),
    ],
)
def test_an_event_is_written_with_what_it_tells_and_nothing_else(event: Event, text: str) -> None:
    written = json.dumps(Entry(7, 99, 99, event).json())
    assert written == f'{{"v": 7, "at": 99, {text}}}'
    assert read(json.loads(written)) == Entry(7, 99, 99, event)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "it is not a JSON object"),
        ([], "it is not a JSON object"),
        ({}, "there is no event of the kind None"),
        ({"v": 1, "at": 1, "kind": "party"}, "there is no event of the kind “party”"),
        ({"v": 1, "at": 1, "kind": ["sat"]}, "there is no event of the kind ['sat']"),
        (entry("sat", v="gone"), "“sat” has no whole number v"),
        (entry("sat", at=1.5), "“sat” has no whole number at"),
        (entry("sat", seat="gone"), "“sat” has no seat"),
        (entry("sat", seat="1"), "the seat of “sat” is “1”, not a whole number"),
        (entry("sat", seat=True), "the seat of “sat” is True, not a whole number"),
        (entry("sat", seat=None), "the seat of “sat” is None, not a whole number"),
        (entry("sat", name=7), "the name of “sat” is 7, not a text"),
        (entry("token", token=None), "the token of “token” is None, not a text"),
        (entry("token", seat="a"), "the seat of “token” is “a”, not a whole number or null"),
        (entry("token", throw=3), "the throw of “token” is 3, not a throw"),
        (entry("token", throw=THROW | {"number": "1"}), "the number of “throw” is “1”, not a whole number"),
        (
            entry("token", throw=THROW | {"seat": []}),
            "the seat of “throw” is [], not a whole number or a text",
        ),
        (entry("token", throw={}), "“throw” has no number"),
        (entry("drew", what="coin"), "the what of “drew” is “coin”, not one of lot, die"),
        (entry("drew", of="12"), "the of of “drew” is “12”, not a list of texts"),
        (entry("drew", of=[1]), "the of of “drew” is [1], not a list of texts"),
        (entry("begun", nonce=4), "the nonce of “begun” is 4, not a text or null"),
        (entry("begun", by=[]), "the by of “begun” is [], not a whole number or a text"),
        (entry("handed", why="boredom"), "the why of “handed” is “boredom”, not one of owner, abandoned"),
        (
            entry("ended", how="well"),
            "the how of “ended” is “well”, not one of played, resigned, time, cancelled, put-away, closed",
        ),
        (entry("ended", winners=[None]), "the winners of “ended” is [None], not a list of whole numbers"),
        (entry("said", room="street"), "the room of “said” is “street”, not one of players, watchers"),
        (entry("opened", options=[]), "the options of “opened” is [], not an object of texts"),
        (entry("opened", options={"players": 4}), "not an object of texts"),
        (entry("opened", clock="none"), "the clock of “opened” is “none”, not a clock"),
        (entry("opened", clock={"kind": "sand"}), "a clock is none, fischer with start and increment"),
        (entry("opened", game="gone"), "“opened” has no game"),
    ],
)
def test_what_has_not_the_form_is_refused_with_the_name_of_event_and_field(
    data: object, sentence: str
) -> None:
    with pytest.raises(StylobateError) as refusal:
        read(data)
    assert sentence in str(refusal.value)


def test_a_log_from_before_seats_could_be_kept_or_rematches_linked_still_opens() -> None:
    event = read(entry("opened", rematch_of="gone", reserved="gone")).event
    assert isinstance(event, Opened)
    assert (event.rematch_of, event.reserved) == (None, ())


# In its place in a log


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "party"}, "event 8 of table again: there is no event of the kind “party”"),
        (log("again")[0] | {"v": 8}, "event 8 of table again: “opened” comes first, and once"),
        (
            {"kind": "sat", "seat": 0, "who": "x", "name": "X"},
            "event 8 of table again: every seat is taken",
        ),
        ({"kind": "begun", "first": 0}, "“begun” comes before the game"),
        ({"kind": "resigned", "seat": 2}, "there is no seat 2"),
        ({"kind": "resigned", "seat": -1}, "there is no seat -1"),
        ({"kind": "ended", "winners": [5], "how": "played", "seat": None}, "there is no seat 5"),
        ({"kind": "took-back", "to": 99}, "99 tokens cannot stay of 3"),
        ({"kind": "took-back", "to": -1}, "-1 tokens cannot stay of 3"),
        ({"kind": "agreed", "seat": 0}, "nothing was asked"),
        ({"kind": "declined", "seat": 0}, "nothing was asked"),
        ({"kind": "token", "token": "b2a", "seat": 0, "throw": THROW}, "was not for seat 0 to play"),
        ({"kind": "token", "token": "b2a", "seat": 1, "throw": THROW}, "chance throws, and nobody else does"),
        ({"kind": "token", "token": "z9z", "seat": 1}, "event 8 of table again: “z9z” is not"),
    ],
)
def test_what_cannot_come_here_is_refused_with_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        fold("again", [*log("again"), {"v": 8, "at": 0} | change])
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "flagged", "seat": 0}, "event 2 of table t: “flagged” comes after “begun”"),
        ({"kind": "undone", "seat": 0}, "“undone” comes after “begun”"),
        ({"kind": "token", "token": "b2a", "seat": 0}, "“b2a” was not for seat 0 to play"),
        ({"kind": "begun", "first": 7}, "there is no seat 7"),
        ({"kind": "sat", "seat": 7, "who": "x", "name": "X"}, "there is no seat 7"),
    ],
)
def test_before_the_game_nothing_of_it_can_happen(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        fold("t", [log("colonnade")[0], {"v": 2, "at": 0} | change])
    assert sentence in str(refusal.value)


def test_where_nothing_was_played_nothing_can_be_undone() -> None:
    with pytest.raises(BadRecord, match="there is no token to take back"):
        fold("again", [*log("again")[:4], {"v": 5, "at": 0, "kind": "undone", "seat": 0}])


def test_the_words_of_the_log_stay_what_they_are() -> None:
    """Logs are kept for ever: a word may be added here, and none may go or change."""
    assert [kind.kind for kind in get_args(Event)] == [
        "opened",
        "sat",
        "computer",
        "stood",
        "drew",
        "begun",
        "pledged",
        "awaited",
        "gave",
        "announced",
        "signed",
        "token",
        "undone",
        "asked",
        "agreed",
        "declined",
        "took-back",
        "resigned",
        "flagged",
        "handed",
        "returned",
        "ended",
        "rematch",
        "rematched",
        "said",
        "resumed",
    ]
