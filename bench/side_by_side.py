"""How a speed is measured here: in turns with the thing it is compared with, several times, the median told.

Machines are noisy and a figure alone means little; what the noise does to one it does to the other too,
so the ratio holds.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass

Rate = Callable[[], float]


@dataclass(frozen=True)
class Line:
    """One figure of the report: a ratio (or a plain amount) and what it must reach."""

    what: str
    figure: str
    goal: str
    reached: bool
    detail: str = ""


def compare(what: str, ours: Rate, theirs: Rate, at_least: float, unit: str, rounds: int = 7) -> Line:
    """Our rate over theirs, measured in turns."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    ratio = statistics.median(our / their for our, their in pairs)
    ours_median, theirs_median = (statistics.median(side) for side in zip(*pairs, strict=True))
    detail = f"{ours_median:,.0f} against {theirs_median:,.0f} {unit}"
    shown = f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
    return Line(what, f"{shown} times", f"at least {at_least:g}", ratio >= at_least, detail)


def at_least(what: str, value: float, limit: float, unit: str, detail: str = "") -> Line:
    """A plain amount that must reach a limit."""
    return Line(what, f"{value:,.0f} {unit}", f"at least {limit:g} {unit}", value >= limit, detail)


def at_most(what: str, value: float, limit: float, unit: str, detail: str = "") -> Line:
    """A plain amount that must stay below a limit."""
    return Line(what, f"{value:,.4g} {unit}", f"at most {limit:g} {unit}", value <= limit, detail)
