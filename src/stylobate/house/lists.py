"""Lists of tables while somebody looks at them: “Your games”, “Open tables”, “Being played”.

A page that shows lists listens at `/api/events?lists` and hears one of two words, `public` or `mine`: that
list is no longer what it was.  It then asks for the list as the server renders it, with the tag of what it
shows.  So a thousand visitors cost a word each, at most once in a pause that grows with their
number, and one rendering for all; the word says within how many milliseconds to come, so that they do not all
come at once.  Moves alone are no news to strangers: their number is told when something else has changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from stylobate.house.listener import Listener, frame
from stylobate.play import Table
from stylobate.store.neighbours import News
from stylobate.store.protocol import Event

PAUSE = 1.0  # seconds between two words, and as much again for every so many listeners
SO_MANY = 250
APART = 2  # milliseconds between the requests that a word brings about

EVERYBODY = ""


class Lists:
    """Who looks at lists, and when to tell them."""

    def __init__(self) -> None:
        self.listeners: dict[Listener, None] = {}
        self.news: set[str] = set()
        self._people: dict[str, int] = {}
        self._soon: asyncio.TimerHandle | None = None
        self._told = 0.0
        self.changes = 0  # of what is public, since the start

    def enter(self, listener: Listener) -> None:
        """Add a listener."""
        self.listeners[listener] = None
        if listener.who is not None:
            self._people[listener.who] = self._people.get(listener.who, 0) + 1

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        del self.listeners[listener]
        if listener.who is not None:
            self._people[listener.who] -= 1
            if not self._people[listener.who]:
                del self._people[listener.who]

    def changed(self, before: Table | None, after: Table) -> None:
        """A table has changed: tell those who look at a list that shows it."""
        self.hear(*concerned(before, after))

    def hear(self, is_public: bool, people: Iterable[str]) -> None:
        """Everybody's lists have changed, or those of these people."""
        if is_public:
            self.changes += 1
            self._tell_soon(EVERYBODY)
        for who in people:
            if who in self._people:
                self._tell_soon(who)

    def doubt(self) -> None:
        """Any list may have changed, for something was missed."""
        self.hear(True, tuple(self._people))

    def stop(self) -> None:
        """Tell no more, and end the streams."""
        if self._soon is not None:
            self._soon.cancel()
        for listener in self.listeners:
            listener.end()

    def _tell_soon(self, whom: str) -> None:
        if not self.listeners:
            return
        self.news.add(whom)
        if self._soon is None:
            loop = asyncio.get_running_loop()
            due = self._told + PAUSE * (1 + len(self.listeners) / SO_MANY)
            self._soon = loop.call_at(max(due, loop.time()), self._tell)

    def _tell(self) -> None:
        self._soon = None
        self._told = asyncio.get_running_loop().time()
        news, self.news = self.news, set()
        public, mine = frame("public", APART * len(self.listeners)), frame("mine", 0)
        for listener in tuple(self.listeners):
            if EVERYBODY in news:
                listener.tell(public)
            if listener.who in news:
                listener.tell(mine)


def concerned(before: Table | None, after: Table) -> tuple[bool, set[str]]:
    """Whether everybody's lists show that a table has changed, and whose own do."""
    seated = before is None or before.seats != after.seats or before.state != after.state
    people = set[str]()
    if seated or before is None or before.settled != after.settled:
        seats = after.seats if before is None else (*before.seats, *after.seats)
        people = {seat.who for seat in seats if seat.who is not None}
    return seated and after.visibility == "public", people


def news(before: Table | None, after: Table, events: Sequence[Event]) -> News:
    """What other processes are told of a table that has changed, by these events.

    Its deadline is for the keeper.  Who has the table open needs the events, and so need not look for them.
    """
    is_public, people = concerned(before, after)
    about = {"table": after.id, "version": after.version, "due": after.due, "events": events}
    return {"kind": "table", **about, "public": is_public, "people": sorted(people)}
