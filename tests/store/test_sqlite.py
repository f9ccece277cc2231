"""The store in a file: everything a store must do, and what can happen to files."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stylobate.errors import BadFile
from stylobate.names import folded_before
from stylobate.store import checkpoints, file, schema
from stylobate.store.database import Database
from stylobate.store.file import restore
from stylobate.store.protocol import Stale, Store, Stored
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import DAY, NOW, SECRET, Conformance, addition


class TestSqlite(Conformance):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = SqliteStore(tmp_path / "tables.db")
        yield store
        store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.db"


def filled(path: Path, tables: int = 3) -> None:
    store = SqliteStore(path)
    for number in range(tables):
        store.create(f"t{number}", addition(1, 3), SECRET).result()
    store.close()


def sentence(path: Path, **how: bool) -> str:
    with pytest.raises(BadFile) as refusal:
        SqliteStore(path, **how)
    return str(refusal.value)


# Opening


def test_it_is_all_there_after_reopening(path: Path) -> None:
    filled(path)
    store = SqliteStore(path)
    assert store.every_table() == ["t0", "t1", "t2"]
    assert len(store.events("t1")) == 3
    assert store.faults() == []
    store.close()


def test_it_writes_through_to_the_disk(path: Path) -> None:
    store = SqliteStore(path)
    mode, safety, longest = (
        store._book.connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "journal_size_limit")
    )
    assert (mode, safety, longest) == ("wal", 2, 64 * 2**20)
    store.close()


def test_events_are_kept_as_people_would_read_them(path: Path) -> None:
    store = SqliteStore(path)
    store.create("t1", addition(1, who="鳩", about={"seats": ["鳩"]}), SECRET).result()
    store.close()
    db = sqlite3.connect(path)
    assert '"who":"鳩"' in db.execute("SELECT body FROM events").fetchone()[0]
    assert db.execute("SELECT about FROM tables").fetchone() == ('{"seats":["鳩"]}',)
    db.close()


@pytest.mark.parametrize("alone", [True, False])
def test_its_folders_are_made(tmp_path: Path, alone: bool) -> None:
    SqliteStore(tmp_path / "a" / "b" / "c" / "tables.db", alone=alone).close()
    SqliteStore(tmp_path / "a" / "b" / "c" / "tables.db", alone=alone).close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("file is not a database", "is not a database"),
        ("database disk image is malformed", "is damaged (database disk image is malformed)"),
        ("the index is corrupt", "is damaged (the index is corrupt)"),
        ("database is locked", "is locked by another process"),
        ("attempt to write a readonly database", "cannot be opened for writing"),
        ("unable to open database file", "cannot be opened for writing"),
        ("database or disk is full", "cannot grow: the disk is full"),
        ("no such table: recipes", "cannot be used: no such table: recipes"),
    ],
)
def test_whatever_the_database_says_becomes_a_sentence(path: Path, text: str, sentence: str) -> None:
    assert f"{path} {sentence}" in str(file.bad_file(sqlite3.OperationalError(text), path))


def test_a_file_of_ours_says_so_in_its_header(path: Path) -> None:
    filled(path)
    assert path.read_bytes()[68:72] == b"Styl"


def test_a_text_is_not_a_store(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("My diary. " * 1000)
    assert "is not a database" in sentence(path)
    assert path.read_text().startswith("My diary.")


def test_somebody_elses_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert "is a database, but not one of ours" in sentence(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    filled(path)
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    ours = len(schema.MIGRATIONS)
    assert f"was written by a newer Stylobate (its schema is 99, ours {ours})" in sentence(path)


def test_an_older_file_is_brought_up_to_date_step_by_step(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    step, before = ("ALTER TABLE people ADD COLUMN rating INTEGER",), len(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
    store = SqliteStore(path)
    assert len(store.every_table()) == 3
    store.close()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (before + 1,)
    assert db.execute("SELECT rating FROM people").fetchall() == []
    db.close()


def test_a_session_of_the_first_schema_is_still_a_session(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        file.opened(path).close()
    db = sqlite3.connect(path)
    db.execute("INSERT INTO people VALUES ('p1', 'Ada', NULL, NULL, NULL, ?)", (NOW,))
    db.execute("INSERT INTO sessions (token, person, created) VALUES (?, 'p1', ?)", (b"token", NOW))
    db.commit()
    db.close()
    store = SqliteStore(path)
    assert store.visitor(b"token", NOW + DAY) is not None
    assert store.visitor(b"token", NOW + 400 * DAY) is None
    store.close()


def test_a_file_that_an_older_server_uses_is_not_changed_under_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        older = SqliteStore(path)
    assert "is locked by another process; stop that one first" in sentence(path, create=False, alone=False)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()
    older.close()
    SqliteStore(path, create=False, alone=False).close()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    db.close()


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    steps = ("CREATE TABLE half (done)", "this is not SQL")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, steps))
        assert "cannot be used" in sentence(path)
    store = SqliteStore(path)
    assert len(store.every_table()) == 3
    store.close()


def test_one_process_at_a_time_serves_a_file(path: Path) -> None:
    store = SqliteStore(path)
    program = f"""
