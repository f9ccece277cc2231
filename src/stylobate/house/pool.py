"""The queue in a database, as one of the processes that share it sees it.

Whoever waits for a job hears of new ones from the process that brought them (`neighbourhood`), and looks by
itself now and then, for nobody tells of a lease that has run out.  While the database is away everybody
waits, ever longer between two tries, and the log has one line when it goes and one when it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stylobate.errors import BadFile
from stylobate.house.queue import SLOW, Bell
from stylobate.store.jobs import Jobs, Load
from stylobate.store.protocol import Job

T = TypeVar("T")

LEASE = 15.0  # seconds after which somebody else does what a dead worker has begun
RENEWED = LEASE / 4
POLL = 4.0  # seconds until a lane looks by itself
FIRST, LONGEST = 0.5, 15.0  # seconds between two tries while the database is away, growing

log = logging.getLogger("stylobate.house")


class Pool:
    """A `Queue` in a database."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._bell = Bell()
        self._thread = ThreadPoolExecutor(1, "stylobate-queue")
        self._renewing: asyncio.Task[None] | None = None
        self._is_away = False

    async def start(self) -> None:
        """Keep what will be held; what has no row yet is queued."""
        self._renewing = asyncio.create_task(self._renew())
        with contextlib.suppress(BadFile):
            await self._ask(self._jobs.mend)

    async def stop(self) -> None:
        """Give back whatever is held, so that others need not wait until the leases have run out."""
        if self._renewing is not None:
            self._renewing.cancel()
            self._renewing = None
            with contextlib.suppress(BadFile):
                await self._ask(self._jobs.release)
        self._thread.shutdown(wait=False)

    def tell(self, table: str, job: Job | None) -> None:
        """The store has noted it together with the events."""
        if job is not None:
            self.hear()

    def hear(self) -> None:
        """There may be something to take."""
        self._bell.ring()

    async def next(self, lane: int) -> Job:
        """The next job for a lane; waits until there is one."""
        pause = FIRST
        while True:
            rung, patience = self._bell.next, POLL
            try:
                job = await self._ask(self._jobs.take, LEASE, lane == SLOW)
                pause = FIRST
            except BadFile:
                job, patience, pause = None, pause, min(2 * pause, LONGEST)
            if job is not None:
                return job
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await rung.wait()

    async def give_back(self, job: Job, seconds: float = 0.0, *, has_failed: bool) -> None:
        """Let it be done by whoever comes next, after so long; else the lease runs out by itself."""
        with contextlib.suppress(BadFile):
            await self._ask(self._jobs.give_back, job, seconds, has_failed)
        self.hear()

    async def drop(self, job: Job) -> None:
        """Nothing is to be done at that table."""
        with contextlib.suppress(BadFile):
            await self._ask(self._jobs.drop, job)

    async def load(self, place: str = "", host: str = "") -> Load:
        """At how many tables computers are to move: for all processes together."""
        return await self._ask(self._jobs.load, place, host)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEWED)
            with contextlib.suppress(BadFile):
                await self._ask(self._jobs.renew, LEASE)

    async def _ask(self, work: Callable[..., T], *given: Any) -> T:
        """What the database says: one thing after the other, so that what is given back was taken before."""
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        except BadFile as error:
            if not self._is_away:
                self._is_away = True
                log.error("the queue does not answer; computers wait for it", extra={"why": str(error)})
            raise
        if self._is_away:
            self._is_away = False
            log.info("the queue answers again")
        return found
