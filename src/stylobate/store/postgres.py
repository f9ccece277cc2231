"""A store in PostgreSQL, through psycopg: an extra, `stylobate[postgres]`, that nothing else imports.

Everything lies in a schema of its own, called stylobate.  One connection writes (`writer`), others read; one
that was lost is made anew when it is next needed, and what was under way on it is answered with a sentence:
whoever asks again with the same key learns whether it was done.  As many processes as like may serve it, if
they are of one version (`shared`); of one who must be alone the database itself holds the lock, as long as
the connection lasts.

The cluster's own number and timeline are noted.  If they change, the database may be older than what people
have seen, and counts itself as set back.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from stylobate import extras
from stylobate.errors import BadFile, BadOption, FullDisk
from stylobate.store import schema
from stylobate.store.appending import Statements
from stylobate.store.copying import as_file, copy
from stylobate.store.database import Database, Found, Row, Values
from stylobate.store.jobs import Jobs
from stylobate.store.neighbours import News
from stylobate.store.protocol import Role
from stylobate.store.readers import Readers
from stylobate.store.shared import Shared, tell
from stylobate.store.sql import SqlStore
from stylobate.store.writer import Writer

LOCK = 0x5374796C  # “Styl”: the advisory lock of whoever serves alone, or changes the schema
A_KNOCK = 10  # seconds for a database to answer
BEFORE_POSTGRES = 4  # migrations that no PostgreSQL has seen with anything in it


def _rows(**columns: str) -> str:
    """Rows of a JSON array of arrays (`appending.Rows`); of plain `json` each column would be read anew."""
    taken = (f"(value ->> {place})::{kind} AS {name}" for place, (name, kind) in enumerate(columns.items()))
    return f"(SELECT {', '.join(taken)} FROM jsonb_array_elements(?::jsonb))"


class PostgresStore(SqlStore):
    """Keeps everything in a database, `postgresql://user@host/name`, for a process in this role."""

    jobs: Jobs
    locking = " FOR UPDATE"
    host = """coalesce(
        about::json ->> 'host',
        (SELECT who FROM json_array_elements_text(about::json -> 'who') AS who WHERE who IS NOT NULL LIMIT 1)
    )"""
    statements = Statements.by(_rows, is_shared=True)

    def __init__(self, address: str, *, create: bool = True, role: Role = "server") -> None:
        self._psycopg = _psycopg()
        self.clash = self._psycopg.IntegrityError
        self.name = _named(self._psycopg, address)
        self._lines = _Lines(self._psycopg, address, self.name)
        self._book = _Book(self._lines, role, self._look_again)
        self.neighbours = Shared(self, f"{platform.node()} {os.getpid()}", role == "server")
        try:
            connection = self._book.connected(is_first=True)
            _migrate(connection, self.name, create)
            self._book.lock()
            if role in ("server", "worker"):
                self.neighbours.arrive(connection)
            connection.execute("COMMIT")
            self.restores = _restores(connection)
        except self._psycopg.Error as error:
            self._book.close()
            raise self._lines.readable(error) from None
        except BadFile:
            self._book.close()
            raise
        self._writer = Writer(self._book, self.name)
        self._readers = Readers(self.name, self._lines.for_reading, lambda one: one.is_lost or one.was_cut)
        self._takers = Readers(self.name, self._lines.for_the_queue, lambda one: one.is_lost or one.was_cut)
        self.jobs = Jobs(self._taking, self.neighbours.id, self.host)

    def backup(self, to: Path) -> None:
        """Write a consistent copy of everything to a SQLite file, while the store stays in use."""
        as_file(self, to)

    def faults(self) -> list[str]:
        """What the database itself finds wrong: it looks after its files, and would have said so."""
        with self._reading() as db:
            db.execute("SELECT 1")
        return []

    def set_back(self, before: int) -> None:
        """Note that this is older than what people have seen, who knew of so many restores before."""
        notes = "SELECT coalesce(max(value), 0) FROM notes WHERE name = 'restores'"
        with self._reading() as db:
            (own,) = db.execute(notes).fetchone() or (0,)
        self._write(
            """INSERT INTO notes VALUES ('restores', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
            max(before, own) + 1,
        ).result()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Callable[[str], Iterator[Row]]]:
        """Rows of any statement, all as they were at one instant, while others go on writing."""
        with self._reading() as db:
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            try:
                yield db.streamed
            finally:
                with contextlib.suppress(self._psycopg.Error):
                    db.execute("ROLLBACK")

    def _look_again(self, connection: Connection) -> None:
        """After a lost connection, see whether the database is another one now, or was set back."""
        self.restores = _restores(connection)

    def rows(self, statement: str, values: Values = ()) -> list[Row]:
        """The rows of a statement that only looks."""
        with self._reading() as db:
            return db.execute(statement, values).fetchall()

    def connected(self) -> Connection:
        """A connection for whoever asks, to be closed by them."""
        try:
            return self._lines.for_reading()
        except self._psycopg.Error as error:
            raise self._lines.readable(error) from None

    def close(self) -> None:
        """Store what is still waiting, then close all connections and give up the lock."""
        self.neighbours.close()
        self._writer.close()
        self._readers.close()
        self._takers.close()

    def _reading(self) -> contextlib.AbstractContextManager[Connection]:
        return self._lent(self._readers)

    def _taking(self) -> contextlib.AbstractContextManager[Connection]:
        return self._lent(self._takers)

    def _tell(self, db: Database, *news: News) -> None:
        tell(db, *({**one, "from": self.neighbours.id} for one in news))

    @contextlib.contextmanager
    def _lent(self, some: Readers[Connection]) -> Iterator[Connection]:
        try:
            with some.one() as db:
                yield db
        except self._psycopg.Error as error:
            raise self._lines.readable(error) from None


