"""When the house was away: each time is a note of its own, until every clock has been woken after it.

A table at which nothing has happened since before several of them is resumed from the first: a house that was
there for a moment in between died before it came to that table, and its time is nobody's.
"""

from __future__ import annotations

from typing import NamedTuple

from stylobate.store.database import Database

NOTES = "substr(name, 1, 4) = 'gap '"  # those of the notes that tell of gaps; `began` stands in their names


class Gap(NamedTuple):
    """The house came back when its time showed `began`; it was last there when that showed `up`."""

    began: int
    up: int


def noted(db: Database) -> tuple[Gap, ...]:
    """All gaps that were noted, the earliest first."""
    notes = db.execute(f"SELECT name, value FROM notes WHERE {NOTES}")
    return tuple(sorted(Gap(int(name.split()[1]), up) for name, up in notes))


def note(db: Database, gap: Gap) -> None:
    """Note a gap; one that was noted already stays as it is."""
    db.execute("INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (f"gap {gap.began}", gap.up))


def forget(db: Database, began: int) -> None:
    """Forget those before the one that ended then; that one stays, by which processes know the next one."""
    for gap in noted(db):
        if gap.began < began:
            db.execute("DELETE FROM notes WHERE name = ?", (f"gap {gap.began}",))
