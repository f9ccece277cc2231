"""Looks at the start whether the secrets of all unfinished tables are still those that were committed to.

One that was changed would throw what nobody could verify.  Such a table cannot be loaded (see `hall`), so
nothing is thrown there; here whoever runs the site is told at once, and not by the first player who comes.
"""

from __future__ import annotations

import asyncio
import logging

from stylobate.errors import BadFile
from stylobate.house.hall import Hall
from stylobate.store.check import is_committed

UNTIL_KEEPER = 2.0  # seconds between looks at whether that is us: after a kill, a lease must run out first
BETWEEN = 0.005  # seconds, so that nobody waits for it

log = logging.getLogger("stylobate.house")


class Auditor:
    """A task that looks at every unfinished table once."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.found: list[str] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look, as soon as this process keeps the house."""
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """The server stops: the rest is looked at next time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        while not self.hall.pulse.is_keeper:
            await asyncio.sleep(UNTIL_KEEPER)
        try:
            tables = await asyncio.to_thread(self.hall.store.unfinished_tables)
            for table in tables:
                if not await asyncio.to_thread(is_committed, self.hall.store, table):
                    self.found.append(table)
                    log.error(
                        "the secret of a table was changed, so it cannot be played on; restore a backup",
                        extra={"table": table},
                    )
                await asyncio.sleep(BETWEEN)
        except BadFile as error:
            log.error("the secrets of tables cannot be looked at", extra={"why": str(error)})