class Connection:
    """A connection of psycopg that takes statements as SQLite does."""

    def __init__(self, raw: Any, lines: _Lines) -> None:
        self._raw, self._lines = raw, lines

    @property
    def is_lost(self) -> bool:
        """Whether it ended, by us or by the other side."""
        return bool(self._raw.closed)

    @property
    def was_cut(self) -> bool:
        """Whether the other side has ended it while nobody used it: that is all it can have to say then."""
        with DefaultSelector() as selector:
            selector.register(self._raw.fileno(), EVENT_READ)
            return bool(selector.select(0))

    def execute(self, statement: str, values: Values = (), /) -> Found:
        """Run one statement."""
        found: Found = self._raw.execute(_in_postgres(statement), values or None)
        return found

    def executemany(self, statement: str, values: Iterable[Values], /) -> None:
        """Run one statement for each of these."""
        with self._raw.cursor() as cursor:
            cursor.executemany(_in_postgres(statement), list(values))

    def streamed(self, statement: str) -> Iterator[Row]:
        """The rows of a statement within a transaction, a few at a time."""
        with self._raw.cursor("streamed") as cursor:
            cursor.execute(_in_postgres(statement))
            yield from cursor

    def listen(self, channel: str) -> None:
        """Let `notices` tell what others tell there from now on."""
        try:
            self._raw.execute(f"LISTEN {channel}")
        except self._lines.psycopg.Error as error:
            raise self._lines.readable(error) from None

    def notices(self, seconds: float) -> Iterator[str]:
        """What others tell next, unless that takes longer."""
        try:
            for notice in self._raw.notifies(timeout=seconds, stop_after=1):
                yield notice.payload
        except self._lines.psycopg.Error as error:
            raise self._lines.readable(error) from None

    def close(self) -> None:
        """End the connection."""
        self._raw.close()


