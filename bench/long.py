"""Does a move cost more, late in a long game?  Processor time of the server for a durable move in Columba.

Several tables stand at the same token; everybody plays on for a few moves, at random, and is told what is
new.  Then the same with the boards that a page asks for along with its move, each drawn anew.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.side_by_side import Line, at_most
from bench.site import processor, serving
from bench.site_load import Line as Connection
from stylobate.fair import Chain
from stylobate.games.columba.deck import BREEDS
from stylobate.house.now import now
from stylobate.identity import digest
from stylobate.play import Moment, Person, Plan, decide, open_table, read
from stylobate.registry import load
from stylobate.store.keeping import batch_of
from stylobate.store.sqlite import SqliteStore

AT = (20, 300, 600)
TABLES, MOVES = 60, 5
DRAWN, BOARDS = 10, 4
CARDS = 200
HOST = Person("0" * 16, "Eve")
SESSION = "bench"


def lines() -> Iterator[Line]:
    """How much more the same costs late in a game than early, without a picture and with it."""
    told: dict[int, float] = {}
    drawn: dict[int, float] = {}
    for tokens in AT:
        with tempfile.TemporaryDirectory() as folder:
            tables = _stored(Path(folder), tokens)
            with serving(Path(folder)) as (port, pid):
                told[tokens] = asyncio.run(_cost(port, pid, tables[DRAWN:], MOVES, ""))
                drawn[tokens] = asyncio.run(_cost(port, pid, tables[:DRAWN], BOARDS, "&boards={tokens}"))
    late = f"after {AT[-1]} tokens, beside one after {AT[0]}"
    yield at_most(f"a durable move {late}", told[AT[-1]] / told[AT[0]], 1.5, "times", _costs(told))
    times = f"{drawn[AT[-1]] / drawn[AT[0]]:.1f} times"
    yield Line(f"… with its boards {late}", times, "for comparison", True, _costs(drawn))


def _costs(told: dict[int, float]) -> str:
    return ", ".join(f"{told[tokens]:,.0f} µs after {tokens}" for tokens in AT)


def _stored(folder: Path, tokens: int) -> list[str]:
    """Tables of the same game after so many tokens, put into a store; they go on each in its own way."""
    rng, secret = random.Random(3), bytes(32)
    moment = Moment(1_700_000_000_000, Chain(secret))
    deck = ",".join("".join(rng.choices(BREEDS, k=4)) for _ in range(CARDS))
    plan = Plan("columba", {"players": "2", "deck": deck}, seats=("me:Eve", "me:Eva"))
    table = open_table("f" * 16, HOST, plan, moment)
    news = list(table.unstored)
    asked: dict[str, object] = {"do": "begin", "nonce": "0" * 32}
    while len(table.plays) < tokens:
        table = decide(table, HOST, read(asked), moment)
        news += table.unstored
        asked = _move(table.position.legal, table.settled, rng)
    store = SqliteStore(folder / "stylobate.db")
    store.welcome(digest(SESSION), HOST.id, HOST.name, now()).result()
    ids = [f"{number:016x}" for number in range(TABLES + DRAWN)]
    for table.id in ids:
        table.unstored = news
        store.create(table.id, batch_of(table, moment.now)[0], secret).result()
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


async def _cost(port: int, pid: int, tables: list[str], moves: int, more: str) -> float:
    """Microseconds of the server's processor a move; each of these tables makes so many."""
    people = [await Connection(port).open() for _ in tables]
    views = []
    for table, person in zip(tables, people, strict=True):
        person.cookies["stylobate"] = SESSION
        views.append(json.loads((await person.get(f"/api/tables/{table}"))[1]))

    async def play(table: str, person: Connection, view: dict[str, object], rng: random.Random) -> None:
        tokens = len(view["tokens"])  # type: ignore[arg-type]
        for number in range(moves):
            legal = load("columba").position(str(view["position"])).legal
            if not legal:
                break
            version = int(str(view["version"]))
            path = f"/api/tables/{table}?since={version}{more.format(tokens=tokens)}"
            status, body = await person.post(path, _move(legal, version, rng), f"{more}{number}")
            assert status == 200, body
            made.append(version)
            answer = json.loads(body)
            view = answer["view"] if more else answer
            tokens = view["tokens_from"] + len(view["tokens"])  # type: ignore[operator, arg-type]

    made: list[int] = []
    await _rest(pid)
    before = processor(pid)
    playing = (play(*one, random.Random(n)) for n, one in enumerate(zip(tables, people, views, strict=True)))
    await asyncio.gather(*playing)
    cost = (processor(pid) - before) / len(made) * 1e6
    for person in people:
        person.close()
    return cost
