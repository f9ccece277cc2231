"""One thread writes.  Whatever is waiting when it comes round goes into one transaction: a group commit.

The disk's flush is what a durable write costs; sharing one among all that wait makes it cheap, and a lone
write waits for nobody.  Each piece of work has a savepoint of its own, so one that fails takes no other with
it, and each is answered only when the commit has returned.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from stylobate.errors import BadFile
from stylobate.store.database import Database

T = TypeVar("T")

MOST_TOGETHER = 128
MOST_TRIES = 5


class Book(Protocol):
    """The database as its writer sees it: one transaction after the other."""

    def begin(self) -> Database:
        """Begin a transaction, on this connection."""

    def commit(self) -> None:
        """Return when the disk has it."""

    def rollback(self) -> None:
        """Undo all of it; never fails."""

    def spoils_all(self, error: Exception) -> bool:
        """Whether with this error of one piece of work no other can be done either."""

    def may_be_tried_again(self, error: Exception) -> bool:
        """Whether another process was in the way, which will not be there the next time."""

    def told(self, error: Exception) -> Exception:
        """The error that whoever asked gets for one of the database."""

    def close(self) -> None:
        """Give everything back."""


class Withdrawn(Exception):
    """Raised by work to roll back its own changes, to its savepoint; `answer` becomes its result."""

    def __init__(self, answer: Any) -> None:
        super().__init__(answer)
        self.answer = answer


class Writer:
    """The thread that writes, and its queue."""

    def __init__(self, book: Book, name: str) -> None:
        self.commits = 0
        self._book = book
        self._name = name
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="stylobate-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Database], T], order: str = "") -> Future[T]:
        """Run this work in the next transaction; the future is done once that is on disk.

        What is done together is done by `order`: two processes that lock the same rows then never wait for
        each other.
        """
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise BadFile(f"{self._name} is closed")
            self._queue.put((work, future, order))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        self._book.close()

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
            wanted = [one for one in waiting if one[1].set_running_or_notify_cancel()]
            self._write(sorted(wanted, key=lambda one: one[2]))
            if last:
                return

    def _write(self, waiting: list[_Waiting]) -> None:
        """All together; if another process was in the way, one by one, each a few times."""
        fault = self._commit(waiting)
        if fault is not None and self._book.may_be_tried_again(fault) and len(waiting) > 1:
            for one in waiting:
                self._write([one])
            return
        tries = 1
        while fault is not None and self._book.may_be_tried_again(fault) and tries < MOST_TRIES:
            tries, fault = tries + 1, self._commit(waiting)
        if fault is not None:
            for _, future, _ in waiting:
                future.set_exception(self._book.told(fault))

    def _commit(self, waiting: list[_Waiting]) -> Exception | None:
        """Answer all of them, or none, and say why not."""
        answers: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            connection = self._book.begin()
            for work, future, _ in waiting:
                connection.execute("SAVEPOINT one")
                try:
                    answers.append((future, work(connection), None))
                except Withdrawn as withdrawn:
                    connection.execute("ROLLBACK TO one")
                    answers.append((future, withdrawn.answer, None))
                except Exception as error:
                    if self._book.spoils_all(error):
                        raise
                    connection.execute("ROLLBACK TO one")
                    answers.append((future, None, self._book.told(error)))
                connection.execute("RELEASE one")
            self._book.commit()
            self.commits += 1
        except Exception as error:
            self._book.rollback()
            return error
        for future, answer, fault in answers:
            if fault is None:
                future.set_result(answer)
            else:
                future.set_exception(fault)
        return None


_Waiting = tuple[Callable[[Any], Any], Future[Any], str]
