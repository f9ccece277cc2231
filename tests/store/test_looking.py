"""A store that may only be read: it is looked at, checked and copied all the same, and stays as it was."""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stylobate.cli import app
from stylobate.errors import BadFile
from stylobate.store.protocol import Stored
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import NOW, SECRET, addition
from tests.test_stored import LOGS, STORED

NOBODY = 65534


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose owner may do in it what its permissions say; root, who may do all, is nobody here.

    What is put elsewhere for a while goes where nobody but the test puts anything.
    """
    if os.name != "posix":
        pytest.skip("permissions are a matter of POSIX")
    place, elsewhere = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(place, NOBODY, NOBODY)
        os.chown(elsewhere, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield place
    place.chmod(0o700)
    if is_root:
        os.seteuid(0)
    shutil.rmtree(place)
    shutil.rmtree(elsewhere)


def for_reading_only(folder: Path) -> None:
    for each in folder.iterdir():
        each.chmod(0o400)
    folder.chmod(0o500)


def kept(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if not each.name.endswith("-shm")}


def look(folder: Path, events: int) -> None:
    """See all events of its table, and refuse to write; nothing there changes by it."""
    before, others = kept(folder), set(Path(tempfile.gettempdir()).glob("stylobate-*"))
    store = SqliteStore(folder / "tables.db", create=False, alone=False)
    assert len(store.events("t1")) == events
    assert store.faults() == []
    with pytest.raises(BadFile, match="cannot be opened for writing"):
        store.beat(NOW).result()
    with tempfile.TemporaryDirectory() as elsewhere:
        store.backup(Path(elsewhere) / "copy.db")
        copy = SqliteStore(Path(elsewhere) / "copy.db")
        assert copy.events("t1") == store.events("t1")
        copy.close()
    store.close()
    assert kept(folder) == before
    assert set(Path(tempfile.gettempdir()).glob("stylobate-*")) == others


def test_a_store_that_was_closed_is_looked_at(folder: Path) -> None:
    store = SqliteStore(folder / "tables.db")
    store.create("t1", addition(1, 3), SECRET).result()
    store.close()
    for_reading_only(folder)
    look(folder, 3)


@pytest.mark.parametrize("left", [("", "-wal", "-shm"), ("", "-wal")])
def test_what_a_killed_server_left_is_looked_at_with_what_only_its_log_holds(
    folder: Path, left: tuple[str, ...]
) -> None:
    (folder / "served").mkdir()
    store = SqliteStore(folder / "served" / "tables.db")
    store.create("t1", addition(1, 3), SECRET).result()
    (folder / "left").mkdir()
    for ending in left:
        shutil.copyfile(folder / "served" / f"tables.db{ending}", folder / "left" / f"tables.db{ending}")
    store.close()
    for_reading_only(folder / "left")
    look(folder / "left", 3)
    (folder / "left").chmod(0o700)


def test_a_store_is_looked_at_while_it_is_served(folder: Path) -> None:
    store = SqliteStore(folder / "tables.db")
    store.create("t1", addition(1, 3), SECRET).result()
    folder.chmod(0o500)
    look(folder, 3)
    assert store.append("t1", 3, addition(4)).result() == Stored(4)
    look(folder, 4)
    store.close()


def test_what_may_only_be_looked_at_is_not_served(folder: Path) -> None:
    SqliteStore(folder / "tables.db").close()
    folder.chmod(0o500)
    with pytest.raises(BadFile, match="cannot be opened for writing"):
        SqliteStore(folder / "tables.db")


def test_a_file_that_is_not_ours_gets_its_sentence_here_too(folder: Path) -> None:
    (folder / "tables.db").write_text("not a database at all " * 100)
    for_reading_only(folder)
    with pytest.raises(BadFile, match="is not a database"):
        SqliteStore(folder / "tables.db", create=False, alone=False)


def an_old_store(folder: Path) -> None:
    (folder / "stylobate.db").write_bytes(gzip.decompress((STORED / "site.db.gz").read_bytes()))


def test_a_store_of_an_earlier_version_is_looked_at_in_a_copy_unless_a_server_writes_it(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    an_old_store(folder)
    (folder / "stylobate.db.lock").touch()
    for_reading_only(folder)
    with (folder / "stylobate.db.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BadFile, match="is locked by another process"):
            SqliteStore(folder / "stylobate.db", create=False, alone=False)
    store = SqliteStore(folder / "stylobate.db", create=False, alone=False)
    assert sorted(store.every_table()) == LOGS
    store.close()


@pytest.mark.slow
def test_an_operator_checks_and_copies_what_may_only_be_read(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    an_old_store(tmp_path)
    assert admin("check", tmp_path) == admin("check", tmp_path)  # all that is needed is loaded by now
    folder: Path = request.getfixturevalue("folder")
    an_old_store(folder)
    before = kept(folder)
    for_reading_only(folder)
    with tempfile.TemporaryDirectory() as elsewhere:
        assert f"All {len(LOGS)} tables replay" in admin("check", folder)
        assert f"{len(LOGS)} tables are copied" in admin("backup", folder, f"{elsewhere}/copy.db")
    assert kept(folder) == before


def admin(word: str, folder: Path, *more: str) -> str:
    done = CliRunner().invoke(app, ["admin", word, *more, "--data", str(folder)])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output