from pathlib import Path
from stylobate.errors import BadFile
from stylobate.store.sqlite import SqliteStore
try:
    SqliteStore(Path({str(path)!r}))
except BadFile as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "is locked by another process; stop that one first" in told
    look = SqliteStore(path, alone=False, create=False)
    assert look.every_table() == []
    look.close()
    store.close()
    SqliteStore(path).close()


def test_a_writer_from_outside_that_does_not_let_go_gets_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    monkeypatch.setattr(file, "BUSY", 0.05)
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadFile, match="is locked by another process"):
        store.append("t1", 3, addition(4)).result()
    other.execute("ROLLBACK")
    assert store.append("t1", 3, addition(4)).result() == Stored(4)
    other.close()
    store.close()


def test_two_processes_on_one_file_still_agree_on_every_version(path: Path) -> None:
    first, second = SqliteStore(path), SqliteStore(path, alone=False)
    first.create("t1", addition(1), SECRET).result()
    both = [store.append("t1", 1, addition(2, who=name)) for name, store in (("a", first), ("b", second))]
    kinds = sorted(type(future.result()).__name__ for future in both)
    assert kinds == ["Stale", "Stored"]
    assert first.events("t1") == second.events("t1")
    first.close()
    second.close()


def test_a_folder_that_cannot_be_made_or_written_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "cannot be written" in sentence(tmp_path / "file" / "tables.db")
    assert "cannot be made" in sentence(tmp_path / "file" / "tables.db", alone=False)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_gets_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be written" in sentence(tmp_path / "tables.db")
    tmp_path.chmod(0o700)


def test_a_disk_that_is_full_from_the_start_gets_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(file, "connected", small)
    assert "cannot grow: the disk is full" in sentence(path)


def test_a_file_that_should_be_there_is_not_made(path: Path) -> None:
    assert "there is no store at" in sentence(path, create=False)
    assert not path.parent.exists()


def test_a_file_that_is_there_is_served_by_one_process_even_if_none_would_be_made(path: Path) -> None:
    store = SqliteStore(path)
    assert "is locked by another process" in sentence(path, create=False)
    store.close()


