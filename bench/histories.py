"""`python -m bench histories [TABLES [SEED]]`: what many people asked for at once, checked table by table.

Houses die and lines to the database are cut, as in `tests/faults`, and in the end each table's history must
be one that could have been, had everything been done one after the other (`tests.faults.checking`).  Every
fourth round is over a file, the others are at two houses over one PostgreSQL database.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from rich.progress import Progress
from tests.faults.history import History
from tests.faults.kept import not_kept
from tests.faults.parties import played
from tests.postgres import Cluster

from stylobate.store.opening import open_store
from tests import postgres

TABLES = 3_000
A_ROUND = 150
DEATHS = 4


def main(words: list[str]) -> int:
    """Look at so many tables, or at those that there were until Ctrl-C; the number of faults found."""
    try:
        tables = int(words[0]) if words else TABLES
        seed = int(words[1]) if words[1:] else int.from_bytes(os.urandom(4), "big")
    except ValueError:
        sys.exit(f"bench: “{' '.join(words)}” is no number; write python -m bench histories [TABLES [SEED]]")
    print(f"For the same again: python -m bench histories {tables} {seed}")
    logging.getLogger("stylobate").setLevel(logging.ERROR)  # lines are cut on purpose
    found: list[str] = []
    seen: Counter[str] = Counter()
    cluster = postgres.start()
    try:
        with Progress() as bar:
            task = bar.add_task("tables", total=tables)
            for number in range(-(-tables // A_ROUND)):
                history, faults = _round(cluster, number, min(A_ROUND, tables - number * A_ROUND), seed)
                found += faults
                seen["tables"] += len(history.tables())
                seen["wishes"] += len(history.wishes)
                seen.update(one.outcome for wish in history.wishes for one in wish.tries)
                bar.update(task, completed=seen["tables"])
    except KeyboardInterrupt:
        print("Stopped; what was looked at until then:")
    finally:
        cluster.stop()
    print(", ".join(f"{count:,} {what}" for what, count in seen.items()))
    print("\n".join(found[:50]) if found else "Every history is one that could have been; nothing was lost.")
    return len(found)


def _round(cluster: Cluster, number: int, tables: int, seed: int) -> tuple[History, list[str]]:
    """The history of so many tables, in a store of their own, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        if number % 4 == 3:
            where = str(Path(folder) / "tables.db")
            history = played(where, 1, tables, seed + number, DEATHS)
        else:
            where = cluster.database(f"histories{number}")
            history = played(where, 2, tables, seed + number, DEATHS, partial(cluster.cut, where))
        store = open_store(where, role="look")
        try:
            return history, not_kept(store, history)
        finally:
            store.close()
