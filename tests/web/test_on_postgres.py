"""The site over PostgreSQL does what it does over a file: races, sessions, unfair and hostile people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Cluster
from tests.web.test_hostile import (  # noqa: F401
    table,
    test_a_body_that_breaks_off_harms_nobody,
    test_a_body_that_is_no_command_is_refused,
    test_a_cookie_that_is_none_is_a_stranger,
    test_a_key_that_is_none_is_refused,
    test_garbage_never_makes_a_fault_of_ours,
    test_somebody_elses_seat_cannot_be_had_with_a_guess,
    test_what_is_not_there_is_not_found,
)
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
    assert not list(site.settings.folder.iterdir())
    assert site.site.store.counts()["running"] > 0
