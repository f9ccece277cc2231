"""A process that thinks for the computers of a site and serves nobody: a house without pages.

It shares the database with the servers, whose jobs it does, on their machine or on another; none of them need
know of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

from stylobate.house.house import House
from stylobate.house.kernels import leave

ROOMS = 300  # tables in memory: where a computer has moved, it will move again


def work(database: str, workers: int, tell: Callable[[str], None]) -> None:
    """Work until Ctrl-C, or until somebody asks the process to end."""
    house = House(database, ROOMS, workers, role="worker")
    many = "1 worker" if workers == 1 else f"{workers} workers"
    asyncio.run(_until_stopped(house, lambda: tell(f"Computers are at work ({many}); Ctrl-C stops them.")))
    tell("Stopped. What was not done is left to others.")
    if house.kernels.is_busy:
        leave()


async def _until_stopped(house: House, ready: Callable[[], None]) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows: there Ctrl-C cancels us
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await house.start()
    ready()
    try:
        await stopped.wait()
    finally:
        await house.stop()
