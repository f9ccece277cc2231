"""The queue of computers' moves, in a database that several processes share.

A job's row is written in the transaction of the events that make it a computer's turn, and goes with the next
ones: the queue says what the tables say, whenever anybody dies.  Whoever takes a job holds it on a lease, by
the database's clock; who dies or stands still loses it, and another takes it.  Should two believe that they
hold it, both may move, and the version of the log lets one of them through.

Next is what people wait for; of that, what is for the place, and there the host, served longest ago (the
table `turns`); of that, what has waited longest.  Each statement is a transaction of its own: nobody waits
for somebody who has fallen asleep in one, and leases are not worth a flush of the disk.

Of a place the database keeps a digest, so that no address stands in it.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from stylobate.store.database import Database
from stylobate.store.protocol import Job
from stylobate.store.shared import tell

NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
SECOND = 1_000_000
KIND = "job"  # of news: there may be something to take


class Load(NamedTuple):
    """At how many tables computers are to move: everywhere, of one place, of one host there."""

    in_all: int
    there: int
    theirs: int


class Jobs:
    """The queue, for one process.  `connected` lends a connection on which each statement is by itself; the
    process is known by its `holder`; `host` is the host in a table's `about`, in SQL."""

    def __init__(
        self, connected: Callable[[], contextlib.AbstractContextManager[Database]], holder: str, host: str
    ) -> None:
        self._connected, self._holder, self._host = connected, holder, host
        self._news = {"kind": KIND, "from": holder}

    def put(self, db: Database, table: str, job: Job | None) -> None:
        """Within the transaction of a table's events: this is what computers have to do there from now on.

        A job that is there already, for whatever else was said at the table, stays with whoever holds it.
        """
        if job is None:
            db.execute("DELETE FROM jobs WHERE table_id = ?", (table,))
            return
        put = db.execute(
            f"""INSERT INTO jobs (table_id, version, place, host, watched, slow, queued, tries)
            VALUES (?, ?, ?, ?, ?, ?, {NOW}, 0)
            ON CONFLICT (table_id) DO UPDATE SET
                version = excluded.version, host = excluded.host, watched = excluded.watched,
                slow = excluded.slow, queued = excluded.queued, tries = 0, holder = NULL, taken_until = NULL,
                place = CASE WHEN excluded.place = '' THEN jobs.place ELSE excluded.place END
            WHERE jobs.version <> excluded.version""",
            (table, job.version, _digest(job.place), job.host, int(job.is_watched), int(job.is_slow)),
        )
        if put.rowcount:
            tell(db, self._news)

    def mend(self) -> None:
        """Queue what is missing: tables that came from elsewhere, or from a version that had no queue."""
        with self._connected() as db:
            db.execute(
                f"""INSERT INTO jobs (table_id, version, place, host, watched, slow, queued, tries)
                SELECT id, version, '', coalesce({self._host}, ''), 1, 1, {NOW}, 0 FROM tables
                WHERE state = 'running' AND to_move = 'computer'
                AND NOT EXISTS (SELECT 1 FROM jobs WHERE table_id = id)
                ON CONFLICT DO NOTHING"""
            )

    def take(self, seconds: float, is_slow: bool) -> Job | None:
        """The next job, leased for so long.  Who takes slow ones gets those first; who does not, none."""
        with self._connected() as db:
            row = db.execute(
                f"""WITH next AS (
                    SELECT jobs.table_id, jobs.place, jobs.host FROM jobs
                    LEFT JOIN turns AS of_place ON of_place.asker = place
                    LEFT JOIN turns AS of_host ON of_host.asker = place || ' ' || host
                    WHERE (taken_until IS NULL OR taken_until < (SELECT {NOW})) AND slow <= :slow
                    ORDER BY slow DESC, watched DESC,
                        coalesce(of_place.last, 0), coalesce(of_host.last, 0), queued
                    LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED
                ), served AS (
                    INSERT INTO turns
                    SELECT asker, {NOW} FROM (
                        SELECT place AS asker FROM next UNION ALL SELECT place || ' ' || host FROM next
                    ) AS both_of_them
                    ON CONFLICT (asker) DO UPDATE SET last = excluded.last
                )
                UPDATE jobs SET holder = :holder, taken_until = {NOW} + :lease, tries = tries + 1
                FROM next WHERE jobs.table_id = next.table_id
                RETURNING jobs.table_id, version, jobs.host, jobs.place, watched, slow, tries - 1""",
                {"holder": self._holder, "lease": round(seconds * SECOND), "slow": int(is_slow)},
            ).fetchone()
        if row is None:
            return None
        table, version, host, place, watched, slow, tries = row
        return Job(table, version, host, place, bool(watched), bool(slow), tries)

    def renew(self, seconds: float) -> None:
        """Hold for so much longer whatever this process still holds."""
        lease = round(seconds * SECOND)
        with self._connected() as db:
            db.execute(f"UPDATE jobs SET taken_until = {NOW} + ? WHERE {_HELD}", (lease, self._holder))

    def give_back(self, job: Job, seconds: float, has_failed: bool) -> None:
        """Let others do it, after so long; a try that was no failure does not count."""
        with self._connected() as db:
            db.execute(
                f"""UPDATE jobs SET holder = NULL, taken_until = {NOW} + ?, tries = tries - ?
                WHERE table_id = ? AND version = ? AND holder = ?""",
                (round(seconds * SECOND), int(not has_failed), job.table, job.version, self._holder),
            )
            tell(db, self._news)

    def drop(self, job: Job) -> None:
        """Nothing is to be done there."""
        with self._connected() as db:
            db.execute(
                "DELETE FROM jobs WHERE table_id = ? AND version = ? AND holder = ?",
                (job.table, job.version, self._holder),
            )

    def release(self) -> None:
        """Give everything back at once: this process stops."""
        with self._connected() as db:
            db.execute(
                f"UPDATE jobs SET holder = NULL, taken_until = NULL, tries = tries - 1 WHERE {_HELD}",
                (self._holder,),
            )
            tell(db, self._news)

    def load(self, place: str, host: str) -> Load:
        """How much there is to do, and for whom; what somebody thinks about just now is counted, too."""
        with self._connected() as db:
            (row,) = db.execute(
                """SELECT count(*), count(*) FILTER (WHERE place = :place),
                count(*) FILTER (WHERE place = :place AND host = :host) FROM jobs""",
                {"place": _digest(place), "host": host},
            )
        return Load(*row)


# Whoever is just writing one of these rows ends the job: nobody need wait for that.
_HELD = "table_id IN (SELECT table_id FROM jobs WHERE holder = ? FOR UPDATE SKIP LOCKED)"


def _digest(place: str) -> str:
    return hashlib.sha256(place.encode()).hexdigest()[:16] if place else ""
