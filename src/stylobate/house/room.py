"""A room: one table in memory, and who listens there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stylobate.fair import Chain
from stylobate.house.listener import Listener
from stylobate.house.now import now
from stylobate.house.timepiece import Timepiece
from stylobate.house.turns import ASKER
from stylobate.ladder import everyone
from stylobate.play import Moment, Showing, Table
from stylobate.store.neighbours import Attendance

A_MOMENT = 20  # milliseconds
HIDDEN = (
    150_000  # for which a page that nobody sees is believed to be there: it says so every minute at least
)


class Room:
    """A table in memory: who listens, who was here when, and the chain that its throws come from.

    `place` is where the host was last known to be: computers think for them, each place in its turn.  After a
    restart it is “” until they ask for something; all such tables are of one place, for one visitor may have
    made up all their hosts.  `heard_of` is a version of the table that another process told of while nobody
    listened here.
    """

    def __init__(self, table: Table, chain: Chain, timepiece: Timepiece, place: str = "") -> None:
        self.table = table
        self.place = place
        self.chain = chain
        self.timepiece = timepiece
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.seen: dict[str, int] = {}
        self.hidden: dict[str, int] = {}
        self.elsewhere: Sequence[Attendance] = ()
        self.heard_of = 0
        self.since = timepiece()
        self._shown: Showing | None = None
        self._here: frozenset[str | None] | None = None

    @property
    def id(self) -> str:
        """The id of the room's table."""
        return self.table.id

    def asked_by(self, who: str) -> None:
        """This person asks for something: if it is the host, the place is known."""
        if who == self.table.host:
            self.place = ASKER.get().place

    @property
    def is_idle(self) -> bool:
        """Whether the room may be dropped from memory now."""
        return not self.listeners and not self.lock.locked()

    def enter(self, listener: Listener) -> None:
        """Add a listener."""
        self.listeners.add(listener)
        self._look_round()

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.discard(listener)
        self._look_round()

    def away(self) -> dict[int, int]:
        """Since when each seat is away whose person does not listen, and has no hidden page here either."""
        here = self.here
        if self.hidden or self.elsewhere:
            here |= self._hidden().keys()
        seen = self.seen
        if self.elsewhere:
            seen = seen | {one.person: max(one.seen, seen.get(one.person, 0)) for one in self.elsewhere}
        return {
            number: seen.get(seat.who or "", self.since)
            for number, seat in enumerate(self.table.seats)
            if seat.is_person and seat.who not in here
        }

    @property
    def here(self) -> frozenset[str | None]:
        """Who listens, in this process or in another."""
        if self._here is None:
            listening = {listener.who for listener in self.listeners}
            self._here = frozenset(listening.union(one.person for one in self.elsewhere if one.listens))
        return self._here

    def _look_round(self) -> None:
        """Somebody came, went or hid: who is here, and what is shown of it, is to be seen anew."""
        self._here = self._shown = None

    @property
    def attending(self) -> set[str]:
        """Who of those that sit here has a page of this table at this process."""
        here = {listener.who for listener in self.listeners} | self.hidden.keys()
        return {who for who in self.table.people if who in here}

    def attendance(self, who: str) -> Attendance:
        """What other processes are to know of somebody's pages here."""
        listens = any(listener.who == who for listener in self.listeners)
        moment = self.timepiece()
        seen = moment if listens else self.seen.get(who, moment)
        return Attendance(who, listens, self.hidden.get(who), seen)

    def look_elsewhere(self, found: Sequence[Attendance]) -> None:
        """Take note of who has pages of this table at other processes; whoever is gone was there just now."""
        there = {one.person for one in found if one.listens}
        for one in self.elsewhere:
            if one.listens and one.person not in there:
                self.seen[one.person] = self.timepiece()
        self.elsewhere = found
        self._look_round()

    def hide(self, who: str) -> None:
        """This person's page is open, though nobody sees it: it listens no more, and they are not away."""
        self.seen[who] = self.hidden[who] = self.timepiece()
        self._look_round()

    def until_away(self) -> int | None:
        """In how many milliseconds the first whose page is hidden counts as away; None: nobody's is."""
        return min(self._hidden().values(), default=None)

    def _hidden(self) -> dict[str, int]:
        """Whose page is hidden, and for how many milliseconds that is still believed."""
        if not self.hidden and not self.elsewhere:
            return {}
        moment = self.timepiece()
        told = {one.person: one.hidden for one in self.elsewhere if one.hidden is not None} | self.hidden
        return {who: HIDDEN - (moment - at) for who, at in told.items() if moment - at < HIDDEN}

    def showing(self) -> Showing:
        """The table at this moment, as viewers are sent it; the last one made is reused for a moment."""
        shown, moment = self._shown, self.timepiece()
        if shown is None or shown.table is not self.table or moment - shown.now > A_MOMENT:
            shown = self._shown = Showing(self.table, moment, self.away())
        return shown

    def moment(self, invited: int | None = None) -> Moment:
        """The moment for a command: the time, the chain, the levels, who is away (see `play.Moment`)."""
        levels = everyone(self.table.game)
        return Moment(self.timepiece(), self.chain, levels, self.away(), invited, now(), here=self.here)
