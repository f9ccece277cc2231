"""From a file into a database and back: everything comes along, and nothing else is written over."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stylobate.cli import app
from stylobate.errors import BadFile
from stylobate.store.check import check
from stylobate.store.copying import COLUMNS, PASSING, copy
from stylobate.store.gaps import Gap
from stylobate.store.opening import open_store
from stylobate.store.postgres import PostgresStore, restore
from stylobate.store.sql import SqlStore
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import NOW, SECRET, addition

pytestmark = pytest.mark.slow


@pytest.fixture
def full(finished_game: Path) -> Iterator[SqlStore]:
    """One of everything that a store keeps."""
    store = SqliteStore(finished_game)
    store.welcome(b"session", "ada", "Ada", NOW).result()
    store.register("ada", "Ada", "hash").result()
    store.invite(b"digest", "t1", 0, NOW, NOW + 1).result()
    store.give_feed("ada", b"feed", NOW).result()
    store.beat(NOW, Gap(began=NOW - 5_000, up=NOW - 10_000)).result()
    yield store
    store.close()


def everything(store: SqlStore) -> dict[str, list[tuple[object, ...]]]:
    with store.snapshot() as rows:
        kept = {
            table: sorted(rows(f"SELECT {columns} FROM {table}"), key=repr)
            for table, columns in COLUMNS.items()
        }
    kept["notes"] = [note for note in kept["notes"] if str(note[0]).split()[0] in ("beat", "gap", "restores")]
    return kept


def test_every_table_of_the_schema_is_copied(full: SqlStore) -> None:
    with full.snapshot() as rows:
        assert {name for (name,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'")} == {
            *COLUMNS,
            *PASSING,
        }
        for table, columns in COLUMNS.items():
            assert [row[1] for row in rows(f"PRAGMA table_info({table})")] == columns.split(", ")


def test_from_a_file_into_a_database_and_back_nothing_has_changed(
    full: SqlStore, address: str, tmp_path: Path
) -> None:
    database = PostgresStore(address)
    assert min(copy(full, database).values()) > 0
    assert everything(database) == everything(full)
    assert list(check(database)) == []
    with open_store_at(tmp_path / "back.db") as back:
        copy(database, back)
        assert everything(back) == everything(full)
    database.close()


def open_store_at(path: Path) -> contextlib.closing[SqlStore]:
    return contextlib.closing(open_store(str(path)))


def test_what_is_not_empty_is_not_copied_over(full: SqlStore, address: str) -> None:
    database = PostgresStore(address)
    database.create("t9", addition(1), SECRET).result()
    with pytest.raises(BadFile, match="is not empty; name a new one"):
        copy(full, database)
    assert database.every_table() == ["t9"]
    database.close()


def test_a_copy_that_is_stopped_in_the_middle_leaves_nothing_behind(full: SqlStore, address: str) -> None:
    class Stopped(Exception):
        pass

    def stop(rows: int) -> None:
        if rows > 2:
            raise Stopped

    database = PostgresStore(address)
    with pytest.raises(Stopped):
        copy(full, database, stop)
    with database.snapshot() as rows:
        assert [next(iter(rows(f"SELECT count(*) FROM {table}"))) for table in ("tables", "events")] == [
            (0,),
            (0,),
        ]
    assert min(copy(full, database).values()) > 0
    database.close()


def test_a_backup_of_a_database_is_a_file_and_brings_it_back(
    full: SqlStore, address: str, tmp_path: Path
) -> None:
    database = PostgresStore(address)
    copy(full, database)
    database.backup(tmp_path / "copy.db")
    with pytest.raises(BadFile, match="exists already"):
        database.backup(tmp_path / "copy.db")
    database.create("t9", addition(1), SECRET).result()
    database.close()
    assert restore(tmp_path / "copy.db", address)
    database = PostgresStore(address)
    assert database.every_table() == ["t1"]
    assert database.restores == 1
    assert list(check(database)) == []
    database.close()


def test_the_commands_copy_check_tidy_and_back_up_a_database(
    full: SqlStore,
    finished_game: Path,
    address: str,
    tmp_path: Path,
) -> None:
    full.close()
    folder = tmp_path / "site"
    folder.mkdir()
    finished_game.rename(folder / "stylobate.db")

    def run(*words: str) -> str:
        told = CliRunner().invoke(app, ["admin", *words], catch_exceptions=False)
        assert told.exit_code == 0, told.output
        return " ".join(told.output.split())

    assert "1 tables and 1 people are copied" in run("copy", str(folder), address)
    assert "All 1 tables replay" in run("check", "--database", address)
    assert "1 tables are copied" in run("backup", str(tmp_path / "copy.db"), "--database", address)
    assert "Removed: " in run("tidy", "--database", address)
    assert "now holds what" in run("restore", str(tmp_path / "copy.db"), "--database", address)
    assert "1 tables and 1 people are copied" in run("copy", address, str(tmp_path / "home"))
    assert "All 1 tables replay" in run("check", "--data", str(tmp_path / "home"))
