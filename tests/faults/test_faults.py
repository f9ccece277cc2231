"""Whatever happens to servers, lines and the database: nothing acknowledged is lost, nothing is done twice.

People go on by themselves, through whichever server answers; no seat is given to two, no clock is wrong, and
every table replays.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

from stylobate.store.opening import open_store
from tests import postgres
from tests.faults.crowd import Crowd, Site, happens
from tests.faults.kept import not_kept
from tests.postgres import Cluster

pytestmark = pytest.mark.kills

SERVERS = 2
TABLES = 6
KILLS = 50
NUMBERS = count()

Fault = Callable[[], Awaitable[None]]


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that may be killed."""
    cluster = postgres.start()
    yield cluster
    cluster.stop()


def lived_through(
    folder: Path,
    cluster: Cluster,
    seed: int,
    faults: Callable[[Site, random.Random], Sequence[Fault]],
    pace: float = 0.0,
    workers: int = 0,
) -> Site:
    """A site to which all these faults have happened, one after the other, while people played."""
    rng = random.Random(seed)
    database = cluster.database(f"faults{next(NUMBERS)}")

    async def main() -> Site:
        site = await Site(folder, cluster, database, rng).start(SERVERS, workers)
        crowd = Crowd(site, TABLES, pace).begin()
        try:
            for fault in faults(site, rng):
                await happens(site, crowd, fault)
            await crowd.goes_on(10)
        finally:
            await crowd.go_home()
            await site.stop()
        assert [fault for visitor in crowd.visitors for fault in visitor.faults] == []
        return site

    site = asyncio.run(main())
    store = open_store(database, role="look")
    try:
        assert not_kept(store, site.history) == []
    finally:
        store.close()
    assert [process.said for process in site.processes if "Traceback" in process.said] == []
    wishes, tables = site.history.wishes, site.history.tables()
    done, tries = sum(bool(wish.done) for wish in wishes), sum(len(wish.tries) for wish in wishes)
    print(
        f"{done} of {len(wishes)} wishes done at {len(tables)} tables, {tries} tries; {dict(site.happened)}"
    )
    return site


def test_fifty_kills_of_servers_workers_and_the_database_lose_nothing(
    tmp_path: Path, own_cluster: Cluster
) -> None:
    def faults(site: Site, rng: random.Random) -> Sequence[Fault]:
        kills = [site.the_database_is_killed] * 10 + [site.a_worker_is_killed] * 6
        kills += [site.all_servers_are_killed] * 2
        kills += [site.a_server_is_killed] * (KILLS - len(kills))
        rng.shuffle(kills)
        return kills

    lived_through(tmp_path, own_cluster, 5, faults, workers=1)


def test_a_line_that_is_cut_or_silent_loses_nothing(tmp_path: Path, own_cluster: Cluster) -> None:
    def faults(site: Site, rng: random.Random) -> Sequence[Fault]:
        return [site.a_line_is_cut, site.a_line_is_silent] * 3

    lived_through(tmp_path, own_cluster, 6, faults)


def test_a_server_that_sleeps_longer_than_its_leases_loses_nothing_when_it_wakes(
    tmp_path: Path, own_cluster: Cluster
) -> None:
    lived_through(tmp_path, own_cluster, 7, lambda site, rng: [site.a_server_is_suspended], pace=0.2)
