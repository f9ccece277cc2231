"""New tables, each by itself or all at once: as many as wait are stored by four statements.

Each statement costs a turn of the interpreter between the thread that writes and the event loop, and with a
database elsewhere a way there and back; one by one a table took nine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from stylobate.encoding import written
from stylobate.store.appending import Beside, NotTogether, Statements, kept_key, numbered
from stylobate.store.database import Database
from stylobate.store.protocol import Addition, Outcome, Stored
from stylobate.store.writer import Joint

FIRST = "!"  # before the names of tables that are there: nobody who has locked one waits for a new one


@dataclass(slots=True)
class Create(Joint[Outcome]):
    """A table with its first events and the secret of its chain; `alone` stores them by themselves."""

    table: str
    addition: Addition
    bodies: Sequence[str]
    secret: bytes
    statements: Statements
    beside: Beside
    alone: Callable[[Database], Outcome]

    def __call__(self, db: Database, /) -> Outcome:
        """Create this table alone, with as many statements as that takes."""
        return self.alone(db)

    def with_others(self, db: Database, all: Sequence[Create]) -> Sequence[Outcome]:
        """Store all of these, if none of them is there already."""
        if db.execute(self.statements.create, (written([one._row() for one in all]),)).rowcount != len(all):
            raise NotTogether
        _insert(db, "secrets", [(one.table, one.secret) for one in all])
        _insert(db, "claims", list(chain.from_iterable(one._claims() for one in all)))
        db.execute(
            self.statements.insert, (written(list(chain.from_iterable(one._events() for one in all))),)
        )
        self.beside.done(db, all, {})
        return [Stored(len(one.bodies)) for one in all]

    def _row(self) -> list[object]:
        summary, now = self.addition.summary, self.addition.now
        told = [summary[name] for name in ("game", "visibility", "state", "to_move")]
        finished = now if summary["state"] == "over" else None
        times = (now, now, finished)
        return [
            self.table,
            *told,
            int(summary["clocked"]),
            len(self.bodies),
            *times,
            written(summary["about"]),
        ]

    def _claims(self) -> list[tuple[object, ...]]:
        return [(self.table, claim.seat, claim.person, claim.credential) for claim in self.addition.claims]

    def _events(self) -> list[list[object]]:
        key = kept_key(self.addition)
        versions = numbered(self.table, 0, self.addition)
        return [[self.table, version, key, body] for version, body in zip(versions, self.bodies, strict=True)]


def _insert(db: Database, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    """All of these by one statement."""
    if rows:
        marks = f"({', '.join('?' * len(rows[0]))})"
        db.execute(f"INSERT INTO {table} VALUES {', '.join([marks] * len(rows))}", [*chain(*rows)])
