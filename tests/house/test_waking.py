"""After a restart every clock goes on where it stood, however often the house went away before it woke it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stylobate.house.house import House
from stylobate.play import Person, Proposal
from stylobate.play.commands import Move

ADA = Person("0" * 16, "Ada")
BLITZ = {"kind": "fischer", "start": 600, "increment": 0}
AN_HOUR = 3_600_000


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.slow)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store, of each kind."""
    return str(tmp_path / "tables.db") if request.param == "file" else request.getfixturevalue("address")


@contextlib.asynccontextmanager
async def short_lived(where: str) -> AsyncIterator[House]:
    """A house that wakes nobody by itself, and ends without a word; the next comes an hour later."""
    house = House(where, 100, 0)
    try:
        await house.hall.beat()
        yield house
        await an_hour_passes(house)
    finally:
        house.desk.close()
        await asyncio.to_thread(house.store.close)


async def an_hour_passes(house: House) -> None:
    """While nobody is there: what a database has noted of the last beat is an hour old."""
    older = f"UPDATE notes SET value = value - {AN_HOUR} WHERE name = 'beaten'"
    await asyncio.wrap_future(house.store.write(lambda db: db.execute(older)))


async def under_way(house: House) -> str:
    """A table at which both have moved, and a clock runs; the house is there a moment longer."""
    proposal = Proposal.read({"game": "colonnade", "seats": ["me:Ada", "me:Eve"], "clock": BLITZ})
    room, _ = await house.hall.open(ADA, proposal)
    await move(house, room.id)
    await move(house, room.id)
    house.hall.timepiece.put_forward(1_000)
    await house.hall.beat()
    return room.id


async def move(house: House, id: str) -> None:
    table = (await house.hall.room(id)).table
    await house.hall.ask(id, ADA, Move(table.position.legal[0], table.version))


def ups(house: House, id: str) -> list[int]:
    """Until when whoever was to move was charged, each time that the table was woken."""
    return [event["up"] for event in house.store.events(id) if event["kind"] == "resumed"]


def test_a_house_that_dies_again_and_again_before_it_has_woken_a_table_takes_nobodys_time(where: str) -> None:
    async def main() -> None:
        async with short_lived(where) as house:
            table = await under_way(house)
            up = house.store.last_beat()
        for _ in range(3):
            async with short_lived(where):
                pass
        async with short_lived(where) as house:
            await house.timekeeper._wake_all()
            assert ups(house, table) == [up]

    asyncio.run(main())


def test_who_was_woken_in_between_is_charged_for_the_time_in_which_the_house_was_there(where: str) -> None:
    async def main() -> None:
        async with short_lived(where) as house:
            woken, asleep = await under_way(house), await under_way(house)
            first = house.store.last_beat()
        async with short_lived(where) as house:
            await move(house, woken)
            house.hall.timepiece.put_forward(1_000)
            await house.hall.beat()
            second = house.store.last_beat()
        async with short_lived(where) as house:
            await house.timekeeper._wake_all()
            assert ups(house, woken) == [first, second]
            assert ups(house, asleep) == [first]

    asyncio.run(main())


def test_what_every_clock_was_woken_from_need_not_be_known_any_more(where: str) -> None:
    async def main() -> None:
        async with short_lived(where) as house:
            await under_way(house)
        async with short_lived(where) as house:
            assert len(house.store.gaps()) == 2
            house.kernels._ready["colonnade"] = asyncio.get_running_loop().create_future()
            house.kernels.close()
            await house.timekeeper._wake_all()
            await house.hall.beat()
            assert len(house.store.gaps()) == 2, "nobody is woken in a house that is about to stop"
        async with short_lived(where) as house:
            house.kernels._ready["colonnade"] = asyncio.get_running_loop().create_future()
            house.kernels._ready["colonnade"].set_exception(ValueError("its rules do not work"))
            await house.timekeeper._wake_all()
            await house.hall.beat()
            assert len(house.store.gaps()) == 3, "nor where the game cannot be played"
            del house.kernels._ready["colonnade"]
            await house.timekeeper._wake_all()
            await house.hall.beat()
            assert house.store.gaps() == house.hall.pulse.gaps[-1:]

    asyncio.run(main())


@pytest.mark.slow
def test_who_plays_on_at_a_process_that_stood_still_with_all_others_is_not_charged_either(
    address: str,
) -> None:
    async def main() -> None:
        async with short_lived(address) as house:
            moving, waiting = await under_way(house), await under_way(house)
            up = house.store.last_beat()
            await an_hour_passes(house)
            await house.hall.beat()
            await move(house, moving)
            await house.timekeeper._wake_all()
            assert ups(house, moving) == ups(house, waiting) == [up]

    asyncio.run(main())


def test_a_house_that_stops_makes_no_more_rooms(tmp_path: Path) -> None:
    where = str(tmp_path / "tables.db")

    async def main() -> None:
        async with short_lived(where) as house:
            table = await under_way(house)
        house = House(where, 100, 0)
        house.kernels._ready["colonnade"] = asyncio.get_running_loop().create_future()
        looking = asyncio.create_task(house.hall.room(table))
        while not (loading := list(house.hall._loading.values())):
            await asyncio.sleep(0)
        looking.cancel()
        await house.stop()
        assert [task.done() for task in loading] == [True], "nobody waits for it"

    asyncio.run(main())
