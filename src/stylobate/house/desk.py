"""The desk: work that takes the processor for milliseconds and more, done in threads beside the event loop.

Boards are drawn here, records written, proofs checked, tables made again from their logs.  Askers have their
turns (`turns`): one piece of work each at a time, and one thread is always left for other places.  What the
work really took is charged to whoever asked for it, for a proof may cost a thousand times what a move does;
who has used up what a visitor may, or has too much waiting, is refused with a sentence.  Work that nobody
waits for any more is not begun.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from stylobate.house.errors import Busy
from stylobate.house.turns import ASKER, HOUSE, Asker, Turns

T = TypeVar("T")

THREADS = 3
FOR_A_PLACE = THREADS - 1  # threads at once
A_MOMENT = 1.0  # seconds until some of what waits may be done


class Allowance(Protocol):
    """How much work an asker may have done; the site has its own (`web.limits`)."""

    def wait(self, asker: Asker) -> float:
        """Seconds until something may be done for them again; 0: now."""

    def charge(self, asker: Asker, seconds: float) -> None:
        """Note that so many seconds of the processor were spent on them."""

    def has_room(self, waiting: int, waiting_there: int) -> bool:
        """Whether an asker with so much work waiting may have more, with so much waiting in their place."""


class Unbounded:
    """No limits: for a house without visitors."""

    def wait(self, asker: Asker) -> float:
        """No seconds: whoever asks has their turn at once."""
        return 0.0

    def charge(self, asker: Asker, seconds: float) -> None:
        """Note nothing: what is spent is not limited."""

    def has_room(self, waiting: int, waiting_there: int) -> bool:
        """There is always room."""
        return True


class Task(Generic[T]):
    """A piece of work, and those who wait for it: perhaps several, as for the board after a move."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = partial(copy_context().run, work)  # in a thread too it is known for whom this is done
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.is_begun = False
        self.askers: list[Asker] = []


class Desk:
    """Threads, and the work that waits for them."""

    def __init__(self, allowance: Allowance | None = None) -> None:
        self.allowance = allowance or Unbounded()
        self._turns: Turns[Task[Any]] = Turns()
        self._busy: Counter[Asker] = Counter()
        self._threads = ThreadPoolExecutor(THREADS, "stylobate-desk")

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a thread."""
        return len(self._turns)

    async def work(self, work: Callable[..., T], *given: Any) -> T:
        """What this work gives, done for whoever asks just now; refuses one who asks for too much."""
        return await self.wait_for(Task(partial(work, *given)))

    async def must(self, work: Callable[..., T], *given: Any) -> T:
        """The same for what a move needs: it has its turn and its price, and is never refused."""
        return await self.wait_for(Task(partial(work, *given)), is_refused=False)

    async def wait_for(self, task: Task[T], is_refused: bool = True) -> T:
        """Wait for a task, perhaps one that others wait for: it is done when the first of them has a turn."""
        asker = ASKER.get()
        if not task.is_begun:
            if is_refused and asker != HOUSE:
                self._admit(asker, task)
            self._turns.put(asker, task)
        task.askers.append(asker)
        self._go_on()
        try:
            return await asyncio.shield(task.done)
        finally:
            task.askers.remove(asker)
            if not task.is_begun:
                self._turns.drop(asker, task)
                if not task.askers:
                    task.done.cancel()

    def close(self) -> None:
        """Give up what waits, for the server stops."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _admit(self, asker: Asker, task: Task[Any]) -> None:
        wait, sentence = self.allowance.wait(asker), "what you asked for has taken much time to make"
        if not wait and not self.allowance.has_room(self._turns.of(asker), self._turns.at(asker.place)):
            wait, sentence = A_MOMENT, "you ask for very much at once"
        if wait:
            if not task.askers:
                task.done.cancel()
            raise Busy(sentence, wait)

    def _go_on(self) -> None:
        """Begin whatever may be begun now."""
        while self._busy.total() < THREADS and (found := self._turns.take(self._may)):
            asker, task = found
            task.is_begun = True
            for other in task.askers:
                self._turns.drop(other, task)
            self._busy[asker] += 1
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(self._threads, _timed, task.work)
            running.add_done_callback(partial(self._end, asker, task))

    def _may(self, asker: Asker) -> bool:
        there = sum(count for other, count in self._busy.items() if other.place == asker.place)
        return not self._busy[asker] and there < FOR_A_PLACE

    def _end(self, asker: Asker, task: Task[Any], running: asyncio.Future[tuple[Any, float]]) -> None:
        self._busy[asker] -= 1
        if not self._busy[asker]:
            del self._busy[asker]
        if running.cancelled():
            task.done.cancel()
            return
        result, spent = running.result()
        if asker != HOUSE:
            self.allowance.charge(asker, spent)
        if not task.done.done():
            if isinstance(result, _Failed):
                task.done.set_exception(result.error)
                task.done.exception()  # known, even if nobody waits for it any more
            else:
                task.done.set_result(result)
        self._go_on()


class _Failed:
    """What was raised in the place of a result: it has its price too."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _timed(work: Callable[[], T]) -> tuple[T | _Failed, float]:
    began = time.thread_time()
    result: T | _Failed
    try:
        result = work()
    except Exception as error:
        result = _Failed(error)
    return result, time.thread_time() - began
