"""What is the same for everybody is made once: boards, records, proofs, the moves in words, as bytes.

Each has a key that says all it depends on, such as a table and its version, so nothing kept is ever wrong; it
is only forgotten, the least recently used first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from stylobate.house.desk import Desk, Task

MOST_BYTES = 64 * 1024 * 1024


class Kept:
    """A cache of what was made at the desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.making: dict[str, Task[bytes]] = {}
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def get(self, key: str, make: Callable[..., bytes], *given: Any) -> bytes:
        """What belongs to that key; made now if need be, once, even if many ask at the same moment."""
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
            return made
        task = self.making.get(key)
        if task is None or _is_vain(task.done):
            task = self.making[key] = Task(partial(make, *given))
            task.done.add_done_callback(partial(self._keep, key))
        return await self.desk.wait_for(task)

    def _keep(self, key: str, done: asyncio.Future[bytes]) -> None:
        """Put what was made into the cache, unless that failed or nobody wanted it any more."""
        task = self.making.get(key)
        if task is not None and task.done is done:
            del self.making[key]
        if _is_vain(done):
            return
        self._made[key] = done.result()
        self._size += len(self._made[key])
        while self._size > MOST_BYTES:
            self._size -= len(self._made.popitem(last=False)[1])


def _is_vain(done: asyncio.Future[bytes]) -> bool:
    """Whether nothing came of it, or will: it failed, or was given up."""
    return done.done() and (done.cancelled() or done.exception() is not None)
