"""What goes out: written when everything that can be done at once has been done, and not in between.

A commit of the store lets many requests go on at the same time, and each of them sends an answer, and news to
those who watch.  Whoever reads them on the same machine, such as the proxy before a site, would be woken for
each, read it, and fall asleep again before the next is made: to wake somebody costs the sender more than
sending does.  So whatever is written waits for the end of the event loop's turn, and then all of it goes out
one after the other.  A lone answer waits for nothing.

Nobody can make the server hoard by this: a turn of the loop is short, and who writes very much in one, writes
it at once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

MOST = 64 * 1024  # bytes that wait for one connection

log = logging.getLogger("stylobate.web")


class Post:
    """The connections of one server to which something is to be sent."""

    def __init__(self) -> None:
        self._waiting: list[Outgoing] = []

    def add(self, one: Outgoing, loop: asyncio.AbstractEventLoop) -> None:
        """Send what this connection has when it is time; the first that has something sees to it."""
        if not self._waiting:
            loop.call_soon(self._go)
        self._waiting.append(one)

    def _go(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            try:
                one.flush()
            except Exception:
                log.exception("something could not be sent")


class Outgoing:
    """A transport as Uvicorn uses it, to which what is written goes in order, but a little later."""

    __slots__ = ("_data", "_loop", "_post", "_size", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, post: Post) -> None:
        self._transport, self._loop, self._post = transport, loop, post
        self._data: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Send this soon."""
        if not self._data:
            self._post.add(self, self._loop)
        self._data.append(data)
        self._size += len(data)
        if self._size > MOST:
            self.flush()

    def flush(self) -> None:
        """Send now what waits."""
        if self._data:
            data, self._size = b"".join(self._data), 0
            self._data.clear()
            if not self._transport.is_closing():
                self._transport.write(data)

    def close(self) -> None:
        """Hang up when all is sent."""
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether nothing more can be sent."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Let the other side wait."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Take in what comes again."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What the transport knows of its connection."""
        return self._transport.get_extra_info(name, default)
