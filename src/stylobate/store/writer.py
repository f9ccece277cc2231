"""One thread writes.  Whatever is waiting when it comes round goes into one transaction: a group commit.

The disk's flush is what a durable write costs; sharing one among all that wait makes it cheap, and a lone
write waits for nobody.  Pieces of one kind may share their statements, too (`Joint`).  If any of them fails,
all are taken back and done once more, one by one, each with a savepoint of its own: so one that fails takes
no other with it.  Each is answered only when the commit has returned.

This thread has the interpreter in turns with the event loop, and gives it up with every statement.  Where
very much is asked for, the two handed it to each other most of the time: up to a sixth of what a move
cost.  So after many at once the next ones are let gather for a few milliseconds (`_gather`).
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import groupby
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any, Generic, Protocol, TypeVar

from stylobate.errors import BadFile
from stylobate.store.database import Database

T = TypeVar("T")

MOST_TOGETHER = 128
MOST_TRIES = 5
MANY, ENOUGH = 16, 32  # pieces of work: after so many in one transaction the next ones gather, to so many
A_MOMENT, MOMENTS = 0.002, 4  # seconds; how many such moments at most


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

    def readable(self, error: Exception) -> Exception:
        """The error that whoever asked gets for one of the database."""

    def close(self) -> None:
        """Give everything back."""


class Withdrawn(Exception):
    """Raised by work to roll back its own changes, to its savepoint; `answer` becomes its result."""

    def __init__(self, answer: Any) -> None:
        super().__init__(answer)
        self.answer = answer


class Joint(ABC, Generic[T]):
    """Work of which many pieces can be done in as few statements as one."""

    @abstractmethod
    def __call__(self, db: Database, /) -> T:
        """Do this piece of work alone, without others of its kind."""

    @abstractmethod
    def with_others(self, db: Database, all: Sequence[Any]) -> Sequence[T]:
        """Do all of these at once, this one among them; raise something, and each is done by itself."""


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
        waiting: list[_Waiting] = []
        while (first := self._queue.get()) is not None:
            if len(waiting) >= MANY:
                self._gather(len(waiting))
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

    def _gather(self, last: int) -> None:
        """Let more come, as long as in every moment some do, until there are as many as the last time.

        Where nobody else comes, that is one moment; and few are not enough, or they would stay few.
        """
        enough = max(last, ENOUGH)
        for _ in range(MOMENTS):
            before = self._queue.qsize()
            if self._closed or before + 1 >= enough:
                return
            sleep(A_MOMENT)
            if self._queue.qsize() == before:
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
                future.set_exception(self._book.readable(fault))

    def _commit(self, waiting: list[_Waiting]) -> Exception | None:
        """Answer all of them, or none, and say why not."""
        fault = self._done(waiting, _together)
        if fault is not None and not self._book.spoils_all(fault):
            fault = self._done(waiting, self._one_by_one)
        return fault

    def _done(self, waiting: list[_Waiting], do: _Doing) -> Exception | None:
        """Do all of them in one transaction and answer them; else do nothing, and say why."""
        try:
            answers = do(self._book.begin(), waiting)
            self._book.commit()
            self.commits += 1
        except Exception as error:
            self._book.rollback()
            return error
        for (_, future, _), answer in zip(waiting, answers, strict=True):
            if isinstance(answer, _Failed):
                future.set_exception(answer.error)
            else:
                future.set_result(answer)
        return None

    def _one_by_one(self, connection: Database, waiting: list[_Waiting]) -> list[Any]:
        """Do each piece of work for itself; one that fails is undone."""
        answers: list[Any] = []
        for work, _, _ in waiting:
            connection.execute("SAVEPOINT one")
            try:
                answers.append(work(connection))
            except Withdrawn as withdrawn:
                connection.execute("ROLLBACK TO one")
                answers.append(withdrawn.answer)
            except Exception as error:
                if self._book.spoils_all(error):
                    raise
                connection.execute("ROLLBACK TO one")
                answers.append(_Failed(self._book.readable(error)))
            connection.execute("RELEASE one")
        return answers


def _together(connection: Database, waiting: list[_Waiting]) -> list[Any]:
    """Do all pieces of work, those of one kind that follow each other at once."""
    answers: list[Any] = []
    for _, some in groupby((work for work, _, _ in waiting), _kind):
        first, *others = some
        if isinstance(first, Joint):
            answers += first.with_others(connection, [first, *others])
        else:
            answers += [work(connection) for work in (first, *others)]
    return answers


def _kind(work: Callable[[Any], Any]) -> type | None:
    return type(work) if isinstance(work, Joint) else None


class _Failed:
    """In the place of an answer: why there is none."""

    def __init__(self, error: Exception) -> None:
        self.error = error


_Waiting = tuple[Callable[[Any], Any], Future[Any], str]
_Doing = Callable[[Database, list[_Waiting]], list[Any]]
