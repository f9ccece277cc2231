"""The store in PostgreSQL: everything a store must do, and what can happen to a database."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import psycopg
import pytest

from stylobate.errors import BadFile, BadOption
from stylobate.store import schema
from stylobate.store.postgres import PostgresStore
from stylobate.store.protocol import Stale, Store, Stored
from tests.postgres import Cluster
from tests.store.conformance import NOW, SECRET, Conformance, addition

pytestmark = pytest.mark.slow

T = TypeVar("T")


class TestPostgres(Conformance):
    @pytest.fixture
    def store(self, address: str) -> Iterator[Store]:
        store = PostgresStore(address)
        yield store
        store.close()


def until_it_answers(ask: Callable[[], T]) -> T:
    """Ask again while the database does not answer; each connection may have been cut."""
    for _ in range(5):
        with contextlib.suppress(BadFile):
            return ask()
    return ask()


def append(store: Store, version: int) -> None:
    """The same however often it is asked for."""
    store.append("t1", version, addition(version + 1, key=f"ada:{version}")).result()


def test_it_is_all_there_after_reopening(address: str) -> None:
    store = PostgresStore(address)
    store.create("t1", addition(1, 3), SECRET).result()
    store.close()
    store = PostgresStore(address, create=False)
    assert store.every_table() == ["t1"]
    assert len(store.events("t1")) == 3
    assert (store.restores, store.faults()) == (0, [])
    store.close()


def test_who_must_be_alone_keeps_others_out_and_a_look_from_outside_is_let_in(address: str) -> None:
    store = PostgresStore(address, role="alone")
    for role in ("server", "worker", "alone"):
        with pytest.raises(BadFile, match="is locked by another process; stop that one first"):
            PostgresStore(address, role=role)
    look = PostgresStore(address, role="look")
    store.create("t1", addition(1), SECRET).result()
    assert look.every_table() == ["t1"]
    look.close()
    store.close()
    PostgresStore(address).close()


def test_where_there_is_none_it_is_said(cluster: Cluster, address: str) -> None:
    with pytest.raises(BadFile, match=f"there is no store at postgresql://.*/{address.split('/')[3][:5]}"):
        PostgresStore(address, create=False)
    with pytest.raises(BadFile, match="does not answer"):
        PostgresStore(cluster.address("nowhere"))
    with pytest.raises(BadOption, match="should look like postgresql://user@host/name"):
        PostgresStore("postgresql://[")


def test_a_password_is_never_told(address: str) -> None:
    with pytest.raises(BadFile) as refusal:
        PostgresStore("postgresql://ada:geheim@127.0.0.1:1/games")
    assert "geheim" not in str(refusal.value)


def test_a_schema_of_the_future_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PostgresStore(address).close()
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:-1])
    with pytest.raises(BadFile, match="was written by a newer Stylobate"):
        PostgresStore(address)


def test_a_database_that_cannot_hold_every_name_is_refused(cluster: Cluster) -> None:
    with psycopg.connect(cluster.address("postgres"), autocommit=True) as db:
        db.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(BadFile, match=r"is in SQL_ASCII, .* createdb --encoding UTF8 --template template0"):
        PostgresStore(cluster.address("ascii"))


def test_a_schema_of_before_grows(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        PostgresStore(address, role="look").close()
    store = PostgresStore(address)
    assert store.create("t1", addition(1), SECRET).result() == Stored(1)
    store.close()


def test_of_two_processes_that_append_exactly_one_is_first(address: str) -> None:
    ours, theirs = (PostgresStore(address, role="look") for _ in range(2))
    ours.create("t1", addition(1), SECRET).result()
    for version in range(1, 60):
        asked = [store.append("t1", version, addition(version + 1)) for store in (ours, theirs)]
        assert {type(one.result()) for one in asked} == {Stored, Stale}
    assert len(ours.events("t1")) == 60
    ours.close()
    theirs.close()


def test_a_connection_that_was_cut_is_made_anew_and_nothing_is_lost_or_doubled(
    cluster: Cluster, address: str
) -> None:
    store = PostgresStore(address)
    store.create("t1", addition(1), SECRET).result()
    for version in range(1, 20):
        if version % 5 == 0:
            cluster.cut(address)
        until_it_answers(partial(append, store, version))
    events = until_it_answers(lambda: store.events("t1"))
    assert [event["v"] for event in events] == list(range(1, 21))
    store.close()


def test_who_has_lost_the_line_writes_nothing_while_another_has_the_database_alone(
    cluster: Cluster, address: str
) -> None:
    store = PostgresStore(address)
    store.create("t1", addition(1), SECRET).result()
    cluster.cut(address)
    with contextlib.closing(PostgresStore(address, role="alone")):
        for _ in range(2):
            with pytest.raises(BadFile, match="is locked by another process"):
                append(store, 1)
    append(store, 1)
    assert len(store.events("t1")) == 2
    store.close()


def test_who_only_reads_does_not_notice_that_all_connections_were_cut_meanwhile(
    cluster: Cluster, address: str
) -> None:
    store = PostgresStore(address)
    store.create("t1", addition(1), SECRET).result()
    for _ in range(3):
        assert (len(store.events("t1")), store.jobs.load("", "").in_all) == (1, 0)
        cluster.cut(address)
    store.close()


def test_a_database_that_was_moved_to_another_cluster_counts_itself_as_set_back(address: str) -> None:
    store = PostgresStore(address)
    store.beat(NOW).result()
    store._writer.submit(lambda db: db.execute("UPDATE notes SET value = 1 WHERE name = 'cluster'")).result()
    store.close()
    store = PostgresStore(address)
    assert store.restores == 1
    store.close()
    store = PostgresStore(address)
    assert store.restores == 1
    store.close()


def test_each_file_that_asks_for_a_database_has_its_own_even_when_it_asks_twice(cluster: Cluster) -> None:
    assert cluster.database("twice") != cluster.database("twice")
