"""Hundreds of short histories at once, over the real store: each is one that could have been.

At every table its host sits before two screens, and two others want the seat that is left; everybody asks for
things as they come to mind, through any of the houses.  Now and then a house dies, or all lines to the
database are cut.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from stylobate.store.opening import open_store
from tests.faults.history import History
from tests.faults.houses import Doors, Guest
from tests.faults.kept import not_kept
from tests.faults.wishing import party
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

AT_ONCE = 25
WISHES = 5
NUMBERS = count()


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


def believed(where: str, history: History) -> None:
    """Everything is as it must be, and enough has happened."""
    store = open_store(where, role="look")
    try:
        assert not_kept(store, history) == []
    finally:
        store.close()
    outcomes = Counter(one.outcome for wish in history.wishes for one in wish.tries)
    assert min(outcomes["done"], outcomes["refused"]) > 0
    print(f"{len(history.tables())} tables, {len(history.wishes)} wishes, {dict(outcomes)}")


def test_every_history_over_a_file_is_one_that_could_have_been(tmp_path: Path) -> None:
    where = str(tmp_path / "tables.db")
    believed(where, played(where, 1, 60, seed=11, deaths=3))


def test_every_history_at_two_houses_over_one_database_is_one_that_could_have_been(cluster: Cluster) -> None:
    where = cluster.database(f"histories{next(NUMBERS)}")
    believed(where, played(where, 2, 300, seed=12, deaths=8, cut=partial(cluster.cut, where)))
