"""Which store an address means: a PostgreSQL database, or else a file."""

from __future__ import annotations

from pathlib import Path

from stylobate.errors import BadOption
from stylobate.store.protocol import Role
from stylobate.store.sql import SqlStore

POSTGRES = ("postgresql://", "postgres://")


def is_postgres(where: str) -> bool:
    """Whether this is the address of a database, and not a file."""
    return where.startswith(POSTGRES)


def open_store(where: str, *, create: bool = True, role: Role = "server") -> SqlStore:
    """The store there, for a process in this role; a file is served by one process alone."""
    if is_postgres(where):
        from stylobate.store.postgres import PostgresStore

        return PostgresStore(where, create=create, role=role)
    from stylobate.store.sqlite import SqliteStore

    if role == "worker":
        raise BadOption("a worker needs a database, postgresql://…; a file is served by one process alone")
    return SqliteStore(Path(where), create=create, alone=role != "look")
