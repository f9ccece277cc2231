"""What is removed automatically, and after how long: all retention times in one place.

Nothing here touches a person with a name, a game that was begun, or one that is over.  What is freed is used
again for what comes; the file itself does not shrink.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stylobate.store.database import Database

DAY = 24 * 3600 * 1000
INVITATION = 14 * DAY  # is how long a link can be used: friends read their mail at the weekend after next
SESSION = 365 * DAY  # since its last use: who plays only in the holidays is still known in the next
GUEST = 60 * DAY  # since the last visit of a guest at no table, who loses but a name like “Guest 17”
SPENT = 90 * DAY  # since an invitation was made: until then it says why it is closed, or leads to the seat
OPEN_TABLE = 30 * DAY  # since anything happened where nobody sits but the host; its invitations have ended
TURN = DAY  # since computers last moved for somebody: whoever waits now was hardly served before that
KEY = 2 * DAY  # since the table's last event: a browser asks again for seconds, or after a night's sleep


@dataclass(frozen=True)
class Kind:
    """A kind of row that may be removed once `rule`, an SQL condition, has held for `after` milliseconds."""

    table: str
    key: str
    after: int
    rule: str
    removal: tuple[str, ...]

    def found(self, db: Database, now: int, most: int) -> list[Any]:
        """The keys of at most `most` such rows."""
        rows = db.execute(
            f"SELECT {self.key} FROM {self.table} WHERE {self.rule} LIMIT :most",
            {"before": now - self.after, "most": most},
        )
        return [row[0] for row in rows]

    def remove(self, db: Database, keys: Iterable[Any], now: int) -> int:
        """Remove the rows with these keys for which the rule still holds; how many were removed."""
        count = 0
        for key in keys:
            about = {"before": now - self.after, "key": key}
            still = f"SELECT 1 FROM {self.table} WHERE {self.key} = :key AND {self.rule}"
            if db.execute(still, about).fetchone():
                count += 1
                for statement in self.removal:
                    db.execute(statement, {"key": key})
        return count


KINDS = {
    "sessions": Kind(
        "sessions", "digest", SESSION, "used < :before", ("DELETE FROM sessions WHERE digest = :key",)
    ),
    "guests": Kind(
        "people",
        "id",
        GUEST,
        """account IS NULL AND created < :before
        AND NOT EXISTS (SELECT 1 FROM claims WHERE person = people.id)
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND used >= :before)""",
        (
            *(f"DELETE FROM {part} WHERE person = :key" for part in ("sessions", "feeds")),
            "DELETE FROM people WHERE id = :key",
        ),
    ),
    "invitations": Kind(
        "invites", "digest", SPENT, "created < :before", ("DELETE FROM invites WHERE digest = :key",)
    ),
    "open tables": Kind(
        "tables",
        "id",
        OPEN_TABLE,
        """state = 'open' AND changed < :before
        AND (SELECT count(DISTINCT person) FROM claims WHERE table_id = tables.id) < 2
        AND NOT EXISTS (SELECT 1 FROM attendance WHERE table_id = tables.id AND listens = 1)""",
        (
            *(
                f"DELETE FROM {part} WHERE table_id = :key"
                for part in ("invites", "claims", "secrets", "events", "attendance")
            ),
            "DELETE FROM tables WHERE id = :key",
        ),
    ),
    "tables' keys": Kind(
        "tables",
        "id",
        KEY,
        """changed < :before
        AND EXISTS (SELECT 1 FROM events WHERE table_id = tables.id AND key IS NOT NULL)""",
        ("UPDATE events SET key = NULL WHERE table_id = :key AND key IS NOT NULL",),
    ),
    "turns": Kind("turns", "asker", TURN, "last < :before * 1000", ("DELETE FROM turns WHERE asker = :key",)),
}
