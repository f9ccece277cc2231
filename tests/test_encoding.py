"""What is sent is the same, whoever encodes it."""

from __future__ import annotations

import pytest

from stylobate import encoding
from stylobate.encoding import encoded
from stylobate.fair import Chain
from stylobate.house.board import board
from stylobate.play import Moment, Person, Proposal, Showing, open_table


@pytest.fixture(params=["as it comes", "by the standard library"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param != "as it comes":
        monkeypatch.setattr(encoding, "quick", None)
    return str(request.param)


def test_a_view_and_a_board_are_the_same_bytes_with_and_without_orjson(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, moment = (
        Person("0" * 16, "Zoë “鳩” \x1f\x7f\u2028 \\/"),
        Moment(1_700_000_000_000, Chain(bytes(32))),
    )
    table = open_table("f" * 16, host, Proposal("colonnade", seats=("me", "open")), moment)
    things = (Showing(table, 1, {}).whole(host.id), board(table, 0), [None, True, 1.5, 10.0, -0.25, 2**53])
    sent = [encoded(thing) for thing in things]
    monkeypatch.setattr(encoding, "quick", None)
    assert [encoded(thing) for thing in things] == sent


@pytest.mark.usefixtures("way")
def test_half_a_character_becomes_a_question_mark() -> None:
    assert encoded({"name": "half \ud83d"}) == b'{"name":"half ?"}'


@pytest.mark.usefixtures("way")
def test_tuples_and_numbered_keys_are_sent_as_lists_and_texts() -> None:
    assert encoded({"plays": [("b2a", 0, 5, None)], "by": {1: "x"}}) == (
        b'{"plays":[["b2a",0,5,null]],"by":{"1":"x"}}'
    )
