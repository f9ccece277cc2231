"""What a store does, in SQL that SQLite and PostgreSQL both understand.

`sqlite` and `postgres` bring the connections, and the few words that differ.  The primary key (table,
version) of the log settles every race, even between processes.
"""

from __future__ import annotations

import contextlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from stylobate.encoding import written
from stylobate.errors import BadFile
from stylobate.names import folded, folded_before, looks
from stylobate.store.appending import Append, Beside, Statements, kept_key, numbered
from stylobate.store.creating import FIRST, Create
from stylobate.store.database import Database, Found, Row
from stylobate.store.gaps import Gap, note, noted
from stylobate.store.neighbours import Neighbours, News
from stylobate.store.protocol import (
    MOST_OF_ONE,
    Addition,
    Claim,
    Invite,
    Listed,
    Outcome,
    Repeated,
    Stale,
    Stored,
    Taken,
    Visitor,
)
from stylobate.store.tidying import KINDS, SESSION
from stylobate.store.writer import Withdrawn, Writer

if TYPE_CHECKING:
    from stylobate.store.jobs import Jobs

Rows = Callable[[str], Iterable[Row]]
T = TypeVar("T")

PERSON = """people.id, name, account, people.created,
(SELECT count(*) FROM looks WHERE looks.person = people.id)"""
ENDED = b""  # in place of a digest: no credential has this one
LOOKED_AT = 5_000  # public tables, the latest, of which each host has some in a list
LISTED = "id, game, visibility, state, version, opened, changed, finished, about"


