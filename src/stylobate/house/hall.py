"""The hall: tables in memory, and what is asked at them.

A room holds one table as its log in the store adds up to.  It is a cache: rooms nobody listens in are
forgotten, finished ones first, then the longest unused, and are made again from the store when somebody
comes.  Commands at one table take turns; those at different tables share the disk's next flush.

Where other processes serve the same store, a log may have grown elsewhere.  Then the room catches up with it,
and what was asked is decided anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from stylobate.errors import BadFile, Refusal
from stylobate.fair import Chain, fresh_secret
from stylobate.game import Game
from stylobate.house.desk import Desk
from stylobate.house.errors import NoSuchTable
from stylobate.house.kernels import Kernels
from stylobate.house.landing import Landing
from stylobate.house.lists import news
from stylobate.house.now import now
from stylobate.house.room import Room
from stylobate.house.timepiece import Timepiece
from stylobate.house.turns import ASKER
from stylobate.identity import fresh_id
from stylobate.ladder import everyone
from stylobate.play import (
    Command,
    Moment,
    Person,
    Proposal,
    Table,
    decide,
    fold,
    is_rematch_agreed,
    linked,
    open_table,
    overdue,
    rematch,
    resumed,
    set_back,
)
from stylobate.store.check import fits
from stylobate.store.keeping import addition_of
from stylobate.store.neighbours import GAP, Pulse
from stylobate.store.protocol import Event, Repeated, Store, Stored, Taken

_ID = re.compile(r"[0-9a-f]{16}")


class Done(NamedTuple):
    """What came of a command: the table it led to, and the credentials of the seats that it took.

    `before` is the table as it was when the command came; None where that is long ago.
    """

    table: Table
    seats: Mapping[int, str] = MappingProxyType({})
    before: Table | None = None


@dataclass(frozen=True)
class Invited:
    """An invitation that is being used: its digest, and the seat it is for."""

    digest: bytes
    seat: int


class Once(NamedTuple):
    """What is done once however often it is asked: the key it is known by, and in short what was asked."""

    key: str
    of: str


class Behind(Refusal):
    """The log had grown elsewhere; the room has caught up with it, and nothing was done."""

    def __init__(self) -> None:
        super().__init__("the table has changed since; look again", "stale")


class _Known(Exception):
    """This was asked before, under the same key; what it led to is the table at that version."""

    def __init__(self, version: int) -> None:
        self.version = version


class _Turn:
    """A room, locked; starts over if the room was dropped and made anew while waiting for the lock.

    A process that has been away does not know the time; it asks for it first, and if all were away, the
    table's clock has not been woken yet.
    """

    __slots__ = ("_hall", "_id", "_room")

    def __init__(self, hall: Hall, id: str) -> None:
        self._hall, self._id = hall, id

    async def __aenter__(self) -> Room:
        hall = self._hall
        if hall.is_away:
            await hall.beat()
        while True:
            self._room = room = await hall.known(self._id)
            await room.lock.acquire()
            try:
                if hall.rooms.get(self._id) is room:
                    await hall.resume(room)
                    return room
            except BaseException:
                room.lock.release()
                raise
            room.lock.release()

    async def __aexit__(self, *raised: object) -> None:
        self._room.lock.release()


class Hall:
    """All tables.  `changed` hears of every room whose table has changed, and of the table before."""

    def __init__(
        self,
        store: Store,
        kernels: Kernels,
        desk: Desk,
        changed: Callable[[Room, Table | None], None],
        most: int,
    ) -> None:
        self.store = store
        self.desk = desk
        self.kernels = kernels
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.commands = 0
        self.neighbours = store.neighbours
        self.pulse = self.neighbours.beat(None, 0).result()
        self.timepiece = Timepiece(self.pulse.shown)
        self.woken: Callable[[], None] = lambda: None
        self._beaten = time.monotonic()
        self._beating = asyncio.Lock()
        self._changed = changed
        self._most = most
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._landing = Landing()

    async def beat(self) -> Pulse:
        """Note in the store that this process is there, and learn the time of the house.

        One that was away (`is_away`) has been missed by the others, and hears of it by `woken`.
        """
        async with self._beating:
            shown, passed, was_away = self.timepiece(), time.monotonic() - self._beaten, self.is_away
            pulse = await asyncio.wrap_future(self.neighbours.beat(shown, int(passed * 1000)))
            self._beaten = time.monotonic()
            if pulse.is_reset:
                self.timepiece.set(pulse.shown)
            else:
                self.timepiece.put_forward(max(0, pulse.shown - self.timepiece()))
            self.pulse = pulse
        if was_away:
            self.woken()
        return pulse

    @property
    def is_away(self) -> bool:
        """Whether this process has not been heard of for so long that others do not count on it."""
        return self.neighbours.is_shared and (time.monotonic() - self._beaten) * 1000 > GAP

    async def room(self, id: str) -> Room:
        """The room of a table, from memory or from the store, with all that is in the log by now."""
        room = await self.known(id)
        if self.neighbours.is_shared:
            versions = await asyncio.to_thread(self.neighbours.versions, [id])
            await self.hear_of(id, versions.get(id, 0))
        return self.rooms.get(id, room)

    async def known(self, id: str) -> Room:
        """The room of a table as this process knows it; others may have gone on."""
        room = self.rooms.get(id)
        if room is None:
            if not _ID.fullmatch(id):
                raise NoSuchTable()
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(self._loading[id])
        return self._used(room)

    async def stop(self) -> None:
        """Make no more rooms: those who waited for one are gone."""
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    async def open(
        self, host: Person, proposal: Proposal, key: str | None = None
    ) -> tuple[Room, Done | None]:
        """A new table; the same key asks for the same table, of which nothing is done the second time."""
        id = fresh_id() if key is None else _id_from("opened", host.id, key)
        once = _once(host, key, proposal)
        game = await self.kernels.ready(proposal.game)
        secret = fresh_secret()
        moment = self._moment(secret, game)
        return await self._create(open_table(id, host, proposal, moment), secret, once)

    async def ask(
        self,
        id: str,
        person: Person,
        command: Command,
        key: str | None = None,
        invited: Invited | None = None,
    ) -> Done:
        """Do what is asked, or refuse it with a sentence; the same key gets its first answer again.

        That answer is made from the log after the command's turn: nobody else at the table waits for whoever
        asks for the same again and again.
        """
        try:
            return await self._ask(id, person, command, _once(person, key, command), invited)
        except _Known as before:
            return Done(await self.desk.must(self._folded, id, before.version))

    async def _ask(
        self, id: str, person: Person, command: Command, once: Once | None, invited: Invited | None
    ) -> Done:
        async with self._turn(id) as room:
            room.asked_by(person.id)
            before = room.table
            try:
                done = await self._decided(room, person, command, once, invited)
            except Refusal:
                if once is None or (first := self.store.answered(id, once.key)) is None:
                    raise
                _check_same(first, once)
                raise _Known(first.version) from None
            except _Known:
                if is_rematch_agreed(room.table):
                    await self._play_again(room)
                raise
            self.commands += 1
            if is_rematch_agreed(room.table):
                await self._play_again(room)
        self.leave(room)
        return Done(done.table, done.seats, before)

    async def _decided(
        self, room: Room, person: Person, command: Command, once: Once | None, invited: Invited | None
    ) -> Done:
        """Decide what is asked by all that is in the log, and store it."""
        while True:
            moment = room.moment(invited.seat if invited else None)
            try:
                late = overdue(room.table, moment)
                if late is not None:
                    await self._commit(room, late)
                after = decide(room.table, person, command, moment)
                if person.id in after.people:
                    room.seen[person.id] = self.timepiece()
                return await self._commit(room, after, once, invited)
            except Behind:
                continue
            except Refusal:
                if not await self._catch_up(room):
                    raise

    async def move_for_computer(self, id: str, command: Command) -> None:
        """Make the move that a computer has chosen; refuses one that came too late."""
        async with self._turn(id) as room:
            await self._commit(room, decide(room.table, None, command, room.moment()))
        self.leave(room)

    async def look_at_the_clock(self, id: str) -> None:
        """Check the clock of a table: a seat whose time has run out loses, or a computer plays on for it."""
        async with self._turn(id) as room:
            late = overdue(room.table, room.moment())
            if late is not None:
                with contextlib.suppress(Behind):
                    await self._commit(room, late)
        self.leave(room)

    async def wake(self, id: str) -> Room:
        """The room of a table whose clock has been woken, if one runs."""
        await self.room(id)
        async with self._turn(id) as room:
            return room

    async def resume(self, room: Room) -> None:
        """Give whoever is to move the time back in which the house was away."""
        while (up := self.pulse.up_since(room.table.tick)) is not None:
            after = resumed(room.table, up, room.moment())
            if after is None:
                return
            with contextlib.suppress(Behind):
                await self._commit(room, after)
                return

    async def wait_for_whoever_was_cut_off(self, id: str) -> None:
        """The server was not there for a while: nobody comes back to a flag that is about to fall."""
        async with self._turn(id) as room:
            moment = room.moment()
            after = resumed(room.table, moment.now, moment)
            if after is not None and room.table.faces.is_short(moment.now):
                with contextlib.suppress(Behind):
                    await self._commit(room, after)
        self.leave(room)

    async def hear_of(self, id: str, version: int, events: Sequence[Event] = ()) -> None:
        """The log of a table has grown to this version elsewhere: a room that is behind catches up.

        If these events are all that it lacks, it need not look into the store.
        """
        room = self.rooms.get(id)
        if room is None or room.table.version >= version:
            return
        async with room.lock:
            if self.rooms.get(id) is room and room.table.version < version:
                if _follow(room, events):
                    self._grow(room, events)
                else:
                    await self._catch_up(room)
        self.leave(room)

    def heard(self, room: Room, events: Sequence[Event]) -> bool:
        """Add these events to a room at once if they follow and nobody has a turn there; whether they did."""
        if room.lock.locked() or not _follow(room, events):
            return False
        self._grow(room, events)
        self.leave(room)
        return True

    def forget(self, room: Room) -> None:
        """Drop a room that is not what the store says: who listens connects again, to a new one."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        for listener in tuple(room.listeners):
            listener.end()

    def left_alone(self, ids: Sequence[str]) -> list[str]:
        """Those of these tables at which nobody looks; they are no longer in memory."""
        alone = [id for id in ids if id not in self.rooms or self.rooms[id].is_idle]
        for id in alone:
            self.rooms.pop(id, None)
        return alone

    def leave(self, room: Room) -> None:
        """Drop a finished table from memory if nobody looks at it any more."""
        if room.table.state == "over" and room.is_idle and self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def _turn(self, id: str) -> _Turn:
        return _Turn(self, id)

    async def _commit(
        self, room: Room, after: Table, once: Once | None = None, invited: Invited | None = None
    ) -> Done:
        """Store new events; only once they are on disk does the room show the new table."""
        before = room.table
        digest = invited.digest if invited else None
        key, of = (once.key, once.of) if once else (None, "")
        addition, seats = addition_of(after, after.at, key, digest, of, room.place)
        if self.neighbours.is_shared:
            addition = addition._replace(news=news(before, after, addition.events))
        try:
            outcome = await self._landing.of(self.store.append(room.id, before.version, addition))
        except BadFile:
            if self.store.listed(room.id) is None:
                self.rooms.pop(room.id, None)
                raise NoSuchTable() from None
            raise
        match outcome:
            case Stored():
                after.unstored = []
                room.table = after
                self._changed(room, before)
                return Done(after, seats)
            case Repeated(version):
                _check_same(outcome, once)
                raise _Known(version)
            case Taken(sentence):
                raise Refusal(sentence, "taken")
        self._grow(room, outcome.events)
        raise Behind()

    async def _catch_up(self, room: Room) -> bool:
        """Add to a room what the log has got elsewhere; whether there was anything."""
        if not self.neighbours.is_shared:
            return False
        events = await asyncio.to_thread(self.store.events, room.id, room.table.version)
        self._grow(room, events)
        return bool(events)

    def _grow(self, room: Room, events: Sequence[Event]) -> None:
        """The log has got these events elsewhere."""
        if events:
            before, after = room.table, room.table.copy()
            for event in events:
                after.apply(event)
            room.table = after
            self._changed(room, before)

    async def _create(
        self, table: Table, secret: bytes, once: Once | None = None
    ) -> tuple[Room, Done | None]:
        place, (key, of) = ASKER.get().place, (once.key, once.of) if once else (None, "")
        addition, seats = addition_of(table, table.at, key, None, of, place)
        if self.neighbours.is_shared:
            addition = addition._replace(news=news(None, table, ()))
        outcome = await self._landing.of(self.store.create(table.id, addition, secret))
        if not isinstance(outcome, Stored):
            if once is not None:
                _check_same(self.store.answered(table.id, once.key), once)
            return await self.room(table.id), None
        table.unstored = []
        room = self._used(Room(table, Chain(secret), self.timepiece, place))
        self._changed(room, None)
        return room, Done(table, seats)

    async def _play_again(self, room: Room) -> None:
        """All have agreed to a rematch: a new table, then the way to it.  Both can be done twice."""
        secret = fresh_secret()
        moment = self._moment(secret, room.table.game)
        new, _ = await self._create(rematch(room.table, _id_from("rematch", room.id), moment), secret)
        while is_rematch_agreed(room.table):
            with contextlib.suppress(Behind):
                await self._commit(room, linked(room.table, new.id, room.moment()))

    def _moment(self, secret: bytes, game: Game) -> Moment:
        """The moment in which a table is opened."""
        levels, restores = everyone(game), self.store.restores
        return Moment(self.timepiece(), Chain(secret), levels, date=now(), restores=restores)

    async def _load(self, id: str) -> Room:
        listed = await asyncio.to_thread(self.store.listed, id)
        if listed is None:
            raise NoSuchTable()
        await self.kernels.ready(listed.game)
        table, chain = await self.desk.must(self._made, id)
        room = Room(table, chain, self.timepiece)
        if self.neighbours.is_shared and table.state != "over":
            room.elsewhere = await asyncio.to_thread(self.neighbours.attendance, id)
        await self.resume(room)
        with contextlib.suppress(Behind):
            after = set_back(room.table, room.moment()._replace(restores=self.store.restores))
            if after is not None:
                await self._commit(room, after)
        return room

    def _made(self, id: str) -> tuple[Table, Chain]:
        """A table from its log, and the chain that it was opened with."""
        table, secret = self._folded(id), self.store.secret(id)
        if secret is None:
            raise BadFile(f"the secret of table {id} is missing; restore a backup")
        chain = Chain(secret)
        if not fits(chain, table):
            raise BadFile(f"the secret of table {id} is not the one that was committed to; restore a backup")
        return table, chain

    def _folded(self, id: str, version: int | None = None) -> Table:
        return fold(id, self.store.events(id)[:version])

    def _used(self, room: Room) -> Room:
        room = self.rooms.setdefault(room.id, room)
        self.rooms.move_to_end(room.id)
        if len(self.rooms) > self._most:
            self._forget()
        return room

    def _forget(self) -> None:
        """Drop idle rooms, finished games first; a tenth at once, so that this is seldom needed."""
        idle = [room for room in self.rooms.values() if room.is_idle]
        idle.sort(key=lambda room: room.table.state != "over")
        for room in idle[: len(self.rooms) - self._most + self._most // 10]:
            del self.rooms[room.id]


def _follow(room: Room, events: Sequence[Event]) -> bool:
    """Whether these events are the next of the room's log."""
    return bool(events) and bool(events[0]["v"] == room.table.version + 1)


def _id_from(*words: str) -> str:
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]


def _once(person: Person, key: str | None, asked: Command | Proposal) -> Once | None:
    """What somebody asks under a key of theirs; a nonce, which is another one each time, is no part of it."""
    if key is None:
        return None
    told = {name: value for name, value in vars(asked).items() if name not in ("nonce", "pledge")}
    kind = "Plan" if isinstance(asked, Proposal) else type(asked).__name__  # so the store has always kept it
    words = f"{kind} {sorted(told.items())}"
    return Once(f"{person.id}:{key}", hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:16])


def _check_same(before: Repeated | None, once: Once | None) -> None:
    """Refuse to take a key for two different requests; what was asked first is not always known."""
    if before is not None and once is not None and before.of not in ("", once.of):
        raise Refusal("this Idempotency-Key was used for another request; take a new one for this", "illegal")
