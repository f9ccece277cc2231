"""The calendar: for dates, and for whatever lasts for days.  Clocks run by another time, see `timepiece`."""

from __future__ import annotations

import time


def now() -> int:
    """Milliseconds since 1970, as the machine has them; somebody may set them at any time."""
    return time.time_ns() // 1_000_000
