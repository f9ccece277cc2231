"""A site of several servers over one database, people who play there, and one fault after the other."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Protocol

from stylobate.store.opening import open_store
from stylobate.store.shared import LEASE
from tests.faults.cable import Cable
from tests.faults.history import History
from tests.faults.kept import not_kept
from tests.faults.serving import Process, Server, Worker
from tests.faults.visitors import Over, Visitor
from tests.faults.wishing import party
from tests.postgres import Cluster

SERVERS = 2
TABLES = 4
WISHES = 40  # of each at a table
BETWEEN = 4  # wishes that are done, at least, from one fault to the next
PATIENCE = 120.0


class Fault(Protocol):
    """Something that happens to a site."""

    __name__: str

    def __call__(self) -> Awaitable[None]:
        """It happens, and is over."""


class Site:
    """So many servers, each with its own line to the database."""

    def __init__(self, folder: Path, cluster: Cluster, database: str, rng: random.Random) -> None:
        self.folder, self.cluster, self.database, self.rng = folder, cluster, database, rng
        self.history = History()
        self.happened: Counter[str] = Counter()
        self.servers: list[Server] = []
        self.workers: list[Worker] = []
        self.cables: list[Cable] = []

    async def start(self, servers: int, workers: int) -> Site:
        """Start all servers, and workers that have the database beside them."""
        name = self.database.split("/")[3].split("?")[0]
        for _ in range(servers):
            cable = await Cable(self.cluster.socket).lay()
            address = f"postgresql://postgres@127.0.0.1:{cable.port}/{name}"
            self.cables.append(cable)
            self.servers.append(Server(self.folder, database=address))
        self.workers = [Worker(self.folder, self.database) for _ in range(workers)]
        return self

    async def stop(self) -> None:
        """End all of them, and their lines."""
        for process in self.processes:
            process.kill()
        for cable in self.cables:
            await cable.remove()

    def __str__(self) -> str:
        wishes, tables = self.history.wishes, self.history.tables()
        done, tries = sum(bool(wish.done) for wish in wishes), sum(len(wish.tries) for wish in wishes)
        happened = ", ".join(f"{count} times {what}" for what, count in sorted(self.happened.items()))
        told = f"{done:,} of {len(wishes):,} wishes done at {len(tables):,} tables, sent {tries:,} times"
        return f"{told}; {len(self.history.sights):,} views; {happened.replace('_', ' ')}"

    @property
    def ports(self) -> list[int]:
        """Where the servers are."""
        return [server.port for server in self.servers]

    @property
    def processes(self) -> list[Process]:
        """All that run."""
        return [*self.servers, *self.workers]

    # What may happen

    async def a_server_is_killed(self) -> None:
        """One of them, and it comes back."""
        server = self.rng.choice(self.servers)
        server.kill()
        server.start()

    async def a_worker_is_killed(self) -> None:
        """One of them, with whatever it thinks about, and it comes back."""
        worker = self.rng.choice(self.workers)
        worker.kill()
        worker.start()

    async def all_servers_are_killed(self) -> None:
        """All at once; for a while nobody is there."""
        for server in self.servers:
            server.kill()
        began = self.history.now()
        await asyncio.sleep(self.rng.uniform(0, 1))
        self.history.gaps.append((began, self.history.now()))
        for server in self.servers:
            server.start()

    async def the_database_is_killed(self) -> None:
        """Wholly, or its first process alone; it comes back."""
        await asyncio.to_thread(self.cluster.kill, whole=self.rng.random() < 0.5)
        await asyncio.to_thread(self.cluster.revive)

    async def a_line_is_cut(self) -> None:
        """Between one server and the database."""
        cable = self.rng.choice(self.cables)
        cable.cut()
        await asyncio.sleep(self.rng.uniform(0.1, 2))
        cable.mend()

    async def a_line_is_silent(self) -> None:
        """The same, but nobody is told."""
        cable = self.rng.choice(self.cables)
        cable.hush()
        await asyncio.sleep(self.rng.uniform(0.1, 2))
        if self.rng.random() < 0.5:
            cable.cut()
        cable.mend()

    async def a_server_is_suspended(self) -> None:
        """For longer than any lease; others take over what it kept, and then it wakes."""
        server = self.rng.choice(self.servers)
        server.suspend()
        await asyncio.sleep(LEASE / 1000 + 1)
        server.wake()


class Crowd:
    """People who play table after table, as long as it goes on."""

    def __init__(self, site: Site, tables: int, pace: float) -> None:
        self.site, self.tables, self.pace = site, tables, pace
        self.over = asyncio.Event()
        self.visitors: list[Visitor] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def done(self) -> int:
        """How many wishes were acknowledged."""
        return sum(bool(wish.done) for wish in self.site.history.wishes)

    def begin(self) -> Crowd:
        """Begin to play, at so many tables at once."""
        self._tasks = [asyncio.create_task(self._play(number)) for number in range(self.tables)]
        return self

    async def goes_on(self, wishes: int = 1) -> None:
        """Wait until so many more wishes are acknowledged, whatever has happened."""
        before = self.done
        async with asyncio.timeout(PATIENCE):
            while self.done < before + wishes:
                for task in self._tasks:
                    if task.done():
                        task.result()
                for process in self.site.processes:
                    process.look_after()
                await asyncio.sleep(0.01)

    async def go_home(self) -> None:
        """Let everybody stop, in the middle of what they do."""
        self.over.set()
        await asyncio.gather(*self._tasks)

    async def _play(self, number: int) -> None:
        with contextlib.suppress(Over):
            while True:
                await self._party(number)

    async def _party(self, number: int) -> None:
        turn = self.site.history.number()
        ada, also_ada, *others = (
            Visitor(
                self.site.history, self.site.ports, f"{name} {turn}", 100 * turn + n, self.over, self.pace
            )
            for n, name in enumerate(("Ada", "Ada", "Ben", "Cyd"))
        )
        also_ada.cookies = ada.cookies
        people = [ada, also_ada, *others]
        self.visitors += people
        try:
            for visitor in (ada, *others):
                await visitor.arrive()
            await party(ada, also_ada, others, bool(self.site.workers), WISHES)
        finally:
            for visitor in people:
                visitor.close()


def lived_through(
    folder: Path,
    cluster: Cluster,
    seed: int,
    faults: Callable[[Site], Iterable[Fault]],
    pace: float = 0.0,
    workers: int = 0,
) -> tuple[Site, list[str]]:
    """A site to which all these faults have happened while people played, and what is wrong in the end."""
    site, found = asyncio.run(_lived_through(folder, cluster, seed, faults, pace, workers))
    store = open_store(site.database, role="look")
    try:
        found += not_kept(store, site.history)
    finally:
        store.close()
    for process in site.processes:
        if "Traceback" in process.said:
            found.append(process.said[process.said.index("Traceback") :][:4_000])
    return site, found


async def _lived_through(
    folder: Path,
    cluster: Cluster,
    seed: int,
    faults: Callable[[Site], Iterable[Fault]],
    pace: float,
    workers: int,
) -> tuple[Site, list[str]]:
    database = cluster.database("faults")
    site = await Site(folder, cluster, database, random.Random(seed)).start(SERVERS, workers)
    crowd = Crowd(site, TABLES, pace).begin()
    try:
        await crowd.goes_on()
        for fault in faults(site):
            await _happens(site, crowd, fault)
        await crowd.goes_on(10)
    finally:
        await crowd.go_home()
        await site.stop()
    return site, [fault for visitor in crowd.visitors for fault in visitor.faults]


async def _happens(site: Site, crowd: Crowd, what: Fault) -> None:
    """Something happens at any instant while people play; then they go on by themselves."""
    await asyncio.sleep(site.rng.uniform(0, 0.1))
    began = site.history.now()
    await what()
    site.happened[what.__name__] += 1
    await crowd.goes_on()
    site.history.troubles.append((began, site.history.now()))
    await crowd.goes_on(BETWEEN)
