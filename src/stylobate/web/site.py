"""The site: the house with sessions, limits and metrics; every request gets it as `Site`."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import HTTPConnection

from stylobate.house.errors import Busy
from stylobate.house.house import House
from stylobate.house.listener import Listener
from stylobate.house.room import Room
from stylobate.house.turns import ASKER
from stylobate.play import Proposal
from stylobate.store.neighbours import News
from stylobate.web.ledger import Ledger
from stylobate.web.limits import FOR_AN_ADDRESS, Buckets, Streams, Work
from stylobate.web.metrics import Metrics
from stylobate.web.parts import Public
from stylobate.web.sessions import Sessions
from stylobate.web.settings import Settings

A_WHILE = 10.0  # seconds until computers may have made some of their moves


class Site(House):
    """The house, with what HTTP adds: sessions, rate limits, and metrics."""

    def __init__(self, settings: Settings) -> None:
        work = Work(settings.limits)
        super().__init__(settings.store, settings.tables_in_memory, settings.workers, work)
        self.settings = settings
        self.metrics = Metrics(settings.process)
        self.sessions = Sessions(self.store, settings.is_secure)
        self.streams = Streams(settings.limits)
        self.public = Public(self.lists)
        self.rates = Buckets()
        self.guesses = Buckets(10_000)
        self._arrivals = Buckets()
        buckets = {
            "rates": self.rates,
            "guesses": self.guesses,
            "arrivals": self._arrivals,
            "work": work.buckets,
        }
        self.ledger = Ledger(self.store.neighbours, buckets, self.streams)
        self.neighbourhood.others |= {"people": self._hear_of_people, **self.ledger.hears}
        self.neighbourhood.missed = self.sessions.forget_all

    async def start(self) -> None:
        """Start the house, and tell other processes how much is asked for here."""
        await super().start()
        self.ledger.start()

    async def stop(self) -> None:
        """Stop the house."""
        await self.ledger.stop()
        await super().stop()

    def renew(self, person: str) -> None:
        """Something about a person has changed, such as their name."""
        self.sessions.forget(person)
        self.store.neighbours.tell({"kind": "people", "people": [person], "parted": False})

    def log_out(self, people: set[str]) -> None:
        """These people were logged out somewhere: end their live streams, and forget their sessions."""
        for person in people:
            self.sessions.forget(person)
        self.part_from(people)
        self.store.neighbours.tell({"kind": "people", "people": sorted(people), "parted": True})

    def _hear_of_people(self, news: News) -> None:
        for person in news["people"]:
            self.sessions.forget(person)
        if news["parted"]:
            self.part_from(news["people"])

    def may_arrive(self, address: str) -> bool:
        """Whether one more browser from there may become a guest by merely looking."""
        limits = self.settings.limits
        wait = self._arrivals.take(time.monotonic(), address, limits.arrivals, FOR_AN_ADDRESS)
        return not wait or not limits.on

    async def check_computers(self, host: str, proposal: Proposal) -> None:
        """Refuse another table with computers to a host, or a place, for whom they think about many already.

        What waits at tables that are there is always done, each host's in turn (`house.queue`).
        """
        limits = self.settings.limits
        if not limits.on or not proposal.has_computers:
            return
        in_all, there, theirs = await self.computers.queue.load(ASKER.get().place, host)
        if in_all >= limits.thinking_in_all:
            raise Busy("the computers have more to think about than they can do", A_WHILE)
        if there >= limits.thinking * FOR_AN_ADDRESS or theirs >= limits.thinking:
            raise Busy("first let the computers move at your other tables", A_WHILE)

    def listen(self, room: Room, who: str | None, seen: int | None, address: str) -> Listener:
        """A new listener in a room; refuses one too many."""
        return self.listen_at(room, who, seen, self._one_more(address))

    def listen_to_lists(self, who: str | None, address: str) -> Listener:
        """A new listener who hears when a list of tables has changed; refuses one too many."""
        return self.listen_before_lists(who, self._one_more(address))

    def _one_more(self, address: str) -> Callable[[Listener], None]:
        """Count a stream from that address, and return what takes it off again."""
        self.streams.enter(address)

        def left(listener: Listener) -> None:
            self.streams.leave(address)
            self.metrics.dropped += listener.was_dropped

        return left


def site_of(request: HTTPConnection) -> Site:
    """The site that a request came to."""
    site: Site = request.app.state.site
    return site
