"""Whatever is sent: the right status and a sentence, never a fault of ours."""

from __future__ import annotations

import http.client
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.test_moves import two_people
from tests.web.visiting import Running, Table, Visitor, bare, running

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def table(ada: Visitor, ben: Visitor) -> Table:
    return two_people(ada, ben)[0]


def refused(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text[:300]
    told = answer.json()
    assert set(told) <= {"error", "reason", "view", "option"}
    assert 10 < len(told["error"]) < 1_000
    assert "\n" not in told["error"]
    return str(told["error"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe{}", 400),
        (b'{"do": "say", "text": "\xc3\x28"}', 400),
        (b'{"do": "say", "text": "\\ud800"}', 400),
        (b'{"do": "say", "\\ud800": "x"}', 400),
        (b"[" * 30_000 + b"]" * 30_000, 400),
        (b"[" * 9 + b"]" * 9, 400),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400),
        (b'{"do": "move", "version": NaN, "token": "b2a"}', 400),
        (b'{"do": "move", "version": ' + b"9" * 5_000 + b', "token": "b2a"}', 400),
        (b'{"do": "move", "version": 1e999, "token": "b2a"}', 422),
        (b'{"do": "move", "version": 99999999999999999999, "token": "b2a"}', 422),
        (b'{"do": "move", "version": -1, "token": "b2a"}', 422),
        (b'{"do": "move", "version": "4", "token": "b2a"}', 422),
        (b'{"do": "move", "version": true, "token": "b2a"}', 422),
        (b'{"do": "move", "version": 4, "token": ["b2a"]}', 422),
        (b'{"do": "move", "version": 4, "token": {"a": {"b": 1}}}', 422),
        (b'{"do": "move", "version": 4, "token": "b2a", "seat": 1}', 422),
        (b'{"do": "move", "version": 4, "token": "", "nonce": "xyz"}', 422),
        (b'{"do": "move", "version": 2000000000, "token": "b2a"}', 422),
        (b'{"do": "move", "version": 4, "token": "' + b"x" * 10_000 + b'"}', 422),
        (b'{"do": "move", "version": 4, "token": "b2a\\u0000"}', 422),
        (b'{"do": "sit", "seat": 99}', 409),
        (b'{"do": "hand-over", "seat": 99, "level": "3"}', 422),
        (b'{"do": "hand-over", "seat": 0, "level": "../../etc/passwd"}', 422),
        (b'{"do": "say", "text": "' + b"x" * 1_000 + b'"}', 422),
        (b'{"do": "say", "text": "   "}', 422),
        (b'{"do": "explode"}', 422),
        (b'{"do": null}', 422),
        (b"null", 422),
        (b"[]", 422),
        (b'"move"', 422),
        (b"12", 422),
        (b" " * 70_000, 413),
    ],
)
def test_a_body_that_is_no_command_is_refused(table: Table, body: bytes, status: int) -> None:
    answer = table.visitor.http.post(table.path, content=body, headers=JSON)
    refused(answer, status)
    assert len(table.view["tokens"]) == 0


@pytest.mark.parametrize(
    "proposal",
    [
        {},
        {"game": "chess"},
        {"game": 7},
        {"game": "../colonnade"},
        {"game": "colonnade", "seats": []},
        {"game": "colonnade", "seats": ["me"] * 500},
        {"game": "colonnade", "seats": ["me", 3]},
        {"game": "colonnade", "seats": {"0": "me"}},
        {"game": "colonnade", "seats": ["me", "level nine"]},
        {"game": "colonnade", "seats": ["me:" + "x" * 4_000, "open"]},
        {"game": "colonnade", "options": {"setup": "@/etc/passwd"}},
        {"game": "colonnade", "options": {"setup": "x" * 30_000}},
        {"game": "colonnade", "options": {"height": 3}},
        {"game": "colonnade", "options": {"unheard": "of"}},
        {"game": "colonnade", "options": []},
        {"game": "colonnade", "clock": {"kind": "fischer", "start": 1e9, "increment": 0}},
        {"game": "colonnade", "clock": {"kind": "fischer"}},
        {"game": "colonnade", "clock": "fast"},
        {"game": "colonnade", "starts": "me"},
        {"game": "colonnade", "first": 5},
        {"game": "colonnade", "first": "0"},
        {"game": "colonnade", "visibility": "secret"},
        {"game": "colonnade", "host": "somebody"},
        [],
        "colonnade",
    ],
)
def test_a_proposal_that_makes_no_table_is_refused(ada: Visitor, proposal: object) -> None:
    refused(ada.post("/api/tables", proposal), 422)


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/0123456789abcdef",
        "/api/tables/x",
        "/api/tables/" + "9" * 5_000,
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/0123456789abcdef/at/0",
        "/api/tables/TABLE/at/99",
        "/api/tables/TABLE/at/-1",
        "/api/tables/TABLE/at/" + "9" * 5_000,
        "/api/tables/TABLE/at/1e3",
        "/api/tables/TABLE/at/٣",
        "/api/tables/TABLE/record.exe",
        "/api/tables/TABLE/log?from=x",
        "/api/tables/TABLE/",
        "/api/events",
        "/api/events?table=nowhere",
        "/api/events?table=" + "a" * 16,
        "/api/nothing",
    ],
)
def test_what_is_not_there_is_not_found(table: Table, path: str) -> None:
    refused(table.visitor.get(path.replace("TABLE", table.id)), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/static/x/../../pages.py",
        "/static/x/..%2f..%2fpages.py",
        "/static/x/%2e%2e/%2e%2e/pages.py",
        "/static/x//etc/passwd",
        "/static/",
        "/games/chess",
        "/learn/chess",
        "/learn/colonnade/figure-999.svg",
        "/learn/colonnade/figure-x.svg",
        "/learn/colonnade/figure-1.svg?theme=page",
        "/learn/colonnade/sheet.pdf",
        "/learn/%2e%2e/sheet.pdf",
        "/games/colonnade%00/board.svg",
        "/t/nowhere",
        "/t/%ff",
        "/join/nothing",
        "/join/" + "x" * 3_000,
    ],
)
def test_a_page_that_is_not_there_says_so(ada: Visitor, path: str) -> None:
    answer = ada.get(path)
    assert answer.status_code == 404
    assert "text/html" in answer.headers["content-type"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "/api/tables"),
        ("DELETE", "/api/tables/TABLE"),
        ("PATCH", "/api/tables/TABLE"),
        ("POST", "/api/events"),
        ("POST", "/api/tables/TABLE/at/0"),
        ("GET", "/api/tables"),
        ("TRACE", "/api/tables"),
    ],
)
def test_a_method_that_means_nothing_is_refused(table: Table, method: str, path: str) -> None:
    refused(table.visitor.http.request(method, path.replace("TABLE", table.id)), 405)


