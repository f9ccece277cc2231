"""What a handful of scores says about their mean, without a guess at their distribution.

Each score is what a player got in one round, from 0 (lost every game) to 1 (won them all).  Between two sides
that is one of five values, and in a game of luck the two games of a pair go together; so we look at whole
rounds, and at nothing but how often each value came.

For a mean m, `fall` tells how much less likely the scores are under the likeliest distribution on [0, 1] that
has this mean, than under the likeliest of all; in logarithms, so it is 0 at their own mean and negative
elsewhere.  By duality (Owen, 1988) it is the least that

    - sum of count * log(1 + x * (score - m))

reaches over x, where no score from 0 to 1 may make the bracket negative.  That the ends 0 and 1 are possible
even if they never came keeps it honest at the edge: n rounds that were all won fall by n * log(m).

Twice the fall is compared with a quantile of chi squared, widened for few rounds as Student's t is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import fmean, stdev

Z95 = 1.959964
CLOSE = 1e-12


@dataclass(frozen=True)
class Interval:
    """An estimate and its error bars: the truth lies between them in 95 of 100 cases."""

    low: float
    value: float
    high: float


def fall(scores: Mapping[float, int], mean: float) -> float:
    """How far the log likelihood of these scores falls if their true mean is this one."""
    if not 0 < mean < 1:
        return -inf
    apart = [(score - mean, count) for score, count in scores.items() if count]
    low, high = -1 / (1 - mean), 1 / mean

    def slope(x: float) -> tuple[float, float]:
        first = second = 0.0
        for distance, count in apart:
            part = distance / max(1 + x * distance, CLOSE)
            first += count * part
            second -= count * part * part
        return first, second

    if slope(high)[0] >= 0:
        x = high
    elif slope(low)[0] <= 0:
        x = low
    else:
        x = 0.0
        for _ in range(100):
            first, second = slope(x)
            low, high = (x, high) if first > 0 else (low, x)
            newton = x - first / second
            following = newton if low < newton < high else (low + high) / 2
            if abs(following - x) < 1e-10 * (1 + abs(x)):
                break
            x = following
    return -sum(count * log(max(1 + x * distance, CLOSE)) for distance, count in apart)


def interval(scores: Mapping[float, int]) -> Interval:
    """The mean of these scores, with its error bars; of no scores: anything is possible."""
    rounds = sum(scores.values())
    if rounds == 0:
        return Interval(0.0, 0.5, 1.0)
    mean = sum(score * count for score, count in scores.items()) / rounds
    allowed = -(_quantile(rounds - 1) ** 2) / 2
    return Interval(_edge(scores, mean, 0.0, allowed), mean, _edge(scores, mean, 1.0, allowed))


def around(values: Sequence[float]) -> Interval:
    """The mean of numbers that may lie anywhere, with Student's error bars; of one alone they are open."""
    count = len(values)
    mean = fmean(values)
    if count < 2:
        return Interval(-inf, mean, inf)
    reach = _quantile(count - 1) * stdev(values) / sqrt(count)
    return Interval(mean - reach, mean, mean + reach)


def counted(scores: list[float]) -> Counter[float]:
    """How often each score came; thirds and their like are rounded, so that equal ones count as equal."""
    return Counter(round(score, 9) for score in scores)


def _edge(scores: Mapping[float, int], inside: float, outside: float, allowed: float) -> float:
    """Where, on the way from the mean to an end of the scale, the likelihood has fallen as far as allowed."""
    for _ in range(30):
        middle = (inside + outside) / 2
        if fall(scores, middle) >= allowed:
            inside = middle
        else:
            outside = middle
    return outside if outside in (0.0, 1.0) else inside


def _quantile(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, by the expansion of Cornish and Fisher."""
    v, z = max(freedom, 2), Z95
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
