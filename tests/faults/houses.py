"""Houses in this process, over one real store: histories without the wire, hundreds of them.

A house that dies forgets all that it had in memory, in the middle of whatever it does; who had asked it for
something never hears of it, and asks another, under the same key.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from stylobate.errors import BadFile, Refusal
from stylobate.house.errors import NoSuchTable, Stopping
from stylobate.house.hall import Done, Invited
from stylobate.house.house import House
from stylobate.house.now import now
from stylobate.house.room import Room
from stylobate.identity import digest, fresh_credential
from stylobate.play import Person, Proposal, Showing, View, read
from tests.faults.history import History, Outcome, Told, Try, Wish
from tests.faults.wishing import Player

MEMORY = 1_000  # tables
TRIES = 20
A_DAY = 24 * 3600 * 1000


class Died(Exception):
    """The house that was asked is no more."""


class Doors:
    """So many houses over one store, and whoever comes takes any of them."""

    def __init__(self, where: str, count: int, rng: random.Random) -> None:
        self.where, self.rng = where, rng
        self.history = History()
        self.houses: list[House] = []
        self._count = count
        self._asked: dict[House, set[asyncio.Future[Any]]] = {}
        self._dead: set[House] = set()

    async def open(self) -> Doors:
        """Open all houses."""
        for _ in range(self._count):
            self.houses.append(await self._opened())
        return self

    async def close(self) -> None:
        """Close all houses."""
        for house in self.houses:
            await house.stop()

    async def kill(self, number: int) -> None:
        """End a house in the middle of everything; another one takes its place."""
        house = self.houses[number]
        self._dead.add(house)
        doomed = self._asked.pop(house, set())
        for task in doomed:
            task.cancel()
        await asyncio.gather(*doomed, return_exceptions=True)
        await house.stop()
        self.houses[number] = await self._opened()

    async def _opened(self) -> House:
        house = House(self.where, MEMORY, 0)
        await house.start()
        return house

    async def insist(self, person: Person, wish: Wish) -> View | None:
        """Ask until there is an answer, each time through another door."""
        self.history.wishes.append(wish)
        for _ in range(TRIES):
            at = self.rng.randrange(len(self.houses))
            house, name, began = self.houses[at], f"house {at}", self.history.now()
            outcome: Outcome = "lost"
            view, reason = None, ""
            try:
                view = await self._within(house, partial(_asked, house, person, wish))
                outcome = "done"
            except Refusal as refusal:
                outcome, reason = "refused", refusal.reason
            except (BadFile, Died, Stopping):
                await asyncio.sleep(0.01)
            version, told = (None, None) if view is None else (view["version"], Told.by(view))
            wish.tries.append(Try(name, began, self.history.now(), outcome, version, reason, told))
            if outcome != "lost":
                if view is not None:
                    wish.table = view["id"]
                return view
        raise AssertionError(f"nobody answers {wish}")

    async def look(self, person: Person, table: str) -> View:
        """The table as one of the houses shows it."""
        for _ in range(TRIES):
            at = self.rng.randrange(len(self.houses))
            house, name, began = self.houses[at], f"house {at}", self.history.now()
            try:
                view = await self._within(house, partial(_seen, house, person, table))
            except (BadFile, Died, Stopping, NoSuchTable):
                await asyncio.sleep(0.01)
                continue
            self.history.see(name, person.name, view, began)
            return view
        raise AssertionError(f"nobody shows table {table}")

    async def _within(self, house: House, work: Callable[[], Coroutine[Any, Any, View]]) -> View:
        """Do this in a house; it is lost if the house dies."""
        if house in self._dead:
            raise Died
        task = asyncio.ensure_future(work())
        tasks = self._asked.setdefault(house, set())
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise Died from None
            raise


async def _asked(house: House, person: Person, wish: Wish) -> View:
    """What becomes of a wish, as its page would be told."""
    if wish.asked["do"] == "open":
        asked = {name: value for name, value in wish.asked.items() if name != "do"}
        room, _ = await house.hall.open(person, Proposal.read(asked), wish.key)
        return room.showing().whole(person.id)
    invited = Invited(digest(wish.invite), wish.asked["seat"]) if wish.invite else None
    done = await house.hall.ask(wish.table, person, read(wish.asked), wish.key or None, invited)
    return _showing(await house.hall.room(wish.table), done).whole(person.id)


def _showing(room: Room, done: Done) -> Showing:
    return room.showing() if done.table is room.table else Showing(done.table, room.timepiece(), room.away())


async def _seen(house: House, person: Person, table: str) -> View:
    return (await house.hall.room(table)).showing().whole(person.id)


class Guest(Player):
    """Somebody who comes in through any of the doors."""

    def __init__(self, doors: Doors, name: str, seed: int) -> None:
        super().__init__(doors.history, name, seed)
        self.doors, self.person = doors, Person(f"{seed:016x}", name)

    async def insist(self, wish: Wish) -> View | None:
        """Ask until there is an answer."""
        return await self.doors.insist(self.person, wish)

    async def look(self, table: str) -> View:
        """The table as one of the houses shows it."""
        return await self.doors.look(self.person, table)

    async def think(self) -> None:
        """Let others go first, perhaps."""
        await asyncio.sleep(0)

    def watch(self, table: str) -> None:
        """There are no streams without the wire."""

    async def hears(self, table: str, version: int) -> None:
        """Nobody is told anything."""

    async def invite(self, table: str, seat: int) -> str:
        """A link to a seat: the secret in it."""
        while True:
            link, store = fresh_credential(), self.doors.houses[0].store
            try:
                await asyncio.wrap_future(store.invite(digest(link), table, seat, now(), now() + A_DAY))
                return link
            except BadFile:
                await asyncio.sleep(0.01)
