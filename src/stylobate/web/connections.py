"""Connections: a request has to arrive within its time, its head is short, and one place has only so many.

Whoever opens a connection and says nothing, or a letter now and then, would otherwise hold it for ever; with
enough of those nobody else gets in.  Uvicorn itself only bounds the pause between two requests, and takes in
a head of any size.  One of thousands of cookies, or parts of a path, takes longer to read than many pages to
make, however short it is; no browser sends one.

Uvicorn also sends the head of an answer and its body one after the other; here they go out together.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stylobate.encoding import encoded
from stylobate.web.limits import FOR_AN_ADDRESS
from stylobate.web.middleware.sizes import LARGEST
from stylobate.web.scopes import place
from stylobate.web.settings import Settings

MOST_OF_A_BODY = 16 * LARGEST  # bytes, with whatever goes round it; what is too large is refused long before
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s"
)


def connections(settings: Settings) -> type[HttpToolsProtocol]:
    """The class of connections for Uvicorn.  Behind a proxy, the proxy has to limit their number itself."""
    limits, taken = settings.limits, Counter[str]()
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

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(Together(transport, self.loop))
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
            if _parts(self.url, self.headers) > limits.parts_of_a_head:
                self._refuse_head(too_many)
                return
            super().on_headers_complete()
            self._waits = limits.seconds_for_a_body

        def on_body(self, body: bytes) -> None:
            if not self.transport.is_closing():
                super().on_body(body)

        def on_message_complete(self) -> None:
            if not self.transport.is_closing():
                super().on_message_complete()
            self._waits = None

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


class Together(asyncio.Transport):
    """A transport that sends all at once what is written to it within one turn of the event loop.

    To send something costs about as much as to make the answer to a move.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport, self._loop = transport, loop
        self._written: list[Any] = []

    def write(self, data: Any) -> None:
        """Send this soon."""
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def _send(self) -> None:
        if self._written:
            self._transport.write(b"".join(self._written))
            self._written.clear()

    def close(self) -> None:
        """Send what was written, then hang up."""
        self._send()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether it was closed, from here or by the other end."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Take nothing more in for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Take in what comes again."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection."""
        return self._transport.get_extra_info(name, default)


def _parts(url: bytes, headers: list[tuple[bytes, bytes]]) -> int:
    """Of how many parts a head consists that are read one by one: of those, not of bytes, it is slow."""
    read = [url, *[value for name, value in headers if name == b"cookie"]]
    return len(headers) + sum([len(text) - len(text.translate(None, b"/&;%\\")) for text in read])
