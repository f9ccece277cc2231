"""Hundreds of short histories at once, over the real store: each is one that could have been.

`python -m bench histories` looks at thousands.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from stylobate.store.opening import open_store
from tests.faults.history import History
from tests.faults.kept import not_kept
from tests.faults.parties import played
from tests.postgres import Cluster

pytestmark = pytest.mark.slow


def believed(where: str, history: History) -> None:
    """Everything is as it must be, and enough has happened."""
    store = open_store(where, role="look")
    try:
        assert not_kept(store, history) == []
    finally:
        store.close()
    outcomes = Counter(one.outcome for wish in history.wishes for one in wish.tries)
    assert min(outcomes["done"], outcomes["refused"]) > 0
    print(f"{len(history.tables())} tables, {len(history.wishes)} wishes, {dict(outcomes)}")


def test_every_history_over_a_file_is_one_that_could_have_been(tmp_path: Path) -> None:
    where = str(tmp_path / "tables.db")
    believed(where, played(where, 1, 60, seed=11, deaths=3))


def test_every_history_at_two_houses_over_one_database_is_one_that_could_have_been(cluster: Cluster) -> None:
    where = cluster.database("histories")
    believed(where, played(where, 2, 300, seed=12, deaths=8, cut=partial(cluster.cut, where)))
