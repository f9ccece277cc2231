"""A real Caddy for the tests, before servers of the site: the Caddyfile of `deploy/`, at ports of its own.

It is the system's, or else one that was taken out of Debian's package into the environment: installed as a
package it would begin to serve.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

MISSING = "CADDY TESTS SKIPPED: there is no caddy here, and none could be fetched by apt-get"
FILE = Path(__file__).parents[1] / "deploy" / "Caddyfile"
OWN = Path(sys.prefix, "bin", "caddy")
PATIENCE = 30  # seconds to stop

# What only tests choose: ports, certificates of their own making, no trace on the machine.
FOR_TESTS = """\
{
	admin off
	skip_install_trust
	local_certs
	http_port %(http)d
	https_port %(https)d
	storage file_system %(folder)s
	servers {
		protocols h1 h2
	}
}
"""


def find() -> str | None:
    """Where a caddy is."""
    return shutil.which("caddy") or (str(OWN) if OWN.is_file() else None)


def fetch(run: Callable[[list[str]], bool]) -> str:
    """Take one out of Debian's package, if there is none; what came of it, in a sentence ("": was there)."""
    if find() or not shutil.which("apt-get"):
        return ""
    with TemporaryDirectory() as folder:
        package = "apt-get download -qq caddy && dpkg-deb --extract caddy_*.deb ."
        if run(["sh", "-c", f"cd {folder} && {package}"]):
            shutil.copy(Path(folder, "usr", "bin", "caddy"), OWN)
            return "There is a Caddy now."
    return "No Caddy could be fetched; the tests behind one will say so."


def program() -> str:
    """Where caddy is; skips with one loud line where it is not."""
    return find() or pytest.skip(MISSING)


class Caddy:
    """A Caddy that runs, as long as nobody stops it."""

    def __init__(self, folder: Path, ports: tuple[int, int], servers: Sequence[int]) -> None:
        """At these ports, for http and https, before servers at those."""
        self.url = f"https://localhost:{ports[1]}"
        written = folder / "Caddyfile"
        choices = {"http": ports[0], "https": ports[1], "folder": folder / "certificates"}
        written.write_text(FOR_TESTS % choices + FILE.read_text("utf-8"), "utf-8")
        upstreams = " ".join(f"127.0.0.1:{port}" for port in servers)
        with (folder / "caddy.log").open("wb") as log:
            self._process = subprocess.Popen(
                [program(), "run", "--adapter", "caddyfile", "--config", str(written)],
                stdout=log,
                stderr=log,
                env=os.environ | {"STYLOBATE_SITE": "localhost", "STYLOBATE_SERVERS": upstreams},
            )

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(PATIENCE)
