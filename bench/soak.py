"""`python -m bench soak [MINUTES]`: half an hour of mixed load on a server to which everything happens.

People play all games with dice and clocks, look at boards, records and proofs, and have computers play; they
send every move again until it is answered.  Meanwhile the server is killed (`kill -9`) and started anew,
suspended (SIGSTOP, SIGCONT), its disk is full (no file may grow: RLIMIT_FSIZE stands in for it) and its wall
clock jumps by days (the server's calendar reads an offset from a file; nobody sets the machine's own clock).

In the end every acknowledged move must be where it was made, and once; no clock may have lost more than the
time that its player saw pass, or gained any; no flag may have fallen; every table must replay and every
record verify.  Ctrl-C ends it early, with the same checks.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bench.connection import HOST
from bench.site import free_port, until_ready
from stylobate.play import Table, fold
from stylobate.registry import ids
from stylobate.store.check import check
from stylobate.store.sqlite import SqliteStore

MINUTES = 30.0
PEOPLE = 6
CLOCK = {"kind": "fischer", "start": 60, "increment": 5}
SLACK = 2_000  # milliseconds that a clock and a player may differ by, for answers on their way
TOO_BUSY = (429, 503, 507)

PROGRAM = """
import sys, time, types
from pathlib import Path
from stylobate.house import now
from stylobate.web.limits import Limits
from stylobate.web.serve import serve
from stylobate.web.settings import Settings
folder = Path(sys.argv[1])
jump = lambda: int((folder / "jump").read_text() or 0) * 10**9
now.time = types.SimpleNamespace(time_ns=lambda: time.time_ns() + jump())
serve(Settings(folder, port=int(sys.argv[2]), limits=Limits(on=False), workers=1), browse=False)
"""


class Server:
    """A server in its own process, always at the same address, and what may happen to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.happened: Counter[str] = Counter()
        (folder / "jump").write_text("0")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = [sys.executable, "-c", PROGRAM, str(self.folder), str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)
        until_ready(self.port)

    def stop(self) -> None:
        """End it as Ctrl-C would; one that does not end is killed."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(60)
        finally:
            self.process.kill()

    def is_killed(self, rng: random.Random, over: threading.Event) -> None:
        """The power fails, and comes back."""
        self.process.kill()
        self.process.wait()
        self.start()

    def is_suspended(self, rng: random.Random, over: threading.Event) -> None:
        """The lid is closed for a while."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            over.wait(rng.uniform(6, 9))
        finally:
            self.process.send_signal(signal.SIGCONT)

    def has_no_room(self, rng: random.Random, over: threading.Event) -> None:
        """The disk is full for a while: no file may grow beyond its size of now, or a little more."""
        files = [path.stat().st_size for path in self.folder.glob("stylobate.db*")]
        self._may_write(max(files, default=0) + rng.randrange(20_000))
        try:
            over.wait(rng.uniform(1, 4))
        finally:
            self._may_write(resource.RLIM_INFINITY)

    def is_set_wrong(self, rng: random.Random, over: threading.Event) -> None:
        """Somebody sets the clock of the machine: hours or days on, or back."""
        jump = rng.choice((-1, 1)) * rng.choice((60, 3_600, 86_400, 5 * 86_400))
        (self.folder / "jump.new").write_text(str(jump))
        os.replace(self.folder / "jump.new", self.folder / "jump")

    def _may_write(self, size: int) -> None:
        _, most = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, most))


@dataclass
class Seen:
    """What a person saw of one table: each move at its place, and for how long each seat was to move."""

    moves: dict[int, str] = field(default_factory=dict)
    spent: Counter[int] = field(default_factory=Counter)
    moved: Counter[int] = field(default_factory=Counter)
    is_clocked: bool = False


class Stale(Exception):
    """The table had changed; `view` is what it is now."""

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__()
        self.view = view


