"""Removes old data that nobody needs any more (see `store.tidying`), while the site goes on.

What that is, and after how long, stands in `store.tidying`.  It is looked for beside the moves and removed a
few at a time between them, so that nobody waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from stylobate.errors import BadFile
from stylobate.house.hall import Hall
from stylobate.house.now import now

FIRST = 60.0  # seconds after the start
EVERY = 3600.0
AT_ONCE = 20
BETWEEN = 0.05

log = logging.getLogger("stylobate.house")


class Sweeper:
    """A task that tidies the store every hour, where this process keeps the house."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sweep a minute from now, and then every hour."""
        self._task = asyncio.create_task(self._come_round())

    async def stop(self) -> None:
        """The server stops: leave the rest for the next time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> Counter[str]:
        """Remove all that nobody needs any more; how much there was of each kind."""
        gone: Counter[str] = Counter()
        while swept := await self._sweep_once():
            gone += swept
        if gone:
            log.info("old things are gone", extra=dict(gone))
        return gone

    async def _sweep_once(self) -> Counter[str]:
        moment, gone = now(), Counter[str]()
        for kind, found in (await asyncio.to_thread(self.hall.store.leftovers, moment)).items():
            for start in range(0, len(found), AT_ONCE):
                some = found[start : start + AT_ONCE]
                if kind == "open tables":
                    some = self.hall.left_alone(some)
                gone[kind] += await asyncio.wrap_future(self.hall.store.tidy(kind, some, moment))
                await asyncio.sleep(BETWEEN)
        return +gone

    async def _come_round(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                if self.hall.pulse.is_keeper:
                    await self.sweep()
            except BadFile as error:
                log.error("old things cannot be removed", extra={"why": str(error)})
            await asyncio.sleep(EVERY)
