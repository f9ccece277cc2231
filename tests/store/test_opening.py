"""Which store an address means, and for whom it is opened."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from stylobate.errors import BadFile, BadOption
from stylobate.store.gaps import Gap
from stylobate.store.neighbours import Pulse
from stylobate.store.opening import open_store
from stylobate.store.postgres import PostgresStore
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import NOW


@pytest.mark.slow
def test_the_address_of_a_database_opens_it_for_one_of_several_who_serve_it(address: str) -> None:
    with pytest.raises(BadFile, match="there is no store"):
        open_store(address, create=False)
    for where in (address, address.replace("postgresql", "postgres")):
        with contextlib.closing(open_store(where)) as store:
            assert isinstance(store, PostgresStore)
            assert store.neighbours.is_shared
            assert store.neighbours.beat(None, 0).result().is_keeper


def test_anything_else_is_a_file_which_one_process_serves_alone(tmp_path: Path) -> None:
    where = str(tmp_path / "tables.db")
    with pytest.raises(BadFile, match="there is no store"):
        open_store(where, create=False)
    with contextlib.closing(open_store(where)) as store:
        assert isinstance(store, SqliteStore)
        assert not store.neighbours.is_shared
        for role in ("server", "alone"):
            with pytest.raises(BadFile, match="is locked by another process"):
                open_store(where, role=role)
        open_store(where, role="look").close()
        with pytest.raises(BadOption, match="a worker needs a database"):
            open_store(where, role="worker")


def test_who_is_alone_goes_on_a_little_after_the_time_at_which_it_was_last_there(tmp_path: Path) -> None:
    with contextlib.closing(open_store(str(tmp_path / "tables.db"))) as store:
        new = store.neighbours.beat(None, 0).result()
        assert new == Pulse(new.shown, (Gap(began=new.shown, up=0),), is_keeper=True)
        assert store.last_beat() is None, "nothing is noted before it has begun"
        store.beat(NOW).result()
        gaps = (Gap(began=NOW + 5_000, up=NOW),)
        for _ in range(2):
            assert store.neighbours.beat(None, 0).result() == Pulse(NOW + 5_000, gaps)
        assert store.gaps() == (), "the time has not gone on"
        assert store.neighbours.beat(NOW + 7_000, 2_000).result() == Pulse(NOW + 7_000, gaps)
        assert (store.last_beat(), store.gaps()) == (NOW + 7_000, gaps)
        again = store.neighbours.beat(None, 0).result()
        assert again.gaps == (*gaps, Gap(began=NOW + 12_000, up=NOW + 7_000))
        assert store.neighbours.beat(NOW + 13_000, 2_000).result().gaps == again.gaps
        store.neighbours.woken(again.began)
        assert store.neighbours.beat(NOW + 15_000, 2_000).result().gaps == again.gaps[1:] == store.gaps()
    store.neighbours.woken(again.began)
    with pytest.raises(BadFile, match="is closed"):
        store.neighbours.beat(NOW + 9_000, 2_000)
