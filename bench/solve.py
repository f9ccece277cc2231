"""The full solution of Colonnade: how long it takes, and how much memory and disk."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.side_by_side import Line, at_most


def lines() -> Iterator[Line]:
    """Solve all 872,893,441 positions into a fresh file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "colonnade.solution"
        words = [sys.executable, "-m", "stylobate", "solve", "colonnade"]
        words += ["--threads", "2", "--out", str(file)]
        began = time.perf_counter()
        with open(os.devnull, "w") as silence:
            child = os.posix_spawn(
                sys.executable, words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, silence.fileno(), 1)]
            )
            _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - began
        assert status == 0, "the solver failed"
        worked = f"{usage.ru_utime + usage.ru_stime:.0f} s of processor time"
        yield at_most("the full solution, two threads", seconds, 360, "s", worked)
        yield at_most("its memory at the most", usage.ru_maxrss / 1e6, 1.3, "GB")
        yield at_most("its file", file.stat().st_size / 1e6, 500, "MB")
