"""Where the answers of the store's writing thread arrive.

To wake an event loop from another thread costs more than to store a move.  The writer answers many at once;
so the first that arrives wakes the loop, and those that arrive until it looks come along.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

T = TypeVar("T")


class Landing:
    """Futures of another thread that somebody in the event loop waits for."""

    def __init__(self) -> None:
        self._arrived: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._is_woken = False

    async def of(self, future: Future[T]) -> T:
        """What this future brings; who no longer waits gives it up, if it has not begun."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()

        def arrive(done: Future[T]) -> None:
            self._arrived.append((waiting, done))
            if not self._is_woken:
                self._is_woken = True
                loop.call_soon_threadsafe(self._look)

        future.add_done_callback(arrive)
        try:
            return await waiting
        except asyncio.CancelledError:
            future.cancel()
            raise

    def _look(self) -> None:
        self._is_woken = False  # before looking: whatever arrives from here on wakes us again
        while self._arrived:
            waiting, done = self._arrived.popleft()
            if waiting.done():
                continue
            try:
                result = done.result()
            except CancelledError:
                waiting.cancel()
            except Exception as error:
                waiting.set_exception(error)
            else:
                waiting.set_result(result)
