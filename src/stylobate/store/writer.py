"""One thread writes.  Whatever is waiting when it comes round goes into one transaction: a group commit.

The disk's flush is what a durable write costs; sharing one among all that wait makes it cheap, and a lone
write waits for nobody.  Each piece of work has a savepoint of its own, so one that fails takes no other with
it, and each is answered only when the commit has returned.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from stylobate.errors import BadFile
from stylobate.store.file import bad_file
from stylobate.store.mark import Mark, counted

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]

MOST_TOGETHER = 128


class Withdrawn(Exception):
    """Raised by work to roll back its own changes, to its savepoint; `answer` becomes its result."""

    def __init__(self, answer: Any) -> None:
        super().__init__(answer)
        self.answer = answer


class Writer:
    """The thread that writes, and its queue."""

    def __init__(self, connection: sqlite3.Connection, path: Path, mark: Mark | None = None) -> None:
        self.commits = 0
        self._mark = mark
        self._connection = connection
        self._path = path
        self._queue: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="stylobate-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Run this work in the next transaction; the future is done once that is on disk."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise BadFile(f"{self._path} is closed")
            self._queue.put((work, future))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        self._connection.close()
        if self._mark is not None:
            self._mark.close()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting = [first]
            last = False
            while len(waiting) < MOST_TOGETHER:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                waiting.append(more)
            self._commit([pair for pair in waiting if pair[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, waiting: list[tuple[Work, Future[Any]]]) -> None:
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for work, future in waiting:
                self._connection.execute("SAVEPOINT one")
                try:
                    answers.append((future, work(self._connection), None))
                except Withdrawn as withdrawn:
                    self._connection.execute("ROLLBACK TO one")
                    answers.append((future, withdrawn.answer, None))
                except sqlite3.OperationalError:
                    raise
                except Exception as error:
                    self._connection.execute("ROLLBACK TO one")
                    fault = bad_file(error, self._path) if isinstance(error, sqlite3.Error) else error
                    answers.append((future, None, fault))
                self._connection.execute("RELEASE one")
            count = counted(self._connection)
            self._connection.execute("COMMIT")
            self.commits += 1
            if self._mark is not None:
                self._mark.note(count)
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            fault = bad_file(error, self._path) if isinstance(error, sqlite3.Error) else error
            answers = [(future, None, fault) for _, future in waiting]
        for future, answer, failure in answers:
            if failure is None:
                future.set_result(answer)
            else:
                future.set_exception(failure)
