"""The queue of a process that is alone with its store: jobs that wait in memory, and whose is next."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from stylobate.house.queue import SLOW, Bell
from stylobate.house.turns import Asker, Turns
from stylobate.store.jobs import Load
from stylobate.store.protocol import Job


class Waiting:
    """A `Queue` in memory: `jobs` are what computers have to do, at each table."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}
        self._turns = {(slow, watched): Turns[Job]() for slow in (True, False) for watched in (True, False)}
        self._bell = Bell()

    async def start(self) -> None:
        """Do nothing: what waits in memory is there at once."""

    async def stop(self) -> None:
        """Do nothing: what waits in memory is found again from the tables."""

    def tell(self, table: str, job: Job | None) -> None:
        """This is what computers have to do at a table; what they had to do before is not wanted any more."""
        before = self.jobs.get(table)
        if before is not None and (job is None or job.version != before.version):
            del self.jobs[table]
            self._turns[before.is_slow, before.is_watched].drop(_asker(before), before)
        if job is not None and table not in self.jobs:
            self.jobs[table] = job
            self._put(job)

    def hear(self) -> None:
        """Do nothing: no other process puts jobs here."""

    async def next(self, lane: int) -> Job:
        """The next job for a lane; waits until there is one."""
        while True:
            rung = self._bell.next
            if (job := self._taken(lane)) is not None:
                return job
            await rung.wait()

    async def give_back(self, job: Job, seconds: float = 0.0, *, has_failed: bool) -> None:
        """Let a job that could not be done wait again, after so many seconds."""
        if self.jobs.get(job.table) == job:
            job = self.jobs[job.table] = replace(job, tries=job.tries + has_failed)
            asyncio.get_running_loop().call_later(seconds, self._again, job)

    async def drop(self, job: Job) -> None:
        """Nothing is to be done at that table."""
        if self.jobs.get(job.table) == job:
            del self.jobs[job.table]

    async def load(self, place: str = "", host: str = "") -> Load:
        """At how many tables computers are to move."""
        there = [job for job in self.jobs.values() if job.place == place]
        return Load(len(self.jobs), len(there), sum(job.host == host for job in there))

    def _put(self, job: Job) -> None:
        self._turns[job.is_slow, job.is_watched].put(_asker(job), job)
        self._bell.ring()

    def _again(self, job: Job) -> None:
        if self.jobs.get(job.table) == job:
            self._put(job)

    def _taken(self, lane: int) -> Job | None:
        for slow in (True, False) if lane == SLOW else (False,):
            for watched in (True, False):
                if found := self._turns[slow, watched].take():
                    return found[1]
        return None


def _asker(job: Job) -> Asker:
    return Asker(job.place, job.host)
