"""The parts of the site, put together; `Site` is what every request gets to see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from stylobate.play import Table
from stylobate.store.sqlite import SqliteStore
from stylobate.web import changes
from stylobate.web.boards import Boards
from stylobate.web.computers import Computers
from stylobate.web.hall import Hall, Room, now
from stylobate.web.kernels import Kernels
from stylobate.web.sessions import Sessions
from stylobate.web.settings import Settings
from stylobate.web.stream import Listener, frame

T = TypeVar("T")


class Site:
    """One running site."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = SqliteStore(settings.store)
        self.kernels = Kernels()
        self.sessions = Sessions(self.store, settings.is_secure)
        self.boards = Boards()
        self.hall = Hall(self.store, self.kernels, self._changed, settings.tables_in_memory)
        self.computers = Computers(self.hall, settings.workers)
        self._aside = ThreadPoolExecutor(2, "stylobate-aside")

    async def start(self) -> None:
        """Begin to work."""
        self.kernels.start()
        self.computers.start()

    async def stop(self) -> None:
        """End everything that is under way, and write what waits."""
        await self.computers.stop()
        for room in self.hall.rooms.values():
            for listener in tuple(room.listeners):
                listener.drop()
        self.kernels.close()
        self.boards.close()
        self._aside.shutdown(wait=True)
        self.store.close()

    async def aside(self, work: Callable[..., T], *given: Any) -> T:
        """Do something that takes milliseconds without holding up moves."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work, *given)

    def listen(self, room: Room, who: str | None, seen: int | None) -> Listener:
        """A new listener in a room, who hears the whole view first."""
        listener = Listener(who, lambda: self._left(room, listener))
        room.listeners.add(listener)
        if seen is None or seen != room.table.version:
            view = changes.whole(room.table, who, now(), room.away())
            listener.tell(frame("table", view, room.table.version))
        return listener

    def _left(self, room: Room, listener: Listener) -> None:
        room.listeners.discard(listener)
        if listener.who:
            room.seen[listener.who] = now()
        self.hall.leave(room)

    def _changed(self, room: Room, before: Table | None) -> None:
        frames: dict[str | None, bytes] = {}
        away = room.away()
        for listener in tuple(room.listeners):
            who = listener.who if listener.who in room.table.people else None
            if who not in frames:
                view = changes.whole(room.table, listener.who, now(), away)
                frames[who] = frame("table", view, room.table.version)
            listener.tell(frames[who])
        self.computers.look(room)


def site_of(request: HTTPConnection) -> Site:
    """The site that a request came to."""
    site: Site = request.app.state.site
    return site
