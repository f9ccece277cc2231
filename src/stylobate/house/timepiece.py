"""The time by which clocks run: it goes on only while the server is there to take moves.

It is read every few seconds at least (see `timekeeper`).  Where more time has passed between two readings
than that can explain, the process was suspended, the machine asleep, or everything stood still: that time is
nobody's.  It begins where it was last known to stand, so that it stands still between two runs of the server
as well, and no setting of the wall clock moves it.  Processes that serve one store agree on it with every
beat (`store.neighbours.Pulse`).  The calendar (`now`) is for dates alone.
"""

from __future__ import annotations

import time

from stylobate.store.neighbours import GAP

_MILLISECOND = 1_000_000


class Timepiece:
    """Called, it tells the time in milliseconds, from what it is set to."""

    def __init__(self, shown: int) -> None:
        self.gaps = 0
        self._shown, self._read = shown * _MILLISECOND, time.monotonic_ns()

    def __call__(self) -> int:
        """The time; what passed while nobody was there is left out of it."""
        reading = time.monotonic_ns()
        passed, self._read = reading - self._read, reading
        if passed > GAP * _MILLISECOND:
            self.gaps += 1
        else:
            self._shown += passed
        return self._shown // _MILLISECOND

    def set(self, shown: int) -> None:
        """Let it show this now."""
        self._shown, self._read = shown * _MILLISECOND, time.monotonic_ns()

    def put_forward(self, by: int) -> None:
        """Let it show so much more."""
        self._shown += by * _MILLISECOND
