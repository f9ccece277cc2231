"""`python -m tests.scripts.install`: see that there is Node, and what it checks the scripts of the site with.

Where nothing can be fetched it says so and goes on, for all else can still be checked; on CI it fails.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.scripts.node import MUST, npm, run

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
TRIES = "2" if MUST else "0"  # whoever is offline need not wait long to hear it
STEPS = (
    [*PIP, "--retries", TRIES, "-r", "requirements-scripts.txt"],
    npm("ci", "--loglevel=error", f"--fetch-retries={TRIES}"),
)
DONE = Path(sys.prefix) / ".scripts"  # make looks at its time


def main() -> int:
    """Install both, once for each lock."""
    print("Installing Node, TypeScript and a linter, for the scripts of the site …", flush=True)
    if all(run(step) == 0 for step in STEPS):
        DONE.touch()
        return 0
    print("NODE COULD NOT BE INSTALLED: scripts are not checked on this machine.", flush=True)
    return int(MUST)


if __name__ == "__main__":
    sys.exit(main())
