"""Live updates by server-sent events: what a listener is told goes out as long as the browser stays."""

from __future__ import annotations

import asyncio
import contextlib
import random
from functools import partial

from starlette.types import Receive, Scope, Send

from stylobate.house.listener import Listener
from stylobate.web.connections import PIECE
from stylobate.web.scopes import until_gone

PING_EVERY = 15.0
PING = b"event: ping\ndata: 0\n\n"  # an event, not a comment: a page can tell silence from a dead line
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream:
    """The answer to a request for live updates: an ASGI application that lasts as long as the listener."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self._next_ping: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what the listener gets until either end closes the stream; then remove the listener."""
        retry = b"retry: %d\n\n" % random.randint(1_000, 4_000)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            begun = retry + self.listener.waiting()
            await send({"type": "http.response.body", "body": begun, "more_body": True})
            if PIECE in scope:
                self.listener.on_tell(partial(scope[PIECE], scope))
            await self._talk(receive, send)
        finally:
            self.listener.leave()

    async def _talk(self, receive: Receive, send: Send) -> None:
        """Send what comes until the browser goes away, or the stream is ended or dropped."""
        talking = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(until_gone(receive))
        self.listener.on_drop(talking.cancel)
        self._ping()
        try:
            await asyncio.wait({talking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.listener.leave()
            if self._next_ping is not None:
                self._next_ping.cancel()
            for task in (talking, leaving):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task

    def _ping(self) -> None:
        """Send a comment now and then, so that both ends notice a broken connection."""
        if self._next_ping is not None:
            self.listener.tell(PING)
        self._next_ping = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    async def _send(self, send: Send) -> None:
        is_last = False
        while not is_last and not self.listener.was_dropped:
            frames, is_last = await self.listener.hear()
            await send({"type": "http.response.body", "body": frames, "more_body": not is_last})
