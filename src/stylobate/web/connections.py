"""Connections: a request has to arrive within its time, its head is short, and one place has only so many.

Whoever opens a connection and says nothing, or a letter now and then, would otherwise hold it for ever; with
enough of those nobody else gets in.  Uvicorn itself only bounds the pause between two requests, and takes in
a head of any size.  One of thousands of cookies, or parts of a path, takes longer to read than many pages to
make, however short it is; no browser sends one.

Uvicorn also sends the head of an answer and its body one after the other, and looks at each header for signs
that do not belong there; here they go out together, looked at all at once, and beside those of others
(`outgoing`).  And it starts a timer for each pause between two requests; here one timer looks now and then
how long the pause has been.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from stylobate.encoding import encoded
from stylobate.web.bodies import LARGEST
from stylobate.web.limits import FOR_AN_ADDRESS
from stylobate.web.outgoing import Outgoing, Post
from stylobate.web.scopes import Header, place, written
from stylobate.web.settings import Settings

MOST_OF_A_BODY = 16 * LARGEST  # bytes, with whatever goes round it; what is too large is refused long before
WHOLE = "stylobate.whole"  # in a scope: sends an answer in one piece, if it can
PIECE = "stylobate.piece"  # in a scope: sends a piece of an answer without an end, if it can do so at once
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s"
)


def connections(settings: Settings) -> type[HttpToolsProtocol]:
    """The class of connections for Uvicorn.  Behind a proxy, the proxy has to limit their number itself."""
    limits, taken, post = settings.limits, Counter[str](), Post()
    is_counted = limits.on and settings.public_url is None
    most = limits.connections_at_once * FOR_AN_ADDRESS
    too_long = f"The head of the request is longer than {limits.bytes_of_a_head // 1024} kB."
    too_many = f"The head of the request has more than {limits.parts_of_a_head} parts."

    class Connection(HttpToolsProtocol):
        """One connection: how long what it waits for may take, and when that is over."""

        _from = ""
        _waits: float | None = None
        _is_in_head = True
        _came = 0  # bytes of this request so far, but those that came together with its first
        _due: asyncio.TimerHandle | None = None
        _answered = 0.0  # when the last answer had gone out

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(cast("asyncio.Transport", Outgoing(transport, self.loop, post)))
            self._from = place(self.client[0] if self.client else "")
            taken[self._from] += 1
            self._waits = limits.seconds_for_a_head
            self._expect()
            if is_counted and taken[self._from] > most:
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._waits = None
            self._expect()
            if self.timeout_keep_alive_task is not None:
                self.timeout_keep_alive_task.cancel()
            taken[self._from] -= 1
            if not taken[self._from]:
                del taken[self._from]

        def data_received(self, data: bytes) -> None:
            """Take bytes in; a timer is only needed for a request that does not arrive in one piece."""
            before = self._waits
            self._came += len(data)
            super().data_received(data)
            if self._waits != before:
                self._expect()
            if self._is_in_head and self._came > limits.bytes_of_a_head:
                self._refuse_head(too_long)
            elif self._waits is not None and self._came > limits.bytes_of_a_head + MOST_OF_A_BODY:
                self.transport.close()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._waits = limits.seconds_for_a_head
            self._is_in_head, self._came = True, 0

        def on_headers_complete(self) -> None:
            self._is_in_head = False
            size = len(self.url) + sum([len(name) + len(value) for name, value in self.headers])
            if size > limits.bytes_of_a_head:
                self._refuse_head(too_long)
                return
            parts = limits.parts_of_a_head
            if size > parts and _parts(self.url, self.headers) > parts:  # each has a byte at least
                self._refuse_head(too_many)
                return
            super().on_headers_complete()
            self.scope[WHOLE] = self._send_whole  # type: ignore[literal-required]
            self.scope[PIECE] = self._send_piece  # type: ignore[literal-required]
            self._waits = limits.seconds_for_a_body

        def on_body(self, body: bytes) -> None:
            if not self.transport.is_closing():
                super().on_body(body)

        def on_message_complete(self) -> None:
            if not self.transport.is_closing():
                super().on_message_complete()
            self._waits = None

        def on_response_complete(self) -> None:
            self._answered = self.loop.time()
            if self.timeout_keep_alive_task is None or self.pipeline or self.transport.is_closing():
                super().on_response_complete()
            else:
                self.server_state.total_requests += 1
                self.flow.resume_reading()

        def _unset_keepalive_if_required(self) -> None:
            """Let the timer of pauses run, whatever comes."""

        def timeout_keep_alive_handler(self) -> None:
            """Hang up if nobody has asked for anything for so long; else look again when that may be."""
            self.timeout_keep_alive_task = None
            left = self._answered + self.timeout_keep_alive - self.loop.time()
            if self._waits is not None or not self.cycle.response_complete:
                return
            if left > 0:
                self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
            else:
                super().timeout_keep_alive_handler()

        def _send_whole(
            self, scope: Scope, status: int, own: Sequence[Header], ours: bytes, body: bytes, goes_on: bool
        ) -> bool:
            """Send an answer in one piece, or its head with the first of a body whose length nobody knows.

            False where it has to go by Uvicorn's own way.  Nobody looks at `ours` for signs that do not
            belong there: they are the same for all answers.
            """
            cycle = self.cycle
            lines = written(chain(cycle.default_headers, own))
            count = len(cycle.default_headers) + len(own)
            is_sound = lines.count(b"\n") == lines.count(b"\r") == count and b"\0" not in lines
            if (
                not is_sound
                or cycle.scope is not scope
                or not cycle.keep_alive
                or cycle.disconnected
                or cycle.response_started
                or scope["method"] == "HEAD"
                or self.flow.write_paused
                or b"connection: " in lines
                or b"transfer-encoding: " in lines
            ):
                return False
            head = STATUS_LINE[status] + lines + ours
            if goes_on:
                if not body or status != 200 or b"content-length: " in lines:
                    return False
                self.transport.write(b"%btransfer-encoding: chunked\r\n\r\n%b" % (head, _piece(body)))
                cycle.response_started = cycle.chunked_encoding = True
                cycle.waiting_for_100_continue = False
                return True
            if (b"content-length", b"%d" % len(body)) not in own:
                return False
            self.transport.write(b"%b\r\n%b" % (head, body))
            cycle.response_started = cycle.response_complete = True
            cycle.waiting_for_100_continue = False
            cycle.message_event.set()
            cycle.on_response()
            return True

        def _send_piece(self, scope: Scope, data: bytes) -> bool:
            """Send more of an answer whose length nobody knows; False where it would have to wait."""
            cycle = self.cycle
            if cycle.scope is not scope or not cycle.chunked_encoding or cycle.response_complete:
                return False
            if cycle.disconnected or self.flow.write_paused:
                return False
            self.transport.write(_piece(data))
            return True

        def _refuse_head(self, sentence: str) -> None:
            """Say what is wrong, once, and hang up."""
            self._is_in_head = False
            if not self.transport.is_closing():
                told = encoded({"error": sentence, "reason": "malformed"})
                self.transport.write(TOO_LONG % (len(told), told))
                self.transport.close()

        def _expect(self) -> None:
            if self._due is not None:
                self._due.cancel()
            waits, close = self._waits, self.transport.close
            self._due = None if waits is None else self.loop.call_later(waits, close)

    return Connection


def _piece(data: bytes) -> bytes:
    """A piece of a body whose length nobody knows."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def _parts(url: bytes, headers: list[tuple[bytes, bytes]]) -> int:
    """Of how many parts a head consists that are read one by one: of those, not of bytes, it is slow."""
    read = [url, *[value for name, value in headers if name == b"cookie"]]
    return len(headers) + sum([len(text) - len(text.translate(None, b"/&;%\\")) for text in read])
