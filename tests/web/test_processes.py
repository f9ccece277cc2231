"""`stylobate serve --processes N`: one address, several processes, each of which may end at any moment."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from stylobate.web.serve import bound
from tests.postgres import Cluster
from tests.web.visiting import Process, Visitor, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
]


def served_by(process: int) -> set[int]:
    """The server processes that a supervisor has started and that run."""
    found = set[int]()
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.add(child)
    return found


def told_to(visitor: Visitor) -> str:
    """The numbers of the site, as one who keeps a connection hears them."""
    return visitor.get("/metrics").text


def answers(visitor: Visitor, path: str) -> bool:
    """Whether somebody answers there; a connection to one who was just killed is none."""
    try:
        return visitor.get(path).status_code == 200
    except httpx.HTTPError:
        return False


def test_several_serve_one_address_and_one_that_is_killed_is_started_again(
    tmp_path: Path, cluster: Cluster
) -> None:
    address = cluster.database("processes")
    server = Process(tmp_path, "--database", address, "--processes", "2", "--name", "one").ready()
    ada = Visitor(server.base)
    table = ada.open(seats=("me", "me"))
    first = served_by(server.process.pid)
    assert len(first) == 2
    until(lambda: set(re.findall(r'start_time_seconds{process="(.*?)"', told_to(ada))) == {"one-1", "one-2"})
    assert len(re.findall("# TYPE stylobate_streams gauge", told_to(ada))) == 1
    killed = min(first)
    os.kill(killed, signal.SIGKILL)
    until(lambda: answers(ada, table.path))
    until(lambda: len(served_by(server.process.pid) - {killed}) == 2)
    until(lambda: answers(ada, table.path))
    ada.close()
    told = server.stop()
    assert "Stopped. Every move that was made is kept." in told
    assert "Traceback" not in told
    assert server.process.returncode == 0


def test_when_whoever_started_them_is_killed_they_end_and_the_address_is_free_again(
    tmp_path: Path, cluster: Cluster
) -> None:
    address = cluster.database("orphans")
    server = Process(tmp_path, "--database", address, "--processes", "2").ready()
    children = served_by(server.process.pid)
    server.process.kill()
    server.process.communicate()
    for child in children:
        until(lambda: not Path(f"/proc/{child}").exists())  # noqa: B023
    bound("127.0.0.1", server.port).close()


def test_several_processes_need_a_database(tmp_path: Path) -> None:
    words = ["serve", "--data", str(tmp_path), "--processes", "2", "--no-open"]
    done = subprocess.run([sys.executable, "-m", "stylobate", *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert re.sub(r"\s+", " ", done.stderr).strip() == (
        "stylobate: several processes need a --database; a file is served by one process alone"
    )
