"""A crowd that plays: many tables at once over plain sockets, each move sent when the one before is answered.

It shares two cores with the server it measures, and whatever it takes of them the server has not.  So it does
as little as it can: one thread that looks which sockets have something to read, games played beforehand,
requests written beforehand but for the table and the key, of answers only the status read, of a watcher's
stream only the updates counted.  What it takes all the same is told (`Taken.spent`).
"""

from __future__ import annotations

import heapq
import json
import os
import random
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from bench.connection import HOST
from stylobate.registry import load

AT_ONCE = 65_536  # bytes read at once
LENGTH = b"\r\ncontent-length: "
FIRST_MOVE = 4  # the version at which a table with two people asks for its first move


@dataclass
class Taken:
    """How long each move took, in seconds; how many updates watchers saw; how long it all went on.

    In seconds of the processor: what the server took (`served`), what the crowd itself did (`spent`), and how
    much of that the system, sending and receiving (`in_system`).
    """

    moves: list[float] = field(default_factory=list)
    seconds: float = 0.0
    updates: int = 0
    refused: int = 0
    served: float = 0.0
    spent: float = 0.0
    in_system: float = 0.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.moves) / self.seconds

    def at(self, share: float) -> float:
        """The time within which such a share of moves was answered, in milliseconds."""
        return sorted(self.moves)[min(len(self.moves) - 1, int(share * len(self.moves)))] * 1000


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


@cache
def _book() -> list[list[bytes]]:
    """The games that are played, as the ends of the requests for their moves."""
    return [
        [
            _end({"do": "move", "token": token, "version": version})
            for version, token in enumerate(tokens, FIRST_MOVE)
        ]
        for tokens in games(50)
    ]


def _end(data: object) -> bytes:
    """What follows the key in a request."""
    body = json.dumps(data)
    return f"\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


SIT = _end({"game": "colonnade", "seats": ["me:One", "me:Other"]})


class Crowd:
    """Tables that play all at once; the clock starts when everybody sits."""

    def __init__(self, ports: Sequence[int], tables: int, seconds: float, pace: float | None) -> None:
        self.ports = ports
        self.every = tables / pace if pace else 0.0
        self.book = _book()
        self.taken = Taken(seconds=seconds)
        self.end = 0.0
        self._missing = self._playing = tables
        self._due: list[tuple[float, int]] = []
        self._selector = selectors.DefaultSelector()
        self._players = [_Player(self, number) for number in range(tables)]

    def play(self) -> Taken:
        """Let them play until the time is over and every move is answered."""
        for player in self._players:
            player.sit()
        while self._playing:
            for key, _ in self._selector.select(self._until_due()):
                key.data()
            while self._due and self._due[0][0] <= time.perf_counter():
                self._players[heapq.heappop(self._due)[1]].move()
        used = os.times()
        self.taken.in_system += used.system
        self.taken.spent += used.user + used.system
        self._selector.close()
        return self.taken

    def connect(self, port: int, heard: Callable[[], None]) -> socket.socket:
        """A connection; that is called when something has come there."""
        line = socket.create_connection((HOST, port))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setblocking(False)
        self._selector.register(line, selectors.EVENT_READ, heard)
        return line

    def hang_up(self, line: socket.socket) -> None:
        """End a connection."""
        self._selector.unregister(line)
        line.close()

    def sits(self, player: _Player) -> None:
        """A table is ready to play; the first are when all are."""
        self._missing -= 1
        if self._missing < 0:
            player.begin()
        elif not self._missing:
            used = os.times()
            self.taken.in_system -= used.system
            self.taken.spent -= used.user + used.system
            self.end = time.perf_counter() + self.taken.seconds
            for everybody in self._players:
                everybody.begin()

    def wait(self, number: int, due: float) -> None:
        """Let this player move when it is due."""
        heapq.heappush(self._due, (due, number))

    def leave(self) -> None:
        """One of the players has done."""
        self._playing -= 1

    def _until_due(self) -> float | None:
        return max(0.0, self._due[0][0] - time.perf_counter()) if self._due else None


