"""A game as learners see it: bounded numbers for what a seat may do, and rows of floats for what it sees.

A kernel's actions may be any whole numbers, and its states mean what only the rules know.  Other people's
tools want an action as a number below a fixed bound, and a position as a row of floats of a fixed length.
A space says both, with four compiled functions over a state and two that are only asked at the start:

    actions(s)               how many numbers there are: fixed by the game and its options
    number(s, action)        the number of a legal action of a seat, from 0 on; wherever it can be, the same
                             number means the same
    numbers(s, legal, out)   writes the numbers of all that `kernel.legal` lists for a seat, in its order
    action(s, number)        the action of that number; -1, or what is not legal here, where it has none
    fields(s)                what the floats of an observation mean, in their order: fixed like `actions`
    observe(s, seat, out)    writes what that seat sees, its own things first; none beyond `MOST`.  `out` is
                             noughts, or holds what was last observed there: what is nought still need not
                             be written again

Whoever steps many games wants the list, its numbers and an observation of the same state.  Where these look
at the same things, a space may bring a fifth function that looks once:

    together(s, seat, legal, numbers, out)   does what `kernel.legal`, `numbers` and `observe` do; returns how
                             many are legal.  It writes no numbers where `numbers` has no length, and no
                             observation where `out` has none

All games here are open: every seat sees everything, so an observation holds all that can still matter.
Chance's outcomes have no numbers in a space: tools that name them count them as `kernel.legal` lists them.

Declare these with the decorators of their names (`@space.number` …) and gather all in a `Space`, which
the game's `space.py` calls `SPACE`.  A game without one has the plain one (`stylobate.plain.space`): an
action's number is its place among the legal ones, and an observation the state as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numba import float32, int64, types, void

from stylobate.compiled import compiled, inlined
from stylobate.kernel import ACTIONS, STATE, Actions, State

Observation = np.ndarray[tuple[int], np.dtype[np.float32]]
OBSERVATION = types.Array(float32, 1, "C")

MOST = 2.0**15  # what no float of an observation exceeds, nor its negative: states hold numbers of 16 bits

SIGNATURES = {
    "number": int64(STATE, int64),
    "numbers": void(STATE, ACTIONS, ACTIONS),
    "action": int64(STATE, int64),
    "observe": void(STATE, int64, OBSERVATION),
    "together": int64(STATE, int64, ACTIONS, ACTIONS, OBSERVATION),
}
number, numbers, action, observe, together = (compiled(signature) for signature in SIGNATURES.values())
NUMBER, NUMBERS, ACTION, OBSERVE, TOGETHER = (types.FunctionType(one) for one in SIGNATURES.values())


@dataclass(frozen=True)
class Field:
    """Floats of an observation that belong together: a name, their shape, and what they mean."""

    name: str
    shape: tuple[int, ...]
    means: str

    @property
    def floats(self) -> int:
        """How many floats the field has."""
        return prod(self.shape)


@together
def each_by_itself(s: State, seat: int, legal: Actions, numbers: Actions, out: Observation) -> int:
    """For games whose list, numbers and observation have no look in common: nobody asks this."""
    return 0


@dataclass(frozen=True)
class Space:
    """A game's numbers for actions and its observations."""

    actions: Callable[[State], int]
    number: Callable[[State, int], int]
    numbers: Callable[[State, Actions, Actions], None]
    action: Callable[[State, int], int]
    fields: Callable[[State], Sequence[Field]]
    observe: Callable[[State, int, Observation], None]
    together: Callable[[State, int, Actions, Actions, Observation], int] = each_by_itself

    def size(self, s: State) -> int:
        """The length of an observation."""
        return sum(field.floats for field in self.fields(s))

    def observed(self, s: State, seat: int) -> Observation:
        """What that seat sees, as a new row."""
        out = np.zeros(self.size(s), dtype=np.float32)
        self.observe(s, seat, out)
        return out

    def named(self, s: State, observation: Observation) -> Mapping[str, Observation]:
        """An observation taken apart: each field by its name, in its shape, as a view of the same floats."""
        parts: dict[str, Observation] = {}
        begin = 0
        for field in self.fields(s):
            parts[field.name] = observation[begin : begin + field.floats].reshape(field.shape)
            begin += field.floats
        return parts


@inlined
def from_seat(seat: int, other: int, seats: int) -> int:
    """How many places after a seat another one sits; without a division, which takes long."""
    return other - seat if other >= seat else other - seat + seats


@number
def as_it_is(s: State, action: int) -> int:
    """An action as its own number, and back: for games whose actions are small numbers already."""
    return action


@numbers
def as_they_are(s: State, legal: Actions, out: Actions) -> None:
    """The number of each legal action, in the order of the list, where actions are their own numbers."""
    for k in range(len(legal)):
        out[k] = legal[k]
