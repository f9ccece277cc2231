"""A game to keep, for tests of whatever keeps it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stylobate.play import Table
from stylobate.store.keeping import addition_of
from stylobate.store.protocol import Stored
from stylobate.store.sqlite import SqliteStore
from tests.tables import ADA, BEN, SECRET, START, ask, opened


@pytest.fixture
def finished_game(tmp_path: Path) -> Path:
    """A store with one finished game of chance, kept move by move."""
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    table = opened("columns-dice")
    kept, _ = addition_of(table, START)
    store.create("t1", kept, SECRET).result()
    table = stored(store, table, ask(table, BEN, "sit", seat=1))
    table = stored(store, table, ask(table, ADA, "begin"))
    rng = random.Random(5)
    while table.turn is not None:
        mover = ADA if table.seats[table.turn].who == "ada" else BEN
        table = stored(store, table, ask(table, mover, "move", token=rng.choice(table.position.legal)))
    store.close()
    return path


def stored(store: SqliteStore, table: Table, after: Table) -> Table:
    kept, _ = addition_of(after, START)
    assert store.append("t1", table.version, kept).result() == Stored(after.version)
    return after
