"""A store that is older than it was knows it: by the mark beside its file, or because `restore` says so."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from stylobate.errors import BadFile
from stylobate.store.file import restore
from stylobate.store.private import BESIDE
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import SECRET, addition


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def written(path: Path, times: int = 3) -> None:
    store = SqliteStore(path)
    for number in range(times):
        store.beat(number).result()
    store.close()


def restores(path: Path, alone: bool = True) -> int:
    store = SqliteStore(path, alone=alone)
    found = store.restores
    store.close()
    return found


def put_back(copy: Path, path: Path) -> None:
    """A copy in the place of the file, by hand."""
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    shutil.copyfile(copy, path)


def test_a_store_that_goes_on_was_never_set_back(path: Path) -> None:
    for _ in range(3):
        written(path)
        assert restores(path) == 0
        assert restores(path, alone=False) == 0


def test_a_backup_that_is_brought_back_is_noticed_once(path: Path, tmp_path: Path) -> None:
    written(path)
    store = SqliteStore(path)
    store.backup(tmp_path / "copy.db")
    store.close()
    written(path)
    restore(tmp_path / "copy.db", path)
    assert restores(path) == 1
    assert restores(path) == 1
    written(path)
    restore(tmp_path / "copy.db", path)
    assert restores(path) == 1, "and what the copy holds knows of no restore yet"


def test_a_copy_put_back_by_hand_is_noticed_too(path: Path, tmp_path: Path) -> None:
    written(path)
    shutil.copyfile(path, tmp_path / "copy.db")
    written(path, 1)
    put_back(tmp_path / "copy.db", path)
    assert restores(path) == 1
    written(path, 20)
    assert restores(path) == 1


def test_a_copy_from_before_writes_were_counted_was_set_back_and_not_emptied(path: Path) -> None:
    written(path)
    store = SqliteStore(path)
    store.create("t1", addition(1), SECRET).result()
    store.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM notes")
    assert restores(path) == 1


def test_a_lost_log_is_noticed(path: Path, tmp_path: Path) -> None:
    written(path)
    store = SqliteStore(path)
    store.beat(7).result()
    shutil.copyfile(path, tmp_path / "without its log.db")
    store.close()
    put_back(tmp_path / "without its log.db", path)
    assert restores(path) == 1


def test_a_look_from_outside_does_not_hide_that_a_store_was_set_back(path: Path, tmp_path: Path) -> None:
    written(path)
    shutil.copyfile(path, tmp_path / "copy.db")
    written(path)
    put_back(tmp_path / "copy.db", path)
    store = SqliteStore(path, alone=False)
    store.beat(9).result()
    store.close()
    assert restores(path) == 1


@pytest.mark.parametrize("left", [None, b""])
def test_a_file_that_was_lost_or_emptied_is_not_served_as_if_nothing_had_been(
    path: Path, left: bytes | None
) -> None:
    written(path)
    backup = path.with_name("backup.db")
    store = SqliteStore(path)
    store.backup(backup)
    store.close()
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    for _ in range(2):
        with pytest.raises(BadFile, match=r"is empty, though \d+ changes .* admin restore, or remove"):
            SqliteStore(path)
    SqliteStore(path, alone=False).close()
    restore(backup, path)
    SqliteStore(path).close()
    for name in ("tables.db", "tables.db.mark"):
        path.with_name(name).unlink()
    SqliteStore(path).close()


def test_a_lost_or_broken_mark_is_made_anew(path: Path) -> None:
    written(path)
    mark = path.with_name("tables.db.mark")
    assert mark.stat().st_mode & 0o077 == 0
    mark.write_text("nonsense")
    assert restores(path) == 0
    mark.unlink()
    written(path)
    assert int(mark.read_text()) >= 6


def test_where_no_mark_can_be_written_the_store_does_without(path: Path) -> None:
    path.with_name("tables.db.mark").mkdir()
    written(path)
    assert restores(path) == 0
