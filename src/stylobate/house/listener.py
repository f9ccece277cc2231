"""Somebody who listens: a short queue of what waits to be sent to them.

What many are told is made into bytes once, in the form of server-sent events.  Where the connection takes it
at once it is gone; else it waits in each queue as it is.  A listener who does not read is dropped when the
queue is full and loses nothing by it: a browser connects again by itself, with the version it has seen last,
and gets the whole view out of the store.  So nobody can make the server wait or hoard.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal, overload

from stylobate.encoding import encoded
from stylobate.play import Change, View
from stylobate.play.sent import Present

LONGEST_QUEUE = 64


@overload
def frame(event: Literal["table"], data: View | Change, version: int) -> bytes: ...
@overload
def frame(event: Literal["presence"], data: Present) -> bytes: ...
@overload
def frame(event: Literal["public", "mine"], data: int) -> bytes: ...
def frame(event: str, data: object, version: int | None = None) -> bytes:
    """One event; `version` is what a browser that connects again will say it has seen."""
    id = b"" if version is None else b"id: %d\n" % version
    return id + b"event: %s\ndata: %s\n\n" % (event.encode(), encoded(data))


class Listener:
    """Who listens (None: a stranger), and what waits to be sent; `left` hears when they are told no more."""

    def __init__(self, who: str | None, left: Callable[[Listener], None] = lambda listener: None) -> None:
        self.who = who
        self.was_dropped = False
        self._left = left
        self._hang_up: Callable[[], object] | None = None
        self._take: Callable[[bytes], bool] | None = None
        self._is_heard = False
        self._frames: deque[bytes] = deque()
        self._is_ending = False
        self._news = asyncio.Event()

    def tell(self, frame: bytes) -> None:
        """Send this soon; drop the listener who has not taken what was sent before."""
        is_next = self._is_heard and not self._frames and not self._is_ending
        if is_next and self._take is not None and self._take(frame):
            return
        if len(self._frames) >= LONGEST_QUEUE:
            self.drop()
            return
        self._frames.append(frame)
        self._news.set()

    async def hear(self) -> tuple[bytes, bool]:
        """All that waits, as soon as there is something, and whether that was the last of it."""
        self._is_heard = True  # until here all that was told before has been sent
        while not self._frames and not self._is_ending:
            self._news.clear()
            await self._news.wait()
        self._is_heard = False
        return self.waiting(), self._is_ending

    def waiting(self) -> bytes:
        """All that waits now; whoever asks sends it."""
        waiting = b"".join(self._frames)
        self._frames.clear()
        return waiting

    def on_tell(self, take: Callable[[bytes], bool]) -> None:
        """What sends something at once, if it can be sent without waiting."""
        self._take = take

    def on_drop(self, hang_up: Callable[[], object]) -> None:
        """What ends the connection of somebody who is dropped, even in the middle of a sentence."""
        self._hang_up = hang_up

    def drop(self) -> None:
        """End the stream now, whatever still waits."""
        self.was_dropped = True
        self._frames.clear()
        self.leave()
        if self._hang_up is not None:
            self._hang_up()

    def leave(self) -> None:
        """The stream has ended: whoever kept this listener forgets it."""
        self._left(self)

    def end(self) -> None:
        """End the stream when all is said."""
        self._is_ending = True
        self._news.set()
