"""What a game knows beyond its rules: a mind.

A mind says what there is to see in a move; how much each of those things weighs is learned from play
(`stylobate train`) and kept in a file beside it (`stylobate.learned`).

    traits(s, actions, count, out)   writes for each of the first `count` legal actions a row of numbers,
                                     each naming something that is true of the action; 0 fills up the row

The sum of a row's weights says how much a good player likes the action: its share among all legal ones is e
to that sum (a softmax).  The weight of 0 is always nought.  Chance's outcomes have no traits.

Declare it with the decorator (`@mind.traits`) and gather it in a `Mind`, which the game's `mind.py` calls
`MIND`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numba import float64, int32, int64, types, void

from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, STATE, Actions, State
from stylobate.learned import Weights, read

Traits = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Shares = np.ndarray[tuple[int], np.dtype[np.float64]]

TRAIT_ROWS = types.Array(int32, 2, "C")
SHARES = types.Array(float64, 1, "C")
LEARNED = types.Array(float64, 1, "C")

_TRAITS = void(STATE, ACTIONS, int64, TRAIT_ROWS)
traits = compiled(_TRAITS)
TRAITS = types.FunctionType(_TRAITS)


@dataclass(frozen=True)
class Mind:
    """What a game can see in its moves, and the file in which the weights of that are kept.

    `kinds` is how many traits there are, number 0 included; `most` how many an action can have at once.
    `version` grows whenever a trait comes to mean something else, so that no old weights are taken for it.
    """

    game: str
    version: int
    traits: Callable[[State, Actions, int, Traits], None]
    kinds: int
    most: int
    file: Path

    @cached_property
    def weights(self) -> Weights:
        """The weights that the file holds."""
        return read(self.file, self.game, self.version, self.kinds).weights


@traits
def no_traits(s: State, actions: Actions, count: int, out: Traits) -> None:
    """For games without a mind."""