def test_a_damaged_file_gets_a_sentence_and_never_a_traceback(path: Path) -> None:
    filled(path, 300)
    whole = path.read_bytes()
    for at in (0, 50, 100, 4096, 5 * 4096 + 7, len(whole) // 2):
        path.write_bytes(whole[:at] + b"\xa5" * 3000 + whole[at + 3000 :])
        try:
            store = SqliteStore(path)
        except BadFile:
            continue
        try:
            found = store.faults()
            for table in store.every_table():
                store.events(table)
        except BadFile:
            found = ["damage"]
        assert found
        store.close()


def test_half_a_file_gets_a_sentence(path: Path) -> None:
    filled(path, 300)
    path.write_bytes(path.read_bytes()[: 10 * 4096])
    try:
        store = SqliteStore(path)
    except BadFile:
        return
    with pytest.raises(BadFile, match="damaged"):
        [store.events(f"t{number}") for number in range(300)] and store.faults()
    store.close()


def test_names_of_an_earlier_version_that_look_alike_all_log_in_and_the_first_is_undisputed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        file.opened(path).close()
    db = sqlite3.connect(path)
    names = ["Carol", "Сагоӏ", "Ca\u00adrol", "\u00ad", "Ben"]
    for number, name in enumerate(names):
        row = (f"p{number}", name, name, folded_before(name), f"hash {number}", NOW + number)
        db.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", row)
    db.commit()
    db.close()
    store = SqliteStore(path)
    found = [store.account(name) for name in names]
    assert [known and (known[0].id, known[1]) for known in found] == [
        (f"p{number}", f"hash {number}") for number in range(len(names))
    ]
    assert [known and known[0].disputed for known in found] == [False, True, True, False, False]
    store.welcome(b"s", "new", "Guest", NOW).result()
    assert not store.register("new", "Carοl", "h").result()
    store.close()


# Who may look


def others_may(path: Path) -> list[str]:
    """What anybody but the owner may do something with, under this folder."""
    return [each.name for each in sorted(path.rglob("*")) if each.stat().st_mode & 0o077]


@pytest.fixture
def careless() -> Iterator[None]:
    """A process whose new files everybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_the_file_and_all_beside_it_are_for_their_owner_alone(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    store.create("t1", addition(1), SECRET).result()
    assert {each.name for each in path.parent.iterdir()} > {"tables.db", "tables.db-wal", "tables.db.lock"}
    store.backup(tmp_path / "copies" / "monday.db")
    assert others_may(tmp_path) == []
    store.close()
    restore(tmp_path / "copies" / "monday.db", path)
    assert others_may(tmp_path) == []


@pytest.mark.usefixtures("careless")
def test_a_half_written_backup_is_for_its_owner_alone(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    seen: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda number: seen.extend(others_may(tmp_path)))
    store = SqliteStore(path)
    store.backup(tmp_path / "copy.db")
    store.close()
    assert seen == []


@pytest.mark.parametrize("alone", [True, False])
def test_a_file_that_an_earlier_version_left_open_to_all_is_closed_to_them(path: Path, alone: bool) -> None:
    filled(path)
    path.chmod(0o644)
    SqliteStore(path, alone=alone).close()
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    copy = path.with_name("copy.db")
    store = SqliteStore(path)
    store.backup(copy)
    store.close()
    path.chmod(0o601)
    aside = restore(copy, path)
    assert aside is not None
    assert (aside.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o600, 0o600)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_what_root_brings_back_belongs_to_whoever_serves_it_and_a_backup_to_root(
    path: Path, tmp_path: Path
) -> None:
    filled(path)
    store = SqliteStore(path)
    for each in path.parent.iterdir():
        os.chown(each, 4711, 4712)
    os.chown(path.parent, 4711, 4712)
    store.backup(path.with_name("copy.db"))
    store.close()
    restore(path.with_name("copy.db"), path)
    SqliteStore(path).close()
    assert path.with_name("copy.db").stat().st_uid == 0
    path.with_name("copy.db").unlink()
    assert {(each.stat().st_uid, each.stat().st_gid) for each in path.parent.iterdir()} == {(4711, 4712)}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_root_gives_away_nothing_that_was_there_before(path: Path, tmp_path: Path) -> None:
    filled(path)
    own = tmp_path / "own"
    own.write_text("of root")
    path.with_name(path.name + ".mark").unlink()
    path.with_name(path.name + ".mark").symlink_to(own)
    os.chown(path.parent, 4711, 4712)
    SqliteStore(path).close()
    assert own.stat().st_uid == 0


# Writing


def kept_busy(store: SqliteStore) -> threading.Event:
    """Whatever is asked for until this is set waits together."""
    is_busy, go_on = threading.Event(), threading.Event()

    def work(db: Database) -> None:
        is_busy.set()
        go_on.wait()

    store.write(work)
    is_busy.wait()
    return go_on


def test_what_waits_together_is_committed_together(path: Path) -> None:
    store = SqliteStore(path)
    tables = 200
    for number in range(tables):
        store.create(f"t{number}", addition(1), SECRET)
    store.beat(NOW).result()
    before = store.commits
    gate = kept_busy(store)
    waiting = [store.append(f"t{number}", 1, addition(2)) for number in range(tables)]
    gate.set()
    assert [future.result() for future in waiting] == [Stored(2)] * tables
    assert store.commits - before == 3
    store.close()


def test_a_hundred_moves_take_no_more_statements_than_one(path: Path) -> None:
    store = SqliteStore(path)
    for number in range(101):
        store.create(f"t{number}", addition(1), SECRET)
    store.beat(NOW).result()

    def statements(tables: range) -> list[str]:
        traced: list[str] = []
        gate = kept_busy(store)
        waiting = [store.append(f"t{number}", 1, addition(2)) for number in tables]
        store._book.connection.set_trace_callback(traced.append)
        gate.set()
        assert [future.result() for future in waiting] == [Stored(2)] * len(tables)
        store._book.connection.set_trace_callback(None)
        return [one.split()[0] for one in traced if one.startswith(("UPDATE tables", "INSERT INTO events"))]

    assert statements(range(1)) == statements(range(1, 101)) == ["UPDATE", "INSERT"]
    store.close()


def test_a_hundred_new_tables_take_no_more_statements_than_one(path: Path) -> None:
    store = SqliteStore(path)

    def statements(tables: range) -> list[str]:
        traced: list[str] = []
        gate = kept_busy(store)
        waiting = [store.create(f"t{number}", addition(1, 3), SECRET) for number in tables]
        store._book.connection.set_trace_callback(traced.append)
        gate.set()
        assert [future.result() for future in waiting] == [Stored(3)] * len(tables)
        store._book.connection.set_trace_callback(None)
        return [one.split()[2] for one in traced if one.startswith("INSERT INTO") and "notes" not in one]

    assert statements(range(1)) == statements(range(1, 101)) == ["tables", "secrets", "events"]
    store.close()


def test_what_is_committed_comes_into_the_file_though_no_commit_waits_for_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 20)
    store = SqliteStore(path)
    before = path.stat().st_size
    for number in range(500):
        store.create(f"t{number}", addition(1, 3), SECRET).result()
        if path.stat().st_size > before:
            break
    assert path.stat().st_size > before
    store.close()


def test_a_lone_write_waits_for_nobody(path: Path) -> None:
    store = SqliteStore(path)
    assert store.commits == 0
    store.create("t1", addition(1), SECRET).result()
    store.append("t1", 1, addition(2)).result()
    assert store.commits == 2
    store.close()


def test_a_store_that_nobody_closes_keeps_no_process_alive(path: Path) -> None:
    store = SqliteStore(path)
    assert [one.daemon for one in threading.enumerate() if one.name == "stylobate-writer"][-1:] == [True]
    store.close()


def test_work_that_fails_takes_no_other_with_it(path: Path) -> None:
    store = SqliteStore(path)
    store.create("t1", addition(1), SECRET).result()
    gate = kept_busy(store)

    def fail(db: Database) -> None:
        db.execute("DELETE FROM events")
        raise RuntimeError("oh")

    before = store.append("t1", 1, addition(2))
    failing = store._writer.submit(fail)
    again = store.invite(b"token", "nowhere", 0, NOW, NOW)
    after = store.append("t1", 2, addition(3))
    gate.set()
    assert (before.result(), after.result()) == (Stored(2), Stored(3))
    with pytest.raises(RuntimeError):
        failing.result()
    with pytest.raises(BadFile, match="FOREIGN KEY"):
        again.result()
    assert len(store.events("t1")) == 3
    store.close()


def test_a_transaction_that_fails_is_taken_back_whole_and_stops_no_writer(path: Path) -> None:
    store = SqliteStore(path)
    gate = kept_busy(store)
    written = store.beat(NOW)
    failing = store._writer.submit(lambda db: db.execute("SELECT * FROM nowhere"))
    gate.set()
    for future in (written, failing):
        with pytest.raises(BadFile, match="no such table: nowhere"):
            future.result()
    assert store.last_beat() is None
    store.beat(NOW).result()
    assert store.last_beat() == NOW
    store.close()


def test_the_time_is_noted_in_peace_when_nobody_waits_for_it_any_more(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(path)
    store.neighbours.beat(None, 0)
    gate = kept_busy(store)
    store.neighbours.beat(NOW, 0).cancel()  # as a server does that stops meanwhile
    gate.set()
    store.close()
    assert not caplog.records


def test_a_disk_that_fails_in_the_middle_of_everything_stops_no_writer(path: Path) -> None:
    store = SqliteStore(path)
    store.create("t1", addition(1), SECRET).result()
    real = store._book.connection

    class Failing:
        in_transaction = True

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement in ("COMMIT", "ROLLBACK"):
                raise sqlite3.OperationalError("disk I/O error")
            return real.execute(statement, *values)

    store._book.connection = Failing()  # type: ignore[assignment]
    with pytest.raises(BadFile, match="disk I/O error"):
        store.append("t1", 1, addition(2)).result()
    store._book.connection = real
    real.execute("ROLLBACK")
    assert store.append("t1", 1, addition(2)).result() == Stored(2)
    store.close()


def test_a_full_disk_loses_nothing_that_was_acknowledged(path: Path) -> None:
    filled(path)
    store = SqliteStore(path)
    pages = store._book.connection.execute("PRAGMA page_count").fetchone()[0]
    store._book.connection.execute(f"PRAGMA max_page_count = {pages}")
    failure = None
    for stored in range(3, 1000):
        failure = store.append("t1", stored, addition(stored + 1, who="x" * 2000)).exception()
        if failure:
            break
    assert "the disk is full" in str(failure)
    assert len(store.events("t1")) == stored
    store._book.connection.execute("PRAGMA max_page_count = 1000000")
    assert store.append("t1", stored, addition(stored + 1)).result() == Stored(stored + 1)
    assert store.append("t1", 1, addition(2)).result() == Stale(stored + 1, store.events("t1", 1))
    store.close()


def test_files_are_let_go_of(path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    if not Path("/proc/self/fd").exists():
        pytest.skip("no /proc here")
    before = open_files()
    for _ in range(5):
        store = SqliteStore(path)
        threads = [threading.Thread(target=store.every_table) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        store.beat(NOW).result()
        store.close()
    assert open_files() == before
    path.unlink()
    for _ in range(5):
        assert "is empty, though" in sentence(path)
    assert open_files() == before


def test_who_reads_cannot_write(path: Path) -> None:
    store = SqliteStore(path)
    with pytest.raises(BadFile, match="cannot be opened for writing"), store._reading() as db:
        db.execute("DELETE FROM tables")
    store.close()


def test_a_connection_for_reading_serves_again_and_is_closed_with_the_store(path: Path) -> None:
    store = SqliteStore(path)
    with store._reading() as first:
        pass
    with store._reading() as again:
        assert again is first
        store.close()
        assert again.execute("SELECT 1").fetchone() == (1,)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        again.execute("SELECT 1")


# Copies


def test_a_backup_is_whole_and_can_be_brought_back(path: Path, tmp_path: Path) -> None:
    filled(path)
    copy = tmp_path / "copies" / "monday.db"
    store = SqliteStore(path)
    store.backup(copy)
    store.append("t1", 3, addition(4)).result()
    with pytest.raises(BadFile, match="exists already"):
        store.backup(copy)
    with pytest.raises(BadFile, match="is locked by another process"):
        restore(copy, path)
    store.close()
    aside = restore(copy, path)
    assert aside is not None
    for place, events in ((path, 3), (aside, 4)):
        store = SqliteStore(place)
        assert len(store.events("t1")) == events
        assert store.secret("t1") == SECRET
        assert store.faults() == []
        store.close()
    assert restore(copy, tmp_path / "new" / "tables.db") is None


def test_a_backup_can_be_made_while_moves_are_coming_in(path: Path, tmp_path: Path) -> None:
    filled(path)
    store = SqliteStore(path)
    waiting = [store.append("t1", 3 + n, addition(4 + n)) for n in range(300)]
    store.backup(tmp_path / "copy.db")
    for future in waiting:
        future.result()
    store.close()
    copy = SqliteStore(tmp_path / "copy.db")
    kept = copy.events("t1")
    listed = copy.listed("t1")
    assert listed is not None
    assert [event["v"] for event in kept] == list(range(1, listed.version + 1))
    copy.close()


def test_only_a_sound_backup_is_brought_back(path: Path, tmp_path: Path) -> None:
    filled(path, 300)
    before = path.read_bytes()
    (tmp_path / "text").write_text("not a backup at all " * 100)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "torn").write_bytes(before[:8192] + bytes(8192) + before[16384:])
    with sqlite3.connect(tmp_path / "recipes") as other:
        other.execute("CREATE TABLE recipes (name)")
    other.close()
    for backup, why in (
        ("nowhere", "there is no backup at"),
        ("text", "is not a database"),
        ("empty", "is damaged or empty"),
        ("torn", "is damaged or empty"),
        ("recipes", "is a database, but not one of ours"),
    ):
        with pytest.raises(BadFile, match=why):
            restore(tmp_path / backup, path)
    assert path.read_bytes() == before


def test_a_backup_has_its_name_only_when_it_is_whole_and_on_disk(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    to = tmp_path / "new" / "folder" / "copy.db"
    flushed: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(to.exists()))
    store = SqliteStore(path)
    store.backup(to)
    store.close()
    assert flushed == [False]
    assert [each.name for each in to.parent.iterdir()] == ["copy.db"]
    db = sqlite3.connect(to)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    db.close()


def test_what_an_interrupted_copy_left_behind_is_in_nobodys_way(path: Path, tmp_path: Path) -> None:
    filled(path)
    store = SqliteStore(path)
    (tmp_path / "copy.db.partial").write_text("half a backup")
    store.backup(tmp_path / "copy.db")
    store.close()
    path.with_name("tables.db.restored").write_text("half a store")
    assert restore(tmp_path / "copy.db", path) is not None
    SqliteStore(path).close()


def test_what_a_killed_server_had_not_yet_written_back_goes_aside_with_its_file(
    path: Path, tmp_path: Path
) -> None:
    filled(path)
    store = SqliteStore(path)
    store.backup(tmp_path / "copy.db")
    store.close()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).write_text(ending)
    aside = restore(tmp_path / "copy.db", path)
    assert aside is not None
    for ending in ("-wal", "-shm"):
        assert aside.with_name(aside.name + ending).read_text() == ending
        assert not path.with_name(path.name + ending).exists()


def test_a_backup_into_a_folder_that_is_none_gets_a_sentence(path: Path, tmp_path: Path) -> None:
    filled(path)
    (tmp_path / "file").write_text("")
    store = SqliteStore(path)
    with pytest.raises(BadFile, match="cannot be written"):
        store.backup(tmp_path / "file" / "copy.db")
    store.close()


def test_no_statement_numbers_its_placeholders_for_python_3_14_refuses_values_in_a_row_for_them() -> None:
    for source in Path(file.__file__).parent.glob("*.py"):
        assert not re.search(r"\?[0-9]", source.read_text("utf-8")), source.name
