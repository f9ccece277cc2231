"""`kill -9` in the middle of everything: what was acknowledged is there, and everybody goes on.

Each server is a process of its own, over a file, with one game (`tests.faults` has several, over a database).
"""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from stylobate.store.check import check
from stylobate.store.sqlite import SqliteStore
from tests.faults.serving import Server
from tests.web.visiting import Table, Visitor

pytestmark = pytest.mark.kills

ROUNDS = 50
PLAYERS = 4
GAME = "colonnade"


class Player(threading.Thread):
    """Plays both sides of table after table, and sends every move again until it is answered."""

    def __init__(self, base: str, number: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.visitor = Visitor(base)
        self.rng = random.Random(number)
        self.over = over
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        self.moves = 0
        self.faults: list[str] = []

    def run(self) -> None:
        while not self.over.is_set():
            proposal = {"game": GAME, "seats": ["me:One", "me:Other"]}
            answer = self._insist("/api/tables", proposal)
            if answer is not None:
                self._play(Table(self.visitor, answer["table"]), answer["view"])

    def _play(self, table: Table, view: dict[str, Any]) -> None:
        kept = self.acknowledged.setdefault(table.id, [])
        while not self.over.is_set() and view["state"] == "running":
            n = len(view["tokens"])
            board = self._ask("GET", f"{table.path}/at/{n}")
            if board is None:
                continue
            token = self.rng.choice(board["legal"])["token"]
            after = self._insist(table.path, {"do": "move", "token": token, "version": view["version"]})
            if after is not None:
                kept.append((n, token))
                self.moves += 1
                view = after

    def _insist(self, path: str, data: dict[str, Any]) -> dict[str, Any] | None:
        key = self.rng.randbytes(8).hex()
        while not self.over.is_set():
            answer = self._ask("POST", path, json=data, headers={"Idempotency-Key": key})
            if answer is not None:
                return answer
        return None

    def _ask(self, method: str, path: str, **more: Any) -> dict[str, Any] | None:
        try:
            answer = self.visitor.http.request(method, path, **more)
        except httpx.HTTPError:
            time.sleep(0.05)
            return None
        if answer.status_code >= 400:
            self.faults.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            time.sleep(0.05)
            return None
        told: dict[str, Any] = answer.json()
        return told


def everybody_moves(players: list[Player], server: Server) -> None:
    """Wait until each has made one more move at least."""
    before = [player.moves for player in players]
    while any(player.moves <= moves for player, moves in zip(players, before, strict=True)):
        assert [player.faults for player in players] == [[]] * PLAYERS
        assert server.process.is_alive(), "the server ended by itself"
        time.sleep(0.01)


def test_every_acknowledged_move_survives_a_kill_and_players_go_on_by_themselves(tmp_path: Path) -> None:
    rng = random.Random(5)
    server = Server(tmp_path, games=(GAME,))
    over = threading.Event()
    players = [Player(server.base, number, over) for number in range(PLAYERS)]
    for player in players:
        player.start()
    try:
        for _ in range(ROUNDS):
            everybody_moves(players, server)
            time.sleep(rng.uniform(0, 0.1))
            server.kill()
            server.start()
        everybody_moves(players, server)
    finally:
        over.set()
        server.kill()
    for player in players:
        player.join(60)
        player.visitor.close()
    assert [player.faults for player in players] == [[]] * PLAYERS
    store = SqliteStore(tmp_path / "stylobate.db")
    try:
        assert list(check(store)) == []
        for player in players:
            for table, moves in player.acknowledged.items():
                stored = [event["token"] for event in store.events(table) if event["kind"] == "token"]
                assert [stored[n] for n, _ in moves] == [token for _, token in moves]
    finally:
        store.close()
    print(f"{sum(player.moves for player in players)} moves acknowledged, {ROUNDS} kills")
