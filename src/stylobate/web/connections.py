"""Connections: a request has to arrive within its time, and one place has only so many of them.

Whoever opens a connection and says nothing, or a letter now and then, would otherwise hold it for ever; with
enough of those nobody else gets in.  Uvicorn itself only bounds the pause between two requests.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stylobate.web.limits import place

HEAD = 10.0  # seconds for a request's first lines, from when it may begin
BODY = 30.0  # and for what it brings along


def connections(most: int | None) -> type[HttpToolsProtocol]:
    """What answers connections, at most so many from one address; None: any number."""
    taken: Counter[str] = Counter()

    class Connection(HttpToolsProtocol):
        """One connection: how long what it waits for may take, and when that is over."""

        _from = ""
        _waits: float | None = None
        _due: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._from = place(self.client[0] if self.client else "")
            taken[self._from] += 1
            self._waits = HEAD
            self._expect()
            if most is not None and taken[self._from] > most:
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._waits = None
            self._expect()
            taken[self._from] -= 1
            if not taken[self._from]:
                del taken[self._from]

        def data_received(self, data: bytes) -> None:
            """A request that comes in one piece, as nearly all do, needs no clock."""
            before = self._waits
            super().data_received(data)
            if self._waits != before:
                self._expect()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._waits = HEAD

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._waits = BODY

        def on_message_complete(self) -> None:
            super().on_message_complete()
            self._waits = None

        def _expect(self) -> None:
            if self._due is not None:
                self._due.cancel()
            waits, close = self._waits, self.transport.close
            self._due = None if waits is None else self.loop.call_later(waits, close)

    return Connection
