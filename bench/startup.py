"""How long one waits before anything happens."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.side_by_side import Line, at_most


def lines() -> Iterator[Line]:
    """The import alone, and an engine from its start to its first answer."""
    program = (
        "import time; t = time.perf_counter(); import stylobate; s = time.perf_counter() - t; "
        "import sys; assert 'numba' not in sys.modules; print(s)"
    )
    taken = [float(_run("-c", program)[1]) for _ in range(9)]
    yield at_most("import stylobate", statistics.median(taken) * 1000, 100, "ms", "without loading Numba")
    _run("-m", "stylobate", "engine", typed="new colonnade\ngo playouts 10 level 1\n")
    taken = [_run("-m", "stylobate", "engine", typed="games\n")[0] for _ in range(9)]
    yield at_most("a warm engine, from its start to the answer to games", statistics.median(taken), 1.0, "s")


def _run(*words: str, typed: str = "") -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run([sys.executable, *words], input=typed, capture_output=True, text=True, check=True)
    return time.perf_counter() - began, done.stdout
