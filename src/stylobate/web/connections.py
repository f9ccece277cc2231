"""Connections: a request has to arrive within its time, and one place has only so many of them.

Whoever opens a connection and says nothing, or a letter now and then, would otherwise hold it for ever; with
enough of those nobody else gets in.  Uvicorn itself only bounds the pause between two requests.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stylobate.web.limits import FOR_AN_ADDRESS
from stylobate.web.scopes import place
from stylobate.web.settings import Settings


def connections(settings: Settings) -> type[HttpToolsProtocol]:
    """The class of connections for Uvicorn.  Behind a proxy, the proxy has to limit their number itself."""
    limits, taken = settings.limits, Counter[str]()
    is_counted = limits.on and settings.public_url is None
    most = limits.connections_at_once * FOR_AN_ADDRESS

    class Connection(HttpToolsProtocol):
        """One connection: how long what it waits for may take, and when that is over."""

        _from = ""
        _waits: float | None = None
        _due: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
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
            super().data_received(data)
            if self._waits != before:
                self._expect()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._waits = limits.seconds_for_a_head

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._waits = limits.seconds_for_a_body

        def on_message_complete(self) -> None:
            super().on_message_complete()
            self._waits = None

        def _expect(self) -> None:
            if self._due is not None:
                self._due.cancel()
            waits, close = self._waits, self.transport.close
            self._due = None if waits is None else self.loop.call_later(waits, close)

    return Connection