class _Lines:
    """The way to the database: how connections are made, and what is said where that fails."""

    def __init__(self, psycopg: Any, address: str, name: str) -> None:
        self.psycopg, self.address, self.name = psycopg, address, name

    def opened(self, options: str = "") -> Connection:
        """A connection in which every transaction is begun explicitly, and flushed before it is answered."""
        raw = self.psycopg.connect(
            self.address,
            autocommit=True,
            connect_timeout=A_KNOCK,
            keepalives_idle=A_KNOCK,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=A_KNOCK * 1000,
            application_name="stylobate",
            client_encoding="utf8",
            options=f"-c search_path=stylobate -c synchronous_commit=on {options}".strip(),
        )
        encoding = raw.info.parameter_status("server_encoding")
        if encoding not in ("UTF8", None):
            raw.close()
            raise BadFile(
                f"{self.name} is in {encoding}, which cannot hold every name; games need a database that was "
                "made by createdb --encoding UTF8 --template template0"
            )
        return Connection(raw, self)

    def for_reading(self) -> Connection:
        """A connection that cannot write."""
        return self.opened("-c default_transaction_read_only=on")

    def for_the_queue(self) -> Connection:
        """One whose writes may be lost with the database, and that waits for nobody who stands still."""
        return self.opened("-c synchronous_commit=off -c statement_timeout=5s")

    def readable(self, error: Exception) -> Exception:
        """What users are told of an error of the database."""
        errors = self.psycopg.errors
        if isinstance(error, errors.DiskFull):
            return FullDisk(f"{self.name} cannot grow: the disk is full")
        if not isinstance(error, self.psycopg.Error):
            return error
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if isinstance(error, self.psycopg.OperationalError):
            return BadFile(f"{self.name} does not answer ({first})")
        return BadFile(f"{self.name} cannot be used: {first}")


