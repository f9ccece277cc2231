"""How a store knows that it was set back: a mark beside the file counts what was ever written to it.

The file itself counts its transactions, and so does a small file beside it, each time after the disk has the
transaction and before anybody is told.  A file that has counted less than the mark is older than what people
have seen: a backup was put in its place, or the end of its log was lost.  Each time that is found, or that
`restore` does it, is counted in turn: `restores`.  A file that holds nothing at all, beside such a mark, was
not set back but lost, and is not served as if nothing had been.

The mark is not flushed, so it may be older than the file, never newer.  If both are set back together, say
with the whole folder or machine, nothing here can know; pages that saw more do.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from stylobate.errors import BadFile
from stylobate.store import private

WIDTH = 20


class Mark:
    """The mark beside a store's file; where it cannot be written, there is none."""

    def __init__(self, path: Path) -> None:
        self.highest = 0
        self._file: int | None = None
        with contextlib.suppress(OSError):
            with private.file(path.with_name(path.name + ".mark")) as file:
                self._file = os.dup(file.fileno())
            told = os.pread(self._file, WIDTH, 0).strip()
            self.highest = int(told) if told.isdigit() else 0

    def note(self, count: int) -> None:
        """So many transactions were written, and are on disk."""
        if self._file is not None and count > self.highest:
            self.highest = count
            with contextlib.suppress(OSError):
                os.pwrite(self._file, f"{count:{WIDTH}}".encode(), 0)

    def close(self) -> None:
        """Give the mark's file back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def counted(db: sqlite3.Connection) -> int:
    """One transaction more: to be called within it."""
    ((count,),) = db.execute(
        """INSERT INTO notes VALUES ('writes', 1)
        ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value"""
    )
    return int(count)


def restores(db: sqlite3.Connection, mark: Mark) -> int:
    """How often this file was found to be set back, now included."""
    if _note(db, "writes") < mark.highest:
        db.execute("BEGIN IMMEDIATE")
        set_back(db, mark)
        db.execute("COMMIT")
    return _note(db, "restores")


def must_not_be_emptied(db: sqlite3.Connection, mark: Mark, path: Path) -> None:
    """Refuse a file without a table and a person in it, where there was one that held something."""
    found = db.execute("SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM people)").fetchone()[0]
    if mark.highest and not found and not _note(db, "writes"):
        raise BadFile(
            f"{path} is empty, though {mark.highest} changes were written to it once; bring a backup back by "
            f"admin restore, or remove {path}.mark to begin anew"
        )


def set_back(db: sqlite3.Connection, mark: Mark) -> None:
    """Note in the file that it is older than what people have seen."""
    values = {"writes": max(mark.highest, _note(db, "writes")), "restores": _note(db, "restores") + 1}
    db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", list(values.items()))


def _note(db: sqlite3.Connection, name: str) -> int:
    row = db.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])
