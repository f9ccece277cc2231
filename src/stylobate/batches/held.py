"""A batch as one value that compiled code can hold: its rules, its space and all its arrays.

To hand a function over to compiled code takes Numba some twenty microseconds, an array one, each time, and
holds up all other threads.  A search does not mind.  A step of a few hundred games does: so all that belongs
to a batch is handed over once, and what is passed from then on is one pointer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float32, float64, int16, int64, types, uint64
from numba.experimental import structref

from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, APPLY, LEGAL, PAYOFF, SAMPLE, STATE, TURN, Actions, Kernel, State
from stylobate.space import ACTION, NUMBERS, OBSERVE, TOGETHER, Space, each_by_itself

States = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Streams = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
Lists = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Shares = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Ends = np.ndarray[tuple[int], np.dtype[np.bool_]]
Masks = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Observations = np.ndarray[tuple[int, int], np.dtype[np.float32]]

STATES = types.Array(int16, 2, "C")
STREAMS = types.Array(uint64, 2, "C")
LISTS = types.Array(int64, 2, "C")
SHARES = types.Array(float64, 2, "C")
ENDS = types.Array(boolean, 1, "C")
MASKS = types.Array(boolean, 2, "C")
OBSERVATIONS = types.Array(float32, 2, "C")

_FIELDS = {
    **{"turn": TURN, "legal": LEGAL, "sample": SAMPLE, "apply": APPLY, "payoff": PAYOFF},
    **{"numbers": NUMBERS, "action": ACTION, "observe": OBSERVE, "together": TOGETHER},
    "looks_once": boolean,  # whether the space brings `together`
    "root": STATE,  # how each game starts
    "states": STATES,
    "chance": STREAMS,  # what each game draws from
    "picking": STREAMS,  # and who picks for it
    "picked": ACTIONS,  # the place in its list of what was picked last
    "turns": ACTIONS,
    "counts": ACTIONS,
    "lists": LISTS,
    "ends": ENDS,
    "shares": SHARES,
    "given": ACTIONS,  # numbers to be played,
    "actions": ACTIONS,  # and the actions that they mean
    "bound": int64,  # of the numbers
    "masks": MASKS,  # rows of no length where none were asked for
    "marked": LISTS,  # the numbers that stand in each, as many as are legal
    "observations": OBSERVATIONS,  # as masks
    "board": ACTIONS,  # what the threads of a crew tell each other,
    "told": ACTIONS,  # and what came of each share of their work
}


@structref.register
class _HeldType(types.StructRef):
    """The type of a `Held`, by which Numba knows which fields there are."""


class Held(structref.StructRefProxy):
    """What a batch is made of; of use to compiled code alone."""

    turn: Any
    legal: Any
    sample: Any
    apply: Any
    payoff: Any
    numbers: Any
    action: Any
    observe: Any
    together: Any
    looks_once: bool
    root: State
    states: States
    chance: Streams
    picking: Streams
    picked: Actions
    turns: Actions
    counts: Actions
    lists: Lists
    ends: Ends
    shares: Shares
    given: Actions
    actions: Actions
    bound: int
    masks: Masks
    marked: Lists
    observations: Observations
    board: Actions
    told: Actions


structref.define_boxing(_HeldType, Held)  # type: ignore[no-untyped-call]

HELD = _HeldType(tuple(_FIELDS.items()))  # type: ignore[no-untyped-call]


def hold(kernel: Kernel, space: Space, **arrays: Any) -> Held:
    """Hand the rules, the space and the arrays of a batch over to compiled code, once for all its steps."""
    parts = {**vars(kernel), **vars(space), **arrays}
    parts["looks_once"] = space.together is not each_by_itself
    held: Held = _hold(*(parts[name] for name in _FIELDS))
    return held


@compiled(HELD(*_FIELDS.values()))
def _hold(
    turn: Any,
    legal: Any,
    sample: Any,
    apply: Any,
    payoff: Any,
    numbers: Any,
    action: Any,
    observe: Any,
    together: Any,
    looks_once: bool,
    root: State,
    states: States,
    chance: Streams,
    picking: Streams,
    picked: Actions,
    turns: Actions,
    counts: Actions,
    lists: Lists,
    ends: Ends,
    shares: Shares,
    given: Actions,
    actions: Actions,
    bound: int,
    masks: Masks,
    marked: Lists,
    observations: Observations,
    board: Actions,
    told: Actions,
) -> Any:
    held: Any = structref.new(HELD)  # type: ignore[call-arg]
    held.turn, held.legal, held.sample = turn, legal, sample
    held.apply, held.payoff = apply, payoff
    held.numbers, held.action, held.observe = numbers, action, observe
    held.together, held.looks_once = together, looks_once
    held.root, held.states, held.chance = root, states, chance
    held.picking, held.picked, held.turns, held.counts = picking, picked, turns, counts
    held.lists, held.ends, held.shares = lists, ends, shares
    held.given, held.actions, held.bound = given, actions, bound
    held.masks, held.marked, held.observations = masks, marked, observations
    held.board, held.told = board, told
    return held
