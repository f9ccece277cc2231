"""What version 0.1.0 wrote still opens, and still says the same.

`stored/` holds, as that version wrote them: the log of a table of every game, which between them have every
kind of event; beside each its record; all these tables in the store of a site; and records of the terminal.
They are never written anew.
"""

import gzip
import json
from pathlib import Path

import pytest

from stylobate.play import fold, record
from stylobate.record import read
from stylobate.store.check import check
from stylobate.store.sqlite import SqliteStore

STORED = Path(__file__).parent / "stored"
LOGS = sorted(path.stem for path in STORED.glob("*.jsonl"))
RECORDS = sorted(path.stem for path in STORED.glob("*.txt"))


def log(table: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (STORED / f"{table}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("table", LOGS)
def test_a_log_adds_up_to_the_record_it_had_then(table: str) -> None:
    assert record(fold(table, log(table))).text() == (STORED / f"{table}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_replayed_and_written_as_it_was(name: str) -> None:
    text = (STORED / f"{name}.txt").read_text("utf-8")
    written = read(text)
    assert sum(1 for _ in written.positions()) == len(written.tokens) + 1
    assert written.text() == text


def test_a_store_is_whole_and_holds_the_same_logs(tmp_path: Path) -> None:
    (tmp_path / "site.db").write_bytes(gzip.decompress((STORED / "site.db.gz").read_bytes()))
    store = SqliteStore(tmp_path / "site.db")
    try:
        assert list(check(store)) == []
        assert sorted(store.every_table()) == LOGS
        assert all(store.events(table) == log(table) for table in LOGS)
    finally:
        store.close()
