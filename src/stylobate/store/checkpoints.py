"""Brings what was committed from the write-ahead log into the file, in a thread of its own.

SQLite does that by itself with the commit that makes the log a thousand pages long, and whoever waits for
that commit waits for it: tens of milliseconds now and then, where a move takes a few.  Here the writer goes
on meanwhile.  A log that this cannot keep short is still brought in by a commit, ten times later.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading

EVERY = 1_000  # rows that were changed; each is a page or two of the log
AT_LAST = 10_000  # pages of the log


class Checkpoints:
    """The thread, and a connection that nobody else uses; `writing` is the writer's own."""

    def __init__(self, writing: sqlite3.Connection, connection: sqlite3.Connection) -> None:
        self._writing, self._connection = writing, connection
        self._taken = writing.total_changes
        self._is_wanted = threading.Event()
        self._is_closing = False
        writing.execute(f"PRAGMA wal_autocheckpoint = {AT_LAST}")
        connection.execute("PRAGMA synchronous = FULL")
        self._thread = threading.Thread(target=self._run, name="stylobate-checkpoints", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Something was committed: begin, if it has become enough."""
        if self._writing.total_changes - self._taken >= EVERY:
            self._taken = self._writing.total_changes
            self._is_wanted.set()

    def close(self) -> None:
        """Stop; whoever closes the file brings in the rest."""
        self._is_closing = True
        self._is_wanted.set()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while True:
            self._is_wanted.wait()
            self._is_wanted.clear()
            if self._is_closing:
                return
            with contextlib.suppress(sqlite3.Error):  # then the log stays as it is, and a commit will tell
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
