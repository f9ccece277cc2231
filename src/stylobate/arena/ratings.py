"""Ratings of many players from all their meetings at once, on Elo's scale, with one of them at zero.

Every player has a strength, and in a game each side's share of the win is as its strength to the strength
of all sides (see `elo`).  The ratings are those under which the results are likeliest; between two sides this
is the model of Bradley and Terry (1952), among more that of Luce (1959).  A shared win counts for each as
what it got of it.

Somebody who never lost would be infinitely strong.  So each meeting is given half a round more that each of
its sides won: for a meeting of two that is Jeffreys' prior, which assumes as little as possible.

The error bars come from weighing the rounds anew, at random, many times (Rubin's Bayesian bootstrap, 1981):
every round gets an exponential weight, so that rounds which went alike have together one from the gamma
distribution; and so has every half round that was added.  Rounds, not games, are weighed, because the games
of a round share their throws.

What sides got less their luck may be rated as well.  It is right on average, and by the same equations; only
that a side which hardly ever wins may so get less than nothing, which counts as nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from stylobate.arena.likelihood import Interval

POINTS = 400 / log(10)
AGAIN = 1000  # how many times the rounds are weighed anew
ADDED = 0.5  # of a round, won by each side
LONGEST_STEP = 2.0

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Met:
    """What came of one meeting: who played its sides, and what each side got in each round in all."""

    sides: tuple[int, ...]
    rounds: Numbers


def ratings(meetings: Sequence[Met], players: int, anchor: int, seed: int) -> list[Interval]:
    """Everybody's rating with its error bars; the anchor's is zero."""
    rng = np.random.default_rng(seed)
    totals = []
    for met in meetings:
        sides = len(met.sides)
        kinds, counts = np.unique(met.rounds.reshape(-1, sides), axis=0, return_counts=True)
        kinds = np.vstack([kinds, np.eye(sides) * sides])  # who wins a round wins a game in each seating
        counts = np.concatenate([counts, np.full(sides, ADDED)])
        weights = np.vstack([counts, rng.gamma(counts, size=(AGAIN, len(counts)))])
        totals.append(np.maximum(weights @ kinds, 0.0))
    strengths = likeliest([met.sides for met in meetings], totals, players) * POINTS
    strengths -= strengths[:, [anchor]]
    low, high = np.percentile(strengths[1:], [2.5, 97.5], axis=0)
    return [Interval(float(low[i]), float(strengths[0, i]), float(high[i])) for i in range(players)]


def likeliest(seatings: Sequence[Sequence[int]], totals: Sequence[Numbers], players: int) -> Numbers:
    """The logarithms of the likeliest strengths, a row for each row of the totals; their mean is zero.

    `totals` has, for each meeting, what each of its sides got.  The likelihood is concave, and Newton's steps
    climb it; they are kept short, for far from its top they would leap.
    """
    rows = len(totals[0])
    theta = np.zeros((rows, players))
    for _ in range(200):
        slope, bend = np.zeros((rows, players)), np.zeros((rows, players, players))
        for seated, total in zip(seatings, totals, strict=True):
            power = np.exp(theta[:, seated])
            part = power / power.sum(axis=1, keepdims=True)
            games = total.sum(axis=1)
            held = np.zeros((rows, players))
            for side, player in enumerate(seated):
                slope[:, player] += total[:, side] - games * part[:, side]
                held[:, player] += part[:, side]
                bend[:, player, player] += games * part[:, side]
            bend -= games[:, None, None] * held[:, :, None] * held[:, None, :]
        step = np.linalg.solve(bend + 1.0, slope[:, :, None])[
            :, :, 0
        ]  # + 1: all together stay where they are
        theta += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    centred: Numbers = theta - theta.mean(axis=1, keepdims=True)
    return centred
