"""What the processes of one house tell each other, so that each serves everybody.

Whoever stores something tells it with the same transaction (`store.neighbours`), and the others take it up:
a room where somebody listens catches up with its log (another does when it is next asked for something),
lists are told, people's pages elsewhere are counted, sessions are forgotten.
When something may have been missed, everything that is in memory is compared with the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

from stylobate.errors import BadFile
from stylobate.house.hall import Hall
from stylobate.house.lists import Lists
from stylobate.house.presence import Presence
from stylobate.house.room import Room
from stylobate.house.timekeeper import Timekeeper
from stylobate.store.neighbours import News

AGAIN = 1.0  # seconds until what could not be compared is compared again
AT_ONCE = 500  # tables

log = logging.getLogger("stylobate.house")


class Neighbourhood:
    """Hears what other processes tell.  `others` are what this one does for kinds of news beyond tables."""

    def __init__(self, hall: Hall, lists: Lists, presence: Presence, timekeeper: Timekeeper) -> None:
        self.hall, self.lists, self.presence, self.timekeeper = hall, lists, presence, timekeeper
        self.others: dict[str, Callable[[News], None]] = {}
        self.missed: Callable[[], None] = lambda: None
        self._waiting: deque[News | None] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        hall.woken = lambda: self._hear(None)

    def start(self) -> None:
        """Listen to the other processes, where there may be any."""
        if self.hall.neighbours.is_shared:
            loop = asyncio.get_running_loop()

            def hear(news: News | None) -> None:
                """Let the loop know; as in `landing`, those that come until it looks need not wake it."""
                self._waiting.append(news)
                if len(self._waiting) == 1 and not self._is_stopping and not loop.is_closed():
                    loop.call_soon_threadsafe(self._look)

            self.hall.neighbours.listen(hear)

    async def stop(self) -> None:
        """Listen no more, and give up what was still being done about what was heard."""
        self._is_stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def came_or_went(self, room: Room, *people: str) -> None:
        """These people have opened, hidden or closed a page of a table here: let the others know."""
        if self.hall.neighbours.is_shared and people:
            self.hall.neighbours.attend(room.id, [room.attendance(who) for who in people])

    def make_up_for(self, room: Room) -> None:
        """Somebody begins to listen: what was told of the table until then, when nobody did, is looked up."""
        if room.heard_of > room.table.version:
            self._do(partial(self.hall.hear_of, room.id, room.heard_of))

    def _look(self) -> None:
        """Take up all that waits; if one of them cannot be, the others are."""
        while self._waiting:
            asyncio.get_running_loop().call_soon(self._hear, self._waiting.popleft())

    def _hear(self, news: News | None) -> None:
        if self._is_stopping:
            return
        match news:
            case None:
                self._do(self._compare)
            case {"kind": "table", "table": str(id), "version": int(version)}:
                self.lists.hear(bool(news["public"]), news["people"])
                self.timekeeper.note(id, news["due"])
                room, events = self.hall.rooms.get(id), news.get("events", ())
                if room and not room.listeners:
                    room.heard_of = version
                elif room and not self.hall.heard(room, events):
                    self._do(partial(self.hall.hear_of, id, version, events))
            case {"kind": "attendance", "table": str(id)} if room := self.hall.rooms.get(id):
                self._do(partial(self._look_elsewhere, room))
            case {"kind": str(kind)} if kind in self.others:
                self.others[kind](news)

    def _do(self, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.create_task(self._tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except BadFile as error:
            log.warning("news of another process cannot be looked at", extra={"why": str(error)})
            await asyncio.sleep(AGAIN)
            self._hear(None)
        except Exception:
            log.exception("news of another process cannot be looked at")

    async def _look_elsewhere(self, room: Room) -> None:
        found = await asyncio.to_thread(self.hall.neighbours.attendance, room.id)
        room.look_elsewhere(found)
        self.presence.came_or_went(room)

    async def _compare(self) -> None:
        """Compare all rooms with the store; one that knows more than the store is forgotten."""
        self.missed()
        self.lists.doubt()
        ids = list(self.hall.rooms)
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            versions = await asyncio.to_thread(self.hall.neighbours.versions, some)
            for id in some:
                room = self.hall.rooms.get(id)
                if room is None:
                    continue
                if room.table.version > versions.get(id, 0):
                    await self._doubt(room)
                elif room.listeners:
                    await self.hall.hear_of(id, versions.get(id, 0))
                    self.came_or_went(room, *sorted(room.attending))
                    await self._look_elsewhere(room)

    async def _doubt(self, room: Room) -> None:
        """Forget a room that knows more than the store, unless it has only just learnt it."""
        async with room.lock:
            versions = await asyncio.to_thread(self.hall.neighbours.versions, [room.id])
            if room.table.version > versions.get(room.id, 0):
                self.hall.forget(room)
