"""From one store into another, whatever each is made of: row by row, all of it, or nothing.

The copy of a database in PostgreSQL is a file, which every machine can read.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from itertools import islice
from pathlib import Path

from stylobate.errors import BadFile
from stylobate.store import private
from stylobate.store.database import Database, Row
from stylobate.store.gaps import NOTES as GAPS
from stylobate.store.sql import Rows, SqlStore

SOME = 500  # rows at a time

# What refers to others comes after them.
COLUMNS = {
    "tables": "id, game, visibility, state, to_move, clocked, version, opened, changed, finished, about",
    "events": "table_id, version, key, body",
    "secrets": "table_id, secret",
    "people": "id, name, account, folded, password, created",
    "sessions": "digest, person, used",
    "claims": "table_id, seat, person, digest",
    "invites": "digest, table_id, seat, created, expires, used",
    "looks": "look, person",
    "feeds": "person, digest, made",
    "notes": "name, value",
}
PASSING = ("processes", "attendance", "jobs", "turns")  # about who is there just now: nothing to be kept
CARRIED = f"WHERE name IN ('beat', 'restores') OR {GAPS}"  # the other notes are about the database itself


def copy(
    source: SqlStore, target: SqlStore, tell: Callable[[int], None] = lambda rows: None
) -> dict[str, int]:
    """Copy everything into a store that is empty; how many rows of each kind.  `tell` hears of progress.

    It is one transaction: where anything fails or somebody stops it, the target stays empty.
    """
    if any(target.counts().values()) or target.last_beat() is not None:
        raise BadFile("the store to copy to is not empty; name a new one")
    stopped = threading.Event()
    with source.snapshot() as rows:
        filled = target.write(lambda db: _fill(db, rows, tell, stopped))
        try:
            return filled.result()
        except BaseException:
            stopped.set()
            wait([filled])
            raise


def _fill(db: Database, rows: Rows, tell: Callable[[int], None], stopped: threading.Event) -> dict[str, int]:
    counted = dict.fromkeys(COLUMNS, 0)
    for table, columns in COLUMNS.items():
        rule = CARRIED if table == "notes" else ""
        places = ", ".join("?" * len(columns.split(",")))
        for some in _some(rows(f"SELECT {columns} FROM {table} {rule}")):
            if stopped.is_set():
                raise BadFile("the copy was stopped; nothing was written")
            db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", some)
            counted[table] += len(some)
            tell(sum(counted.values()))
        ((found,),) = db.execute(f"SELECT count(*) FROM {table} {rule}")
        if found != counted[table]:
            raise BadFile(f"{found} of {counted[table]} rows of {table} would be there; nothing was written")
    return counted


def as_file(source: SqlStore, to: Path) -> None:
    """Copy everything into a new file; it gets its name only when it is complete and on disk."""
    from stylobate.store.sqlite import SqliteStore

    if to.exists():
        raise BadFile(f"{to} exists already; a backup does not overwrite anything")
    partial = to.with_name(to.name + ".partial")
    beside = [partial.with_name(partial.name + ending) for ending in (*private.BESIDE, ".lock", ".mark")]
    for one in beside:
        one.unlink(missing_ok=True)
    target = SqliteStore(partial)
    try:
        copy(source, target)
    finally:
        target.close()
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.rename(to)
    for one in beside:
        with contextlib.suppress(OSError):
            one.unlink()


def _some(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while some := list(islice(left, SOME)):
        yield some
