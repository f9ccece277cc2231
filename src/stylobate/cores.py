"""How many cores this process may use: of a large machine it may have been given a few."""

import os


def cores() -> int:
    """So many threads or processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
