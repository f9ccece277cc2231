"""Numbers for operators, in the text form that Prometheus reads.

Each says which process counted it: several may serve the same site, and one after another answer at the same
address.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

SELDOM = (429, 500, 503)  # who counts a first one only when it comes tells no rate of it
MEANT = {
    "requests_total": "Requests that were answered, by method and status.",
    "post_seconds": "How long a POST took: moves, and whatever else changes something.",
    "tables": "Tables in the whole store, by their state.",
    "start_time_seconds": "When this process began, in seconds since 1970.",
    "streams_dropped_total": "Live streams that were ended because nobody read them.",
    "commands_total": "Commands at tables: moves, and whatever else is asked there.",
    "computer_moves_total": "Moves that computers made beside this process.",
    "computers_waiting": "Tables in the whole store where a computer is to move and has not yet.",
    "store_commits_total": "Transactions of this process that are on disk.",
    "rooms": "Tables that this process has in memory.",
    "streams": "Live streams that are open.",
}
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """What was counted since the start."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.began = time.time()
        self.requests = Counter({(method, status): 0 for method in ("GET", "POST") for status in SELDOM})
        self.slower = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        self.dropped = 0

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count a request."""
        method = method if method in ("GET", "POST", "HEAD") else "other"
        self.requests[method, status] += 1
        if method == "POST":
            self.seconds += seconds
            self.slower[bisect_left(BOUNDS, seconds)] += 1

    def text(self, now: dict[str, float], tables: dict[str, int]) -> str:
        """All numbers; `now` are those that somebody else keeps."""
        return "\n".join(self._lines(now, tables)) + "\n"

    def _lines(self, now: dict[str, float], tables: dict[str, int]) -> Iterator[str]:
        yield from _head("requests_total", "counter")
        for (method, status), count in sorted(self.requests.items()):
            yield self._line("requests_total", count, method=method, status=status)
        yield from _head("post_seconds", "histogram")
        total = 0
        for bound, count in zip((*map("{:g}".format, BOUNDS), "+Inf"), self.slower, strict=True):
            total += count
            yield self._line("post_seconds_bucket", total, le=bound)
        yield self._line("post_seconds_sum", self.seconds)
        yield self._line("post_seconds_count", total)
        yield from _head("tables", "gauge")
        for state, count in tables.items():
            yield self._line("tables", count, state=state)
        for name, value in {
            "start_time_seconds": self.began,
            "streams_dropped_total": self.dropped,
            **now,
        }.items():
            yield from _head(name, "counter" if name.endswith("_total") else "gauge")
            yield self._line(name, value)

    def _line(self, name: str, value: float, **labels: object) -> str:
        """One number; it says every digit, for what is counted may go into the millions."""
        told = ",".join(f'{label}="{its}"' for label, its in {"process": self.process, **labels}.items())
        return f"stylobate_{name}{{{told}}} {value:.15g}"


def _head(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP stylobate_{name} {MEANT[name]}"
    yield f"# TYPE stylobate_{name} {kind}"


def together(texts: Iterable[str]) -> str:
    """The numbers of several processes as one text, in which all of one kind stand below its name."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        for line in text.splitlines():
            if line.startswith("#"):
                lines = kinds.setdefault(line, [])
            else:
                lines.append(line)
    return "".join(f"{line}\n" for kind, lines in kinds.items() for line in (kind, *lines))
