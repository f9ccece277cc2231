"""How many moves a second are on disk, and how long one waits for it.

One at a time, each append costs a flush of the disk; with many waiting, they share it.  Both are measured in
turns on the same file, so that the disk of the day cancels out.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.side_by_side import Line, at_most, compare
from stylobate.fair import Chain
from stylobate.play import Moment, Person, Proposal, Showing, decide, open_table, read
from stylobate.store.protocol import Addition
from stylobate.store.sqlite import SqliteStore

AT_ONCE = 64
NOW = 1_700_000_000_000
ABOUT = {"game": "colonnade", "visibility": "public", "state": "running", "to_move": "p1", "clocked": False}


def lines() -> Iterator[Line]:
    """Appends together and alone, the wait of a lone one, ten thousand tables, a move without the disk."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        stream = Stream(SqliteStore(path))
        yield compare(
            f"durable appends with {AT_ONCE} waiting, against one after the other",
            lambda: stream.rate(AT_ONCE, 3000),
            lambda: stream.rate(1, 400),
            2,
            "appends/s",
        )
        waits = sorted(stream.wait() for _ in range(500))
        detail = f"p50 {waits[250] * 1000:.2f} ms"
        yield at_most("a lone durable append, p99", waits[495] * 1000, 50, "ms", detail)
        stream.fill(10_000)
        stream.store.close()
        began = time.perf_counter()
        store = SqliteStore(path)
        store.open_tables(), store.running_tables(), store.tables_of("p1"), store.computer_turns()
        yield at_most(
            "opening a store of 10,000 tables and listing them", time.perf_counter() - began, 1, "s"
        )
        store.close()
    yield at_most("deciding on a move and telling both players", _move() * 1e6, 1500, "µs", "columns-dice")


class Stream:
    """Appends to two hundred tables in turn."""

    def __init__(self, store: SqliteStore, tables: int = 200) -> None:
        self.store = store
        self.versions = [1] * tables
        self.next = 0
        for number in range(tables):
            self._create(f"t{number}")
        store.beat(NOW).result()

    def _create(self, table: str) -> None:
        self.store.create(table, Addition(_events(1), {**ABOUT, "about": {}}, NOW), b"s" * 32)

    def fill(self, tables: int) -> None:
        """So many tables in all."""
        for number in range(len(self.versions), tables):
            self._create(f"t{number}")
        self.store.beat(NOW).result()

    def append(self) -> object:
        """One more event, on the next table."""
        number = self.next = (self.next + 1) % len(self.versions)
        version = self.versions[number]
        self.versions[number] += 1
        addition = Addition(
            _events(version + 1), {**ABOUT, "about": {"tokens": version}}, NOW, f"p1:{version}"
        )
        return self.store.append(f"t{number}", version, addition)

    def rate(self, at_once: int, appends: int) -> float:
        """Appends a second, so many of them always under way."""
        began = time.perf_counter()
        waiting = [self.append() for _ in range(at_once)]
        for _ in range(appends - at_once):
            waiting.pop(0).result()  # type: ignore[attr-defined]
            waiting.append(self.append())
        for future in waiting:
            future.result()  # type: ignore[attr-defined]
        return appends / (time.perf_counter() - began)

    def wait(self) -> float:
        """How long one append takes when nobody else writes."""
        began = time.perf_counter()
        self.append().result()  # type: ignore[attr-defined]
        return time.perf_counter() - began


def _events(version: int) -> list[dict[str, object]]:
    throw = {"number": version, "link": "a" * 64, "seat": 0, "nonce": "b" * 32}
    return [{"v": version, "at": NOW, "kind": "token", "token": "*4", "seat": None, "throw": throw}]


def _move() -> float:
    """Seconds a move, at the median, without the disk."""
    ada, rng = Person("p1", "Ada"), random.Random(1)
    moment = Moment(NOW, Chain(b"s" * 32))
    taken = []
    for _ in range(20):
        table = open_table("t1", ada, Proposal("columns-dice", seats=("me", "me:Ben")), moment)
        table = decide(table, ada, read({"do": "begin", "nonce": "00" * 16}), moment)
        while table.turn is not None:
            asked = {"do": "move", "token": rng.choice(table.position.legal), "version": table.version}
            began = time.perf_counter()
            table = decide(table, ada, read({**asked, "nonce": rng.randbytes(16).hex()}), moment)
            showing = Showing(table, NOW, {})
            showing.whole("p1"), showing.whole(None)
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)
