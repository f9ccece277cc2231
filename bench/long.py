"""Does a move cost more, late in a long game?  Processor time of the server for a durable move in Columba.

Several tables stand at the same token; all play on for a few moves, at random, all at once, and are told what
is new: so as many moves share a flush of the disk, however long it takes to choose them.  Then the same with
the boards that a page asks for along with its move, each drawn anew and compressed; one table after the
other, for an answer leaves out boards that it would have to wait for too long.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.connection import Connection
from bench.side_by_side import Line, at_most
from bench.site import processor, serving
from stylobate.fair import Chain
from stylobate.game import Position
from stylobate.games.columba.deck import BREEDS
from stylobate.house.now import now
from stylobate.identity import digest
from stylobate.play import Moment, Person, Proposal, Table, decide, open_table, read
from stylobate.store.keeping import addition_of
from stylobate.store.sqlite import SqliteStore

AT = (20, 300, 600)
TABLES, MOVES = 60, 10
DRAWN, BOARDS = 10, 4
CARDS = 200
HOST = Person("0" * 16, "Eve")
SESSION = "bench"
SECRET = bytes(32)
BEGAN = 1_700_000_000_000


def lines() -> Iterator[Line]:
    """How much more the same costs late in a game than early, without a picture and with it."""
    told: dict[int, float] = {}
    drawn: dict[int, float] = {}
    for tokens in AT:
        with tempfile.TemporaryDirectory() as folder:
            start = _played(tokens)
            tables = _stored(Path(folder), start)
            with serving(Path(folder)) as (port, pid):
                told[tokens] = asyncio.run(_cost(port, pid, tables[DRAWN:], start, MOVES, False))
                drawn[tokens] = asyncio.run(_cost(port, pid, tables[:DRAWN], start, BOARDS, True))
    late = f"after {AT[-1]} tokens, beside one after {AT[0]}"
    yield at_most(f"a durable move {late}", told[AT[-1]] / told[AT[0]], 1.5, "times", _costs(told))
    times = f"{drawn[AT[-1]] / drawn[AT[0]]:.1f} times"
    yield Line(f"… with its boards {late}", times, "for comparison", True, _costs(drawn))


def _costs(told: dict[int, float]) -> str:
    return ", ".join(f"{told[tokens]:,.0f} µs after {tokens}" for tokens in AT)


def _played(tokens: int) -> Table:
    """A game after so many tokens; its `unstored` are all its events."""
    rng, moment = random.Random(3), Moment(BEGAN, Chain(SECRET))
    deck = ",".join("".join(rng.choices(BREEDS, k=4)) for _ in range(CARDS))
    proposal = Proposal("columba", {"players": "2", "deck": deck}, seats=("me:Eve", "me:Eva"))
    table = open_table("f" * 16, HOST, proposal, moment)
    news = list(table.unstored)
    asked: dict[str, object] = {"do": "begin", "nonce": "0" * 32}
    while len(table.plays) < tokens:
        table = decide(table, HOST, read(asked), moment)
        news += table.unstored
        asked = _move(table.position.legal, table.settled, rng)
    table.unstored = news
    return table


def _stored(folder: Path, table: Table) -> list[str]:
    """Put many tables with the same game into a store; they go on each in its own way."""
    store = SqliteStore(folder / "stylobate.db")
    store.welcome(digest(SESSION), HOST.id, HOST.name, now()).result()
    ids = [f"{number:016x}" for number in range(TABLES + DRAWN)]
    for table.id in ids:
        store.create(table.id, addition_of(table, BEGAN)[0], SECRET).result()
    store.close()
    return ids


def _move(legal: tuple[str, ...], version: int, rng: random.Random) -> dict[str, object]:
    return {
        "do": "move",
        "token": rng.choice(legal),
        "version": version,
        "nonce": f"{rng.getrandbits(128):032x}",
    }


async def _rest(pid: int) -> None:
    """Wait until the server has done what it does when it starts, and when a table is first looked at."""
    before = -1.0
    while before != (before := processor(pid)):
        await asyncio.sleep(0.5)


@dataclass
class _Table:
    """A table that is played on, and what its only player knows of it."""

    id: str
    person: Connection
    rng: random.Random
    position: Position
    tokens: int
    is_drawn: bool
    version: int = 0

    async def look(self) -> None:
        """Look at the table for the first time, so that the server has it in memory."""
        self.version = json.loads((await self.person.get(f"/api/tables/{self.id}"))[1])["version"]

    def chosen(self) -> dict[str, object]:
        """The next move."""
        return _move(self.position.legal, self.version, self.rng)

    async def make(self, move: dict[str, object]) -> None:
        """Make it; the answer tells what is new.  Boards that a busy server leaves out are asked for."""
        path = f"/api/tables/{self.id}?since={self.version}"
        path += f"&boards={self.tokens}" if self.is_drawn else ""
        status, body = await self.person.post(path, move, str(self.version))
        assert status == 200, body
        answer = json.loads(gzip.decompress(body) if self.is_drawn else body)
        news = answer["view"] if self.is_drawn else answer
        self.version = news["version"]
        for token, *_ in news["tokens"]:
            self.position = self.position.play(token)
            self.tokens += 1
        if self.is_drawn and not answer["boards"]:
            await self.person.get(f"/api/tables/{self.id}/at/{self.tokens}")


async def _cost(port: int, pid: int, ids: list[str], start: Table, moves: int, is_drawn: bool) -> float:
    """Microseconds of the server's processor a move; each of these tables makes so many."""
    tables = [
        _Table(id, Connection(port), random.Random(number), start.position, len(start.plays), is_drawn)
        for number, id in enumerate(ids)
    ]
    for table in tables:
        table.person.cookies["stylobate"] = SESSION
        await table.person.open()
        await table.look()
        table.person.close()
    await _rest(pid)
    for table in tables:
        table.person.headers = "Accept-Encoding: gzip\r\n" if is_drawn else ""
        await table.person.open()
    made, before = 0, processor(pid)
    for _ in range(moves):
        round_of_moves = [table.make(table.chosen()) for table in tables if not table.position.is_over]
        made += len(round_of_moves)
        for together in [[one] for one in round_of_moves] if is_drawn else [round_of_moves]:
            await asyncio.gather(*together)
    cost = (processor(pid) - before) / made * 1e6
    for table in tables:
        table.person.close()
    return cost
