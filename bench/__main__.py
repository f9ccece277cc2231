"""`make bench` or `python -m bench [PART …]`: measure, compare, and say what was not reached.

What takes long is no part of it: `python -m bench soak`, `faults`, `histories`, `ladder GAME`,
`strength GAME`, `time GAME`, `regret GAME`, `gpu`, `pettingzoo` (see the modules).
"""

import importlib
import os
import platform
import subprocess
import sys

from stylobate.errors import StylobateError

PARTS = ("startup", "playouts", "vector", "solve", "store", "site", "long", "beside")

ALONE = ("soak", "faults", "histories", "ladder", "strength", "time", "regret", "gpu", "pettingzoo")


def main() -> None:
    """Run the parts asked for, or all."""
    if sys.argv[1:2] and sys.argv[1] in ALONE:
        try:
            sys.exit(min(1, importlib.import_module(f"bench.{sys.argv[1]}").main(sys.argv[2:])))
        except StylobateError as error:
            sys.exit(f"bench: {error}")
        except ValueError:
            sys.exit(f"bench: “{' '.join(sys.argv[2:])}”: seats, milliseconds and games are whole numbers")
    asked = sys.argv[1:] or list(PARTS)
    if unknown := [part for part in asked if part not in PARTS]:
        sys.exit(f"bench: there is no part called {unknown[0]}; there are {', '.join(PARTS)}")
    if len(asked) > 1:  # each by itself: what one part has read into memory is not counted to another
        sys.exit(max(subprocess.call([sys.executable, "-m", "bench", part]) for part in asked))
    machine = platform.processor() or platform.machine()
    print(f"{asked[0]}: {machine}, {os.cpu_count()} cores, Python {platform.python_version()}")
    missed = 0
    for line in importlib.import_module(f"bench.{asked[0]}").lines():
        missed += not line.reached
        mark = "  " if line.reached else "! "
        print(
            f"{mark}{line.what}: {line.figure} ({line.goal}){'; ' if line.detail else ''}{line.detail}",
            flush=True,
        )
    sys.exit(1 if missed else 0)


main()
