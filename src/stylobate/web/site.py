"""The parts of the site, put together; `Site` is what every request gets to see."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from stylobate.play import Table
from stylobate.store.sqlite import SqliteStore
from stylobate.web.boards import Boards
from stylobate.web.computers import Computers
from stylobate.web.hall import Hall, Room, now
from stylobate.web.kernels import Kernels
from stylobate.web.limits import FOR_AN_ADDRESS, Buckets, Streams
from stylobate.web.lists import Lists
from stylobate.web.metrics import Metrics
from stylobate.web.presence import Presence
from stylobate.web.sessions import Sessions
from stylobate.web.settings import Settings
from stylobate.web.stream import Listener, frame
from stylobate.web.sweeper import Sweeper
from stylobate.web.timekeeper import Timekeeper

T = TypeVar("T")


class Site:
    """One running site."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = SqliteStore(settings.store)
        self.metrics = Metrics()
        self.kernels = Kernels()
        self.sessions = Sessions(self.store, settings.is_secure)
        self.boards = Boards()
        self.streams = Streams(settings.limits)
        self._arrivals = Buckets()
        self.presence = Presence()
        self.lists = Lists()
        self.hall = Hall(self.store, self.kernels, self._changed, settings.tables_in_memory)
        self.computers = Computers(self.hall, settings.workers)
        self.timekeeper = Timekeeper(self.hall)
        self.sweeper = Sweeper(self.hall)
        self._aside = ThreadPoolExecutor(2, "stylobate-aside")

    async def start(self) -> None:
        """Begin to work."""
        self.kernels.start()
        self.timekeeper.start()
        self.sweeper.start()
        self.computers.start()

    def hush(self) -> None:
        """Keep nobody any longer, for the server is about to stop; browsers come again by themselves."""
        self.kernels.close()
        self.lists.stop()
        for room in self.hall.rooms.values():
            for listener in room.listeners:
                listener.end()

    async def stop(self) -> None:
        """End everything that is under way, and write what waits."""
        self.hush()
        self.presence.stop()
        await self.computers.stop()
        await self.sweeper.stop()
        await self.timekeeper.stop()
        self.boards.close()
        self._aside.shutdown(wait=True, cancel_futures=True)
        await asyncio.to_thread(self.store.close)

    async def aside(self, work: Callable[..., T], *given: Any) -> T:
        """Do something that takes milliseconds without holding up moves."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work, *given)

    def may_arrive(self, address: str) -> bool:
        """Whether one more browser from there may become a guest by merely looking."""
        limits = self.settings.limits
        wait = self._arrivals.take(time.monotonic(), address, limits.arrivals, FOR_AN_ADDRESS)
        return not wait or not limits.on

    def listen(self, room: Room, who: str | None, seen: int | None, address: str) -> Listener:
        """A new listener in a room, who first hears the whole view, unless they have just seen it."""
        self.streams.enter(address)

        def left(listener: Listener) -> None:
            if listener in room.listeners:
                room.leave(listener)
                self.streams.leave(address)
                self._left(room, listener)

        listener = Listener(who, left)
        room.enter(listener)
        if seen != room.table.version:
            listener.tell(frame("table", room.showing().whole(who), room.table.version))
        if who in room.table.people:
            self.presence.came_or_went(room)
        return listener

    def listen_to_lists(self, who: str | None, address: str) -> Listener:
        """A new listener who hears when a list of tables has changed."""
        self.streams.enter(address)

        def left(listener: Listener) -> None:
            if listener in self.lists.listeners:
                self.lists.leave(listener)
                self.streams.leave(address)
                self.metrics.dropped += listener.was_dropped

        listener = Listener(who, left)
        self.lists.enter(listener)
        return listener

    def _left(self, room: Room, listener: Listener) -> None:
        self.metrics.dropped += listener.was_dropped
        if listener.who in room.table.people:
            room.seen[listener.who or ""] = now()
            self.presence.came_or_went(room)
        self.hall.leave(room)

    def _changed(self, room: Room, before: Table | None) -> None:
        """Tell everybody; strangers all see the same, and get the same bytes."""
        if room.listeners:
            after, showing = room.table, room.showing()
            special = {after.host, *(seat.who for seat in after.seats), *(said.who for said in after.chat)}
            frames: dict[str | None, bytes] = {}
            for listener in tuple(room.listeners):
                who = listener.who if listener.who in special else None
                if who not in frames:
                    news = showing.whole(who) if before is None else showing.change(before, who)
                    frames[who] = frame("table", news, after.version)
                listener.tell(frames[who])
        self.lists.changed(before, room.table)
        self.presence.moved(room)
        self.timekeeper.look(room)
        self.computers.look(room)


def site_of(request: HTTPConnection) -> Site:
    """The site that a request came to."""
    site: Site = request.app.state.site
    return site
