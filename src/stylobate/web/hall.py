"""The hall: tables in memory, and what is asked at them.

A room holds one table as its log in the store adds up to.  It is a cache: rooms nobody listens in are
forgotten, the longest unused first, finished ones at once, and are made again from the store when somebody
comes.  Commands at one table take turns; those at different tables share the disk's next flush.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable

from stylobate.errors import BadFile, Refusal
from stylobate.fair import Chain, fresh_secret
from stylobate.identity import fresh_id
from stylobate.play import (
    Command,
    Moment,
    Person,
    Plan,
    Table,
    decide,
    fold,
    is_rematch_agreed,
    linked,
    open_table,
    overdue,
    rematch,
    resumed,
)
from stylobate.players import names
from stylobate.store.keeping import batch_of
from stylobate.store.protocol import Repeated, Stale, Store, Stored, Taken
from stylobate.web.answers import no_such_table
from stylobate.web.kernels import Kernels
from stylobate.web.stream import Listener

Changed = Callable[["Room", Table | None], None]


def now() -> int:
    """The time, as everything here counts it."""
    return time.time_ns() // 1_000_000


class Room:
    """A table in memory: who listens, who was here when, and the chain that its throws come from."""

    def __init__(self, table: Table, chain: Chain) -> None:
        self.table = table
        self.chain = chain
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.seen: dict[str, int] = {}
        self.since = now()

    @property
    def id(self) -> str:
        """The table's."""
        return self.table.id

    def away(self) -> dict[int, int]:
        """Since when each seat is away whose person does not listen."""
        here = {listener.who for listener in self.listeners}
        return {
            number: self.seen.get(seat.who or "", self.since)
            for number, seat in enumerate(self.table.seats)
            if seat.is_person and seat.who not in here
        }

    def moment(self) -> Moment:
        """What the table cannot know."""
        return Moment(now(), self.chain, names(self.table.game), away=self.away())


class Hall:
    """All tables.  `changed` hears of every room whose table has changed, and of the table before."""

    def __init__(self, store: Store, kernels: Kernels, changed: Changed, most: int) -> None:
        self.store = store
        self.kernels = kernels
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.began = now()
        self.up = store.last_beat() or 0
        self._changed = changed
        self._most = most
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def room(self, id: str) -> Room:
        """The room of a table, from memory or from the store."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(self._loading[id])
        return self._used(room)

    async def open(self, host: Person, plan: Plan, key: str | None = None) -> Room:
        """A new table; the same key asks for the same table."""
        await self.kernels.ready(plan.game)
        secret = fresh_secret()
        id = fresh_id() if key is None else _id_from("opened", host.id, key)
        if key is not None and self.store.listed(id) is not None:
            return await self.room(id)
        moment = Moment(now(), Chain(secret), names(await self.kernels.ready(plan.game)))
        return await self._create(open_table(id, host, plan, moment), secret)

    async def ask(
        self,
        room: Room,
        person: Person,
        command: Command,
        key: str | None = None,
        invite: bytes | None = None,
    ) -> tuple[int, Table]:
        """Do what is asked; the version it led to, and the table at that version.  Refuses with a sentence."""
        if key is not None:
            key = f"{person.id}:{key}"
        async with room.lock:
            room.seen[person.id] = now()
            moment = room.moment()
            late = overdue(room.table, moment)
            if late is not None:
                await self._commit(room, late)
            after = decide(room.table, person, command, moment)
            version = await self._commit(room, after, key, invite)
            if version != room.table.version:
                return version, await asyncio.to_thread(self._folded, room.id, version)
            await self._play_again(room)
            return version, room.table

    async def move_for_computer(self, room: Room, command: Command) -> None:
        """A computer has chosen."""
        async with room.lock:
            await self._commit(room, decide(room.table, None, command, room.moment()))

    async def look_at_the_clock(self, room: Room) -> None:
        """Has somebody's time run out?"""
        async with room.lock:
            late = overdue(room.table, room.moment())
            if late is not None:
                await self._commit(room, late)

    async def _commit(
        self, room: Room, after: Table, key: str | None = None, invite: bytes | None = None
    ) -> int:
        """Store the news; once they are on disk, and only then, they are so."""
        before = room.table
        batch, _ = batch_of(after, after.at, key, invite)
        outcome = await asyncio.wrap_future(self.store.append(room.id, before.version, batch))
        match outcome:
            case Stored():
                after.news = []
                room.table = after
                self._changed(room, before)
                return after.version
            case Repeated(version):
                return version
            case Taken(sentence):
                raise Refusal(sentence, "taken")
            case Stale():
                room.table = await asyncio.to_thread(self._folded, room.id)
                raise Refusal("the table has changed since; look again", "stale")

    async def _create(self, table: Table, secret: bytes) -> Room:
        batch, _ = batch_of(table, table.at)
        outcome = await asyncio.wrap_future(self.store.create(table.id, batch, secret))
        if not isinstance(outcome, Stored):
            return await self.room(table.id)
        table.news = []
        room = self._used(Room(table, Chain(secret)))
        self._changed(room, None)
        return room

    async def _play_again(self, room: Room) -> None:
        """Once all have agreed to a rematch: a new table, then the way to it.  Both can be done twice."""
        if not is_rematch_agreed(room.table):
            return
        secret = fresh_secret()
        moment = Moment(now(), Chain(secret), names(room.table.game))
        new = await self._create(rematch(room.table, _id_from("rematch", room.id), moment), secret)
        await self._commit(room, linked(room.table, new.id, room.moment()))

    async def _load(self, id: str) -> Room:
        listed = await asyncio.to_thread(self.store.listed, id)
        if listed is None:
            raise no_such_table()
        await self.kernels.ready(listed.game)
        table = await asyncio.to_thread(self._folded, id)
        secret = self.store.secret(id)
        if secret is None:
            raise BadFile(f"the secret of table {id} is missing; restore a backup")
        room = Room(table, Chain(secret))
        if table.at < self.began:
            after = resumed(table, max(self.up, table.at), room.moment())
            if after is not None:
                await self._commit(room, after)
        return room

    def _folded(self, id: str, version: int | None = None) -> Table:
        events = self.store.events(id)
        return fold(id, events[:version])

    def _used(self, room: Room) -> Room:
        room = self.rooms.setdefault(room.id, room)
        self.rooms.move_to_end(room.id)
        if len(self.rooms) > self._most:
            self._forget()
        return room

    def leave(self, room: Room) -> None:
        """Somebody has stopped listening: a finished table is forgotten when the last one goes."""
        if room.table.state == "over" and not room.listeners and not room.lock.locked():
            self.rooms.pop(room.id, None)

    def _forget(self) -> None:
        idle = [room for room in self.rooms.values() if not room.listeners and not room.lock.locked()]
        for room in idle[: len(self.rooms) - self._most]:
            del self.rooms[room.id]


def _id_from(*words: str) -> str:
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
