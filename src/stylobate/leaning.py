"""A leaning: what a seat likes to see besides what its mind's value says, as one hidden unit more.

Two things lean.  A mind may have learned by which leaning it wins more (`stylobate.training.leaning`); and a
style (`stylobate.style`) leans further, towards what is to its taste.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobate.learned import Weights

GENTLY = 16.0  # how far a leaning may go before the unit that holds it has enough


def leaning(learned: Weights, towards: Weights | Sequence[float]) -> Weights:
    """What was learned, with one hidden unit more that answers to each sight by so much.

    The unit is a softsign; what it is fed is made small and its answer large, so that it hardly bends.
    """
    unit = np.array([0.0, *(by / GENTLY for by in towards), GENTLY])[:, np.newaxis]
    return np.ascontiguousarray(np.hstack((learned.reshape(len(unit), -1), unit)).reshape(-1))
