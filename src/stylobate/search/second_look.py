"""A second thought about a turn, for games whose mind can look at its ends again (`look_again`).

The first look judges every end of the turn by what can be seen there.  Then, a few at a time and as long as
there is time, the ends that would be chosen are looked at one turn further.  What was seen of an end is kept
for later positions, so that the other tokens of a turn take hardly any time.  So many looks from nothing
always find the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stylobate.learned import Weights
from stylobate.mind import Value
from stylobate.search.tree import Prospect, SearchResult
from stylobate.search.turns import by_token, foreseen, partners

if TYPE_CHECKING:
    from stylobate.game import Position

ENDS = 1 << 12  # for which there is room; with half of that in use everything is forgotten
AT_ONCE = 8  # looks between two glances at the clock, at most


class SecondLook:
    """A position whose turn is thought about twice, and what was seen of its ends."""

    def __init__(self, position: Position, value: Value, learned: Weights) -> None:
        self.position = position
        self._value, self._learned = value, learned
        self._keys = np.zeros(ENDS, dtype=np.int64)
        self._known = np.empty((ENDS, position.seats))
        self._remembered = 0

    def follow(self, position: Position) -> bool:
        """Go on with another position of the same game; an end is worth the same wherever it was seen."""
        if position.seats != self.position.seats or position.game != self.position.game:
            return False
        self.position = position
        return True

    def run(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> SearchResult:
        """Look at so many ends again, or so long, or until `stop()` says so, or all that matter are."""
        began = time.perf_counter()
        limit = math.inf if playouts is None else playouts
        deadline = math.inf if seconds is None else began + seconds
        first = self._value.turns_ahead(self.position.state, math.inf)
        expected = foreseen(self.position, self._value, self._learned, self._value.beam, first)
        looked, most, now = 0, 1, time.perf_counter()
        a_look = now - began
        while len(expected) > 1 and not (stop is not None and stop()):
            asked = int(max(0.0, min(most, limit - looked, (deadline - now) / a_look)))
            if asked == 0:
                break
            made, expected = self._look_again(asked)
            looked += made
            if made < asked:
                break
            before, now = now, time.perf_counter()
            a_look, most = (now - before) / asked, AT_ONCE
        return self._result(expected, looked, time.perf_counter() - began)

    def _look_again(self, looks: int) -> tuple[int, dict[str, tuple[float, ...]]]:
        """Look at so many ends more; at how many there was anything to look at, and what may be expected."""
        assert self._value.look_again is not None
        if self._remembered > ENDS // 2:
            self._keys[:] = self._remembered = 0
        kernel, state = self.position.game.kernel, self.position.state
        expected = np.empty((kernel.width, self.position.seats))
        terms = (self._learned, partners(self.position), looks, self._keys, self._known)
        made = self._value.look_again(state, *terms, expected)
        self._remembered += made
        return made, by_token(self.position, expected)

    def _result(self, expected: dict[str, tuple[float, ...]], looked: int, seconds: float) -> SearchResult:
        seat = self.position.turn
        prospects = [Prospect(token, 0, payoff, False) for token, payoff in expected.items()]
        prospects.sort(key=lambda one: (-one.payoff[seat], one.token))
        pick = prospects[0]
        return SearchResult(pick.token, pick.payoff, False, looked, len(prospects), seconds, tuple(prospects))
