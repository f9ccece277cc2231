"""Strength as a number: Elo's scale, and what it means among more than two sides.

A side that is d points stronger than each of the others takes 10^(d/400) times the share of wins that each
of them takes.  Between two that is Elo's curve, in which 200 points are three games of four; among more it is
the same rule of shares (Luce, 1959).

    >>> round(share(200, 2), 2)
    0.76
    >>> round(share(0, 3), 2)
    0.33
    >>> round(difference(share(123, 4), 4))
    123
"""

from math import inf, log10

from stylobate.arena.likelihood import Interval


def share(points: float, sides: int = 2) -> float:
    """The share of wins that one takes who is so many points stronger than each of the others."""
    odds = 10 ** (points / 400)
    return float(odds / (odds + sides - 1))


def difference(share: float, sides: int = 2) -> float:
    """How many points stronger one is than each of the others, who takes this share of wins."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return 400 * log10(share * (sides - 1) / (1 - share))


def on_scale(shares: Interval, sides: int = 2) -> Interval:
    """Shares of wins with their error bars, as points."""
    return Interval(*(difference(share, sides) for share in (shares.low, shares.value, shares.high)))
