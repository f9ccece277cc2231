"""The store's file: opening it with care, bringing it up to date, copying it, bringing a copy back."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from pathlib import Path
from typing import IO

from stylobate.errors import BadFile, FullDisk
from stylobate.names import looks
from stylobate.store import private, schema
from stylobate.store.mark import Mark, set_back

APPLICATION = 0x5374796C  # “Styl”, in the file's header
BUSY = 5.0  # seconds to wait for another process's write


def opened(path: Path, create: bool = True, alone: bool = True) -> sqlite3.Connection:
    """A connection that may write, to a file of ours with the current schema; refuses any other file.

    Who is not `alone` brings a file up to date only while nobody serves it: an older server would stumble.
    """
    if not create and not path.is_file():
        raise BadFile(f"there is no store at {path}")
    try:
        private.folder(path.parent)
    except OSError as error:
        raise BadFile(f"the folder {path.parent} cannot be made: {error.strerror}") from None
    with contextlib.suppress(OSError):  # then SQLite says what is wrong with it
        private.file(path).close()
    private.keep(path)
    try:
        connection = connected(path)
    except sqlite3.Error as error:
        raise bad_file(error, path) from None
    try:
        recognise(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_size_limit = 67108864")
        if not is_current(connection):
            with contextlib.nullcontext() if alone else locked(path):
                _migrate(connection)
    except sqlite3.Error as error:
        connection.close()
        raise bad_file(error, path) from None
    except BadFile:
        connection.close()
        raise
    return connection


def connected(path: Path) -> sqlite3.Connection:
    """A plain connection, in which every transaction is begun explicitly."""
    return sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)


def reading(path: Path) -> sqlite3.Connection:
    """A read-only connection."""
    connection = connected(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def only_reading(path: Path) -> sqlite3.Connection:
    """A connection to a file that may not be written to; there must be one."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        timeout=BUSY,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )


def recognise(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is not ours, or from the future."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    objects = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and objects:
        raise BadFile(f"{path} is a database, but not one of ours; name another file")
    if version > len(schema.MIGRATIONS):
        raise BadFile(
            f"{path} was written by a newer Stylobate (its schema is {version}, "
            f"ours {len(schema.MIGRATIONS)}); update Stylobate to open it"
        )


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the file has the schema of this version."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version == len(schema.MIGRATIONS)


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date in one transaction; closing the connection early undoes all of it."""
    connection.create_function("looks_of", 1, lambda name: json.dumps(sorted(looks(name))))
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for step in schema.MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS)}")
    connection.execute("COMMIT")


def bad_file(error: sqlite3.Error, path: Path) -> BadFile:
    """The error that users get for one of SQLite, with a sentence that says what to do about it."""
    text = str(error)
    if "not a database" in text:
        return BadFile(f"{path} is not a database; name another file, or restore a backup")
    if "malformed" in text or "corrupt" in text:
        return BadFile(f"{path} is damaged ({text}); restore a backup")
    if "locked" in text:
        return BadFile(f"{path} is locked by another process; stop that one first")
    if "readonly" in text or "unable to open" in text:
        return BadFile(f"{path} cannot be opened for writing; check the folder and who owns it")
    if "full" in text:
        return FullDisk(f"{path} cannot grow: the disk is full")
    return BadFile(f"{path} cannot be used: {text}")


def locked(path: Path) -> IO[bytes]:
    """Lock the file for this process, until the file object that is returned is closed."""
    try:
        private.folder(path.parent)
        lock = private.file(path.with_name(path.name + ".lock"))
    except OSError as error:
        raise BadFile(f"the folder {path.parent} cannot be written: {error.strerror}") from None
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # without such locks, the log's primary key still settles every race
    except OSError:
        lock.close()
        raise BadFile(f"{path} is locked by another process; stop that one first") from None
    return lock


def copied(connection: sqlite3.Connection, to: Path, *, is_store: bool = False) -> None:
    """Copy the database; the copy gets its name only when it is complete and on disk.

    A backup is whoever's makes it; what is to be a store, that of whoever has its folder.
    """
    if to.exists():
        raise BadFile(f"{to} exists already; a backup does not overwrite anything")
    partial = to.with_name(to.name + ".partial")
    try:
        private.folder(to.parent)
        partial.unlink(missing_ok=True)
        private.file(partial, for_folder=is_store).close()
        with contextlib.closing(sqlite3.connect(partial)) as target:
            connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.rename(to)
    except OSError as error:
        raise BadFile(f"the backup {to} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        raise bad_file(error, to) from None


def restore(backup: Path, path: Path) -> Path | None:
    """Put a backup in the store's place; what was there is set aside, and its new name given back."""
    if not backup.is_file():
        raise BadFile(f"there is no backup at {backup}")
    with locked(path), contextlib.closing(connected(backup)) as source:
        try:
            recognise(source, backup)
            fault = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            raise bad_file(error, backup) from None
        if fault != "ok" or not source.execute("PRAGMA application_id").fetchone()[0]:
            raise BadFile(f"the backup {backup} is damaged or empty ({fault}); nothing was changed")
        fresh = path.with_name(path.name + ".restored")
        fresh.unlink(missing_ok=True)
        copied(source, fresh, is_store=True)
        mark = Mark(path)
        with contextlib.closing(connected(fresh)) as target, target:
            set_back(target, mark)
        mark.close()
        aside = None
        if path.exists():
            aside = path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
            private.keep(path)
            for ending in private.BESIDE:
                with contextlib.suppress(FileNotFoundError):
                    path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        fresh.rename(path)
        return aside