class _Book:
    """What the writer writes into (`writer.Book`), and the lock that a role has as long as it can write."""

    def __init__(self, lines: _Lines, role: Role, look_again: Callable[[Connection], None]) -> None:
        self._lines, self._role, self._look_again = lines, role, look_again
        self._connection: Connection | None = None

    def connected(self, is_first: bool = False) -> Connection:
        """The connection that writes, made anew if it was lost; then its lock is to be had again."""
        if self._connection is None or self._connection.is_lost:
            self._connection = self._lines.opened()
            if not is_first:
                self.lock()
                self._look_again(self._connection)
        return self._connection

    def lock(self) -> None:
        """Share the database with others who serve it, or keep all of them out; refuses what cannot be."""
        if self._connection is None or self._role == "look":
            return
        shared = "" if self._role == "alone" else "_shared"
        row = self._connection.execute(f"SELECT pg_try_advisory_lock{shared}(?)", (LOCK,)).fetchone()
        if row != (True,):
            self.close()
            raise BadFile(f"{self._lines.name} is locked by another process; stop that one first")

    def begin(self) -> Database:
        """Whatever others write meanwhile, rows that we have looked at `FOR UPDATE` stay as they are.

        A connection that was lost since it was last used is noticed here, where nothing is lost with it.
        """
        try:
            self.connected().execute("BEGIN")
        except self._lines.psycopg.OperationalError:
            self.close()
            self.connected().execute("BEGIN")
        return self.connected()

    def commit(self) -> None:
        """Let the database flush all of it to the disk, and return when it has."""
        self.connected().execute("COMMIT")

    def rollback(self) -> None:
        """Undo what was written since `begin`."""
        if self._connection is not None:
            try:
                self._connection.execute("ROLLBACK")
            except self._lines.psycopg.Error:
                self.close()

    def spoils_all(self, error: Exception) -> bool:
        """A connection that was lost, a full disk, two who wait for each other."""
        return isinstance(error, self._lines.psycopg.OperationalError)

    def may_be_tried_again(self, error: Exception) -> bool:
        """Two processes waited for each other, and the database chose us to step back."""
        errors = self._lines.psycopg.errors
        return isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)

    def readable(self, error: Exception) -> Exception:
        """The same error as a sentence for whoever runs the site."""
        return self._lines.readable(error)

    def close(self) -> None:
        """Give the connection back, and the lock with it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _psycopg() -> Any:
    with extras.wanted("postgres", "a PostgreSQL database"):
        import psycopg
    return psycopg


def answering(address: str) -> str:
    """Which PostgreSQL answers there, and whether it holds a store; refuses where none does."""
    psycopg = _psycopg()
    lines = _Lines(psycopg, address, _named(psycopg, address))
    try:
        connection = lines.for_reading()
        try:
            (version,) = connection.execute("SHOW server_version").fetchone() or ("?",)
            there = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'stylobate'").fetchone()
        finally:
            connection.close()
    except psycopg.Error as error:
        raise lines.readable(error) from None
    return f"PostgreSQL {version}, {'with games' if there else 'no games yet'}"


def _named(psycopg: Any, address: str) -> str:
    """The database by its place, without a password."""
    try:
        told = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.Error as error:
        first = str(error).strip().splitlines()[0]
        raise BadOption(
            f"the address of the database should look like postgresql://user@host/name ({first})"
        ) from None
    return f"postgresql://{told.get('host', '')}/{told.get('dbname', '')}"


@cache
def _in_postgres(statement: str) -> str:
    """A statement with values written as psycopg wants them."""
    return re.sub(r"(?<!:):([a-z_]+)", r"%(\1)s", statement.replace("%", "%%").replace("?", "%s"))


def _schema(statement: str) -> str:
    """A statement of `schema` in the words of PostgreSQL; texts are compared byte by byte, as in SQLite."""
    words = {r" WITHOUT ROWID": "", r"\bBLOB\b": "BYTEA", r"\bINTEGER\b": "BIGINT"}
    words[r"\bTEXT\b"] = 'TEXT COLLATE "C"'
    for theirs, ours in words.items():
        statement = re.sub(theirs, ours, statement)
    return statement


def _migrate(db: Connection, name: str, create: bool) -> None:
    """Begin a transaction that brings the schema up to date; refuses one from the future, or none at all,
    and to change one that is being served."""
    db.execute("BEGIN")
    db.execute("SELECT pg_advisory_xact_lock(?)", (LOCK + 1,))
    there = db.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'stylobate'").fetchone()
    if there is None and not create:
        raise BadFile(f"there is no store at {name}")
    if there is None:
        db.execute("CREATE SCHEMA stylobate")
        db.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        db.execute("INSERT INTO schema_version VALUES (0)")
    (version,) = db.execute("SELECT version FROM schema_version").fetchone() or (0,)
    if version > len(schema.MIGRATIONS):
        raise BadFile(
            f"{name} was written by a newer Stylobate (its schema is {version}, "
            f"ours {len(schema.MIGRATIONS)}); update Stylobate to open it"
        )
    if 0 < version < len(schema.MIGRATIONS):
        row = db.execute("SELECT pg_try_advisory_xact_lock(?)", (LOCK,)).fetchone()
        if row != (True,):
            raise BadFile(
                f"{name} is served by an older Stylobate, which must be stopped before it is changed"
            )
    for number, step in enumerate(schema.MIGRATIONS[version:], version):
        for statement in step:
            if number >= BEFORE_POSTGRES or statement.startswith(("CREATE", "ALTER")):
                db.execute(_schema(statement))
    db.execute("UPDATE schema_version SET version = ?", (len(schema.MIGRATIONS),))


def _restores(db: Connection) -> int:
    """How often the database was found to be set back, now included."""
    found = db.execute(
        "SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()"
    ).fetchone()
    assert found is not None
    now = dict(zip(("cluster", "timeline"), found, strict=True))
    db.execute("BEGIN")
    notes: dict[str, int] = dict(db.execute("SELECT name, value FROM notes FOR UPDATE").fetchall())
    if any(name in notes and notes[name] != value for name, value in now.items()):
        now["restores"] = notes.get("restores", 0) + 1
    for note in now.items():
        db.execute(
            "INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", note
        )
    db.execute("COMMIT")
    return int(now.get("restores", notes.get("restores", 0)))


def restore(backup: Path, address: str) -> str | None:
    """Put a backup in the place of all games; what was there is set aside, under the name given back."""
    from stylobate.store.sqlite import SqliteStore

    source = SqliteStore(backup, create=False, alone=False)
    try:
        target = PostgresStore(address, role="alone")
        before, aside = target.restores, f"stylobate_before_{time.strftime('%Y%m%d_%H%M%S')}"
        had = any(target.counts().values())
        target.write(lambda db: db.execute(f"ALTER SCHEMA stylobate RENAME TO {aside}")).result()
        target.close()
        target = PostgresStore(address, role="alone")
        try:
            copy(source, target)
            target.set_back(before)
        except BaseException:
            target.write(lambda db: db.execute("DROP SCHEMA stylobate CASCADE")).result()
            target.write(lambda db: db.execute(f"ALTER SCHEMA {aside} RENAME TO stylobate")).result()
            raise
        finally:
            target.close()
        return aside if had else None
    finally:
        source.close()
