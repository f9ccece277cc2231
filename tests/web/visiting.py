"""A site that runs, and people who visit it as browsers do: cookies, origins, keys, live streams."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import uvicorn.server

from stylobate.house.timepiece import Timepiece
from stylobate.house.waiting import Waiting
from stylobate.store.protocol import Job
from stylobate.web import statics
from stylobate.web.app import application
from stylobate.web.limits import Limits
from stylobate.web.serve import Server, bound
from stylobate.web.settings import Settings
from stylobate.web.site import Site

PATIENCE = 60.0
QUIET = Limits(on=False)


class Visitor:
    """Somebody with a browser: one cookie jar, requests that say where they come from."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.sent: list[bytes] = []
        self.http = httpx.Client(
            base_url=base,
            headers={"Origin": base, "Sec-Fetch-Site": "same-origin"},
            timeout=PATIENCE,
            verify=False,  # nothing here is encrypted, and reading all certificates takes longer than a visit
            event_hooks={"response": [self._note]},
        )

    def _note(self, response: httpx.Response) -> None:
        response.read()
        headers = [value for name, value in response.headers.raw if name.lower() != b"set-cookie"]
        self.sent += [response.content, *headers]

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, data: object, key: str | None = None) -> httpx.Response:
        return self.http.post(path, json=data, headers={"Idempotency-Key": key or secrets.token_hex(8)})

    def open(
        self, game: str = "colonnade", seats: tuple[str, ...] = ("me", "open"), **proposal: Any
    ) -> Table:
        answer = self.post("/api/tables", {"game": game, "seats": list(seats), **proposal})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json()["table"], answer.json()["invites"])

    def listen_to_lists(self) -> Stream:
        return Stream(self, None)

    def close(self) -> None:
        self.http.close()


def bare(method: str, url: str, **more: Any) -> httpx.Response:
    """One request by a program, which says nothing of itself and keeps no cookies."""
    return httpx.request(method, url, timeout=PATIENCE, verify=False, **more)


class Table:
    """A table as one visitor sees it."""

    def __init__(self, visitor: Visitor, id: str, invites: list[dict[str, Any]] | None = None) -> None:
        self.visitor = visitor
        self.id = id
        self.invites = invites or []
        self.path = f"/api/tables/{id}"

    def seen_by(self, visitor: Visitor) -> Table:
        return Table(visitor, self.id)

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.visitor.get(self.path).json()
        return view

    def board(self, n: int) -> dict[str, Any]:
        board: dict[str, Any] = self.visitor.get(f"{self.path}/at/{n}").json()
        return board

    def ask(self, do: str, key: str | None = None, known: int | None = None, **fields: Any) -> httpx.Response:
        """Ask for something; who says how many tokens they know gets the boards after them as well."""
        if do == "begin" or (do == "move" and "nonce" not in fields):
            fields["nonce"] = secrets.token_hex(16)
        boards = "" if known is None else f"?boards={known}"
        return self.visitor.post(self.path + boards, {"do": do, **fields}, key)

    def move(self, token: str | None = None, version: int | None = None, **more: Any) -> httpx.Response:
        """Play a token, or whatever is legal first."""
        view = self.view if token is None or version is None else {}
        if token is None:
            token = self.board(len(view["tokens"]))["legal"][0]["token"]
        return self.ask("move", token=token, version=version or view["version"], **more)

    def listen(self, seen: int | None = None) -> Stream:
        return Stream(self.visitor, self.id, seen)