def test_a_body_must_say_that_it_is_json(table: Table) -> None:
    body = json.dumps({"do": "say", "text": "hello"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        refused(table.visitor.http.post(table.path, content=body, headers={"Content-Type": kind}), 415)


def test_a_body_larger_than_it_says_is_refused_too(table: Table) -> None:
    def endless() -> Any:
        for _ in range(200):
            yield b" " * 1_000

    refused(table.visitor.http.post(table.path, content=endless(), headers=JSON), 413)


def test_a_body_that_breaks_off_harms_nobody(site: Running, table: Table) -> None:
    place = httpx.URL(site.base)
    for _ in range(3):
        connection = http.client.HTTPConnection(place.host, place.port)
        connection.putrequest("POST", table.path)
        for name, value in ({"Content-Length": "1000"} | JSON).items():
            connection.putheader(name, value)
        connection.endheaders(b'{"do": "mo')
        connection.close()
    assert table.move("b2a").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Idempotency-Key": "x" * 200},
        {"Idempotency-Key": ""},
        {"Idempotency-Key": "tab\there"},
    ],
)
def test_a_key_that_is_none_is_refused(table: Table, headers: dict[str, str]) -> None:
    answer = table.visitor.http.post(table.path, json={"do": "say", "text": "hello"}, headers=headers)
    refused(answer, 422)


@pytest.mark.parametrize("cookie", ["", "x", "x" * 5_000, "%00", "ÿ", "stylobate", "a=b; a=c; ;;;", '"'])
def test_a_cookie_that_is_none_is_a_stranger(site: Running, table: Table, cookie: str) -> None:
    headers = {b"Cookie": f"stylobate={cookie}; seat-{table.id}={cookie}".encode("latin-1")}
    answer = bare("GET", f"{site.base}{table.path}", headers=headers)
    assert answer.status_code == 200
    assert answer.json()["mine"] == []


def test_somebody_elses_seat_cannot_be_had_with_a_guess(site: Running, table: Table, ada: Visitor) -> None:
    stranger = site.visitor()
    token = ada.http.cookies[f"seat-{table.id}"].partition("-")[2]
    for guess in (f"1-{token}", f"0-{token[:-1]}x", f"0-{'A' * 43}", "0-", f"99-{token}", f"-1-{token}"):
        stranger.http.cookies.set(f"seat-{table.id}", guess)
        assert table.seen_by(stranger).view["mine"] == []
        assert table.seen_by(stranger).ask("resign").status_code == 403


def test_garbage_never_makes_a_fault_of_ours(site: Running, table: Table) -> None:
    rng = random.Random(11)
    words = [
        "do",
        "move",
        "token",
        "version",
        "seat",
        "level",
        "text",
        "nonce",
        "yes",
        "begin",
        "sit",
        "say",
        "undo",
    ]
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        3,
        2**40,
        1.5,
        "",
        "b2a",
        "x" * 300,
        [],
        {},
        [[1]],
        {"a": None},
        "\u202e",
        "鳩",
    ]
    for _ in range(300):
        data = {rng.choice(words): rng.choice(values + words) for _ in range(rng.randrange(6))}
        path = rng.choice([table.path, "/api/tables", f"{table.path}/invites", f"{table.path}/continue/0"])
        answer = table.visitor.post(path, data)
        assert answer.status_code < 500, (path, data, answer.text)
        if answer.status_code >= 400:
            refused(answer, answer.status_code)


def test_requests_that_are_no_http_at_all_harm_nobody(site: Running, ada: Visitor) -> None:
    import socket

    for garbage in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/9.9\r\n\r\n",
        b"A" * 100_000,
        b"GET /\xff HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", site.settings.port), timeout=5) as raw:
            raw.settimeout(2)
            try:
                raw.sendall(garbage)
                raw.recv(1_000)
            except OSError:
                pass
    assert ada.get("/health").status_code == 200


def test_a_fault_of_ours_tells_nothing_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open()
        monkeypatch.setattr("stylobate.play.Showing.whole", lambda *_: 1 / 0)
        answer = ada.get(table.path)
    assert answer.status_code == 500
    told = "Something went wrong on our side and was written down; whoever runs this site finds it under "
    assert answer.json() == {"error": f"{told}{answer.headers['x-request-id']}.", "reason": "fault"}
