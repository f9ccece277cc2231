"""Checking what was kept: a sound store passes, and each kind of damage to a table is named."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pytest

from stylobate.fair import Chain
from stylobate.play import set_back
from stylobate.store.check import check, fits
from stylobate.store.keeping import addition_of
from stylobate.store.sqlite import SqliteStore
from tests.store.conftest import stored
from tests.tables import ADA, SECRET, START, ask, moment, opened, two_people


@pytest.fixture
def path(finished_game: Path) -> Path:
    return finished_game


ZEROS = str.maketrans("123456789abcdef", "0" * 15)


def fault(path: Path) -> str:
    store = SqliteStore(path)
    found = list(check(store))
    store.close()
    return found[0][1] if found else ""


def test_a_sound_store_has_no_faults(path: Path) -> None:
    told: list[tuple[int, int]] = []
    store = SqliteStore(path)
    assert list(check(store, lambda done, of: told.append((done, of)))) == []
    assert told == [(0, 1), (1, 1)]
    store.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM events WHERE version = 9", "event 9 of table t1: it has the number 10"),
        ("DELETE FROM events WHERE version > 12", "and the list of tables says otherwise"),
        ("DELETE FROM secrets", "its secret is missing"),
        ("UPDATE secrets SET secret = zeroblob(32)", "its secret does not fit its commitment"),
        ("UPDATE tables SET state = 'running'", "is not what its log adds up to"),
        ("UPDATE tables SET about = json_set(about, '$.tokens', 2)", "is not what its log adds up to"),
        ("UPDATE tables SET version = 3", "and the list of tables says otherwise"),
        (
            "UPDATE events SET body = '{}' WHERE version = 7",
            "event 7 of table t1: there is no event of the kind None",
        ),
        ("UPDATE events SET body = 'oh' WHERE version = 7", "an event is not JSON"),
        ("UPDATE events SET body = 'null' WHERE version = 7", "event 7 of table t1: it is not a JSON object"),
        ("DELETE FROM events", "the log of table t1 is empty"),
    ],
)
def test_each_kind_of_damage_has_its_sentence(path: Path, statement: str, sentence: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()
    assert sentence in fault(path)


def test_a_chain_fits_if_every_segment_of_the_table_is_its_own() -> None:
    table = two_people("columns-dice")
    after = set_back(table, moment(restores=1))
    assert after is not None
    assert fits(Chain(SECRET), after)
    assert not fits(Chain(bytes(32)), after)
    after.segments[1] = Chain(bytes(32)).segment(1, 1, "restored", after.segments[1].salt)
    assert not fits(Chain(SECRET), after)


def test_a_list_that_an_older_program_wrote_may_say_less(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE tables SET about = json_remove(about, '$.tokens', '$.clock')")
    db.close()
    store = SqliteStore(path)
    assert list(check(store)) == []
    store.close()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("link", "did not reveal the link it should"), ("mix", "gives “"), ("token", "")],
)
def test_a_throw_that_was_changed_in_the_log_is_found(path: Path, name: str, sentence: str) -> None:
    with sqlite3.connect(path) as db:
        rows = [(v, json.loads(body)) for v, body in db.execute("SELECT version, body FROM events")]
        throws = [(v, event) for v, event in rows if event.get("throw")]
        for version, event in throws[:8]:
            if name == "token":
                event["token"] = "*1" if event["token"] != "*1" else "*2"
            else:
                event["throw"][name] = event["throw"][name].translate(ZEROS)
            body = json.dumps(event)
            db.execute("UPDATE events SET body = ? WHERE version = ?", (body, version))
    db.close()
    found = fault(path)
    assert found
    assert sentence in found
    assert name == "token" or found.startswith("throw 1 ")


def test_a_winner_whom_the_rules_do_not_know_is_found_even_if_the_list_agrees(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    table = opened(seats=("me", "1"))
    store.create("t1", addition_of(table, START)[0], SECRET).result()
    rng = random.Random(1)
    while table.turn is not None:
        mover = ADA if table.turn == 0 else None
        table = stored(store, table, ask(table, mover, "move", token=rng.choice(table.position.legal)))
    store.close()
    assert fault(path) == ""
    winner = table.position.winners[0]
    with sqlite3.connect(path) as db:
        db.execute("UPDATE tables SET about = json_set(about, '$.winners', json(?))", (f"[{1 - winner}]",))
        db.execute(
            "UPDATE events SET body = json_set(body, '$.winners', json(?)) WHERE version = ?",
            (f"[{1 - winner}]", table.version),
        )
    db.close()
    assert f"the record says result: {1 - winner}, but its tokens end in result: {winner}" in fault(path)
