"""A stranger beside an attacker: how much slower pages, and a computer's answer, become for everybody else.

The server runs as it comes, with its default limits, in its own process.  The attacker (`bench.attacker`) has
another one, and comes from the same address as the stranger: that is the harder case.  What the stranger does
is timed alone and beside each attack; the ratios are told, of the median and of the slowest tenth.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from bench.attacker import LONG
from bench.connection import Connection, Watcher
from bench.side_by_side import Line
from bench.site import serving
from stylobate.fair import Chain
from stylobate.games.columba.deck import BREEDS
from stylobate.play import Moment, Person, Proposal, decide, open_table, read
from stylobate.store.keeping import addition_of
from stylobate.store.sqlite import SqliteStore

TIMES = 40
PAUSE = 0.15
SETTLES = 3.0  # seconds until an attack is under way
MOST = 3.0
CARDS = 200

Timed = Callable[[], Awaitable[float]]


def lines() -> Iterator[Line]:
    """The stranger's pages beside proofs and boards, and a computer's answer beside other computers."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = _long_game(Path(folder))
        with serving(Path(folder), "as it comes") as (port, _):
            yield from asyncio.run(_all(port, tokens))


async def _all(port: int, tokens: int) -> list[Line]:
    stranger = await Stranger(port).sit()
    scenes: list[tuple[str, Timed, str]] = [
        (f"a page beside 120 proofs of {tokens} tokens at once, again and again", stranger.page, "proofs"),
        ("… a table's page with its board", stranger.table, "proofs"),
        ("a page beside 200 boards of that game at once, again and again", stranger.page, "boards"),
        ("… a table's page with its board", stranger.table, "boards"),
        (
            "a computer's answer at level 1, beside twelve tables with three of level 5",
            stranger.reply,
            "computers",
        ),
    ]
    found = []
    for what, timed, attack in scenes:
        alone = await _measured(timed)
        with _attack(attack, port):
            await asyncio.sleep(SETTLES)
            found.append(_line(what, alone, await _measured(timed)))
    stranger.leave()
    return found


async def _measured(timed: Timed) -> list[float]:
    times = []
    for _ in range(TIMES):
        await asyncio.sleep(PAUSE)
        times.append(await timed())
    return sorted(times)


def _line(what: str, alone: list[float], beside: list[float]) -> Line:
    middle, slow = TIMES // 2, TIMES * 9 // 10
    ratio, slowest = beside[middle] / alone[middle], beside[slow] / alone[slow]
    detail = (
        f"p50 {beside[middle] * 1000:.1f} against {alone[middle] * 1000:.1f} ms, "
        f"p90 {beside[slow] * 1000:.1f} against {alone[slow] * 1000:.1f} ms ({slowest:.1f} times)"
    )
    return Line(what, f"{ratio:.1f} times as slow", f"at most {MOST:g}", ratio <= MOST, detail)


class Stranger:
    """Somebody who looks at pages, and plays with a computer."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line = Connection(port)
        self.watcher = Watcher()
        self._id = ""
        self._rng = random.Random(5)

    async def sit(self) -> Stranger:
        """A table with a computer of level 1, which the stranger listens to."""
        if not self._id:
            await self.line.open()
        status, body = await self.line.post(
            "/api/tables", {"game": "colonnade", "seats": ["me", "1"]}, _key(self._rng)
        )
        assert status == 201, body
        self._id = json.loads(body)["table"]
        await self.watcher.open(self.port, self._id)
        return self

    async def page(self) -> float:
        """The front page."""
        return await self._get("/")

    async def table(self) -> float:
        """The page of the stranger's own table."""
        return await self._get(f"/t/{self._id}")

    async def reply(self) -> float:
        """A move, until the computer has answered it."""
        status, body = await self.line.get(f"/api/tables/{self._id}")
        view = json.loads(body)
        if view["state"] == "over":
            await self.sit()
            return await self.reply()
        status, body = await self.line.get(f"/api/tables/{self._id}/at/{len(view['tokens'])}")
        token = self._rng.choice(json.loads(body)["legal"])["token"]
        before, began = self.watcher.updates, time.perf_counter()
        move = {"do": "move", "token": token, "version": view["version"]}
        status, body = await self.line.post(f"/api/tables/{self._id}", move, _key(self._rng))
        assert status == 200, body
        due = 1 if json.loads(body)["state"] == "over" else 2
        while self.watcher.updates < before + due:
            await asyncio.sleep(0.001)
        return time.perf_counter() - began

    def leave(self) -> None:
        """Hang up."""
        self.line.close()
        self.watcher.close()

    async def _get(self, path: str) -> float:
        began = time.perf_counter()
        status, body = await self.line.get(path)
        assert status == 200, body[:300]
        return time.perf_counter() - began


@contextlib.contextmanager
def _attack(kind: str, port: int) -> Iterator[None]:
    """An attacker as long as the block lasts; it is far away, so its own work should not weigh here."""
    words = [sys.executable, "-m", "bench.attacker", kind, str(port)]
    attacker = subprocess.Popen(words, preexec_fn=_nicely)
    try:
        yield
        assert attacker.poll() is None, "the attacker has given up"
    finally:
        attacker.terminate()
        attacker.wait(30)


def _nicely() -> None:
    import os

    os.nice(10)


def _key(rng: random.Random) -> str:
    return f"{rng.getrandbits(64):016x}"


def _long_game(folder: Path) -> int:
    """The longest game of Columba that one can bring about, put into a store; how many tokens it has."""
    rng, secret, host = random.Random(3), bytes(32), Person("0" * 16, "Eve")
    moment = Moment(1_700_000_000_000, Chain(secret))
    deck = ",".join("".join(rng.choices(BREEDS, k=4)) for _ in range(CARDS))
    proposal = Proposal("columba", {"players": "2", "deck": deck}, seats=("me:Eve", "me:Eva"))
    table = open_table(LONG, host, proposal, moment)
    news = list(table.unstored)
    commands: list[dict[str, object]] = [{"do": "begin", "nonce": "0" * 32}]
    while table.state != "over":
        if not commands:
            token = rng.choice(table.position.legal)
            commands = [
                {"do": "move", "token": token, "version": table.settled, "nonce": f"{len(news):032x}"}
            ]
        table = decide(table, host, read(commands.pop()), moment)
        news += table.unstored
    table.unstored = news
    store = SqliteStore(folder / "stylobate.db")
    store.create(LONG, addition_of(table, moment.now)[0], secret).result()
    store.close()
    return len(table.plays)
