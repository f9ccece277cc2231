"""`make bench` or `python -m bench [PART …]`: measure, compare, and say what was not reached.

`python -m bench soak [MINUTES]` is no part of it: see `bench.soak`.
"""

import importlib
import os
import platform
import sys

PARTS = ("startup", "playouts", "solve", "store", "site", "beside")


def main() -> None:
    """Run the parts asked for, or all."""
    if sys.argv[1:2] == ["soak"]:
        from bench import soak

        sys.exit(1 if soak.main(sys.argv[2:]) else 0)
    asked = sys.argv[1:] or list(PARTS)
    if unknown := [part for part in asked if part not in PARTS]:
        sys.exit(f"bench: there is no part called {unknown[0]}; there are {', '.join(PARTS)}")
    machine = platform.processor() or platform.machine()
    print(f"{machine}, {os.cpu_count()} cores, Python {platform.python_version()}")
    missed = 0
    for part in asked:
        for line in importlib.import_module(f"bench.{part}").lines():
            missed += not line.reached
            mark = "  " if line.reached else "! "
            print(
                f"{mark}{line.what}: {line.figure} ({line.goal}){'; ' if line.detail else ''}{line.detail}",
                flush=True,
            )
    sys.exit(1 if missed else 0)


main()
