"""Which store an address means: a PostgreSQL database, or else a file."""

from __future__ import annotations

from pathlib import Path

from stylobate.store.sql import SqlStore

POSTGRES = ("postgresql://", "postgres://")


def is_postgres(where: str) -> bool:
    """Whether this is the address of a database, and not a file."""
    return where.startswith(POSTGRES)


def open_store(where: str, *, create: bool = True, alone: bool = True) -> SqlStore:
    """The store there.  `alone` keeps every other server out; a look from outside does without."""
    if is_postgres(where):
        from stylobate.store.postgres import PostgresStore

        return PostgresStore(where, create=create, alone=alone)
    from stylobate.store.sqlite import SqliteStore

    return SqliteStore(Path(where), create=create, alone=alone)