class Stream:
    """A live stream, read as slowly as one likes."""

    def __init__(self, visitor: Visitor, table: str | None, seen: int | None = None) -> None:
        """At a table; None: before the lists of tables."""
        place = httpx.URL(visitor.base)
        self.visitor = visitor
        self.connection = http.client.HTTPConnection(place.host, place.port, timeout=PATIENCE)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.http.cookies.jar)
        headers = {"Cookie": cookies} if cookies else {}
        if seen is not None:
            headers["Last-Event-ID"] = str(seen)
        where = "lists" if table is None else f"table={table}"
        self.connection.request("GET", f"/api/events?{where}", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def event(self) -> tuple[str, Any, str | None] | None:
        """The next event: its name, its data, its id; None at the end of the stream."""
        told: dict[str, str] = {}
        while True:
            try:
                line = self.answer.readline()
            except (http.client.IncompleteRead, ConnectionError):
                return None
            self.visitor.sent.append(line)
            if not line:
                return None
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                told[name] = value
            elif "data" in told:
                return told.get("event", "message"), json.loads(told["data"]), told.get("id")

    def table(self) -> Any:
        """The next word about the table."""
        while event := self.event():
            if event[0] == "table":
                return event[1]
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class Patient(Server):
    """A server among tests: it leaves the process's garbage alone, and stops as soon as it is told to."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.is_told = asyncio.Event()

    async def main_loop(self) -> None:
        """Tell the time once a second; Uvicorn looks ten times as often whether it shall stop."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_told.wait(), 1)

    async def _tidy(self) -> None:
        pass


async def nap(seconds: float) -> None:
    """Uvicorn sleeps a tenth of a second whenever it stops; hundreds of sites stop here, and that adds up."""
    await asyncio.sleep(seconds / 20)


vars(uvicorn.server).update(asyncio=SimpleNamespace(**vars(asyncio) | {"sleep": nap}))
statics.bare, statics._packed = cache(statics.bare), cache(statics._packed)


class Running:
    """A site in a thread of this process, so that a test can look behind the counter."""

    def __init__(self, settings: Settings) -> None:
        self.listening = bound("127.0.0.1", 0)
        self.settings = replace(settings, port=self.listening.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.settings.port}"
        app = application(self.settings)
        self.site: Site = app.state.site
        started = threading.Event()
        self.server = Patient(app, self.settings, started.set, patience=30)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],), daemon=True)
        self.thread.start()
        assert started.wait(PATIENCE)
        self.visitors: list[Visitor] = []

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """Where all its work is done."""
        return self.server.servers[0].get_loop()

    @property
    def jobs(self) -> dict[str, Job]:
        """At which tables computers are to move, where the site keeps that in memory."""
        queue = self.site.computers.queue
        assert isinstance(queue, Waiting)
        return queue.jobs

    def later(self, seconds: float) -> None:
        """Let so much time pass, as clocks count it."""
        self._set(lambda timepiece: vars(timepiece).update(_shown=timepiece._shown + round(seconds * 10**9)))

    def asleep(self, seconds: float) -> None:
        """Let so much time pass during which the server is not there."""
        self._set(lambda timepiece: vars(timepiece).update(_read=timepiece._read - round(seconds * 10**9)))

    def _set(self, change: Callable[[Timepiece], None]) -> None:
        done = threading.Event()

        def act() -> None:
            change(self.site.hall.timepiece)
            self.site.timekeeper._sooner.set()
            done.set()

        self.loop.call_soon_threadsafe(act)
        assert done.wait(PATIENCE)

    def visitor(self) -> Visitor:
        self.visitors.append(Visitor(self.base))
        return self.visitors[-1]

    def stop(self) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.server.should_exit = True
        self.loop.call_soon_threadsafe(self.server.is_told.set)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextlib.contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Running]:
    """A site, as long as the block lasts; without computers and rate limits unless asked for."""
    site = Running(Settings(folder, **{"limits": QUIET, "workers": 0, **settings}))
    try:
        yield site
    finally:
        site.stop()


class Process:
    """A site in a process of its own, as the command starts it."""

    def __init__(self, folder: Path, *more: str, cache: Path | None = None) -> None:
        """`more` are further options; `cache` is where machine code is kept, none in it at a first start."""
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        words = ["-m", "stylobate", "serve", "--data", str(folder), "--port", str(self.port), "--no-open"]
        words += more
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | ({"STYLOBATE_CACHE": str(cache)} if cache else {}),
        )

    def ready(self) -> Process:
        """Wait until it answers."""
        until(lambda: self._health() is not None or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.communicate()[0].decode()
        return self

    def _health(self) -> object:
        try:
            return httpx.get(f"{self.base}/health", timeout=5, verify=False).json()
        except httpx.HTTPError:
            return None

    def stop(self) -> str:
        """As Ctrl-C would; all that it said."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)[0].decode()


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(happens: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for something that happens by itself; whoever waits long asks less often, and disturbs less."""
    end, pause = time.monotonic() + patience, 0.005
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(pause)
        pause = min(1.3 * pause, 0.1)
