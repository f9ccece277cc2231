"""Parties at many tables of houses in this process, over one store; houses die and lines are cut meanwhile.

At every table its host sits before two screens, and two others want the seat that is left; everybody asks for
things as they come to mind, through any of the houses.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from tests.faults.history import History
from tests.faults.houses import Doors, Guest
from tests.faults.wishing import party

AT_ONCE = 25
WISHES = 5


async def parties(doors: Doors, tables: int) -> None:
    """So many tables, a few of them at a time."""
    numbers = iter(range(tables))

    async def one_after_the_other() -> None:
        for number in numbers:
            names = (f"{name} {number}" for name in ("Ada", "Ada", "Ben", "Cyd"))
            ada, also_ada, *others = (Guest(doors, name, 10 * number + n) for n, name in enumerate(names))
            also_ada.person = ada.person
            await party(ada, also_ada, others, computers=False, wishes=WISHES)

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


def played(
    where: str, houses: int, tables: int, seed: int, deaths: int, cut: Callable[[], None] = lambda: None
) -> History:
    """The history of many tables; houses die at any instant, and lines are cut."""
    rng = random.Random(seed)

    async def main() -> History:
        doors = await Doors(where, houses, rng).open()
        playing = asyncio.ensure_future(parties(doors, tables))
        for death in range(deaths):
            while not playing.done() and len(doors.history.wishes) < (death + 1) * tables * 8 // (deaths + 1):
                await asyncio.sleep(0.001)
            began = doors.history.now()
            await asyncio.to_thread(cut)
            if rng.random() < 0.5:
                await doors.kill(rng.randrange(houses))
            doors.history.troubles.append((began, doors.history.now()))
        await playing
        await doors.close()
        return doors.history

    return asyncio.run(main())