class SqlStore(ABC):
    """Keeps the promises of `protocol.Store` in a database."""

    clash: type[Exception]  # raised where a row with this key is there already
    locking = ""  # after a SELECT: keep others from changing that row until we are done
    host: str  # in `about`, as text
    jobs: Jobs | None = None  # the queue for computers, where several processes share the store
    statements: Statements  # that store many appends at once

    @property
    def commits(self) -> int:
        """How many transactions were written: with many at once, far fewer than appends."""
        return self._writer.commits

    restores: int
    neighbours: Neighbours
    _writer: Writer

    @abstractmethod
    def backup(self, to: Path) -> None:
        """Write a consistent copy of everything to a file, while the store stays in use."""

    @abstractmethod
    def faults(self) -> list[str]:
        """What the database itself finds wrong with what it keeps."""

    @abstractmethod
    def snapshot(self) -> contextlib.AbstractContextManager[Rows]:
        """Rows of any statement, all as they were at one instant, while others go on writing."""

    @abstractmethod
    def close(self) -> None:
        """Store what is still waiting, then close all connections and give up the lock."""

    @abstractmethod
    def _tell(self, db: Database, *news: News) -> None:
        """Tell other processes, if there can be any, once this transaction is written."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[Database]:
        """A connection for reading, for one caller at a time."""

    @cached_property
    def _beside(self) -> Beside:
        return Beside(self._tell, self.jobs)

    def write(self, work: Callable[[Database], T], order: str = "") -> Future[T]:
        """Do this work, all of it or nothing (`writer.Writer.submit`)."""
        return self._writer.submit(work, order)

    # Tables and their logs

    def create(self, table: str, addition: Addition, secret: bytes) -> Future[Outcome]:
        """A new table with its first events and the secret of its chain; Repeated if it is there already."""
        bodies = _bodies(addition)

        def work(db: Database) -> Outcome:
            made = db.execute(
                """INSERT INTO tables VALUES (?, ?, ?, '', NULL, 0, 0, ?, ?, NULL, '{}')
                ON CONFLICT DO NOTHING""",
                (table, addition.summary["game"], addition.summary["visibility"], addition.now, addition.now),
            )
            if not made.rowcount:
                (version,) = _row(db.execute("SELECT version FROM tables WHERE id = ?", (table,)))
                return Repeated(version, _events(db, table, 0))
            db.execute("INSERT INTO secrets VALUES (?, ?)", (table, secret))
            if self.jobs is not None and addition.job is not None:
                self.jobs.put(db, table, addition.job)
            return self._append(db, table, 0, addition, bodies)

        together = Create(table, addition, bodies, secret, self.statements, self._beside, work)
        return self._writer.submit(together, f"{FIRST}{table}")

    def append(self, table: str, expected: int, addition: Addition) -> Future[Outcome]:
        """Store events `expected + 1`, … of a table, if its log stands at `expected`; BadFile if unknown."""
        bodies = _bodies(addition)

        def work(db: Database) -> Outcome:
            found = db.execute(f"SELECT version, to_move FROM tables WHERE id = ?{self.locking}", (table,))
            row = found.fetchone()
            before = None if addition.key is None else _answered(db, table, addition.key)
            if before is not None:
                return before
            if row is None:
                raise BadFile(f"there is no table {table}")
            if row[0] != expected:
                return Stale(row[0], _events(db, table, expected))
            if self.jobs is not None and (addition.job is not None or row[1] == "computer"):
                self.jobs.put(db, table, addition.job)
            return self._append(db, table, expected, addition, bodies)

        if addition.claims or addition.freed:
            return self._writer.submit(work, table)
        together = Append(table, expected, addition, bodies, self.statements, self._beside, work)
        return self._writer.submit(together, table)

    def answered(self, table: str, key: str) -> Repeated | None:
        """What was stored when this key first came; None if it never did."""
        with self._reading() as db:
            return _answered(db, table, key)

    def events(self, table: str, after: int = 0) -> list[dict[str, Any]]:
        """A table's events after that version, in order; none for a table that there is not."""
        with self._reading() as db:
            return _events(db, table, after)

    def secret(self, table: str) -> bytes | None:
        """The secret of a table's chain: for the process that throws, and for nobody else."""
        row = self._one("SELECT secret FROM secrets WHERE table_id = ?", table)
        return None if row is None else bytes(row[0])

    def listed(self, table: str) -> Listed | None:
        """One table as lists show it."""
        return next(iter(self._list("WHERE id = ?", table)), None)

    # Lists, latest change first

    def open_tables(self, limit: int = 50) -> list[Listed]:
        """Public tables with a seat to take."""
        return self._public("open", limit)

    def running_tables(self, limit: int = 50) -> list[Listed]:
        """Public tables whose game is running, to watch."""
        return self._public("running", limit)

    def tables_of(self, person: str, limit: int = 100) -> list[Listed]:
        """The tables of a person: first where it is their turn, then unfinished ones, then the rest."""
        with self._reading() as db:
            rows = db.execute(
                f"""SELECT {LISTED}, CASE WHEN to_move = :person THEN 1 ELSE 0 END AS theirs FROM tables
                WHERE id IN (SELECT table_id FROM claims WHERE person = :person)
                ORDER BY theirs DESC, state != 'over' DESC, changed DESC LIMIT :most""",
                {"person": person, "most": limit},
            ).fetchall()
        return [_listed(row[:-1], bool(row[-1])) for row in rows]

    def computer_turns(self) -> list[str]:
        """Running tables on which a computer is to move: the work left over from before a restart."""
        return self._ids("WHERE state = 'running' AND to_move = 'computer' ORDER BY changed")

    def clocked_tables(self) -> list[str]:
        """Running tables with a clock: those to be `resumed` after a restart."""
        return self._ids("WHERE state = 'running' AND clocked = 1 ORDER BY changed")

    def unfinished_tables(self) -> list[str]:
        """The ids of all tables that are open or running, the latest change first."""
        return self._ids("WHERE state IN ('open', 'running') ORDER BY changed DESC")

    def every_table(self) -> list[str]:
        """The ids of all tables, oldest first."""
        return self._ids("ORDER BY opened, id")

    def counts(self) -> dict[str, int]:
        """How many tables are open, running and over."""
        with self._reading() as db:
            rows = db.execute("SELECT state, count(*) FROM tables GROUP BY state").fetchall()
            counted: dict[str, int] = dict(rows)
        return {state: int(counted.get(state, 0)) for state in ("open", "running", "over")}

    # Seats and invitations

    def seat_credential(self, table: str, seat: int) -> tuple[str, bytes] | None:
        """Who claimed a seat, as it was numbered before the game, and the digest of the seat's credential."""
        row = self._one("SELECT person, digest FROM claims WHERE table_id = ? AND seat = ?", table, seat)
        return None if row is None else (str(row[0]), bytes(row[1]))

    def end_credentials(self, ended: Sequence[tuple[str, int, bytes]]) -> Future[None]:
        """End the credentials of seats: each by its table, its seat and its digest; the seats stay taken."""

        def work(db: Database) -> None:
            statement = "UPDATE claims SET digest = ? WHERE table_id = ? AND seat = ? AND digest = ?"
            db.executemany(statement, [(ENDED, *one) for one in ended])

        return self._writer.submit(work)

    def invite(self, digest: bytes, table: str, seat: int, now: int, expires: int) -> Future[None]:
        """Make an invitation to a seat."""
        return self._write(
            "INSERT INTO invites VALUES (?, ?, ?, ?, ?, NULL)", digest, table, seat, now, expires
        )

    def renew_invitation(self, table: str, seat: int, now: int) -> Future[None]:
        """Let the invitation that was last used for this seat be used once more."""
        return self._write(
            """UPDATE invites SET used = NULL WHERE table_id = ? AND seat = ? AND expires > ?
            AND used = (SELECT max(used) FROM invites WHERE table_id = ? AND seat = ?)""",
            *(table, seat, now, table, seat),
        )

    def invitation(self, digest: bytes) -> Invite | None:
        """The invitation with that digest.  It is used up by a `Claim` that names it."""
        row = self._one("SELECT table_id, seat, expires, used FROM invites WHERE digest = ?", digest)
        return None if row is None else Invite(*row)

    # People

    def welcome(self, session: bytes, person: str, name: str, now: int) -> Future[Visitor]:
        """Make a new guest with a session."""

        def work(db: Database) -> Visitor:
            db.execute("INSERT INTO people VALUES (?, ?, NULL, NULL, NULL, ?)", (person, name, now))
            db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session, person, now))
            return Visitor(person, name, None, now)

        return self._writer.submit(work)

    def visitor(self, session: bytes, now: int) -> Visitor | None:
        """The person of a session; None if there is no such session, or no longer."""
        row = self._one(
            f"SELECT {PERSON} FROM sessions JOIN people ON people.id = person WHERE digest = ? AND used >= ?",
            session,
            now - SESSION,
        )
        return None if row is None else _visitor(*row)

    def prolong(self, session: bytes, now: int) -> Future[None]:
        """Note that the session was used, which renews it."""
        return self._write("UPDATE sessions SET used = ? WHERE digest = ? AND used < ?", now, session, now)

    def rename(self, person: str, name: str) -> Future[None]:
        """Change the name that others see."""
        return self._write("UPDATE people SET name = ? WHERE id = ?", name, person)

    def register(self, person: str, account: str, password: str) -> Future[bool]:
        """Keep a guest under a name with a password's hash; False if it is taken, or this is no guest."""
        new = sorted(looks(account))

        def work(db: Database) -> bool:
            try:
                db.executemany("INSERT INTO looks VALUES (?, ?)", [(look, person) for look in new])
                changed = db.execute(
                    """UPDATE people SET name = ?, account = ?, folded = ?, password = ?
                    WHERE id = ? AND account IS NULL""",
                    (account, account, folded(account), password, person),
                )
            except self.clash:
                raise Withdrawn(False) from None
            if changed.rowcount != 1:
                raise Withdrawn(False)
            return True

        return self._writer.submit(work)

    def account(self, account: str) -> tuple[Visitor, str] | None:
        """The person with this account name, and the hash of their password."""
        before = folded_before(account)
        row = self._one(
            f"SELECT {PERSON}, password FROM people WHERE folded IN (?, ?) ORDER BY folded = ? DESC LIMIT 1",
            before,
            folded(account),
            before,
        )
        return None if row is None else (_visitor(*row[:-1]), str(row[-1]))

    def log_in(self, session: bytes, person: str, now: int) -> Future[None]:
        """A new session for a person."""
        return self._write("INSERT INTO sessions VALUES (?, ?, ?)", session, person, now)

    def log_out(self, session: bytes) -> Future[None]:
        """End a session."""
        return self._write("DELETE FROM sessions WHERE digest = ?", session)

    def change_password(self, person: str, password: str, session: bytes, now: int) -> Future[bool]:
        """Keep another password's hash, with one new session; False for a guest, who has none."""

        def work(db: Database) -> bool:
            changed = db.execute(
                "UPDATE people SET password = ? WHERE id = ? AND account IS NOT NULL", (password, person)
            )
            if changed.rowcount != 1:
                return False
            db.execute("DELETE FROM sessions WHERE person = ?", (person,))
            db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session, person, now))
            db.execute("DELETE FROM feeds WHERE person = ?", (person,))
            db.execute("UPDATE claims SET digest = ? WHERE person = ?", (ENDED, person))
            return True

        return self._writer.submit(work)

    def give_feed(self, person: str, digest: bytes, now: int) -> Future[None]:
        """Let a feed of this person's turns be read by a credential; one that was given before ends."""
        return self._write(
            """INSERT INTO feeds VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, made = excluded.made""",
            *(person, digest, now),
        )

    def end_feed(self, person: str) -> Future[None]:
        """End the feed of a person, if there is one."""
        return self._write("DELETE FROM feeds WHERE person = ?", person)

    def feed(self, person: str) -> int | None:
        """When the credential of this person's feed was made; None where there is none."""
        row = self._one("SELECT made FROM feeds WHERE person = ?", person)
        return None if row is None else int(row[0])

    def whose_feed(self, digest: bytes) -> str | None:
        """The person whose feed is read by that credential."""
        row = self._one("SELECT person FROM feeds WHERE digest = ?", digest)
        return None if row is None else str(row[0])

    # The store itself

    def beat(self, now: int, *gaps: Gap) -> Future[None]:
        """Note that the server is up, and after which gaps; call it every few seconds."""

        def work(db: Database) -> None:
            for gap in gaps:
                note(db, gap)
            db.execute(
                """INSERT INTO notes VALUES ('beat', ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
                (now,),
            )

        return self._writer.submit(work)

    def last_beat(self) -> int | None:
        """When the server was last known to be up."""
        row = self._one("SELECT value FROM notes WHERE name = 'beat'")
        return None if row is None else int(row[0])

    def gaps(self) -> tuple[Gap, ...]:
        """When the server was away, as far as some clock may not have been woken since."""
        with self._reading() as db:
            return noted(db)

    def leftovers(self, now: int, most: int = 1_000) -> dict[str, list[Any]]:
        """The keys of rows that may be removed, at most `most` of each kind (`tidying.KINDS`), for `tidy`."""
        with self._reading() as db:
            return {name: kind.found(db, now, most) for name, kind in KINDS.items()}

    def tidy(self, kind: str, some: Sequence[Any], now: int) -> Future[int]:
        """Remove these rows if they may still be removed; how many were."""
        return self._writer.submit(lambda db: KINDS[kind].remove(db, some, now))

    def _append(
        self, db: Database, table: str, expected: int, addition: Addition, bodies: list[str]
    ) -> Stored | Taken:
        versions = numbered(table, expected, addition)
        for seat in addition.freed:
            db.execute("DELETE FROM claims WHERE table_id = ? AND seat = ?", (table, seat))
        for claim in addition.claims:
            self._claim(db, table, claim, addition.now)
        key = kept_key(addition)
        rows = [(table, version, key, body) for version, body in zip(versions, bodies, strict=True)]
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        summary = addition.summary
        db.execute(
            """UPDATE tables SET visibility = ?, state = ?, to_move = ?, clocked = ?, about = ?, version = ?,
            changed = ?, finished = CASE WHEN ? = 'over' THEN coalesce(finished, ?) END
            WHERE id = ? AND version = ?""",
            (
                summary["visibility"],
                summary["state"],
                summary["to_move"],
                int(summary["clocked"]),
                written(summary["about"]),
                versions[-1],
                addition.now,
                summary["state"],
                addition.now,
                table,
                expected,
            ),
        )
        if addition.news is not None:
            self._tell(db, addition.news)
        return Stored(versions[-1])

    def _claim(self, db: Database, table: str, claim: Claim, now: int) -> None:
        if claim.invite is not None:
            used = db.execute(
                """UPDATE invites SET used = ? WHERE digest = ? AND table_id = ? AND seat = ?
                AND used IS NULL AND expires > ?""",
                (now, claim.invite, table, claim.seat, now),
            )
            if used.rowcount != 1:
                raise Withdrawn(Taken("this invitation was used already, or has expired"))
        try:
            row = (table, claim.seat, claim.person, claim.credential)
            db.execute("INSERT INTO claims VALUES (?, ?, ?, ?)", row)
        except self.clash:
            raise Withdrawn(Taken("somebody sits there already")) from None

    def _one(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        with self._reading() as db:
            row: tuple[Any, ...] | None = db.execute(statement, values).fetchone()
        return row

    def _ids(self, rest: str) -> list[str]:
        with self._reading() as db:
            return [row[0] for row in db.execute(f"SELECT id FROM tables {rest}")]

    def _list(self, rest: str, *values: object) -> list[Listed]:
        with self._reading() as db:
            return [_listed(row) for row in db.execute(f"SELECT {LISTED} FROM tables {rest}", values)]

    def _public(self, state: str, limit: int) -> list[Listed]:
        """Public tables in this state, the latest few of each host."""
        return self._list(
            f"""WHERE id IN (
                SELECT id FROM (
                    SELECT id, changed, row_number() OVER (PARTITION BY host ORDER BY changed DESC) AS nth
                    FROM (
                        SELECT id, changed, coalesce({self.host}, id) AS host FROM tables
                        WHERE state = ? AND visibility = 'public' ORDER BY changed DESC LIMIT {LOOKED_AT}
                    ) AS latest
                ) AS numbered WHERE nth <= {MOST_OF_ONE} ORDER BY changed DESC LIMIT ?
            ) ORDER BY changed DESC""",
            state,
            limit,
        )

    def _write(self, statement: str, *values: object) -> Future[None]:
        def work(db: Database) -> None:
            db.execute(statement, values)

        return self._writer.submit(work)


def _row(found: Found) -> Row:
    row = found.fetchone()
    assert row is not None
    return row


def _bodies(addition: Addition) -> list[str]:
    """The events as JSON text, made in the calling thread so that the writing thread need not wait."""
    if not addition.events:
        raise BadFile("an addition without events changes nothing")
    return [written(event) for event in addition.events]


def _answered(db: Database, table: str, key: str) -> Repeated | None:
    """What was stored for a key, which stands alone or, after a new line, with what was asked by it."""
    rows = db.execute(
        """SELECT version, key, body FROM events WHERE table_id = :table
        AND (key = :key OR (key > :least AND key < :most)) ORDER BY version""",
        {"table": table, "key": key, "least": f"{key}\n", "most": f"{key}\v"},
    ).fetchall()
    if not rows:
        return None
    version, stored, _ = rows[-1]
    return Repeated(version, [json.loads(body) for _, _, body in rows], stored.partition("\n")[2])


def _visitor(id: str, name: str, account: str | None, created: int, own: int) -> Visitor:
    """A row of people, with how many of the looks of their account are theirs."""
    return Visitor(id, name, account, created, account is not None and own < len(looks(account)))


def _events(db: Database, table: str, after: int) -> list[dict[str, Any]]:
    rows = db.execute(
        "SELECT body FROM events WHERE table_id = ? AND version > ? ORDER BY version", (table, after)
    )
    return [json.loads(row[0]) for row in rows]


def _listed(row: tuple[Any, ...], your_turn: bool = False) -> Listed:
    id, game, visibility, state, version, opened, changed, finished, about = row
    times = (opened, changed, finished)
    return Listed(id, game, visibility, state, version, *times, json.loads(about), your_turn)
