"""The way to the store's writing thread and back, for those who wait in the event loop.

To wake a thread costs more than to store a move, and so does waking the loop again.  So whatever is asked of
the store within one turn of the loop goes there together, and is written in one transaction; and the first
answer that arrives wakes the loop, and those that arrive until it looks come along.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class _Passage(Generic[T]):
    """What is asked of the store; who waits for it; and once it was asked, the store's own promise."""

    __slots__ = ("ask", "promise", "waiting")

    def __init__(self, ask: Callable[[], Future[T]], waiting: asyncio.Future[T]) -> None:
        self.ask, self.waiting = ask, waiting
        self.promise: Future[T] | None = None


class Landing:
    """Those who wait for another thread: some are still here, of some the answer has arrived."""

    def __init__(self) -> None:
        self._leaving: list[_Passage[Any]] = []
        self._arrived: deque[_Passage[Any]] = deque()
        self._is_woken = False

    async def of(self, ask: Callable[[], Future[T]]) -> T:
        """What comes of asking that; who no longer waits gives it up, if it has not begun."""
        loop = asyncio.get_running_loop()
        passage: _Passage[T] = _Passage(ask, loop.create_future())
        if not self._leaving:
            loop.call_soon(self._leave, loop)
        self._leaving.append(passage)
        try:
            return await passage.waiting
        except asyncio.CancelledError:
            if passage.promise is not None:
                passage.promise.cancel()
            raise

    def _leave(self, loop: asyncio.AbstractEventLoop) -> None:
        leaving, self._leaving = self._leaving, []
        for passage in leaving:
            if not passage.waiting.done():
                self._depart(passage, loop)

    def _depart(self, passage: _Passage[Any], loop: asyncio.AbstractEventLoop) -> None:
        def arrive(_: Future[Any]) -> None:
            self._arrived.append(passage)
            if not self._is_woken:
                self._is_woken = True
                loop.call_soon_threadsafe(self._look)

        try:
            passage.promise = passage.ask()
        except Exception as error:
            passage.waiting.set_exception(error)
        else:
            passage.promise.add_done_callback(arrive)

    def _look(self) -> None:
        self._is_woken = False  # before looking: whatever arrives from here on wakes us again
        while self._arrived:
            passage = self._arrived.popleft()
            waiting, done = passage.waiting, passage.promise
            if waiting.done() or done is None:
                continue
            error = None if done.cancelled() else done.exception()
            if done.cancelled():
                waiting.cancel()
            elif error is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())
