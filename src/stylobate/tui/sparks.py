"""A chart in letters: columns of eighths of a line, as many lines high as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

EIGHTHS = " ▁▂▃▄▅▆▇█"


def columns(values: Sequence[float], wide: int, high: int = 1) -> list[str]:
    """Values from 0 to 1 as columns, the latest at the right; each the mean of several if there are many."""
    if len(values) > wide:
        values = [_mean(values, place, wide) for place in range(wide)]
    eighths = [max(1, round(value * 8 * high)) for value in values]
    return [
        "".join(EIGHTHS[max(0, min(8, height - 8 * line))] for height in eighths)
        for line in range(high - 1, -1, -1)
    ]


def _mean(values: Sequence[float], place: int, wide: int) -> float:
    some = values[place * len(values) // wide : (place + 1) * len(values) // wide]
    return sum(some) / len(some)
