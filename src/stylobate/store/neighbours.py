"""Several processes over one store: by what time they go, who is where, and what they tell each other.

A file is served by one process, which has no neighbours (`Alone`); a database by as many as like
(`shared.Shared`).  What one tells the others is a hint and may be lost: all that matters is in the store.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from stylobate.errors import BadFile
from stylobate.store.gaps import Gap, forget

if TYPE_CHECKING:
    from stylobate.store.sql import SqlStore

GAP = 5_000  # milliseconds: longer than between any two beats of a server that is there

News = Mapping[str, Any]
"""What one process tells the others: a JSON object, of which a store knows nothing but that."""

Hear = Callable[[News | None], None]
"""Hears what others tell; None: something may have been missed.  Called from another thread."""


@dataclass(frozen=True)
class Pulse:
    """The time by which clocks run, `shown`; it stands still while no process is there to take moves.

    `gaps` are the times when the house was away: the last, and those before from which some clock may not
    have been woken.  `is_reset` says that this process's own reckoning does not count, since it was
    away, or all were.  What must be done once is done by the keeper.
    """

    shown: int
    gaps: tuple[Gap, ...]
    is_keeper: bool = True
    is_reset: bool = False

    @property
    def began(self) -> int:
        """What the time showed when the house last came back."""
        return self.gaps[-1].began if self.gaps else 0

    def up_since(self, tick: int) -> int | None:
        """Until when the house was there after this; None: until now."""
        if tick >= self.began:  # the last of them is the latest
            return None
        return next((max(gap.up, tick) for gap in self.gaps if gap.began > tick), None)


@dataclass(frozen=True)
class Attendance:
    """Somebody's pages of a table at another process: one that listens, when one last said that it is hidden,
    and when they were last seen; all by the time of the house."""

    person: str
    listens: bool
    hidden: int | None
    seen: int


class Neighbours(Protocol):
    """The other processes that serve the same store."""

    is_shared: bool
    """Whether there may be any."""

    id: str
    """By which this process is known to the others."""

    def beat(self, shown: int | None, passed: int) -> Future[Pulse]:
        """Note that this process is there; call it every few seconds.

        `shown` is its own reckoning of the time, None at its start; `passed` milliseconds went by since it
        last got an answer.
        """

    def woken(self, began: int) -> None:
        """Every clock has been woken since the house came back then; the store is not waited for."""

    def tell(self, news: News) -> None:
        """Tell all others; the store is not waited for."""

    def listen(self, hear: Hear) -> None:
        """Hear what others tell, from now on; first of all None."""

    def attend(self, table: str, attendances: Sequence[Attendance]) -> None:
        """Note who has pages of a table here, and tell others to look again."""

    def attendance(self, table: str) -> list[Attendance]:
        """Who has pages of a table at other processes."""

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """At which version the logs of these tables end; one that is missing is no longer there."""

    def close(self) -> None:
        """Hear no more, and let others know that this process is gone."""


class Alone:
    """No neighbours: the time is this process's own, and it keeps the house."""

    is_shared = False
    id = ""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._gaps: tuple[Gap, ...] = ()

    def beat(self, shown: int | None, passed: int) -> Future[Pulse]:
        """Note the time; it begins where it was last known to stand, and a little after, or with today."""
        if shown is None:
            last = self._store.last_beat()
            shown = time.time_ns() // 1_000_000 if last is None else last + GAP
            self._gaps = (*self._store.gaps(), Gap(shown, last or 0))
            known: Future[Pulse] = Future()
            known.set_result(Pulse(shown, self._gaps))
            return known
        noted: Future[Pulse] = Future()
        noted.set_running_or_notify_cancel()  # whoever stops waiting for it does not stop the writing
        pulse = Pulse(shown, self._gaps)

        def done(written: Future[None]) -> None:
            fault = written.exception()
            if fault is None:
                noted.set_result(pulse)
            else:
                noted.set_exception(fault)

        self._store.beat(shown, *self._gaps[-1:]).add_done_callback(done)
        return noted

    def woken(self, began: int) -> None:
        """Forget all gaps before this one: no clock needs to know of them."""
        self._gaps = tuple(gap for gap in self._gaps if gap.began >= began)
        with contextlib.suppress(BadFile):
            self._store.write(lambda db: forget(db, began))

    def tell(self, news: News) -> None:
        """Do nothing: nobody else would hear it."""

    def listen(self, hear: Hear) -> None:
        """Do nothing: nobody else has news."""

    def attend(self, table: str, attendances: Sequence[Attendance]) -> None:
        """Do nothing: nobody else asks who is here."""

    def attendance(self, table: str) -> list[Attendance]:
        """Nobody: all who have pages open have them here."""
        return []

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """None: nobody else writes, so that this process knows all versions."""
        return {}

    def close(self) -> None:
        """Do nothing: there is nobody to take leave of."""
