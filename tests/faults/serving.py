"""Real servers and workers, each a process of its own, over one store; and what may happen to them.

They are forked from a process that has imported all they need and has the games ready: fifty starts would
otherwise spend their time reading the same modules.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stylobate import registry
from stylobate.errors import BadFile
from stylobate.house.workshop import work
from stylobate.web.limits import Limits
from stylobate.web.serve import serve
from stylobate.web.settings import Settings
from tests.faults.wishing import GAMES
from tests.web.visiting import free_port

NEEDED = ["stylobate.web.serve", "stylobate.web.app", "stylobate.house.workshop", "stylobate.store.postgres"]

context: Any = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
context.set_forkserver_preload([*NEEDED, "tests.faults.warm"])


def run_server(folder: Path, port: int, games: tuple[str, ...], **settings: Any) -> None:
    """The site with a few games; returns when it is asked to end."""
    _prepare(folder / f"server-{port}.log", games)
    try:
        serve(Settings(folder, port=port, limits=Limits(on=False), workers=0, **settings), browse=False)
    except BadFile as error:
        print(error, flush=True)


def run_worker(log: Path, database: str) -> None:
    """A worker for the same games."""
    _prepare(log, GAMES)
    try:
        work(database, 1, print)
    except BadFile as error:
        print(error, flush=True)


def _prepare(log: Path, games: tuple[str, ...]) -> None:
    """Know these games alone, and let all that is said go into a file."""
    said = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    for number in (1, 2):
        os.dup2(said, number)
    registry.REGISTRY = registry.Registry(lambda: [game for game in registry.installed() if game.id in games])


class Process:
    """A process that can be killed as a power cut would, and comes back in its place."""

    def __init__(self, log: Path, run: Callable[..., None], args: tuple[Any, ...], **more: Any) -> None:
        self.log = log
        self._run, self._args, self._more = run, args, more
        self.start()

    def start(self) -> None:
        """Start it, or the next one in its place."""
        self.process = context.Process(target=self._run, args=self._args, kwargs=self._more, daemon=True)
        self.process.start()

    def look_after(self) -> None:
        """Start it again if it ended by itself, as an init system does: its database was not there."""
        if not self.process.is_alive():
            self.start()

    def kill(self) -> None:
        """End it in the middle of everything."""
        self.process.kill()
        self.process.join()

    def suspend(self) -> None:
        """Let it stand still."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        os.kill(self.process.pid, signal.SIGCONT)

    @property
    def said(self) -> str:
        """All that it wrote to its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Server(Process):
    """A server, always at the same address."""

    def __init__(self, folder: Path, games: tuple[str, ...] = GAMES, **settings: Any) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        log = folder / f"server-{self.port}.log"
        super().__init__(log, run_server, (folder, self.port, games), **settings)


class Worker(Process):
    """A worker, which thinks for computers."""

    def __init__(self, folder: Path, database: str) -> None:
        log = folder / "worker.log"
        super().__init__(log, run_worker, (log, database))
