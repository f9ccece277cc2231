"""Whatever happens to servers, lines and the database: nothing acknowledged is lost, nothing is done twice.

People go on by themselves, through whichever server answers; no seat is given to two, no clock is wrong, and
every table replays.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.crowd import Fault, Site, lived_through
from tests.postgres import Cluster

pytestmark = pytest.mark.kills

KILLS = 50


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that may be killed."""
    cluster = postgres.start()
    yield cluster
    cluster.stop()


def nothing_is_wrong(lived: tuple[Site, list[str]]) -> None:
    site, found = lived
    print(site)
    assert found == []


def test_fifty_kills_of_servers_workers_and_the_database_lose_nothing(
    tmp_path: Path, own_cluster: Cluster
) -> None:
    def kills(site: Site) -> list[Fault]:
        kills: list[Fault] = [*[site.the_database_is_killed] * 10, *[site.a_worker_is_killed] * 3]
        kills += [site.all_servers_are_killed] * 2
        kills += [site.a_server_is_killed] * (KILLS - len(kills))
        site.rng.shuffle(kills)
        return kills

    nothing_is_wrong(lived_through(tmp_path, own_cluster, 5, kills, workers=1))


def test_a_line_that_is_cut_or_silent_loses_nothing(tmp_path: Path, own_cluster: Cluster) -> None:
    def failures(site: Site) -> list[Fault]:
        return [site.a_line_is_cut, site.a_line_is_silent] * 3

    nothing_is_wrong(lived_through(tmp_path, own_cluster, 6, failures))


def test_a_server_that_sleeps_longer_than_its_leases_loses_nothing_when_it_wakes(
    tmp_path: Path, own_cluster: Cluster
) -> None:
    asleep = lived_through(tmp_path, own_cluster, 7, lambda site: [site.a_server_is_suspended], pace=0.2)
    nothing_is_wrong(asleep)
