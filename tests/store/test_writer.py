"""What the writing thread does together: what waits, and after many, what comes while it lets more gather."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest

from stylobate.store.database import Database
from stylobate.store.writer import A_MOMENT, ENOUGH, MANY, MOMENTS, Writer


class _Pages:
    """A book without a database: only how much was written with each commit is of interest."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []
        self._page: list[str] = []
        self.may_commit = threading.Event()

    def write(self, word: str) -> Callable[[Database], str]:
        """Work that writes this word."""

        def work(db: Database) -> str:
            self._page.append(word)
            return word

        return work

    def begin(self) -> Database:
        self._page = []
        return None  # type: ignore[return-value]

    def commit(self) -> None:
        self.may_commit.wait(30)
        self.commits.append(self._page)

    def rollback(self) -> None: ...
    def spoils_all(self, error: Exception) -> bool:
        return True

    def may_be_tried_again(self, error: Exception) -> bool:
        return False

    def readable(self, error: Exception) -> Exception:
        return error

    def close(self) -> None: ...


@pytest.fixture
def pages() -> _Pages:
    return _Pages()


@pytest.fixture
def writer(pages: _Pages) -> Iterator[Writer]:
    writer = Writer(pages, "a book")
    yield writer
    pages.may_commit.set()
    writer.close()


def _many(writer: Writer, pages: _Pages, count: int = MANY) -> None:
    """Let many be written together: they come while a first one is on its way to the disk."""
    waiting = [writer.submit(pages.write("first"))]
    while not waiting[0].running():
        pass
    waiting += [writer.submit(pages.write("many")) for _ in range(count)]
    pages.may_commit.set()
    for future in waiting:
        future.result(30)


def test_whoever_comes_alone_waits_for_nobody(
    writer: Writer, pages: _Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("stylobate.store.writer.sleep", slept.append)
    pages.may_commit.set()
    for _ in range(MANY + 1):
        writer.submit(pages.write("alone")).result(30)
    assert pages.commits == [["alone"]] * (MANY + 1)
    assert not slept


def test_after_many_at_once_those_who_come_within_a_moment_are_written_together(
    writer: Writer, pages: _Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    come: list[Future[str]] = []

    def while_it_waits(seconds: float) -> None:
        come.append(writer.submit(pages.write(f"after {len(come)}")))

    _many(writer, pages)
    monkeypatch.setattr("stylobate.store.writer.sleep", while_it_waits)
    writer.submit(pages.write("next")).result(30)
    assert [one.result(30) for one in come] == [f"after {number}" for number in range(MOMENTS)]
    assert pages.commits[1:] == [["many"] * MANY, ["next", *(one.result(30) for one in come)]]


def test_after_many_at_once_a_lone_one_waits_for_a_moment_alone(
    writer: Writer, pages: _Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(writer, pages)
    slept: list[float] = []
    monkeypatch.setattr("stylobate.store.writer.sleep", slept.append)
    assert writer.submit(pages.write("next")).result(30) == "next"
    assert writer.submit(pages.write("later")).result(30) == "later"
    assert slept == [A_MOMENT]


def test_nobody_waits_once_as_many_have_come_as_the_last_time(
    writer: Writer, pages: _Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    come: list[Future[str]] = []

    def while_it_waits(seconds: float) -> None:
        come.extend(writer.submit(pages.write("another")) for _ in range(ENOUGH))

    _many(writer, pages, ENOUGH + 1)
    monkeypatch.setattr("stylobate.store.writer.sleep", while_it_waits)
    writer.submit(pages.write("next")).result(30)
    assert len(come) == ENOUGH
    assert pages.commits[2] == ["next", *(one.result(30) for one in come)]


def test_a_store_that_closes_lets_nobody_gather(
    writer: Writer, pages: _Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(writer, pages)
    slept: list[float] = []
    monkeypatch.setattr("stylobate.store.writer.sleep", slept.append)
    monkeypatch.setattr(writer, "_closed", True)
    writer._queue.put((pages.write("last"), last := Future[str](), ""))
    assert last.result(30) == "last"
    monkeypatch.setattr(writer, "_closed", False)
    assert not slept
