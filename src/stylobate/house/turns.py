"""Whose work is done next: that of the place served longest ago, there of the person served longest ago.

So nobody waits for another's whole heap of work, only for one piece of each.  A place (an address) has
one turn among places however many sessions are made up there; two people of one household have turns of their
own within it.  Everybody's own work is done in its order.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

REMEMBERED = 10_000  # places and people whose last turn is known


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
        self._waiting: dict[Asker, deque[T]] = {}
        self._at: Counter[str] = Counter()
        self._served: dict[str | Asker, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return self._at.total()

    def of(self, asker: Asker) -> int:
        """How much of this asker's work waits."""
        return len(self._waiting.get(asker, ()))

    def at(self, place: str) -> int:
        """How much work of this place waits."""
        return self._at[place]

    def put(self, asker: Asker, work: T) -> None:
        """Let some work wait behind what this asker has waiting already."""
        self._waiting.setdefault(asker, deque()).append(work)
        self._at[asker.place] += 1

    def take(self, may: Callable[[Asker], bool] = lambda asker: True) -> tuple[Asker, T] | None:
        """What is to be done next, of those askers who may have something done; it waits no more."""
        asker = min(filter(may, self._waiting), key=self._last_turns, default=None)
        if asker is None:
            return None
        work = self._waiting[asker][0]
        self._remove(asker, work)
        self._turn += 1
        for served in asker.place, asker:
            self._served.pop(served, None)
            self._served[served] = self._turn
        while len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]
        return asker, work

    def drop(self, asker: Asker, work: T) -> None:
        """Forget work that is not wanted any more, or is being done for somebody else."""
        if work in self._waiting.get(asker, ()):
            self._remove(asker, work)

    def _last_turns(self, asker: Asker) -> tuple[int, int]:
        return self._served.get(asker.place, 0), self._served.get(asker, 0)

    def _remove(self, asker: Asker, work: T) -> None:
        self._waiting[asker].remove(work)
        if not self._waiting[asker]:
            del self._waiting[asker]
        self._at[asker.place] -= 1
        if not self._at[asker.place]:
            del self._at[asker.place]
