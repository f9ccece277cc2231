"""A history: what people asked for and were shown, and when, told by those who asked, all on one clock.

A wish is what somebody wanted once; it may be sent several times, under one key, through several servers.  A
sight is a view that somebody was sent.  `checking` holds both against the log that is found in the end.
"""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from stylobate.play import Table
from stylobate.store.sql import SqlStore

Outcome = Literal["done", "refused", "lost"]


class Told(NamedTuple):
    """What every viewer of one version is told alike."""

    state: str
    turn: int | None
    tokens: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def by(cls, view: Mapping[str, Any]) -> Told:
        """In a view."""
        tokens = tuple(played[0] for played in view["tokens"])
        return cls(view["state"], view["turn"], tokens, tuple(seat["name"] for seat in view["seats"]))

    @classmethod
    def at(cls, table: Table) -> Told:
        """By the log."""
        return cls(table.state, table.turn, table.tokens, tuple(seat.name for seat in table.seats))


@dataclass(frozen=True)
class Try:
    """A wish sent once: through which server, from when to when, and what became of it.

    Done means that the answer said so, with the version that it led to and what that told of the table (None
    where the answer has neither).  Lost means that nobody knows: the line broke, or the server did not know.
    """

    server: str
    began: float
    ended: float
    outcome: Outcome
    version: int | None = None
    reason: str = ""
    told: Told | None = None


@dataclass
class Wish:
    """What somebody asked for at a table, as JSON, and each time that it was sent.

    `invite` is the invitation that it uses; such a wish has no key in the log.
    """

    table: str
    who: str
    asked: Mapping[str, Any]
    key: str = ""
    invite: str = ""
    tries: list[Try] = field(default_factory=list)

    @property
    def began(self) -> float:
        """When it was first sent."""
        return self.tries[0].began if self.tries else -math.inf

    @property
    def done(self) -> list[Try]:
        """The times that it was acknowledged."""
        return [one for one in self.tries if one.outcome == "done"]

    @property
    def ended(self) -> float:
        """When it was done for certain; never, where nobody has said so."""
        return min((one.ended for one in self.done), default=math.inf)

    @property
    def is_refused(self) -> bool:
        """Whether it was refused each time: then it is not done, now or later."""
        return bool(self.tries) and all(one.outcome == "refused" for one in self.tries)

    def __str__(self) -> str:
        words = " ".join(str(value) for name, value in self.asked.items() if name != "nonce")
        return f"“{words}” of {self.who}"


@dataclass(frozen=True)
class Sight:
    """A view that somebody was sent: by which server, asked for when and there when.

    What comes by a live stream has the number of its stream, and was not asked for.
    """

    table: str
    who: str
    server: str
    began: float
    ended: float
    version: int
    told: Told
    stream: int | None = None


class Entry(NamedTuple):
    """An event as it lies in the store: its number, the key under which it was asked for, and itself."""

    version: int
    key: str | None
    event: dict[str, Any]


@dataclass
class History:
    """All wishes and sights; the times in which no server was there, and those of any trouble.

    In times of trouble a clock may run or not.  Whoever has just come back knows the time only as well as it
    was told, until the next beat, and a restart gives back what passed since the last one.
    """

    wishes: list[Wish] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    gaps: list[tuple[float, float]] = field(default_factory=list)
    troubles: list[tuple[float, float]] = field(default_factory=list)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    @staticmethod
    def now() -> float:
        """The clock of all histories, in seconds."""
        return time.monotonic()

    def number(self) -> int:
        """Another one each time."""
        return next(self._numbers)

    def see(
        self, server: str, who: str, view: Mapping[str, Any], began: float, stream: int | None = None
    ) -> None:
        """Note a view that has just come."""
        table, version, told = view["id"], view["version"], Told.by(view)
        self.sights.append(Sight(table, who, server, began, self.now(), version, told, stream))

    def tables(self) -> set[str]:
        """The ids of all tables in it."""
        return {wish.table for wish in self.wishes if wish.table} | {sight.table for sight in self.sights}


def logs(store: SqlStore) -> dict[str, list[Entry]]:
    """The logs of all tables, with the keys under which things were asked for."""
    found: dict[str, list[Entry]] = {}
    with store.snapshot() as rows:
        for table, version, key, body in rows(
            "SELECT table_id, version, key, body FROM events ORDER BY 1, 2"
        ):
            kept = None if key is None else key.partition("\n")[0].rpartition(":")[2]
            found.setdefault(table, []).append(Entry(version, kept, json.loads(body)))
    return found
