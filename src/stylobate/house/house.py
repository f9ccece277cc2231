"""The house: all that runs tables, put together; whom a change concerns is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stylobate.house.auditor import Auditor
from stylobate.house.boards import Boards
from stylobate.house.computers import Computers
from stylobate.house.desk import Allowance, Desk
from stylobate.house.hall import Hall
from stylobate.house.kept import Kept
from stylobate.house.kernels import Kernels
from stylobate.house.listener import Listener, frame
from stylobate.house.lists import Lists
from stylobate.house.neighbourhood import Neighbourhood
from stylobate.house.presence import Presence
from stylobate.house.room import Room
from stylobate.house.sweeper import Sweeper
from stylobate.house.timekeeper import Timekeeper
from stylobate.play import Table
from stylobate.store.jobs import KIND
from stylobate.store.opening import open_store
from stylobate.store.protocol import Role

T = TypeVar("T")
Left = Callable[[Listener], None]

STRANGERS = frozenset({None})  # who is here where nobody is known by name


class House:
    """One process of a house, over the store that keeps its tables: a file, or a database by its address."""

    def __init__(
        self,
        where: str,
        tables_in_memory: int,
        workers: int,
        allowance: Allowance | None = None,
        role: Role = "server",
    ) -> None:
        self.store = open_store(where, role=role)
        self.desk = Desk(allowance)
        self.kernels = Kernels()
        self.boards = Boards(Kept(self.desk))
        self.presence = Presence()
        self.lists = Lists()
        self.hall = Hall(self.store, self.kernels, self.desk, self._changed, tables_in_memory)
        self.computers = Computers(self.hall, workers)
        self.timekeeper = Timekeeper(self.hall)
        self.sweeper = Sweeper(self.hall)
        self.auditor = Auditor(self.hall)
        self.neighbourhood = Neighbourhood(self.hall, self.lists, self.presence, self.timekeeper)
        self.neighbourhood.others[KIND] = lambda news: self.computers.queue.hear()
        self._aside = ThreadPoolExecutor(2, "stylobate-aside")

    async def start(self) -> None:
        """Load the games, and take up clocks, computers and the broom where they were left."""
        self.kernels.start()
        self.neighbourhood.start()
        self.timekeeper.start()
        self.sweeper.start()
        self.auditor.start()
        self.computers.start()

    def hush(self) -> None:
        """End all live streams, for the server is about to stop; browsers connect again by themselves."""
        self.kernels.close()
        self.lists.stop()
        for room in self.hall.rooms.values():
            for listener in room.listeners:
                listener.end()

    def part_from(self, people: Collection[str]) -> None:
        """End the live streams of people who were logged out somewhere; whoever still may connects again."""
        for room in tuple(self.hall.rooms.values()):
            for listener in tuple(room.listeners):
                if listener.who in people:
                    listener.end()
        for listener in tuple(self.lists.listeners):
            if listener.who in people:
                listener.end()

    async def stop(self) -> None:
        """End everything that is under way, and write what waits."""
        self.hush()
        self.presence.stop()
        await self.neighbourhood.stop()
        await self.computers.stop()
        await self.sweeper.stop()
        await self.auditor.stop()
        await self.timekeeper.stop()
        await self.hall.stop()
        self.desk.close()
        self._aside.shutdown(wait=True, cancel_futures=True)
        await asyncio.to_thread(self.store.close)

    async def aside(self, work: Callable[..., T], *given: Any) -> T:
        """Run work in a thread that only waits for a moment, such as a look into the store.

        What keeps the processor busy belongs on the desk, where it is done in turn, and has its price.
        """
        return await asyncio.get_running_loop().run_in_executor(self._aside, work, *given)

    def listen_at(self, room: Room, who: str | None, seen: int | None, left: Left) -> Listener:
        """A new listener in a room, who first hears the whole view, unless they have just seen it."""

        def leave(listener: Listener) -> None:
            if listener in room.listeners:
                room.leave(listener)
                left(listener)
                if listener.who is not None and listener.who in room.table.people:
                    room.seen[listener.who] = room.timepiece()
                    self.presence.came_or_went(room)
                    self.neighbourhood.came_or_went(room, listener.who)
                self.hall.leave(room)

        listener = Listener(who, leave)
        room.enter(listener)
        self.neighbourhood.make_up_for(room)
        self.timekeeper.look(room)
        if seen != room.table.version:
            listener.tell(frame("table", room.showing().whole(who), room.table.version))
        if who is not None and who in room.table.people:
            self.presence.came_or_went(room)
            self.neighbourhood.came_or_went(room, who)
        return listener

    def hide(self, room: Room, who: str) -> None:
        """Somebody's page is still open, though nobody sees it."""
        if who in room.table.people:
            room.hide(who)
            self.presence.came_or_went(room)
            self.neighbourhood.came_or_went(room, who)

    def listen_before_lists(self, who: str | None, left: Left) -> Listener:
        """A new listener who hears when a list of tables has changed."""

        def leave(listener: Listener) -> None:
            if listener in self.lists.listeners:
                self.lists.leave(listener)
                left(listener)

        listener = Listener(who, leave)
        self.lists.enter(listener)
        return listener

    def _changed(self, room: Room, before: Table | None) -> None:
        """Tell everybody; strangers all see the same, and get the same bytes."""
        if room.listeners:
            after, showing = room.table, room.showing()
            special = frozenset() if room.here == STRANGERS else _special(after)
            frames: dict[str | None, bytes] = {}
            for listener in tuple(room.listeners):
                who = listener.who if listener.who in special else None
                if who not in frames:
                    news = showing.whole(who) if before is None else showing.change(before, who)
                    frames[who] = frame("table", news, after.version)
                listener.tell(frames[who])
        if before is not None and before.seats != room.table.seats and before.people != room.table.people:
            self.neighbourhood.came_or_went(room, *sorted(room.attending))
        self.lists.changed(before, room.table)
        self.presence.moved(room)
        self.timekeeper.look(room)
        self.computers.look(room)


def _special(table: Table) -> frozenset[str | None]:
    """Who sees something at a table that not everybody does."""
    seated, talking = (seat.who for seat in table.seats), (said.who for said in table.chat)
    return frozenset((table.host, *seated, *talking))
