"""Trying out what follows a position, for games whose mind has a value: rollouts of good play.

Every legal action is first looked at to the end of the turn (`search.turns`).  What promises most is then
tried again and again: all seats go on as their own look-ahead likes best, chance falls as it may, and after
some turns the value says how they stand.  An action is tried the more often the better it does (UCB), and
what its look-ahead expected counts as a few tries.  With the same seed and the same number of playouts the
same is found on every machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import int64

from stylobate.chance import RNG, Rng, stream
from stylobate.compiled import compiled
from stylobate.errors import BadPlayer
from stylobate.kernel import ACTIONS, CHANCE, OVER, Actions
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, Expected, Mind, Value
from stylobate.network import judge
from stylobate.search.tree import Prospect, SearchResult, log2
from stylobate.search.turns import GAME, SETTING, best, foreseen, functions, look_ahead, setting

if TYPE_CHECKING:
    from stylobate.game import Position

NARROW = (2, 1, 1, 1, 1, 1, 1, 1)  # the beam while trying out
MARGIN = 0.15  # what promises so much less than the best is not tried
TRIES = 8.0  # as many tries does the look-ahead's expectation count for
EXPLORATION = 0.25
SLICE = 0.01


class Rollouts:
    """A position whose actions are tried out, for as long as it is told to.

    The `seconds` that there will be say how far the first look goes; how long it took is counted in `run`.
    """

    def __init__(
        self,
        position: Position,
        seed: int | None,
        mind: Mind,
        value: Value,
        learned: Weights | None = None,
        seconds: float = math.inf,
    ) -> None:
        if position.turn < 0:
            raise BadPlayer("there is nothing to try: no seat is to move here")
        self.position = position
        self.playouts = 0
        self._value = value
        self._learned = mind.value_weights(position.state) if learned is None else learned
        self._rng = stream(seed)
        began = time.perf_counter()
        turns = value.turns_ahead(position.state, seconds)
        self._expected = foreseen(position, value, self._learned, value.beam, turns)
        self._seconds = time.perf_counter() - began
        seat = position.turn
        top = max(payoff[seat] for payoff in self._expected.values())
        self._tokens = [token for token, payoff in self._expected.items() if payoff[seat] > top - MARGIN]
        self._actions = np.array([position.actions[token] for token in self._tokens])
        first = [[share * TRIES for share in self._expected[token]] for token in self._tokens]
        self._sums = np.array(first, dtype=np.float64)
        self._tried = np.full(len(self._tokens), TRIES)

    def run(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> SearchResult:
        """Try until so many playouts, or so long, or until `stop()` says so, whichever comes first.

        Calling it again goes on where it left off.
        """
        if playouts is None and seconds is None and stop is None:
            raise BadPlayer("a search needs an end: a number of playouts, a time, or a way to stop it")
        now = time.perf_counter()
        began = now - self._seconds
        deadline = math.inf if seconds is None else began + seconds
        limit = math.inf if playouts is None else self.playouts + playouts
        batch = 1
        while len(self._tokens) > 1 and self._value.horizon and self.playouts < limit and now < deadline:
            if stop is not None and stop():
                break
            batch = int(min(batch, limit - self.playouts))
            self._go_on(batch)
            self.playouts += batch
            now, before = time.perf_counter(), now
            wished = min(SLICE, deadline - now)
            batch = max(1, int(batch * min(4.0, wished / max(now - before, 1e-6))))
        self._seconds = 0.0
        return self._result(now - began)

    def _go_on(self, playouts: int) -> None:
        position, value = self.position, self._value
        _try(
            functions(position.game.kernel, value),
            setting(position, value, NARROW),
            self._learned,
            value.horizon,
            position.turn,
            self._actions,
            self._sums,
            self._tried,
            playouts,
            self._rng,
        )

    def _result(self, seconds: float) -> SearchResult:
        seat = self.position.turn
        tried = {token: k for k, token in enumerate(self._tokens)}
        prospects = []
        for token, expected in self._expected.items():
            k = tried.get(token)
            visits = 0 if k is None else round(self._tried[k] - TRIES)
            payoff = expected if k is None else tuple((self._sums[k] / self._tried[k]).tolist())
            prospects.append(Prospect(token, visits, payoff, False))
        prospects.sort(key=lambda one: (-one.visits, -one.payoff[seat], one.token))
        pick = max(prospects, key=lambda one: (one.token in tried, one.payoff[seat]))
        return SearchResult(
            pick.token, pick.payoff, False, self.playouts, len(prospects), seconds, tuple(prospects)
        )


@compiled(int64(GAME, SETTING, LEARNED, int64, int64, ACTIONS, EXPECTED, LEARNED, int64, RNG))
def _try(
    game: Any,
    setting: Any,
    learned: Weights,
    horizon: int,
    mover: int,
    candidates: Actions,
    sums: Expected,
    tried: Weights,
    playouts: int,
    rng: Rng,
) -> int:
    """Try so many times; adds to the sums and to how often each candidate was tried."""
    _, _, turn, legal, _, sample, apply, payoff, sights, rests = game
    root, seats, width, sights_wide, partners, beam = setting
    actions = np.empty(width, dtype=np.int64)
    expected = np.empty((width, seats), dtype=np.float64)
    rows = np.empty((seats, sights_wide), dtype=np.float64)
    result = np.empty(seats, dtype=np.float64)
    state = np.empty_like(root)
    for _ in range(playouts):
        whole = log2(int(tried.sum()))
        pick = 0
        highest = -1.0
        for k in range(len(candidates)):
            bound = sums[k, mover] / tried[k] + EXPLORATION * math.sqrt(whole / tried[k])
            if bound > highest:
                highest = bound
                pick = k
        state[:] = root
        apply(state, candidates[pick])
        turns = 0
        while True:
            seat = turn(state)
            if seat == OVER:
                payoff(state, result)
                break
            if rests(state):
                turns += 1
                if turns > horizon:
                    sights(state, rows)
                    judge(rows, learned, partners, result)
                    break
            if seat == CHANCE:
                apply(state, sample(state, rng))
                continue
            count = legal(state, actions)
            choice = 0
            if count > 1:
                look_ahead(game, state, learned, partners, sights_wide, 1, beam, expected)
                choice = best(expected, count, seat)
            apply(state, actions[choice])
        for seat in range(seats):
            sums[pick, seat] += result[seat]
        tried[pick] += 1.0
    return playouts
