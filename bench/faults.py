"""`python -m bench faults [MINUTES [SEED]]`: servers, a worker, lines and the database fail, again and again.

What `tests/faults` does for a minute, for as long as one likes, with everything in any order.  In the end
every history is held against the logs (`tests.faults.checking`), and every table replayed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from tests.faults.crowd import Fault, Site, lived_through

from tests import postgres

MINUTES = 10.0
PACE = 0.05


def main(words: list[str]) -> int:
    """Let things fail for so many minutes; the number of faults found."""
    try:
        minutes = float(words[0]) if words else MINUTES
        seed = int(words[1]) if words[1:] else int.from_bytes(os.urandom(4), "big")
    except ValueError:
        sys.exit(f"bench: “{' '.join(words)}” is no time; write python -m bench faults [MINUTES [SEED]]")
    print(f"For the same again: python -m bench faults {minutes:g} {seed}")
    end = time.monotonic() + minutes * 60

    def failures(site: Site) -> Iterator[Fault]:
        kinds: list[Fault] = [*[site.a_server_is_killed] * 8, *[site.a_worker_is_killed] * 2]
        kinds += [*[site.the_database_is_killed] * 2, *[site.a_line_is_cut] * 3, *[site.a_line_is_silent] * 3]
        kinds += [site.all_servers_are_killed, site.a_server_is_suspended]
        with Console().status("") as status:
            while time.monotonic() < end:
                status.update(f"{end - time.monotonic():,.0f} s left, {sum(site.happened.values())} faults")
                yield site.rng.choice(kinds)

    cluster = postgres.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            site, found = lived_through(Path(folder), cluster, seed, failures, PACE, workers=1)
    finally:
        cluster.stop()
    print(site)
    print("\n".join(found[:50]) if found else "Every history is one that could have been; nothing was lost.")
    return len(found)
