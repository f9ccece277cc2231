"""What learners see of many games, in compiled code: masks over a space's numbers, and observations.

Like the steps (`batches.stepping`), row by row and share by share.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float32, int64, types, void
from numba.experimental import structref

from stylobate.batches.stepping import LISTS, STATES, Lists, States
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, Actions
from stylobate.space import ACTION, NUMBER, OBSERVE, Space

Masks = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Observations = np.ndarray[tuple[int, int], np.dtype[np.float32]]

MASKS = types.Array(boolean, 2, "C")
OBSERVATIONS = types.Array(float32, 2, "C")


@structref.register
class _HeldType(types.StructRef):
    """What Numba calls it."""


class HeldSpace(structref.StructRefProxy):
    """The functions of a space; of use to compiled code alone (see `batches.held`)."""

    number: Any
    action: Any
    observe: Any


structref.define_boxing(_HeldType, HeldSpace)  # type: ignore[no-untyped-call]

HELD_SPACE = _HeldType((("number", NUMBER), ("action", ACTION), ("observe", OBSERVE)))  # type: ignore[no-untyped-call]


def hold(space: Space) -> HeldSpace:
    """The functions of this space, handed over."""
    held: HeldSpace = _hold(space.number, space.action, space.observe)
    return held


@compiled(HELD_SPACE(NUMBER, ACTION, OBSERVE))
def _hold(number: Any, action: Any, observe: Any) -> Any:
    held: Any = structref.new(HELD_SPACE)  # type: ignore[call-arg]
    held.number = number
    held.action = action
    held.observe = observe
    return held


@compiled(void(HELD_SPACE, STATES, LISTS, ACTIONS, MASKS, int64, int64))
def mask(
    space: HeldSpace, states: States, lists: Lists, counts: Actions, masks: Masks, first: int, end: int
) -> None:
    """Mark the numbers of all legal actions."""
    number = space.number
    for game in range(first, end):
        masks[game] = False
        for k in range(counts[game]):
            masks[game, number(states[game], lists[game, k])] = True


@compiled(void(HELD_SPACE, STATES, ACTIONS, OBSERVATIONS, int64, int64))
def observe(
    space: HeldSpace, states: States, turns: Actions, observations: Observations, first: int, end: int
) -> None:
    """Write what the seat to move sees; seat 0 where nobody is to move."""
    see = space.observe
    for game in range(first, end):
        see(states[game], max(0, turns[game]), observations[game])


@compiled(void(HELD_SPACE, STATES, int64, ACTIONS, ACTIONS, int64, int64))
def translate(
    space: HeldSpace, states: States, bound: int, numbers: Actions, actions: Actions, first: int, end: int
) -> None:
    """Write the action that each number means; -1 where it means none."""
    action = space.action
    for game in range(first, end):
        number = numbers[game]
        actions[game] = action(states[game], number) if 0 <= number < bound else -1
