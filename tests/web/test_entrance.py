"""What changes something is led straight to its endpoint, and is answered as if it had gone the usual way."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from stylobate.web.app import Application
from tests.web.visiting import PATIENCE, Running, Table, running

KEPT_APART = (b"x-request-id", b"date")
HOSTILE: dict[str, tuple[str, dict[str, str], bytes]] = {
    "another site": ("", {"Origin": "http://elsewhere.example"}, b'{"do": "close"}'),
    "another host": ("", {"Host": "elsewhere.example"}, b'{"do": "close"}'),
    "no JSON": ("", {}, b"{"),
    "half a character": ("", {}, rb'{"do": "say", "text": "\ud800"}'),
    "deep": ("", {}, b"[" * 20 + b"]" * 20),
    "a form": ("", {"Content-Type": "text/plain"}, b"do=close"),
    "very much": ("", {}, b" " * 70_000),
    "a length that is none": ("", {"Content-Length": "+3"}, b"{}"),
    "no command": ("", {}, b'{"do": "win"}'),
    "an illegal token": ("", {}, b'{"do": "move", "token": "z9z", "version": 4}'),
    "a stale one": ("", {}, b'{"do": "move", "token": "b2a", "version": 1}'),
    "a key of 200 signs": (
        "",
        {"Idempotency-Key": "k" * 200},
        b'{"do": "move", "token": "b2a", "version": 4}',
    ),
    "a number that is none": ("?boards=x", {}, b'{"do": "move", "token": "b2a", "version": 4}'),
    "no such table": ("/../0000000000000000", {}, b'{"do": "close"}'),
    "an odd path": ("/%2e%2e/%00", {}, b'{"do": "close"}'),
    "no such page": ("/nothing", {}, b"{}"),
    "what can only be looked at": ("/proof", {}, b"{}"),
    "a line in a header": ("", {"X-Odd": "a\tb"}, b'{"do": "win"}'),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("straight")) as site:
        yield site


@pytest.fixture
def table(site: Running) -> Table:
    return site.visitor().open(seats=("me:Ada", "me:Eve"))


def _asked(site: Running, table: Table, more: str, headers: dict[str, str], body: bytes) -> bytes:
    """All that comes back for a request at a table, on a connection that could go on."""
    place = ("127.0.0.1", site.settings.port)
    cookies = "; ".join(f"{one.name}={one.value}" for one in table.visitor.http.cookies.jar)
    said = {
        "Host": "localhost",
        "Sec-Fetch-Site": "same-origin",
        "Cookie": cookies,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    } | headers
    head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    with socket.create_connection(place, timeout=PATIENCE) as line:
        line.sendall(f"POST {table.path}{more} HTTP/1.1\r\n{head}\r\n".encode() + body)
        came = b""
        while not _is_whole(came) and (piece := line.recv(65_536)):
            came += piece
    return came


def _is_whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    length = head.partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]
    return bool(length) and len(body) == int(length)


def _both(site: Running, ask: Any) -> tuple[bytes, bytes]:
    """What is answered straight, and what through the application."""
    app = site.server.config.app
    assert isinstance(app, Application)
    find = app.entrance.find
    straight = ask()
    app.entrance.find = lambda scope: None
    try:
        return straight, ask()
    finally:
        app.entrance.find = find


def _told(answer: bytes) -> tuple[list[bytes], Any]:
    """Its head without what is each answer's own, and what it says without the time at which it did."""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if line.partition(b":")[0] not in KEPT_APART]
    if not body.startswith(b"{"):
        return lines, body
    data = json.loads(body)
    for view in (data, data.get("view", {})):
        view.pop("now", None)
    return lines, data


@pytest.mark.parametrize("which", HOSTILE)
def test_what_is_refused_is_refused_alike_on_both_ways(site: Running, table: Table, which: str) -> None:
    more, headers, body = HOSTILE[which]
    straight, usual = _both(site, lambda: _asked(site, table, more, headers, body))
    assert _told(straight) == _told(usual)
    assert straight[9:10] in b"45"


def test_a_move_is_answered_alike_on_both_ways(site: Running, table: Table) -> None:
    body = json.dumps({"do": "move", "token": "b2a", "version": table.view["version"]}).encode()
    again = {"Idempotency-Key": "once"}
    first = _asked(site, table, "", again, body)
    straight, usual = _both(site, lambda: _asked(site, table, "", again, body))
    assert _told(straight) == _told(usual)
    assert straight.startswith(b"HTTP/1.1 200 OK\r\n")
    assert _told(first)[1]["tokens"] == _told(straight)[1]["tokens"]


def test_both_ways_count_and_name_the_request(site: Running, table: Table) -> None:
    def ask() -> bytes:
        return _asked(site, table, "", {}, b'{"do": "win"}')

    counted = site.site.metrics.requests
    before = counted["POST", 422]
    for answer in _both(site, ask):
        assert b"\r\nx-request-id: " in answer
    assert counted["POST", 422] == before + 2


def test_requests_that_come_together_are_answered_in_their_order(site: Running, table: Table) -> None:
    place = ("127.0.0.1", site.settings.port)
    cookies = "; ".join(f"{one.name}={one.value}" for one in table.visitor.http.cookies.jar)
    asked = b""
    for body in (b'{"do": "win"}', b"{", b'{"do": "close"}'):
        asked += (
            f"POST {table.path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
            f"Cookie: {cookies}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
    with socket.create_connection(place, timeout=PATIENCE) as line:
        line.sendall(asked)
        came = b""
        while came.count(b'"reason"') < 3:
            came += line.recv(65_536)
    assert [part[:3] for part in came.split(b"HTTP/1.1 ")[1:]] == [b"422", b"400", b"409"]
