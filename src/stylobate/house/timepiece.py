"""The time by which clocks run: it goes on only while the server is there to take moves.

It is read every few seconds at least (see `timekeeper`).  Where more time has passed between two readings
than that can explain, the process was suspended, the machine asleep, or everything stood still: that time is
nobody's.  It begins where it was last known to stand, so that it stands still between two runs of the server
as well, and no setting of the wall clock moves it.  The calendar (`now`) is for dates alone.
"""

from __future__ import annotations

import time

from stylobate.house.now import now

GAP = 5_000  # milliseconds: longer than between any two readings of a server that is there
_MILLISECOND = 1_000_000


class Timepiece:
    """Called, it tells the time in milliseconds; that begins at what the calendar said when first it ran."""

    def __init__(self, last: int | None) -> None:
        """`last` is what it showed when the server was last known to be up, which was up a little longer."""
        self.gaps = 0
        self._shown = (now() if last is None else last + GAP) * _MILLISECOND
        self._read = time.monotonic_ns()

    def __call__(self) -> int:
        """The time; what passed while nobody was there is left out of it."""
        reading = time.monotonic_ns()
        passed, self._read = reading - self._read, reading
        if passed > GAP * _MILLISECOND:
            self.gaps += 1
        else:
            self._shown += passed
        return self._shown // _MILLISECOND
