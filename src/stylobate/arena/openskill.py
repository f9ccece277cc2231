"""OpenSkill: how strong each of several players is believed to be, and how sure that is.

The belief about a player is a bell curve: `mu`, begun at 25, and `sigma`, begun at 25/3.  After every game
the winners' curves move up and the others' down, more where it was a surprise, and all become narrower.  This
is the Plackett-Luce variant of Weng and Lin, “A Bayesian approximation method for online ranking” (2011,
algorithm 4).

The winner comes first and all others share the last place: to be second is worth nothing in our games, and
nobody plays for it.  A player who sits in several seats learns from all of them.

The belief depends a little on the order of the games, so they are taken in the order of the plan.  The error
bars come from drawing the rounds again, with replacement, and going through each such sequence: many are gone
through at once, a row of an array each.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stylobate.arena.likelihood import Interval

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
KAPPA = 1e-4
AGAIN = 400  # how many times the rounds are drawn again

Numbers = NDArray[np.float64]


def learn(mu: Numbers, sigma: Numbers, seated: Sequence[int], shares: Numbers) -> None:
    """Change the beliefs after one game, in place.

    `mu` and `sigma` have a column a player and a row a sequence of games; `seated` says who played each side,
    and `shares`, a row a sequence, what each side got of the win.
    """
    strengths, doubts = mu[:, seated], sigma[:, seated]
    c = np.sqrt((doubts**2 + BETA**2).sum(axis=1, keepdims=True))
    power = np.exp(strengths / c)
    first = shares > 0
    all_power, last_power = power.sum(axis=1, keepdims=True), (power * ~first).sum(axis=1, keepdims=True)
    winners = first.sum(axis=1, keepdims=True)
    losers = first.shape[1] - winners
    # Each side is compared with those that it did not beat, itself among them: all the first, as they stand
    # above everybody, and for a loser the other losers.
    against_first = power / all_power
    against_last = np.where(first, 0.0, power / np.where(losers > 0, last_power, 1.0))
    own = np.where(first, 1 / winners, 1 / np.maximum(losers, 1))
    surprise = own - against_first - against_last
    narrowing = against_first * (1 - against_first) + against_last * (1 - against_last)
    moves = doubts**2 / c * surprise
    shrinks = np.maximum(1 - (doubts / c) * (doubts / c) ** 2 * narrowing, KAPPA)
    for side, player in enumerate(seated):
        mu[:, player] += moves[:, side]
        sigma[:, player] *= np.sqrt(shrinks[:, side])


def beliefs(seated: Sequence[int], shares: Numbers, seed: int) -> list[tuple[Interval, float]]:
    """For each player: mu with its error bars, and sigma.

    `shares` has, for each round and each of its games, what each side got of the win.
    """
    rounds, games, _ = shares.shape
    drawn = np.random.default_rng(seed).integers(0, max(rounds, 1), size=(AGAIN + 1, rounds))
    drawn[0] = np.arange(rounds)
    players = max(seated) + 1
    mu, sigma = np.full((AGAIN + 1, players), MU), np.full((AGAIN + 1, players), SIGMA)
    for place in range(rounds):
        for game in range(games):
            learn(mu, sigma, seated, shares[drawn[:, place], game])
    low, high = np.percentile(mu[1:], [2.5, 97.5], axis=0)
    return [
        (Interval(float(low[player]), float(mu[0, player]), float(high[player])), float(sigma[0, player]))
        for player in range(players)
    ]
