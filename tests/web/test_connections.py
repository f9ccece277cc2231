"""Connections that only wait: they are closed in time, and one place cannot take them all."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stylobate.web.limits import Limits
from stylobate.web.serve import make_room
from tests.web.visiting import PATIENCE, Running, running, until

pytestmark = pytest.mark.slow

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Running]:
    """A site that waits for nobody."""
    with running(tmp_path, limits=Limits(seconds_for_a_head=0.2, seconds_for_a_body=0.2)) as site:
        yield site


def connected(site: Running) -> contextlib.closing[socket.socket]:
    place = ("127.0.0.1", site.settings.port)
    return contextlib.closing(socket.create_connection(place, timeout=PATIENCE))


def is_closed(line: socket.socket) -> bool:
    """Wait until the other side hangs up, without another word."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_head_and_body_of_an_answer_are_sent_in_one_piece(site: Running) -> None:
    with connected(site) as line:
        for _ in range(2):
            line.sendall(HEAD + b"\r\n")
            head, _, body = line.recv(65536).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 OK\r\n")
            assert b"\r\nx-request-id: " in head
            assert f"\r\ncontent-length: {len(body)}\r\n".encode() in head


def test_a_stream_and_the_view_it_begins_with_are_sent_in_one_piece(site: Running) -> None:
    table = site.visitor().open(seats=("me:Ada", "me:Eve"))
    with connected(site) as line:
        line.sendall(f"GET /api/events?table={table.id} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head, _, body = line.recv(65536).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"\r\nx-request-id: " in head
        size, _, piece = body.partition(b"\r\n")
        assert len(piece) == int(size, 16) + len(b"\r\n")
        assert piece.startswith(b"retry: ")
        assert b"event: table\n" in piece


def test_who_wants_to_be_hung_up_on_is(site: Running) -> None:
    with connected(site) as line:
        line.sendall(HEAD + b"Connection: close\r\n\r\n")
        told = b"".join(iter(lambda: line.recv(65536), b""))
        assert b"\r\nconnection: close\r\n" in told.lower()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        HEAD,
        POST + b"Content-Length: 20\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for(hasty: Running, begun: bytes) -> None:
    with connected(hasty) as line:
        line.sendall(begun)
        assert is_closed(line)
    assert hasty.visitor().get("/health").status_code == 200


def test_the_second_request_of_a_connection_is_waited_for_no_longer_than_the_first(hasty: Running) -> None:
    with connected(hasty) as line:
        line.sendall(HEAD + b"\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += line.recv(4096)
        assert answer.startswith(b"HTTP/1.1 200")
        line.sendall(HEAD)
        assert is_closed(line)


def test_a_pause_between_two_requests_has_its_time_after_each_of_them(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(seconds_between_requests=2)) as site, connected(site) as line:
        began = time.monotonic()
        while time.monotonic() - began <= 2.5:
            time.sleep(0.5)
            asked = time.monotonic()
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        assert is_closed(line)
        assert time.monotonic() - asked >= 2


def test_who_listens_for_longer_than_a_pause_may_last_still_hears(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(seconds_between_requests=1)) as site:
        table = site.visitor().open(seats=("me:Ada", "me:Eve"))
        with connected(site) as line:
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            line.sendall(f"GET /api/events?table={table.id} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            heard = line.recv(65536)
            time.sleep(1.5)
            assert table.move("b2a").status_code == 200
            while b"b2a" not in heard:
                heard += line.recv(65536)


def test_a_drop_now_and_then_is_not_enough(hasty: Running) -> None:
    with connected(hasty) as line, contextlib.suppress(ConnectionError):
        for sign in HEAD * 1_000:
            line.sendall(bytes([sign]))
            line.settimeout(0.02)
            with contextlib.suppress(TimeoutError):
                if line.recv(1) == b"":
                    return
        raise AssertionError("it is still waiting")


def test_who_asked_is_waited_for_as_long_as_the_answer_takes(hasty: Running) -> None:
    ada = hasty.visitor()
    table = ada.open(seats=("me:Ada", "me:Eve"))
    listening = table.listen()
    listening.table()
    with connected(hasty) as idle:
        assert is_closed(idle)
    assert table.move("b2a").status_code == 200
    assert listening.table()["tokens"][0][0] == "b2a"
    listening.close()


def test_one_place_has_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(connections_at_once=1)) as site, contextlib.ExitStack() as lines:
        taken = [lines.enter_context(connected(site)) for _ in range(5)]
        until(lambda: len(site.server.server_state.connections) == 5)
        with connected(site) as one_more:
            assert is_closed(one_more)
        taken[0].close()
        until(lambda: len(site.server.server_state.connections) == 4)
        assert site.visitor().get("/health").status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(8_000)) + b"\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 2_000_000,
    ],
)
def test_a_head_that_is_too_long_is_refused_with_a_sentence(site: Running, head: bytes) -> None:
    with connected(site) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(head)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while more := line.recv(4096):
                answer += more
    assert answer.startswith(b"HTTP/1.1 431") or not answer
    assert not answer or b"The head of the request is longer than 32 kB." in answer
    assert site.visitor().get("/health").status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a;" * 10_000 + b"\r\n\r\n",
        b'GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: stylobate="' + b"\\101" * 5_000 + b'"\r\n\r\n',
        b"GET /" + b"/x" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/events?" + b"a&" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\n" + b"X:\r\n" * 5_000 + b"\r\n",
    ],
)
def test_a_head_of_thousands_of_parts_is_not_read_part_by_part(site: Running, head: bytes) -> None:
    with connected(site) as line:
        line.sendall(head)
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 431")
    assert b"The head of the request has more than 500 parts." in answer


def test_an_endless_head_is_not_taken_into_memory(site: Running) -> None:
    with connected(site) as line, contextlib.suppress(ConnectionError):
        line.sendall(HEAD + b"X: ")
        for sent in range(1_000):
            line.sendall(b"x" * 60_000)
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                assert line.recv(12) in (b"HTTP/1.1 431", b"")
                assert sent < 500
                return
            line.setblocking(True)
        raise AssertionError("60 MB were taken")


def test_a_body_without_end_is_not_taken_either(site: Running) -> None:
    with connected(site) as line, contextlib.suppress(ConnectionError):
        line.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n")
        for number in range(1_000):
            line.sendall(b"X-%d: " % number + b"x" * 60_000 + b"\r\n")
        raise AssertionError("60 MB were taken")


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(before, 512), most))
        make_room()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


def test_behind_a_proxy_all_come_from_one_place(tmp_path: Path) -> None:
    limits = Limits(connections_at_once=1)
    with (
        running(tmp_path, limits=limits, public_url="http://127.0.0.1") as site,
        contextlib.ExitStack() as lines,
    ):
        for _ in range(20):
            lines.enter_context(connected(site))
        assert site.visitor().get("/health").status_code == 200
