"""A private feed of one's turns: read by whoever has its address, for games of days, ended by its owner."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from stylobate.web.limits import Limits
from tests.web.visiting import Table, Visitor, bare, running, until

ATOM = {"": "http://www.w3.org/2005/Atom"}
DAYS = {"kind": "days", "days": 2}


def made(visitor: Visitor) -> str:
    """The address of a new feed."""
    answer = visitor.post("/me/feed", {})
    assert answer.status_code == 201
    return str(answer.json()["url"])


def read(address: str) -> Xml.Element:
    """The feed, as a program that knows nothing but the address reads it."""
    answer = bare("GET", address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert "no-store" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers
    return Xml.fromstring(answer.content)


def text(element: Xml.Element, path: str) -> str:
    return element.findtext(path, "", ATOM)


def game_of_days(ada: Visitor, ben: Visitor, game: str = "colonnade") -> tuple[Table, Table]:
    """A game that both have begun to play, and it is Ada's turn."""
    table = ada.open(game, ("me", "open"), clock=DAYS)
    other = table.seen_by(ben)
    assert other.ask("sit", seat=1, name="Ben & <Co>").status_code == 200
    return table, other


def test_a_feed_tells_of_every_turn_once_and_leads_to_its_table(ada: Visitor, ben: Visitor) -> None:
    table, other = game_of_days(ada, ben)
    ada.open(seats=("me", "me:Eve"))  # without a clock: one plays it at once, or not at all
    mine, his = made(ada), made(ben)
    feed = read(mine)
    assert text(feed, "id") == mine
    assert text(feed, "author/name") == "Stylobate"
    assert datetime.fromisoformat(text(feed, "updated"))
    (entry,) = feed.findall("entry", ATOM)
    assert text(entry, "title") == "Your turn: Colonnade, with Ben & <Co>"
    link = entry.find("link", ATOM)
    assert link is not None
    assert link.get("href") == f"{ada.base}/t/{table.id}"
    assert not read(his).findall("entry", ATOM)
    table.ask("say", text="take your time")
    assert text(read(mine), "entry/id") == text(entry, "id"), "talk is no new turn"
    table.move()
    assert not read(mine).findall("entry", ATOM)
    assert len(read(his).findall("entry", ATOM)) == 1
    other.move()
    assert text(read(mine), "entry/id") not in ("", text(entry, "id"))
    other.ask("resign")
    assert not read(mine).findall("entry", ATOM)


def test_a_turn_of_several_tokens_is_one_entry(ada: Visitor, ben: Visitor) -> None:
    table, _ = game_of_days(ada, ben, "columbiz")
    address = made(ada)
    if table.view["can"]["begin"]:
        table.ask("begin")
    first = text(read(address), "entry/id")
    table.move("stop")
    assert table.view["can"]["move"]
    assert text(read(address), "entry/id") == first != ""


def test_an_address_that_was_ended_or_replaced_or_made_up_leads_nowhere(ada: Visitor) -> None:
    first = made(ada)
    second = made(ada)
    assert bare("GET", first).status_code == 404
    assert bare("GET", second).status_code == 200
    assert ada.http.post("/me/feed/end").status_code == 303
    answer = bare("GET", second)
    assert answer.status_code == 404
    assert "no such feed" in answer.text
    assert bare("GET", f"{ada.base}/feeds/{'x' * 43}").status_code == 404
    assert bare("GET", f"{ada.base}/feeds/{'x' * 5000}").status_code == 404


def test_another_password_ends_the_feed_too(ada: Visitor) -> None:
    secret = {"name": "Feeder", "password": "a password of mine"}
    assert ada.http.post("/me/register", data=secret).status_code == 303
    address = made(ada)
    assert read(address) is not None
    changed = {"password": "a password of mine", "new": "another one of mine"}
    assert ada.http.post("/me/password", data=changed).status_code == 303
    assert bare("GET", address).status_code == 404


def test_the_address_of_a_feed_reads_and_does_nothing_else(ada: Visitor, ben: Visitor) -> None:
    table, _ = game_of_days(ada, ben)
    address = made(ada)
    credential = address.rpartition("/")[2]
    assert bare("POST", address, headers={"Origin": ada.base}).status_code == 405
    for cookie in ("stylobate", f"seat-{table.id}"):
        there = {"Origin": ada.base, "Sec-Fetch-Site": "same-origin", "Cookie": f"{cookie}=0-{credential}"}
        asked = {"do": "resign"}
        answer = bare("POST", f"{ada.base}{table.path}", headers=there, json=asked)
        assert answer.status_code in (401, 403)
    assert table.view["state"] == "running"


def test_the_page_tells_the_address_once_and_then_only_that_there_is_one(ada: Visitor) -> None:
    ada.open(seats=("me", "me:Eve"))
    assert "Make an address" in ada.get("/me").text
    page = ada.http.post("/me/feed")
    assert page.status_code == 200
    assert "no-store" in page.headers["cache-control"]
    assert f'value="{ada.base}/feeds/' in page.text
    later = ada.get("/me").text
    assert "/feeds/" not in later
    assert "There is one, made on" in later


def test_the_store_holds_no_address_of_a_feed_and_the_log_tells_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), running(tmp_path, log_requests=True) as site:
        address = made(site.visitor())
        assert read(address) is not None
        credential = address.rpartition("/")[2]

        def told() -> str:
            ours = [one for one in caplog.records if one.name.startswith(("stylobate", "uvicorn"))]
            return "".join(str(vars(record)) for record in ours)

        until(lambda: "/feeds/{feed}" in told())  # the line is written after the answer
        assert credential not in told()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert credential.encode() not in kept


def test_a_feed_is_not_read_too_often(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(feeds=((1, 60.0),))) as site:
        address = made(site.visitor())
        answers = [bare("GET", address).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]