class Person(threading.Thread):
    """Plays all seats of table after table, and sends everything again until it is answered."""

    def __init__(self, port: int, number: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.over = port, over
        self.rng = random.Random(number)
        self.tables: dict[str, Seen] = {}
        self.faults: list[str] = []
        self.again = 0
        self._cookie = ""

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(len(seen.moves) for seen in list(self.tables.values()))

    def run(self) -> None:
        """Play until it is over."""
        while not self.over.is_set():
            game = self.rng.choice(ids())
            clock = self.rng.choice((CLOCK, {"kind": "none"}))
            seats = self.rng.choice((["me:One", "me:Other"], ["me", "1"], ["me", "random"]))
            proposal = {"game": game, "seats": seats, "clock": clock, "visibility": "public"}
            opened = self._insist("/api/tables", proposal)
            if opened is not None:
                seen = self.tables[opened["table"]] = Seen(is_clocked=clock is CLOCK)
                self._play(f"/api/tables/{opened['table']}", opened["view"], seen)

    def _play(self, path: str, view: dict[str, Any], seen: Seen) -> None:
        if view["state"] == "open":
            self._insist(path, {"do": "begin", "nonce": self._nonce()})
        since = time.monotonic()
        while not self.over.is_set():
            fresh = self._ask("GET", path)
            if fresh is None:
                continue
            view = fresh
            if view["state"] == "over":
                break
            if view["state"] != "running" or not view["can"].get("move"):
                self.over.wait(0.02)
                since = time.monotonic()
                continue
            n, seat = len(view["tokens"]), view["turn"]
            board = self._ask("GET", f"{path}/at/{n}")
            if not board or not board["legal"]:
                continue
            token = self.rng.choice(board["legal"])["token"]
            move = {"do": "move", "token": token, "version": view["version"], "nonce": self._nonce()}
            try:
                answer = self._insist(path, move)
            except Stale as stale:
                if len(stale.view["tokens"]) == n and stale.view["turn"] == seat:
                    versions = f"{view['version']} and then {stale.view['version']}"
                    self.faults.append(f"{path}: a move was stale at the same position, version {versions}")
                continue
            if answer is not None:
                seen.moves[n] = token
                seen.moved[seat] += 1
                now = time.monotonic()
                seen.spent[seat] += int((now - since) * 1000)
                since = now
            if self.rng.random() < 0.05:
                self._ask("GET", path + self.rng.choice(("/proof", "/record.json", "/log?from=0", "/at/0")))

    def _nonce(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def _insist(self, path: str, data: dict[str, Any]) -> dict[str, Any] | None:
        """The answer, however often it must be asked for."""
        key = self._nonce()
        while not self.over.is_set():
            answer = self._ask("POST", path, data, key)
            if answer is not None:
                return answer
            self.again += 1
        return None

    def _ask(self, method: str, path: str, data: object = None, key: str = "") -> dict[str, Any] | None:
        headers = {"Sec-Fetch-Site": "same-origin", "Cookie": self._cookie}
        if method == "POST":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        line = http.client.HTTPConnection(HOST, self.port, timeout=20)
        try:
            line.request(method, path, json.dumps(data) if method == "POST" else None, headers)
            answer = line.getresponse()
            body = answer.read()
            for cookie in answer.headers.get_all("Set-Cookie", []):
                if cookie.startswith("stylobate="):
                    self._cookie = cookie.partition(";")[0]
            if answer.status < 400:
                told: dict[str, Any] = {"log": json.loads(body)} if body[:1] == b"[" else json.loads(body)
                return told
            if answer.status == 409:
                raise Stale(json.loads(body)["view"])
            if answer.status not in TOO_BUSY:
                self.faults.append(f"{method} {path}: {answer.status} {body[:200].decode(errors='replace')}")
        except (OSError, http.client.HTTPException):
            pass
        finally:
            line.close()
        self.over.wait(0.1)
        return None


def faults(store: SqliteStore, people: list[Person]) -> list[str]:
    """All that is not as it should be, in sentences."""
    found = [f"{table}: {sentence}" for table, sentence in check(store)]
    for person in people:
        found += person.faults
        for id, seen in person.tables.items():
            found += [f"{id}: {sentence}" for sentence in _unlike(fold(id, store.events(id)), seen)]
    return found


def _unlike(table: Table, seen: Seen) -> list[str]:
    """How a table differs from what its player saw."""
    found = []
    tokens, mine = table.tokens, sum(1 for play in table.plays if play.seat in seen.moved)
    for n, token in seen.moves.items():
        if n >= len(tokens) or tokens[n] != token:
            found.append(f"move {n}, {token}, was acknowledged and is not there")
    if mine > len(seen.moves) + 1:
        found.append(f"{mine} moves are stored, and {len(seen.moves)} were acknowledged")
    if table.ending is not None and table.ending.how == "time":
        found.append(f"the flag of seat {table.ending.seat} fell")
    if seen.is_clocked and table.ending is None:
        for seat, moved in seen.moved.items():
            given = 1000 * (CLOCK["start"] + CLOCK["increment"] * (moved + 1))  # type: ignore[operator]
            left = table.faces.left[seat]
            if left > given:
                found.append(f"seat {seat} has gained time: {left} ms of {given} are left")
            if left < 1000 * CLOCK["start"] - seen.spent[seat] - SLACK:  # type: ignore[operator]
                found.append(f"seat {seat} has lost time: {left} ms are left after {seen.spent[seat]} ms")
    return found


def main(words: list[str]) -> int:
    """Soak for so many minutes; the number of faults."""
    try:
        minutes = float(words[0]) if words else MINUTES
        seed = int(words[1]) if words[1:] else int.from_bytes(os.urandom(4), "big")
    except ValueError:
        sys.exit(f"bench: “{' '.join(words)}” is no soak; write python -m bench soak [MINUTES [SEED]]")
    print(f"{PEOPLE} people play; for the same again: python -m bench soak {minutes:g} {seed}")
    rng, over = random.Random(seed), threading.Event()
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name))
        people = [Person(server.port, seed + number, over) for number in range(PEOPLE)]
        for person in people:
            person.start()
        try:
            _happen(server, people, rng, minutes * 60, over)
        except KeyboardInterrupt:
            print("Stopped; what was done so far is checked.")
        finally:
            over.set()
            for person in people:
                person.join(60)
            server.stop()
        store = SqliteStore(Path(name) / "stylobate.db")
        found = faults(store, people)
        store.close()
        log = (Path(name) / "server.log").read_text(errors="replace")
    moves, tables = sum(person.moves for person in people), sum(len(person.tables) for person in people)
    again = sum(person.again for person in people)
    happened = ", ".join(f"{count} times {what}" for what, count in sorted(server.happened.items()))
    print(f"{moves:,} moves acknowledged at {tables:,} tables, {again:,} requests sent again; {happened}")
    if "Traceback" in log:
        found.append("the server's log has a traceback: " + log[log.index("Traceback") :][:2_000])
    print("\n".join(found[:50]) if found else "Nothing was lost or done twice, and no clock was wrong.")
    return len(found)


def _happen(
    server: Server, people: list[Person], rng: random.Random, seconds: float, over: threading.Event
) -> None:
    """Let one thing after the other happen to the server, with some peace between them."""
    things: list[tuple[str, Callable[[random.Random, threading.Event], None]]] = [
        ("killed", server.is_killed),
        ("suspended", server.is_suspended),
        ("without room", server.has_no_room),
        ("set wrong", server.is_set_wrong),
    ]
    began = time.monotonic()
    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns) as bar:
        task = bar.add_task("", total=seconds)
        while (passed := time.monotonic() - began) < seconds:
            bar.update(
                task, completed=passed, description=f"{sum(person.moves for person in people):,} moves"
            )
            over.wait(rng.uniform(1, 4))
            what, happens = rng.choice(things)
            happens(rng, over)
            server.happened[what] += 1
            if server.process.poll() is not None:
                raise RuntimeError(f"the server ended by itself after it was {what}")
