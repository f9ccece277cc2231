"""A crowd that plays: many tables at once over plain sockets, each move sent when the one before is answered.

It shares two cores with the server it measures, so it does as little as it can: requests are built by hand,
games are played beforehand, answers are read only as far as needed.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stylobate.registry import load

HOST = "127.0.0.1"


@dataclass
class Taken:
    """How long each move took, in seconds; how many updates watchers saw; how long it all went on."""

    moves: list[float] = field(default_factory=list)
    seconds: float = 0.0
    updates: int = 0
    refused: int = 0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.moves) / self.seconds

    def at(self, share: float) -> float:
        """The time within which such a share of moves was answered, in milliseconds."""
        return sorted(self.moves)[min(len(self.moves) - 1, int(share * len(self.moves)))] * 1000


class Line(asyncio.Protocol):
    """One connection that is kept: a request, its answer, the next request."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.headers = ""
        self._transport: asyncio.Transport | None = None
        self._came = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def open(self) -> Line:
        """Connect."""
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self.port)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """More of the answer."""
        self._came += data
        head = self._came.find(b"\r\n\r\n")
        if head < 0 or self._answer is None:
            return
        lines = bytes(self._came[:head]).lower()
        start = lines.index(b"content-length: ") + 16
        length = int(lines[start : lines.find(b"\r\n", start) if b"\r\n" in lines[start:] else None])
        if len(self._came) < head + 4 + length:
            return
        for header in bytes(self._came[:head]).split(b"\r\n"):
            if header.lower().startswith(b"set-cookie: "):
                name, _, rest = header[12:].decode().partition("=")
                self.cookies[name] = rest.partition(";")[0]
        answer, self._answer = self._answer, None
        body = bytes(self._came[head + 4 :])
        self._came.clear()
        answer.set_result((int(lines[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        """Gone."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionError("the server has gone"))

    async def get(self, path: str) -> tuple[int, bytes]:
        """Ask for something, and wait for the answer."""
        return await self._asked("GET", path, "\r\n")

    async def post(self, path: str, data: object, key: str) -> tuple[int, bytes]:
        """Send, and wait for the answer."""
        body = json.dumps(data)
        head = f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n"
        return await self._asked("POST", path, f"{head}\r\n{body}")

    async def _asked(self, method: str, path: str, rest: str) -> tuple[int, bytes]:
        assert self._transport is not None
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items() if name == "stylobate")
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nSec-Fetch-Site: same-origin\r\n"
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(f"{head}{self.headers}Cookie: {cookie}\r\n{rest}".encode())
        return await self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


class Watcher(asyncio.Protocol):
    """Somebody who only watches, and counts."""

    def __init__(self, taken: Taken) -> None:
        self.taken = taken
        self._transport: asyncio.Transport | None = None
        self._told = asyncio.Event()

    async def open(self, port: int, table: str) -> None:
        """Begin to watch a table: until the first view is there."""
        self.close()
        self._told.clear()
        self._transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)
        self._transport.write(f"GET /api/events?table={table} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        await self._told.wait()

    def data_received(self, data: bytes) -> None:
        """News."""
        seen = data.count(b"event: table")
        if seen:
            self.taken.updates += seen
            self._told.set()

    def close(self) -> None:
        """Stop watching."""
        if self._transport is not None:
            self._transport.close()


def games(count: int, seed: int = 7) -> list[list[str]]:
    """Games played at random, to be played again."""
    rng = random.Random(seed)
    played = []
    for _ in range(count):
        position, tokens = load("colonnade").start(), []
        while not position.is_over:
            tokens.append(rng.choice(position.legal))
            position = position.play(tokens[-1])
        played.append(tokens)
    return played


class Crowd:
    """Tables that play all at once; the clock starts when everybody sits."""

    def __init__(self, ports: Sequence[int], tables: int, seconds: float, pace: float | None) -> None:
        self.ports = ports
        self.seconds = seconds
        self.every = tables / pace if pace else None
        self.book = games(50)
        self.taken = Taken()
        self.end = 0.0
        self._missing = tables
        self._seated = asyncio.Event()

    async def sit(self, line: Line, watcher: Watcher, at: int, key: str) -> str:
        """A new table, with somebody who watches it at that port."""
        plan = {"game": "colonnade", "seats": ["me:One", "me:Other"]}
        status, body = await line.post("/api/tables", plan, key)
        assert status == 201, body
        table: str = json.loads(body)["table"]
        await watcher.open(at, table)
        self._missing -= 1
        if not self._missing:
            self.end = time.perf_counter() + self.seconds
            self._seated.set()
        await self._seated.wait()
        return table

    async def play(self, number: int) -> None:
        """One table after the other; nothing is timed but moves.

        Of several processes each has as many players; half of the watchers look on at another one.
        """
        here, there = (self.ports[place % len(self.ports)] for place in (number, number // 2))
        line, watcher = await Line(here).open(), Watcher(self.taken)
        rng, keys = random.Random(number), (f"{number}-{n}" for n in range(10**9))
        try:
            table = await self.sit(line, watcher, there, next(keys))
            due = time.perf_counter() + rng.random() * (self.every or 0.0)
            while time.perf_counter() < self.end:
                for version, token in enumerate(rng.choice(self.book), 4):
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    asked = time.perf_counter()
                    if asked >= self.end:
                        break
                    move = {"do": "move", "token": token, "version": version}
                    status, _ = await line.post(f"/api/tables/{table}", move, next(keys))
                    self.taken.moves.append(time.perf_counter() - (due if self.every else asked))
                    self.taken.refused += status != 200
                    due = max(due + self.every, time.perf_counter()) if self.every else 0.0
                else:
                    table = await self.sit(line, watcher, there, next(keys))
                    due = max(due, time.perf_counter())
        finally:
            line.close()
            watcher.close()


async def play(ports: int | Sequence[int], tables: int, seconds: float, pace: float | None = None) -> Taken:
    """Let so many tables play for so long, each with a watcher; `pace` is moves a second in all, or none."""
    crowd = Crowd([ports] if isinstance(ports, int) else ports, tables, seconds, pace)
    await asyncio.gather(*(crowd.play(number) for number in range(tables)))
    crowd.taken.seconds = seconds
    return crowd.taken
