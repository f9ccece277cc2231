"""Live updates by server-sent events.

Each listener has a short queue of ready-made bytes.  One that does not read is dropped when its queue is full
and loses nothing by it: a browser connects again by itself, with the version it has seen last, and gets the
whole view out of the store.  So nobody can make the server wait or hoard.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Callable

from starlette.types import Receive, Scope, Send

from stylobate.web.answers import encoded

LONGEST_QUEUE = 64
PING_EVERY = 15.0
PING = b"event: ping\ndata: 0\n\n"  # an event, not a comment: a page can tell silence from a dead line
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


def frame(event: str, data: object, version: int | None = None) -> bytes:
    """One event; `version` is what a browser that connects again will say it has seen."""
    id = b"" if version is None else b"id: %d\n" % version
    return id + b"event: %s\ndata: %s\n\n" % (event.encode(), encoded(data))


class Listener:
    """Somebody who listens at a table: who (None: a stranger), and what waits to be sent."""

    def __init__(self, who: str | None, left: Callable[[Listener], None] = lambda listener: None) -> None:
        self.who = who
        self.was_dropped = False
        self._left = left
        self._frames: deque[bytes] = deque()
        self._is_ending = False
        self._news = asyncio.Event()
        self._talking: asyncio.Task[None] | None = None
        self._next_ping: asyncio.TimerHandle | None = None

    def tell(self, frame: bytes) -> None:
        """Send this soon; drop the listener who has not taken what was sent before."""
        if len(self._frames) >= LONGEST_QUEUE:
            self.drop()
            return
        self._frames.append(frame)
        self._news.set()

    def drop(self) -> None:
        """End the stream now, whatever still waits."""
        self.was_dropped = True
        self._frames.clear()
        self.leave()
        if self._talking is not None:
            self._talking.cancel()

    def leave(self) -> None:
        """Be told nothing more."""
        self._left(self)

    def end(self) -> None:
        """End the stream when all is said."""
        self._is_ending = True
        self._news.set()

    async def talk(self, receive: Receive, send: Send) -> None:
        """Send what comes until the browser goes away, or the stream is ended or dropped."""
        self._talking = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_until_gone(receive))
        self._ping()
        try:
            await asyncio.wait({self._talking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave()
            if self._next_ping is not None:
                self._next_ping.cancel()
            for task in (self._talking, leaving):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task

    def _ping(self) -> None:
        """Say something now and then, so that both ends know that the line is there."""
        if self._next_ping is not None:
            self.tell(PING)
        self._next_ping = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    async def _send(self, send: Send) -> None:
        while not self.was_dropped:
            await self._news.wait()
            self._news.clear()
            told = b"".join(self._frames)
            self._frames.clear()
            await send({"type": "http.response.body", "body": told, "more_body": not self._is_ending})
            if self._is_ending:
                return


class EventStream:
    """The answer to a request for live updates: an ASGI application that lasts as long as the listener."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        retry = b"retry: %d\n\n" % random.randint(1_000, 4_000)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": retry, "more_body": True})
            await self.listener.talk(receive, send)
        finally:
            self.listener.leave()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
