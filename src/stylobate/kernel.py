"""The contract between a game's rules and everything else.

A kernel is seven plain functions over one flat array of small integers.  They are compiled for exactly the
signatures below, so that a search, a playout or a count that takes them as arguments is compiled once for
all games.  Chance is a player: a kernel never rolls a die, it lists what the die may show.

    turn(s)            the seat to move, CHANCE or OVER
    legal(s, out)      writes the legal actions, ascending; at a chance node its outcomes; returns how many:
                       none when it is over, and then only
    weights(s, out)    writes the whole-number weights of those outcomes; returns their sum
    sample(s, rng)     one chance outcome, drawn exactly
    apply(s, action)   plays it, in place; the caller has checked that it is legal
    scores(s, out)     the points a seat, as shown to people
    payoff(s, out)     what a search maximises, once it is over: one for a win, shared by the sides that
                       share it; partners, being one side, have the same

Declare each with the decorator of its name (`@kernel.turn` …) and gather them in a `Kernel`.  A state holds
all its rules need, and its length is fixed by the game and its options.  Copying a state is copying an array.
`stylobate.conformance.check` runs any kernel against these promises.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import float64, int16, int64, types, void

from stylobate.chance import RNG, Rng
from stylobate.compiled import compiled

CHANCE = -1
OVER = -2

State = np.ndarray[tuple[int], np.dtype[np.int16]]
Actions = np.ndarray[tuple[int], np.dtype[np.int64]]
Payoffs = np.ndarray[tuple[int], np.dtype[np.float64]]

STATE = types.Array(int16, 1, "C")
ACTIONS = types.Array(int64, 1, "C")
PAYOFFS = types.Array(float64, 1, "C")

_SIGNATURES = {
    "turn": int64(STATE),
    "legal": int64(STATE, ACTIONS),
    "weights": int64(STATE, ACTIONS),
    "sample": int64(STATE, RNG),
    "apply": void(STATE, int64),
    "scores": void(STATE, ACTIONS),
    "payoff": void(STATE, PAYOFFS),
}

turn = compiled(_SIGNATURES["turn"])
legal = compiled(_SIGNATURES["legal"])
weights = compiled(_SIGNATURES["weights"])
sample = compiled(_SIGNATURES["sample"])
apply = compiled(_SIGNATURES["apply"])
scores = compiled(_SIGNATURES["scores"])
payoff = compiled(_SIGNATURES["payoff"])

# The same signatures as types of arguments, for compiled functions that are given a kernel's functions.
TURN, LEGAL, WEIGHTS, SAMPLE, APPLY, SCORES, PAYOFF = (types.FunctionType(s) for s in _SIGNATURES.values())


@dataclass(frozen=True)
class Kernel:
    """A game's seven functions, and the most actions that any of its states can have."""

    turn: Callable[[State], int]
    legal: Callable[[State, Actions], int]
    weights: Callable[[State, Actions], int]
    sample: Callable[[State, Rng], int]
    apply: Callable[[State, int], None]
    scores: Callable[[State, Actions], None]
    payoff: Callable[[State, Payoffs], None]
    width: int


@weights
def no_weights(s: State, out: Actions) -> int:
    """For games without chance."""
    return 0


@sample
def no_sample(s: State, rng: Rng) -> int:
    """For games without chance."""
    return -1


@compiled(int64(STATE))
def digest(s: State) -> int:
    """A number that two states hardly ever share; never 0."""
    key = np.uint64(0xCBF29CE484222325)
    for place in range(len(s)):
        key = (key ^ np.uint64(s[place] & 0xFFFF)) * np.uint64(0x100000001B3)
        key ^= key >> np.uint64(29)
    return int(key >> np.uint64(1)) | 1