class _Player:
    """Somebody who plays both sides at one table after the other, while somebody else watches.

    Of several processes each has as many players; half of the watchers look on at another one.
    """

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd, self._number = crowd, number
        here, self._there = (crowd.ports[place % len(crowd.ports)] for place in (number, number // 2))
        self._line = crowd.connect(here, self._answered)
        self._watcher: _Watcher | None = None
        self._rng = random.Random(number)
        self._keys = 0
        self._cookie = b""
        self._came = b""
        self._head = b""
        self._moves: list[bytes] = []
        self._is_sitting = True
        self._asked = self._due = 0.0

    def sit(self) -> None:
        """Ask for a new table."""
        self._is_sitting = True
        self._ask(_head(b"/api/tables", self._cookie), SIT)

    def begin(self) -> None:
        """Begin to play there."""
        self._is_sitting = False
        if not self._due:
            self._due = time.perf_counter() + self._rng.random() * self._crowd.every
        self._moves = self._rng.choice(self._crowd.book)[::-1]
        self._go_on()

    def move(self) -> None:
        """Make the next move now, if there is still time."""
        now = time.perf_counter()
        if now >= self._crowd.end:
            self._leave()
        else:
            self._asked = self._due if self._crowd.every else now
            self._ask(self._head, self._moves.pop())

    def _go_on(self) -> None:
        """Make the next move when it is due: in a hurry, at once."""
        if not self._moves:
            self.sit()
        elif self._crowd.every:
            self._due = max(self._due, time.perf_counter())
            self._crowd.wait(self._number, self._due)
        else:
            self.move()

    def _ask(self, head: bytes, end: bytes) -> None:
        self._line.send(b"%b%d-%d%b" % (head, self._number, self._keys, end))
        self._keys += 1

    def _answered(self) -> None:
        """Some of an answer has come: when it is all there, go on."""
        came = self._came + _received(self._line)
        head = came.find(b"\r\n\r\n")
        if head < 0 or len(came) < head + 4 + _length(came, head):
            self._came = came
            return
        self._came = b""
        if self._is_sitting:
            self._seated(came[:head], came[head + 4 :])
            return
        taken = self._crowd.taken
        taken.moves.append(time.perf_counter() - self._asked)
        taken.refused += came[9:12] != b"200"
        self._due += self._crowd.every
        self._go_on()

    def _seated(self, head: bytes, body: bytes) -> None:
        """There is a table: let it be watched."""
        assert head[9:12] == b"201", body
        table = json.loads(body)["table"].encode()
        if not self._cookie:
            start = head.index(b"set-cookie: stylobate=") + 12
            self._cookie = head[start : head.index(b";", start)]
        self._head = _head(b"/api/tables/" + table, self._cookie)
        if self._watcher is not None:
            self._watcher.leave()
        self._watcher = _Watcher(self._crowd, self._there, table, partial(self._crowd.sits, self))

    def _leave(self) -> None:
        self._crowd.hang_up(self._line)
        if self._watcher is not None:
            self._watcher.leave()
        self._crowd.leave()


class _Watcher:
    """Somebody who watches a table, and counts; `begin` is called when the first view is there."""

    def __init__(self, crowd: Crowd, port: int, table: bytes, begin: Callable[[], None]) -> None:
        self._crowd, self._begin, self._is_told = crowd, begin, False
        self._line = crowd.connect(port, self._heard)
        self._line.send(b"GET /api/events?table=%b HTTP/1.1\r\nHost: %b\r\n\r\n" % (table, HOST.encode()))

    def leave(self) -> None:
        """Watch no more."""
        self._crowd.hang_up(self._line)

    def _heard(self) -> None:
        if self._line.fileno() < 0:  # the player has left since the news came
            return
        seen = _received(self._line).count(b"event: table")
        self._crowd.taken.updates += seen
        if seen and not self._is_told:
            self._is_told = True
            self._begin()


def _head(path: bytes, cookie: bytes) -> bytes:
    """A request up to its key."""
    return (
        b"POST %b HTTP/1.1\r\nHost: %b\r\nSec-Fetch-Site: same-origin\r\nCookie: %b\r\n"
        b"Content-Type: application/json\r\nIdempotency-Key: " % (path, HOST.encode(), cookie)
    )


def _length(came: bytes, head: int) -> int:
    """How long the body of an answer is, whose head is so long."""
    start = came.index(LENGTH, 0, head) + len(LENGTH)
    end = came.find(b"\r\n", start, head)
    return int(came[start : end if end >= 0 else head])


def _received(line: socket.socket) -> bytes:
    came = line.recv(AT_ONCE)
    if not came:
        raise ConnectionError("the server has gone")
    return came


def play(ports: int | Sequence[int], tables: int, seconds: float, pace: float | None = None) -> Taken:
    """Let so many tables play for so long, each with a watcher; `pace` is moves a second in all, or none."""
    return Crowd([ports] if isinstance(ports, int) else ports, tables, seconds, pace).play()
