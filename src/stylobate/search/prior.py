"""How likely a good player is to choose each action, before anything is searched: the prior.

A mind's traits are looked up in its weights; a softmax makes shares of the sums.  It is computed by
additions, products and powers of two, which are the same on every machine: a seed gives the same game
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import float64, int64, void

from stylobate.chance import RNG, Rng, below, bits
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, STATE, Actions, State
from stylobate.learned import Weights
from stylobate.mind import LEARNED, SHARES, TRAIT_ROWS, TRAITS, Mind, Shares, Traits
from stylobate.network import LOG2_E, TINY, power_of_two

if TYPE_CHECKING:
    from stylobate.game import Position

_UNIT = 1.0 / (1 << 53)


@compiled(void(TRAITS, STATE, ACTIONS, int64, LEARNED, float64, TRAIT_ROWS, SHARES))
def share(  # type: ignore[no-untyped-def]
    traits, s: State, actions: Actions, count: int, weights: Weights, heat: float, rows: Traits, out: Shares
) -> None:
    """Write each action's share.  A `heat` above 1 evens them out, one below 1 sharpens them.

    `rows` is scratch; afterwards it holds the traits.
    """
    traits(s, actions, count, rows)
    most = rows.shape[1]
    top = -1e300
    for k in range(count):
        total = 0.0
        for trait in range(most):
            total += weights[rows[k, trait]]
        out[k] = total
        top = max(top, total)
    whole = 0.0
    for k in range(count):
        out[k] = power_of_two(max(TINY, (out[k] - top) * LOG2_E / heat))
        whole += out[k]
    for k in range(count):
        out[k] /= whole


@compiled(int64(SHARES, int64, RNG))
def draw(shares: Shares, count: int, rng: Rng) -> int:
    """The place of one action, drawn by its share."""
    left = float(bits(rng) >> np.uint64(11)) * _UNIT
    for k in range(count - 1):
        left -= shares[k]
        if left < 0.0:
            return k
    return count - 1


def softmax(worth: Sequence[float], heat: float) -> Shares:
    """A share for each of these: the more it is worth the larger, and all the more alike the more heat."""
    top = max(worth)
    shares = np.array([power_of_two(max(TINY, (one - top) / heat * LOG2_E)) for one in worth])
    shares /= shares.sum()
    return shares


def liked(position: Position, mind: Mind, heat: float, rng: Rng) -> str:
    """A token as the policy likes it, without looking ahead."""
    kernel, policy = position.game.kernel, mind.policy
    if policy is None:
        return position.legal[below(rng, len(position.legal))]
    actions = np.empty(kernel.width, dtype=np.int64)
    rows = np.empty((kernel.width, policy.most), dtype=np.int32)
    shares = np.empty(kernel.width)
    count = kernel.legal(position.state, actions)
    how: Any = (position.state, actions, count, mind.policy_weights(), heat, rows, shares)
    _share(policy.traits, *how)
    return position.token(int(actions[draw(shares, count, rng)]))


_share: Any = share
