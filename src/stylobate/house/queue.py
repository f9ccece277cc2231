"""What waits for a computer, and which lane gets it: the same for a queue in memory and one in the database.

Two lanes take from it: one quick levels alone, so that a beginner's opponent answers at once, however many
strong ones think elsewhere; the other slow levels first, and quick ones where it has nothing else to do.
Tables with people come before those where computers play among themselves, and hosts have their turns.

One process alone with its file keeps the queue in memory (`waiting`): what there is to do stands in its
tables, where it finds that again after a restart, so that rows would cost writes and tell nothing new.
Processes that share a database take from the rows in it (`pool`).
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from stylobate.store.jobs import Load
from stylobate.store.protocol import Job

QUICK, SLOW = LANES = (0, 1)


class Queue(Protocol):
    """Jobs for computers.  A job that was taken is in its taker's hands until the table has changed."""

    async def start(self) -> None:
        """Somebody will take jobs here."""

    async def stop(self) -> None:
        """Give back whatever is held."""

    def tell(self, table: str, job: Job | None) -> None:
        """A table has changed, and that is stored: this is what computers have to do there now."""

    def hear(self) -> None:
        """Another process says that there may be something to take."""

    async def next(self, lane: int) -> Job:
        """The next job for a lane; waits until there is one."""

    async def give_back(self, job: Job, seconds: float = 0.0, *, has_failed: bool) -> None:
        """Let it be done by whoever comes next, after so long; a try that was no failure does not count."""

    async def drop(self, job: Job) -> None:
        """Nothing is to be done at that table."""

    async def load(self, place: str = "", host: str = "") -> Load:
        """At how many tables computers are to move: everywhere, of this place, of this host there."""


class Bell:
    """Wakes everybody who waits at that moment."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wake them: there is something new."""
        self._event.set()
        self._event = asyncio.Event()

    @property
    def next(self) -> asyncio.Event:
        """What the next ring sets; whoever waits for it has missed nothing since they took it."""
        return self._event
