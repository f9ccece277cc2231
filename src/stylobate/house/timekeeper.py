"""Clocks that run out, throws that wait no longer, and the server's own pulse.

A flag falls when its time is up, not when somebody looks, and a throw is made without a nonce that does not
come.  Each table's next deadline waits in a heap; one that has moved since is found not to be due, and waits
again.  Every few seconds the server notes that it is up, and looks at its timepiece: so nobody is charged for
the time before a restart, nor for that in which the server stood still.

Of several processes each watches the tables that it has in memory, and the keeper (`store.neighbours`) all.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal

from stylobate.errors import BadFile
from stylobate.house.errors import NoSuchTable, Stopping
from stylobate.house.hall import Hall
from stylobate.house.room import Room

PULSE = 2.0
TRIES = 100  # every pulse, at what the store did not let us look at
AGAIN = 20.0  # seconds until what could not be stored is tried again
UNWELL = 20.0
AWAY = "the server was not there for a while; no clock has run"

log = logging.getLogger("stylobate.house")


class Timekeeper:
    """Watches all clocks of the hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._now = hall.timepiece
        self.last_pulse = self._now()
        self._deadlines: list[tuple[int, str]] = []
        self._soonest: dict[str, int] = {}
        self._sooner = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin: first of all, give everybody the time back that the server slept through."""
        self._tasks = [asyncio.create_task(watch) for watch in (self._watch(), self._beat())]
        if self.hall.pulse.is_keeper:
            self._begin(self._wake_all())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        """Stop, and note that the server was up until now."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(BadFile):
            await self.hall.beat()

    @property
    def is_well(self) -> bool:
        """Whether the store has answered lately."""
        return self._now() - self.last_pulse < UNWELL * 1000

    def look(self, room: Room) -> None:
        """Set the timer for a table at which something will be due, or at another time than before."""
        self._wait_for(room.id, room.table.due)

    def note(self, id: str, deadline: int | None) -> None:
        """The keeper hears when something will be due at a table that another process has changed."""
        if self.hall.pulse.is_keeper:
            self._wait_for(id, deadline)

    def _wait_for(self, id: str, deadline: int | None) -> None:
        if deadline is None or self._soonest.get(id, deadline + 1) <= deadline:
            return
        self._soonest[id] = deadline
        heapq.heappush(self._deadlines, (deadline, id))
        if self._deadlines[0] == (deadline, id):
            self._sooner.set()

    async def _wake_all(self) -> None:
        began = self.hall.pulse.began

        async def wake(id: str) -> None:
            self.look(await self.hall.wake(id))

        if await self._at_every_clock(wake, "a table's clock cannot be resumed"):
            self.hall.neighbours.woken(began)

    async def _after_a_gap(self) -> None:
        log.warning(AWAY)
        given = self.hall.wait_for_whoever_was_cut_off
        await self._at_every_clock(given, "a clock cannot be given its time")

    async def _at_every_clock(self, do: Callable[[str], Awaitable[None]], fault: str) -> bool:
        """Do this at every table with a clock; where the store did not let us, a little later.

        Whether it was done everywhere.
        """
        left: list[str] | None = None
        everywhere = True
        for _ in range(TRIES):
            try:
                if left is None:
                    left = await asyncio.to_thread(self.hall.store.clocked_tables)
                came = {id: await self._tried(do, id, fault) for id in left}
                left = [id for id in left if came[id] == "later"]
                everywhere = everywhere and "never" not in came.values()
            except BadFile as error:
                log.error(fault, extra={"why": str(error)})
            except Stopping:
                return False
            if left == []:
                return everywhere
            await asyncio.sleep(PULSE)
        return False

    async def _tried(
        self, do: Callable[[str], Awaitable[None]], id: str, fault: str
    ) -> Literal["done", "later", "never"]:
        try:
            await do(id)
        except NoSuchTable:
            pass
        except Stopping:
            raise
        except BadFile as error:
            log.error(fault, extra={"table": id, "why": str(error)})
            return "later"
        except Exception:
            log.exception(fault, extra={"table": id})
            return "never"
        return "done"

    async def _watch(self) -> None:
        while True:
            self._sooner.clear()
            wait = (self._deadlines[0][0] - self._now()) / 1000 if self._deadlines else 3600.0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.001, min(wait + 0.001, 3600.0))):
                    await self._sooner.wait()
            while self._deadlines and self._deadlines[0][0] < self._now():
                await self._is_up(heapq.heappop(self._deadlines)[1])

    async def _is_up(self, id: str) -> None:
        self._soonest.pop(id, None)
        if id not in self.hall.rooms and not self.hall.pulse.is_keeper:
            return
        try:
            await self.hall.look_at_the_clock(id)
            self.look(await self.hall.room(id))
        except BadFile as error:
            log.error("a clock that ran out cannot be told yet", extra={"table": id, "why": str(error)})
            heapq.heappush(self._deadlines, (self._now() + int(AGAIN * 1000), id))
        except Exception:
            log.exception("a clock that ran out cannot be told", extra={"table": id})

    async def _beat(self) -> None:
        before, gaps, pulse = "", self._now.gaps, self.hall.pulse
        while True:
            why = ""
            self._now()
            if self._now.gaps != gaps and not self.hall.neighbours.is_shared:
                self._begin(self._after_a_gap())
            gaps = self._now.gaps
            try:
                last, pulse = pulse, await self.hall.beat()
                self.last_pulse = self._now()
                if pulse.is_keeper and (not last.is_keeper or pulse.began != last.began):
                    self._begin(self._wake_all())
                if pulse.began != last.began:
                    log.warning(AWAY)
            except BadFile as error:
                why = str(error)
            if why != before:
                log.log(
                    logging.ERROR if why else logging.INFO,
                    "the store does not take anything" if why else "the store is well again",
                    extra={"why": why} if why else {},
                )
            before = why
            await asyncio.sleep(PULSE)
