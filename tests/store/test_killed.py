"""Killed in the middle of everything: what was acknowledged is there, and every table replays."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from stylobate.fair import Chain
from stylobate.play import Moment, Proposal, decide, open_table, read, summary
from stylobate.store.check import check
from stylobate.store.sqlite import SqliteStore
from tests.tables import ADA, START, nonce

pytestmark = pytest.mark.kills

ROUNDS = 10
TABLES = 60


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many games at once, move by move, each line what one addition holds."""
    rng = random.Random(7)
    games = [_game(f"t{number}", rng) for number in range(TABLES)]
    lines = []
    while games:
        one = rng.choice(games)
        lines.append(json.dumps(one.pop(0)))
        games = [left for left in games if left]
    path = tmp_path_factory.mktemp("moves") / "moves.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def _game(id: str, rng: random.Random) -> list[list[object]]:
    secret = rng.randbytes(32)
    at = Moment(START, Chain(secret))
    name = rng.choice(["colonnade", "columns-dice"])
    table = open_table(id, ADA, Proposal(name, seats=("me:Ada", "me:Ben"), starts="lot"), at)
    additions: list[list[object]] = [[id, secret.hex(), 0, table.news, summary(table)]]
    while table.state != "over":
        if table.state == "open":
            asked: dict[str, object] = {"do": "begin", "nonce": nonce(1)}
        else:
            asked = {"do": "move", "token": rng.choice(table.position.legal), "version": table.version}
            asked["nonce"] = nonce(table.version)
        after = decide(table, ADA, read(asked), at)
        additions.append([id, "", table.version, after.news, summary(after)])
        table = after
    return additions


def test_every_acknowledged_move_survives_a_kill_at_any_instant(moves: Path, tmp_path: Path) -> None:
    planned: dict[str, list[object]] = {}
    for line in moves.read_text("utf-8").splitlines():
        table, _, _, events, _ = json.loads(line)
        planned.setdefault(table, []).extend(events)
    for number in range(ROUNDS):
        file = tmp_path / f"{number}.db"
        acknowledged = _stream_and_kill(file, moves, after=random.Random(number).randrange(1, 600))
        assert acknowledged
        store = SqliteStore(file)
        for table, version in acknowledged.items():
            kept = store.events(table)
            assert len(kept) >= version
            assert kept == planned[table][: len(kept)], "the log is a beginning of what was sent, in order"
        assert list(check(store)) == [], "every table replays"
        assert store.faults() == []
        store.close()


def _stream_and_kill(file: Path, moves: Path, after: int) -> dict[str, int]:
    """The highest version of each table whose acknowledgement came out before the end."""
    script = Path(__file__).with_name("streaming.py")
    with subprocess.Popen(
        [sys.executable, script, file, moves], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(after)]
        process.kill()
        told += process.stdout.readlines()
    acknowledged: dict[str, int] = {}
    for line in told:
        if line.endswith("\n"):
            table, version = line.split()
            acknowledged[table] = int(version)
    return acknowledged


def test_the_stream_goes_on_where_it_was_killed(moves: Path, tmp_path: Path) -> None:
    """Sent again from the start: what was stored is recognised by its key, the rest is added."""
    file = tmp_path / "tables.db"
    _stream_and_kill(file, moves, after=150)
    script = Path(__file__).with_name("streaming.py")
    subprocess.run([sys.executable, script, file, moves], check=True, stdout=subprocess.DEVNULL)
    store = SqliteStore(file)
    assert len(store.every_table()) == TABLES
    assert store.counts()["over"] == TABLES
    assert list(check(store)) == []
    store.close()
