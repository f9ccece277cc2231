"""A connection to a database, as far as a store needs it: SQLite's, or one that behaves like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]
Values = Sequence[object] | Mapping[str, object]


class Found(Protocol):
    """What came of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""

    def fetchone(self) -> Row | None:
        """Its next row."""

    def fetchall(self) -> list[Row]:
        """All its rows."""

    def __iter__(self) -> Iterator[Row]:
        """Its rows, one after the other."""


class Database(Protocol):
    """A connection, to whichever database.  Values stand as `?` or as `:name` in a statement."""

    def execute(self, statement: str, values: Values = (), /) -> Found:
        """Run one statement."""

    def executemany(self, statement: str, values: Iterable[Values], /) -> object:
        """Run one statement for each of these."""
