"""A store in one SQLite file, through the standard library alone.

Write-ahead log, `synchronous=FULL`, one writing thread (`writer`), another that keeps the log short
(`checkpoints`), readers on connections of their own that never wait for either.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from stylobate.errors import BadFile
from stylobate.store.appending import Statements
from stylobate.store.checkpoints import Checkpoints
from stylobate.store.database import Database
from stylobate.store.file import bad_file, connected, copied, locked, only_reading, opened, reading
from stylobate.store.looking import Look, may_write
from stylobate.store.mark import Mark, counted, must_not_be_emptied, restores
from stylobate.store.neighbours import Alone, News
from stylobate.store.readers import Readers
from stylobate.store.sql import Rows, SqlStore
from stylobate.store.writer import Writer


def _rows(**columns: str) -> str:
    """Rows of a JSON array of arrays (`appending.Rows`)."""
    taken = (f"json_extract(value, '$[{place}]') AS {name}" for place, name in enumerate(columns))
    return f"(SELECT {', '.join(taken)} FROM json_each(?))"


class SqliteStore(SqlStore):
    """Keeps everything in a file.

    `alone` makes this the only process that may serve the file; a look from outside (a backup, a check) does
    without it, and needs no more than to read the file.
    """

    clash = sqlite3.IntegrityError
    host = """coalesce(
        json_extract(about, '$.host'),
        (SELECT value FROM json_each(about, '$.who') WHERE value IS NOT NULL LIMIT 1)
    )"""  # a summary may have been stored before they told the host
    statements = Statements.by(_rows)

    def __init__(self, path: Path, *, create: bool = True, alone: bool = True) -> None:
        self.path = path
        self._lock = locked(path) if alone and (create or path.is_file()) else None
        self._look = Look(path) if not alone and path.is_file() and not may_write(path) else None
        try:
            connection = self._look.connection if self._look else opened(path, create, alone)
        except BadFile:
            if self._lock:
                self._lock.close()
            raise
        mark = None if self._look else Mark(path)
        try:
            if mark is not None and alone:
                must_not_be_emptied(connection, mark, path)
            self.restores = 0 if mark is None else restores(connection, mark)
        except (sqlite3.Error, BadFile) as error:
            connection.close()
            if mark is not None:
                mark.close()
            if self._lock:
                self._lock.close()
            raise (error if isinstance(error, BadFile) else bad_file(error, path)) from None
        checkpoints = Checkpoints(connection, connected(path)) if alone else None
        self._book = _Book(connection, path, mark, checkpoints)
        self._writer = Writer(self._book, str(path))
        self._readers = Readers(str(path), self._connected)
        self.neighbours = Alone(self)

    def backup(self, to: Path) -> None:
        """Write a consistent copy of everything to a file, while the store stays in use."""
        with self._reading() as db:
            copied(db, to)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Rows]:
        """Rows of any statement, all as they were at one instant, while others go on writing."""
        with self._reading() as db:
            db.execute("BEGIN")
            try:
                yield db.execute
            finally:
                db.execute("ROLLBACK")

    def faults(self) -> list[str]:
        """What the database itself finds wrong with its file."""
        with self._reading() as db:
            found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(10)")]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        """Store what is still waiting, then close all connections and give up the lock."""
        self._writer.close()
        self._readers.close()
        if self._look:
            self._look.close()
        if self._lock:
            self._lock.close()

    def _tell(self, db: Database, *news: News) -> None:
        """Do nothing: only one process has this file open."""

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._readers.one() as db:
                yield db
        except sqlite3.Error as error:
            raise bad_file(error, self.path) from None

    def _connected(self) -> sqlite3.Connection:
        return only_reading(self._look.path) if self._look else reading(self.path)


class _Book:
    """What the writer writes into (`writer.Book`)."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        mark: Mark | None,
        checkpoints: Checkpoints | None,
    ) -> None:
        self.connection, self._path, self._mark, self._checkpoints = connection, path, mark, checkpoints

    def begin(self) -> Database:
        """Begin a transaction at once as a writer: nobody else writes until it ends."""
        self.connection.execute("BEGIN IMMEDIATE")
        return self.connection

    def commit(self) -> None:
        """Flush all of it to the disk, and then note in the mark how far the file has come."""
        count = counted(self.connection)
        self.connection.execute("COMMIT")
        if self._mark is not None:
            self._mark.note(count)
        if self._checkpoints is not None:
            self._checkpoints.look()

    def rollback(self) -> None:
        """Undo what was written since `begin`."""
        with contextlib.suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def spoils_all(self, error: Exception) -> bool:
        """A full disk, say, or a lock that somebody else holds."""
        return isinstance(error, sqlite3.OperationalError)

    def may_be_tried_again(self, error: Exception) -> bool:
        """There is one writer: nobody else is in its way."""
        return False

    def readable(self, error: Exception) -> Exception:
        """The same error as a sentence that names the file."""
        return bad_file(error, self._path) if isinstance(error, sqlite3.Error) else error

    def close(self) -> None:
        """Give back the file, and its mark."""
        if self._checkpoints is not None:
            self._checkpoints.close()
        self.connection.close()
        if self._mark is not None:
            self._mark.close()
