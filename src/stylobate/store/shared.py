"""Several processes over one PostgreSQL database (`neighbours.Neighbours`).

News go by LISTEN and NOTIFY, on a connection of their own; when that was lost, whoever listens hears `None`
and looks at everything again.  All times are the database's, so that no two machines need agree on the hour.
A process that has not been heard of for `LEASE` is gone: its people are away, and if it kept the house,
another does.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from importlib.metadata import version
from typing import TYPE_CHECKING

from stylobate.encoding import written
from stylobate.errors import BadFile
from stylobate.identity import fresh_id
from stylobate.store.database import Database
from stylobate.store.gaps import Gap, forget, note, noted
from stylobate.store.neighbours import GAP, Attendance, Hear, News, Pulse

if TYPE_CHECKING:
    from stylobate.store.postgres import Connection, PostgresStore

LEASE = 10_000  # milliseconds
CHANNEL = "stylobate"
VERSION = version("stylobate")
CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
LAST = "z"  # behind all tables, whose names are hexadecimal
LONGEST = 7_999  # bytes that PostgreSQL lets one tell
SILENCE = 1.0  # seconds after which the listener looks whether it is to stop
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts to listen again

log = logging.getLogger("stylobate.store")


class Shared:
    """One of the processes that serve a database, or think for those that do.

    One that only thinks (`serves` is false) does not keep the house, nor make its time go on.
    """

    is_shared = True

    def __init__(self, store: PostgresStore, name: str, serves: bool) -> None:
        self.id = fresh_id()
        self._own = f'"from":"{self.id}"'  # in news of our own, as `encoding.written` has it
        self._store, self._name, self._serves = store, name, serves
        self._has_arrived = False
        self._untold: deque[News] = deque(maxlen=1_000)
        self._closing = threading.Event()
        self._listening: threading.Thread | None = None

    def beat(self, shown: int | None, passed: int) -> Future[Pulse]:
        """Note that this process is there, and learn the time of the house."""
        for _ in range(len(self._untold)):
            self.tell(self._untold.popleft())
        return self._store.write(lambda db: self._beat(db, shown, passed), LAST)

    def woken(self, began: int) -> None:
        """Every clock has been woken since the house came back then; nobody needs to know what was before."""
        with contextlib.suppress(BadFile):
            self._store.write(lambda db: forget(db, began), LAST)

    def tell(self, news: News) -> None:
        """Tell all others; what cannot be told now is told with the next beat."""

        def done(written: Future[None]) -> None:
            if not written.cancelled() and written.exception() is not None:
                self._untold.append(news)

        with contextlib.suppress(BadFile):
            self._store.write(lambda db: tell(db, {**news, "from": self.id})).add_done_callback(done)

    def listen(self, hear: Hear) -> None:
        """Hear what others tell, in a thread of its own."""
        self._listening = threading.Thread(target=self._listen, args=(hear,), daemon=True)
        self._listening.start()

    def attend(self, table: str, attendances: Sequence[Attendance]) -> None:
        """Note who has pages of a table here, and tell others to look again."""

        def work(db: Database) -> None:
            for one in attendances:
                db.execute(
                    """INSERT INTO attendance VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (table_id, person, process) DO UPDATE SET
                    listens = excluded.listens, hidden = excluded.hidden, seen = excluded.seen""",
                    (table, one.person, self.id, int(one.listens), one.hidden, one.seen),
                )
            tell(db, {"kind": "attendance", "table": table, "from": self.id})

        with contextlib.suppress(BadFile):
            self._store.write(work, table)

    def attendance(self, table: str) -> list[Attendance]:
        """Who has pages of a table at other processes that are still there."""
        rows = self._store.rows(
            f"""SELECT person, listens, hidden, attendance.seen FROM attendance
            JOIN processes ON processes.id = process
            WHERE table_id = ? AND process <> ? AND processes.seen > {CLOCK} - ?""",
            (table, self.id, LEASE),
        )
        return [Attendance(person, bool(listens), hidden, seen) for person, listens, hidden, seen in rows]

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """At which version the logs of these tables end; one that is missing is no longer there."""
        return dict(self._store.rows("SELECT id, version FROM tables WHERE id = ANY(?)", (list(tables),)))

    def close(self) -> None:
        """Hear no more, and let others know that this process is gone."""
        self._closing.set()
        if self._listening is not None:
            with contextlib.suppress(BadFile):
                self._store.write(lambda db: tell(db, {"kind": "close", "from": self.id}))
            self._listening.join()
        if self._has_arrived:
            with contextlib.suppress(BadFile):
                self._store.write(lambda db: self._remove(db, [self.id]), LAST).result()

    def arrive(self, db: Database) -> None:
        """Join the processes that are there; refuses beside one of another version."""
        found = db.execute(
            f"SELECT version FROM processes WHERE seen > {CLOCK} - ? AND version <> ? LIMIT 1",
            (LEASE, VERSION),
        ).fetchone()
        if found is not None:
            raise BadFile(
                f"{self._store.name} is served by Stylobate {found[0]} just now, and this is {VERSION}; "
                "stop the other first"
            )
        self._note(db)
        self._has_arrived = True

    def _note(self, db: Database) -> None:
        db.execute(
            f"""INSERT INTO processes VALUES (?, ?, ?, {CLOCK}, 0)
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen""",
            (self.id, self._name, VERSION),
        )

    def _beat(self, db: Database, shown: int | None, passed: int) -> Pulse:
        """The house was away if nobody has beaten for long; then its time goes on where it stood.

        A process that was away alone learns the time from the others; one that was here all the while counts
        by itself, and takes a neighbour's reckoning for its own only where that, with what has passed since
        its beat, is ahead: else each turn that passes from one to the other would be charged the difference.
        """
        db.execute(f"INSERT INTO notes VALUES ('beat', {CLOCK}) ON CONFLICT (name) DO NOTHING")
        db.execute("SELECT value FROM notes WHERE name = 'beat' FOR UPDATE")
        ((now,),) = db.execute(f"SELECT {CLOCK}")
        notes: dict[str, int] = dict(
            db.execute("SELECT name, value FROM notes WHERE name IN ('beat', 'beaten')")
        )
        beat, since = notes["beat"], now - notes.get("beaten", 0)
        is_reset = shown is None or passed > GAP or since > GAP
        if since > GAP:
            house = beat + GAP if "beaten" in notes else beat
        else:
            house = beat + max(since, 0)
            if not is_reset:
                house = max(house, shown or 0)
        self._note(db)
        if not self._serves:
            return Pulse(beat if since > GAP else house, noted(db), is_keeper=False, is_reset=True)
        if since > GAP:
            note(db, Gap(house, beat))
        for known in (("beat", house), ("beaten", now)):
            db.execute(
                "INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                known,
            )
        return Pulse(house, noted(db), self._keep(db, now), is_reset)

    def _keep(self, db: Database, now: int) -> bool:
        """Whether this process keeps the house; then it takes the others off who are gone."""
        others = "SELECT 1 FROM processes WHERE keeps > ? AND id <> ?"
        if db.execute(others, (now, self.id)).fetchone() is not None:
            return False
        db.execute("UPDATE processes SET keeps = ? WHERE id = ?", (now + LEASE, self.id))
        self._remove(
            db, [row[0] for row in db.execute("SELECT id FROM processes WHERE seen < ?", (now - LEASE,))]
        )
        return True

    def _remove(self, db: Database, processes: Sequence[str]) -> None:
        if not processes:
            return
        gone = list(processes)
        left = db.execute("DELETE FROM attendance WHERE process = ANY(?) RETURNING table_id", (gone,))
        for table in {row[0] for row in left}:
            tell(db, {"kind": "attendance", "table": table, "from": self.id})
        db.execute("DELETE FROM processes WHERE id = ANY(?)", (gone,))

    def _listen(self, hear: Hear) -> None:
        pauses = iter(PAUSES)
        while not self._closing.is_set():
            try:
                with contextlib.closing(self._store.connected()) as line:
                    line.listen(CHANNEL)
                    pauses = iter(PAUSES)
                    hear(None)
                    while not self._closing.is_set():
                        self._hear_some(line, hear)
            except BadFile as error:
                pause = next(pauses, PAUSES[-1])
                if pause == PAUSES[0]:
                    log.warning("news of other processes are not heard just now", extra={"why": str(error)})
                self._closing.wait(pause)

    def _hear_some(self, line: Connection, hear: Hear) -> None:
        for payload in line.notices(SILENCE):
            if self._own not in payload:
                news: News = json.loads(payload)
                hear(news)


def tell(db: Database, *news: News) -> None:
    """Tell all processes, once this transaction is written."""
    told = written([_short(one) for one in news])
    db.execute("SELECT pg_notify(?, value) FROM json_array_elements_text(?::json)", (CHANNEL, told))


def _short(news: News) -> str:
    """News as the database takes them; too long ones lose their events, which are in the store."""
    text = written(news)
    return text if len(text.encode()) <= LONGEST else written({**news, "events": ()})
