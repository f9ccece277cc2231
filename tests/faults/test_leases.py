"""Two processes that both believe they keep the house: what is to be done once is done once all the same."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from stylobate.house.house import House
from stylobate.play import Person, Proposal
from stylobate.play.commands import Move
from stylobate.store.check import check
from stylobate.store.opening import open_store
from tests.faults.history import logs
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

TABLES = 12
ADA = Person("0" * 16, "Ada")
BLITZ = {"kind": "fischer", "start": 10, "increment": 0}


async def under_way(house: House) -> str:
    """A table at which both have moved, and a clock runs."""
    proposal = Proposal.read({"game": "colonnade", "seats": ["me:Ada", "me:Eve"], "clock": BLITZ})
    room, _ = await house.hall.open(ADA, proposal)
    for _ in range(2):
        table = (await house.hall.room(room.id)).table
        await house.hall.ask(room.id, ADA, Move(table.position.legal[0], table.version))
    return room.id


async def both_keep(one: House, other: House) -> None:
    """The lease of the one is lost without its knowing, and the other takes it."""
    await one.hall.beat()
    await asyncio.wrap_future(one.store.write(lambda db: db.execute("UPDATE processes SET keeps = 0")))
    await other.hall.beat()
    assert one.hall.pulse.is_keeper
    assert other.hall.pulse.is_keeper


def test_two_who_both_keep_the_house_let_each_flag_fall_once(cluster: Cluster) -> None:
    where = cluster.database("leases")

    async def main() -> None:
        houses = one, other = House(where, 100, 0), House(where, 100, 0)
        tables = [await under_way(house) for house in houses for _ in range(TABLES // 2)]
        await both_keep(one, other)
        for house in houses:
            house.hall.timepiece.put_forward(15_000)
        await asyncio.gather(*(house.timekeeper._is_up(id) for id in tables for house in houses))
        for house in houses:
            for id in tables:
                assert (await house.hall.room(id)).table.state == "over"
        for house in houses:
            await house.stop()

    asyncio.run(main())
    store = open_store(where, role="look")
    try:
        found = logs(store)
        assert len(found) == TABLES
        for log in found.values():
            kinds = Counter(entry.event["kind"] for entry in log)
            assert (kinds["flagged"], kinds["ended"]) == (1, 1)
        assert list(check(store)) == []
    finally:
        store.close()
