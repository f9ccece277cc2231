"""Requests have names, and so have processes: an operator finds all lines of one among those of many."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from stylobate.errors import BadOption
from stylobate.web import logs
from stylobate.web.door.headers import ALWAYS
from stylobate.web.settings import Settings
from tests.web.visiting import Running, Visitor, bare, running, until

ID = "X-Request-Id"
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What a process called serve-1 writes, read back line by line."""
    loggers = [logging.getLogger(name) for name in ("stylobate", "uvicorn.error", "asyncio")]
    before = [(one.handlers, one.propagate, one.level) for one in loggers]
    stream = io.StringIO()
    logs.to("serve-1", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    for logger, (handlers, propagates, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagates
        logger.setLevel(level)


def test_every_request_has_an_id_of_its_own(site: Running, ada: Visitor) -> None:
    ids = [ada.get(path).headers[ID] for path in ("/", "/", "/health", "/nothing", "/api/tables/x")]
    assert len(set(ids)) == 5
    assert all(re.fullmatch(r"[0-9a-f]{16}", id) for id in ids)
    stream = ada.open().listen()
    assert re.fullmatch(r"[0-9a-f]{16}", stream.answer.headers[ID])
    stream.close()


def test_at_home_nobody_else_names_a_request(ada: Visitor) -> None:
    assert ada.get("/health", headers={ID: "my-own-request"}).headers[ID] != "my-own-request"


@pytest.mark.parametrize(
    ("given", "is_taken"),
    [
        ("0b8ab1a4-77e2-4d4c-b3c9-6a2c24e2a8b1", True),
        ("01HZX3V9.abc_DEF", True),
        ("short", False),
        ("x" * 65, False),
        ('a "quoted" name', False),
        ("ünlesbar", False),
        ("", False),
    ],
)
def test_behind_a_proxy_a_request_keeps_the_name_it_was_given_if_that_is_one(
    public: Running, given: str, is_taken: bool
) -> None:
    answer = bare("GET", f"{public.base}/health", headers={ID: given.encode("latin-1")})
    assert answer.status_code == 200
    assert (answer.headers[ID] == given) == is_taken
    assert re.fullmatch(r"[0-9A-Za-z._-]{8,64}", answer.headers[ID])


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("public")
    with running(folder, public_url="https://games.example.org", log_requests=True) as site:
        yield site


def test_lines_of_requests_served_at_once_tell_which_is_whose(public: Running, lines: Lines) -> None:
    def ask(number: int) -> None:
        headers = {ID: f"request-{number}", "Host": "games.example.org"}
        bare("GET", f"{public.base}/games/colonnade?{number}", headers=headers)

    with ThreadPoolExecutor(8) as people:
        list(people.map(ask, range(24)))
    until(lambda: len(requests(lines)) >= 24)  # an answer may be here before the line on it is written
    told = requests(lines)
    assert sorted(line["request"] for line in told) == sorted(f"request-{number}" for number in range(24))
    assert {line["process"] for line in told} == {"serve-1"}


def requests(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines() if line["event"] == "request"]


@pytest.mark.parametrize(("path", "kind"), [("/t/{}", "text/html"), ("/api/tables/{}", "application/json")])
def test_a_fault_is_told_by_the_name_under_which_it_was_written_down(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open()
        monkeypatch.setattr("stylobate.play.Showing.whole", lambda *_: 1 / 0)
        answer = ada.get(path.format(table.id))
    assert (answer.status_code, site.site.metrics.requests["GET", 500]) == (500, 1)
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers[ID] in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert ALWAYS.items() <= dict(answer.headers).items()
    failed, request = lines()
    assert (failed["event"], request["event"]) == ("a request failed", "request")
    assert "ZeroDivisionError" in failed["trace"]
    assert {failed["request"], request["request"]} == {answer.headers[ID]}


def test_where_not_even_a_page_can_be_made_a_fault_is_told_without_one(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        monkeypatch.setattr("stylobate.web.pages.show", lambda *_, **__: 1 / 0)
        answer = ada.get("/")
    assert (answer.status_code, answer.json()["reason"]) == (500, "fault")
    assert answer.headers[ID] in answer.json()["error"]


def test_what_is_written_at_the_desk_tells_the_request_too(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draws_badly(*_: object) -> bytes:
        logging.getLogger("stylobate.house").warning("the ink is low")
        return b"{}"

    with running(tmp_path) as site:
        table = site.visitor().open(seats=("me", "me"))
        monkeypatch.setattr("stylobate.house.boards.board", draws_badly)
        answer = table.visitor.get(f"{table.path}/at/0")
    (line,) = [line for line in lines() if line["event"] == "the ink is low"]
    assert line["request"] == answer.headers[ID]


def test_a_process_is_called_by_its_name_or_else_by_its_machine_and_number(tmp_path: Path) -> None:
    assert Settings(tmp_path, name="serve-1").process == "serve-1"
    assert Settings(tmp_path).process == f"{socket.gethostname()}-{os.getpid()}"
    with running(tmp_path, name="serve-7") as site:
        text = site.visitor().get("/metrics").text
    told = [line for line in text.splitlines() if not line.startswith("#")]
    assert told
    assert all('{process="serve-7"' in line for line in told)


@pytest.mark.parametrize("name", ["", "two words", 'a"b', "x" * 65, "säule"])
def test_a_name_that_would_break_a_line_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOption, match="such as serve-1"):
        Settings(tmp_path, name=name)


@pytest.mark.parametrize(("proxy", "status"), [("127.0.0.1", 403), ("127.0.0.0/8", 403), ("10.0.0.2", 200)])
def test_whom_a_request_comes_from_is_believed_of_the_proxy_alone(
    tmp_path: Path, proxy: str, status: int
) -> None:
    with running(tmp_path, public_url="https://games.example.org", proxy=proxy) as site:
        answer = bare(
            "GET",
            f"{site.base}/metrics",
            headers={"Host": "games.example.org", "X-Forwarded-For": "203.0.113.9"},
        )
    assert answer.status_code == status


@pytest.mark.parametrize("proxy", ["", "caddy", "10.0.0.2/24", "*"])
def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(BadOption, match=r"should be an address or a network, such as 10\.0\.0\.2"):
        Settings(tmp_path, proxy=proxy)
