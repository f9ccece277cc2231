"""Many tables: a store that has seen ten thousand is as ready as a new one."""

from pathlib import Path

import pytest

from stylobate.store.protocol import Claim
from stylobate.store.sqlite import SqliteStore
from tests.store.conformance import NOW, SECRET, addition

TABLES = 10_000


@pytest.mark.slow
def test_ten_thousand_tables_are_listed_by_index_and_never_by_reading_them_all(tmp_path: Path) -> None:
    """No timing here: what is asked for often must find an index."""
    store = SqliteStore(tmp_path / "tables.db")
    waiting = []
    for number in range(TABLES):
        state = ("over", "over", "over", "running")[number % 4] if number % 100 else "open"
        claims = (Claim(0, f"p{number % 500}", b"a"), Claim(1, f"p{number % 499}", b"b"))
        waiting.append(
            store.create(f"t{number}", addition(1, 3, now=NOW + number, state=state, claims=claims), SECRET)
        )
    for future in waiting:
        future.result()
    assert store.commits < TABLES / 10
    store.close()
    store = SqliteStore(tmp_path / "tables.db")
    assert sum(store.counts().values()) == TABLES
    assert len(store.open_tables()) == 50
    assert len(store.tables_of("p7")) in range(38, 43)
    with store._reading() as db:
        plans = [
            " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}"))
            for statement in (
                "SELECT id FROM tables WHERE state = 'open' AND visibility = 'public' ORDER BY changed DESC",
                "SELECT id FROM tables WHERE id IN (SELECT table_id FROM claims WHERE person = 'p7')",
                "SELECT body FROM events WHERE table_id = 't7' AND version > 1 ORDER BY version",
                "SELECT version FROM events WHERE table_id = 't7' AND key = 'k' ORDER BY version",
                "SELECT id FROM tables WHERE state = 'running' AND to_move = 'computer'",
            )
        ]
    assert "events_by_key" in plans[3]
    assert all("SEARCH" in plan and "SCAN" not in plan for plan in plans), plans
    store.close()
