"""The site over PostgreSQL does what it does over a file: moves, races, sessions and unfair players again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.web.test_moves import *  # noqa: F403
from tests.web.test_sessions import *  # noqa: F403
from tests.web.test_unfair import *  # noqa: F403
from tests.web.visiting import Running, Visitor, running

pytestmark = pytest.mark.slow  # the same tests over a file are quick enough


@pytest.fixture(scope="module")
def site(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("site"), database=cluster.database("site")) as site:
        yield site


def test_nothing_is_kept_in_a_file(site: Running, ada: Visitor) -> None:
    ada.open("colonnade", ("me", "me"))
    assert not list(Path(site.settings.data).iterdir())
    assert site.site.store.counts()["running"] > 0
