"""What goes into logs, each by itself or all at once.

Most of what a site writes is moves: an event or two, and what lists tell of the table.  However many wait,
two statements store them, or three where other processes write as well.  These find at once whether every log
stands where it should and no key came before; if not, each is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from stylobate.encoding import written
from stylobate.errors import BadFile
from stylobate.store.database import Database
from stylobate.store.jobs import Jobs
from stylobate.store.protocol import Addition, Outcome, Stored
from stylobate.store.writer import Joint

Type = str


class Rows(Protocol):
    """How a database makes rows of a JSON array of arrays, which is given as one value."""

    def __call__(self, **columns: Type) -> str:
        """A subquery with these columns, of these types as PostgreSQL calls them."""


@dataclass(frozen=True)
class Statements:
    """The statements, in the words of one database.

    Where processes share it, rows are first locked in the order of their ids: whoever does the same never
    waits for somebody who waits for them.
    """

    lock: str
    update: str
    insert: str
    create: str

    @classmethod
    def by(cls, rows: Rows, is_shared: bool = False) -> Statements:
        """Those of a database that makes rows so."""
        lock = "SELECT id, to_move FROM tables WHERE id = ANY(?) ORDER BY id FOR UPDATE"
        tables = rows(
            id="text",
            expected="bigint",
            version="bigint",
            visibility="text",
            state="text",
            to_move="text",
            clocked="bigint",
            about="text",
            now="bigint",
            key="text",
            beyond="text",
        )
        events = rows(id="text", version="bigint", key="text", body="text")
        new = rows(
            id="text",
            game="text",
            visibility="text",
            state="text",
            to_move="text",
            clocked="bigint",
            version="bigint",
            opened="bigint",
            changed="bigint",
            finished="bigint",
            about="text",
        )
        return cls(
            lock if is_shared else "",
            f"""UPDATE tables SET visibility = new.visibility, state = new.state, to_move = new.to_move,
            clocked = new.clocked, about = new.about, version = new.version, changed = new.now,
            finished = CASE WHEN new.state = 'over' THEN coalesce(tables.finished, new.now) END
            FROM {tables} AS new WHERE tables.id = new.id AND tables.version = new.expected AND NOT EXISTS (
                SELECT 1 FROM events WHERE table_id = new.id AND key >= new.key AND key < new.beyond
            )""",
            f"INSERT INTO events SELECT id, version, key, body FROM {events} AS new",
            f"INSERT INTO tables SELECT * FROM {new} AS new WHERE true ON CONFLICT DO NOTHING",
        )


class Added(Protocol):
    """What is stored of a table together with others."""

    table: str
    addition: Addition


@dataclass(frozen=True, slots=True)
class Beside:
    """What goes with an append where processes share a store: news for the others, and computers' jobs."""

    tell: Callable[..., None]
    jobs: Jobs | None

    def done(self, db: Database, all: Sequence[Added], to_move: Mapping[str, str | None]) -> None:
        """All of these are stored; `to_move` tells whose turn it was before, by table."""
        if news := [one.addition.news for one in all if one.addition.news is not None]:
            self.tell(db, *news)
        if self.jobs is None:
            return
        for one in all:
            if one.addition.job is not None or to_move.get(one.table) == "computer":
                self.jobs.put(db, one.table, one.addition.job)


class NotTogether(Exception):
    """Not all of these can be stored at once; nobody is told of it."""


@dataclass(slots=True)
class Append(Joint[Outcome]):
    """Events for the end of a table's log, and nothing else; `alone` stores them by themselves."""

    table: str
    expected: int
    addition: Addition
    bodies: Sequence[str]
    statements: Statements
    beside: Beside
    alone: Callable[[Database], Outcome]

    def __call__(self, db: Database, /) -> Outcome:
        """Append these events alone, with as many statements as that takes."""
        return self.alone(db)

    def with_others(self, db: Database, all: Sequence[Append]) -> Sequence[Outcome]:
        """Store all of these if all of them fit; two for one table never do, since its row changes once."""
        tables, events = zip(*(one._rows() for one in all), strict=True)
        to_move: dict[str, str | None] = {}
        if self.statements.lock:
            locked = db.execute(self.statements.lock, ([one.table for one in all],))
            to_move = dict(locked.fetchall())
        if db.execute(self.statements.update, (written(tables),)).rowcount != len(all):
            raise NotTogether
        db.execute(self.statements.insert, (written(list(chain.from_iterable(events))),))
        self.beside.done(db, all, to_move)
        return [Stored(one.expected + len(one.bodies)) for one in all]

    def _rows(self) -> tuple[list[object], list[list[object]]]:
        """What changes in the row of the table, and the rows of its events."""
        addition, summary = self.addition, self.addition.summary
        versions = numbered(self.table, self.expected, addition)
        told = (summary["visibility"], summary["state"], summary["to_move"], int(summary["clocked"]))
        beyond = None if addition.key is None else f"{addition.key}\v"
        row = [self.table, self.expected, versions[-1], *told, written(summary["about"]), addition.now]
        key = kept_key(addition)
        events: list[list[object]] = [
            [self.table, version, key, body] for version, body in zip(versions, self.bodies, strict=True)
        ]
        return [*row, addition.key, beyond], events


def numbered(table: str, expected: int, addition: Addition) -> range:
    """The numbers of an addition's events; refuses those that do not follow on the last one of the log."""
    versions = range(expected + 1, expected + 1 + len(addition.events))
    if [event["v"] for event in addition.events] != list(versions):
        raise BadFile(f"the events of table {table} do not follow on version {expected}")
    return versions


def kept_key(addition: Addition) -> str | None:
    """The key as the log keeps it: alone or, after a new line, with what was asked by it."""
    return f"{addition.key}\n{addition.of}" if addition.key is not None and addition.of else addition.key
