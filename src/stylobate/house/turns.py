"""Whose work is done next: each place in turn, there each person in turn, and everybody's own in its order.

So nobody waits for another's whole heap of work, only for one piece of each.  A place (an address) has
one turn among places however many sessions are made up there; two people of one household have turns of their
own within it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Asker(NamedTuple):
    """For whom something is done: a place, and who of those there."""

    place: str
    who: str = ""


HOUSE = Asker("")
"""The house itself: what it does for nobody in particular has no limits."""

ASKER: ContextVar[Asker] = ContextVar("asker", default=HOUSE)
"""For whom the code that runs just now works; whoever takes a request in says so."""


class Turns(Generic[T]):
    """Work that waits, and whose is next."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, asker: Asker) -> int:
        """How much of this asker's work waits."""
        return len(self._of(asker))

    def at(self, place: str) -> int:
        """How much work of this place waits."""
        return sum(map(len, self._places[place].values())) if place in self._places else 0

    def put(self, asker: Asker, work: T) -> None:
        """Let some work wait behind what this asker has waiting already."""
        self._places.setdefault(asker.place, OrderedDict()).setdefault(asker.who, deque()).append(work)
        self._count += 1

    def take(self, may: Callable[[Asker], bool] = lambda asker: True) -> tuple[Asker, T] | None:
        """What is to be done next, of those askers who may have something done; it waits no more."""
        for place, people in self._places.items():
            for who in people:
                asker = Asker(place, who)
                if may(asker):
                    work = people[who][0]
                    people.move_to_end(who)
                    self._places.move_to_end(place)
                    self._remove(asker, work)
                    return asker, work
        return None

    def drop(self, asker: Asker, work: T) -> None:
        """Forget work that is not wanted any more, or is being done for somebody else."""
        if work in self._of(asker):
            self._remove(asker, work)

    def _of(self, asker: Asker) -> Collection[T]:
        return self._places[asker.place].get(asker.who, ()) if asker.place in self._places else ()

    def _remove(self, asker: Asker, work: T) -> None:
        people = self._places[asker.place]
        people[asker.who].remove(work)
        self._count -= 1
        if not people[asker.who]:
            del people[asker.who]
        if not people:
            del self._places[asker.place]
