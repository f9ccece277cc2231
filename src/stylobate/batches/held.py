"""A kernel as one value that compiled code can hold.

To hand a function over to compiled code takes Numba some twenty microseconds, each time, and holds up all
other threads.  A search does not mind.  A step of a few hundred games does: so its rules are handed over
once, and what is passed from then on is one pointer.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.experimental import structref

from stylobate.compiled import compiled
from stylobate.kernel import APPLY, LEGAL, PAYOFF, SAMPLE, TURN, Kernel


@structref.register
class _HeldType(types.StructRef):
    """What Numba calls it."""


class Held(structref.StructRefProxy):
    """The functions of a kernel that a step needs; of use to compiled code alone."""

    turn: Any
    legal: Any
    sample: Any
    apply: Any
    payoff: Any


structref.define_boxing(_HeldType, Held)  # type: ignore[no-untyped-call]

HELD = _HeldType(  # type: ignore[no-untyped-call]
    (("turn", TURN), ("legal", LEGAL), ("sample", SAMPLE), ("apply", APPLY), ("payoff", PAYOFF))
)


def hold(kernel: Kernel) -> Held:
    """The functions of this kernel, handed over."""
    held: Held = _hold(kernel.turn, kernel.legal, kernel.sample, kernel.apply, kernel.payoff)
    return held


@compiled(HELD(TURN, LEGAL, SAMPLE, APPLY, PAYOFF))
def _hold(turn: Any, legal: Any, sample: Any, apply: Any, payoff: Any) -> Any:
    held: Any = structref.new(HELD)  # type: ignore[call-arg]
    held.turn = turn
    held.legal = legal
    held.sample = sample
    held.apply = apply
    held.payoff = payoff
    return held
