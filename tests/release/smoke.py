"""A few things that whoever has just installed the program does first.

All is done from outside, with the words that start the program, so that it may be installed anywhere: in an
environment of its own, by pipx or uvx, behind a chroot.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from urllib.request import urlopen

from stylobate import __version__

PATIENCE = 600.0  # seconds for a command: the first of each game compiles it

Say = Callable[[str], None]


class Fault(Exception):
    """The program does not do what it should; the sentence says what it did."""


class Smoke:
    """The program that these words start, and what it should do.

    `data` is where its site keeps games, as it sees it; without, in a temporary folder.
    """

    def __init__(
        self, program: Sequence[str], environment: Mapping[str, str] = os.environ, data: str | None = None
    ) -> None:
        self._program, self._data = list(program), data
        self._environment = {name: value for name, value in environment.items() if name != "PYTHONPATH"}

    def test(self, say: Say = print) -> None:
        """Everything, one after the other; a `Fault` where something is amiss."""
        say(self.tells_its_version())
        games = self.lists_games()
        say(f"games: {', '.join(games)}")
        self.speaks_the_protocol(games)
        say("the engine answers")
        for game in games:
            say(f"{game}: {self.plays(game)}")
        say(f"the site answers with {self.serves()} bytes")
        say(f"doctor: {self.is_well()}")

    def tells_its_version(self) -> str:
        """`--version` is that of these sources."""
        told = self.run("--version").strip()
        return _seen(told, told == f"stylobate {__version__}", f"should be stylobate {__version__}")

    def lists_games(self) -> list[str]:
        """`games` names them; the engine tells them without a table around it."""
        listed = self.run("games")
        _, *names = self.run("engine", typed="games\nquit\n").split()
        for name in names:
            _seen(listed, re.search(rf"^{name}\b", listed, re.M) is not None, f"should list {name}")
        return names

    def speaks_the_protocol(self, games: Sequence[str]) -> None:
        """`engine` begins a game of each."""
        lines = [f"new {game}\nturn" for game in games]
        told = self.run("engine", typed="\n".join([*lines, "quit", ""]))
        _seen(told, len(re.findall(r"^ok\nturn", told, re.M)) == len(games), "should begin every game")

    def plays(self, game: str) -> str:
        """`play` with computers in all seats ends with somebody's win; gives the last line."""
        told = self.run("play", game, "--seats", "random,random", "--seed", "1")
        return _seen(told, re.search(r"\b(wins?|won)\b", told) is not None, "should end").splitlines()[-1]

    def serves(self) -> int:
        """`serve` starts and answers; gives how large its first page is."""
        port = _free()
        with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "out"), "w+") as out:
            words = ["serve", "--no-open", "--port", str(port), "--data", self._data or folder]
            server = subprocess.Popen(
                [*self._program, *words], env=self._environment, stdout=out, stderr=subprocess.STDOUT
            )
            try:
                page = _first_page(f"http://127.0.0.1:{port}/", server)
            finally:
                server.terminate()
                server.wait(60)
                out.seek(0)
                told = out.read()
            _seen(told, b"Colonnade" in page, "the first page should show the games")
            return len(page)

    def is_well(self) -> str:
        """`doctor` finds nothing broken."""
        told = self.run("doctor", "--json")
        report = json.loads(told)
        _seen(told, report["well"], "nothing should be broken")
        notes = [f"{one['about']} ({one['state']})" for one in report["findings"] if one["state"] != "fine"]
        return f"well; not fine: {', '.join(notes) or 'nothing'}"

    def run(self, *words: str, typed: str = "") -> str:
        """What the program prints; it must end well."""
        ran = subprocess.run(
            [*self._program, *words],
            env=self._environment,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        return _seen(ran.stdout, ran.returncode == 0, f"{words} ended with {ran.returncode}: {ran.stderr}")


def _seen(told: str, is_right: bool, complaint: str) -> str:
    if not is_right:
        raise Fault(f"{complaint}\n{told}")
    return told.strip()


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


def _first_page(address: str, server: subprocess.Popen[bytes]) -> bytes:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with suppress(OSError), urlopen(address, timeout=10) as answer:
            page: bytes = answer.read()
            return page
        time.sleep(0.1)
    return b""
