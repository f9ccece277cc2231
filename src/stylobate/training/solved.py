"""Learning what a position is worth where a turn can be solved: without the luck of the dice.

All seats play the best turn that their value sees (`take_turn`), and now and then anything.  Where a turn
begins it is known exactly what may be hoped of it.  So what was expected there moves towards that and not
towards what the dice brought; and by as much as later turns were better or worse than expected of them.

Where turns begin is gathered from many games, and gone over again and again: to solve a turn takes far longer
than to learn from it.  The games are played in several lots side by side, each with chance of its own: so
many cores have something to do, and the same seed teaches the same on any number of them.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numba import int64, types, void

from stylobate.chance import RNG, Rng, below, bits, stream
from stylobate.compiled import compiled
from stylobate.game import Position
from stylobate.kernel import ACTIONS, CHANCE, OVER, Actions, State
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, HOPE, LEARNED, SIGHTS, TAKE_TURN, Expected, Mind, Value
from stylobate.network import adjust, judge
from stylobate.search.turns import GAME, SETTING
from stylobate.training.adam import Adam
from stylobate.training.value import LONGEST, TRUST, ValueExercise

PUPILS, GAMES = 2, 2_000  # of a round
LOTS = 8  # of a pupil's games, side by side
WHIMS = 20  # turns, one of which is played at random
TIMES = 8  # that all is gone over in a round
AT_ONCE = 256  # positions of which the mean makes a step

States = np.ndarray[tuple[int, int], np.dtype[np.int16]]
STATES = types.Array(types.int16, 2, "C")


@compiled(void(GAME, SETTING, RNG, types.Array(types.int16, 1, "C")))
def play_at_random(game: Any, setting: Any, rng: Rng, s: State) -> None:
    """Play on until a turn has ended, or the game."""
    _, _, turn, legal, _, sample, apply, _, _, rests = game
    actions = np.empty(setting[2], dtype=np.int64)
    while True:
        if turn(s) == CHANCE:
            apply(s, sample(s, rng))
        else:
            count = legal(s, actions)
            apply(s, actions[below(rng, count)])
        if turn(s) == OVER or rests(s):
            break


@compiled(int64(GAME, HOPE, TAKE_TURN, SETTING, LEARNED, RNG, STATES, EXPECTED))
def play(
    game: Any,
    hope: Any,
    take_turn: Any,
    setting: Any,
    learned: Weights,
    rng: Rng,
    states: States,
    targets: Expected,
) -> int:
    """Play a game; writes where its turns began, and what should be expected there.  Returns how many."""
    _, _, turn, _, _, _, _, payoff, sights, rests = game
    root, seats, _, width, partners, _ = setting
    rows = np.empty((seats, width), dtype=np.float64)
    judged = np.empty((len(states), seats), dtype=np.float64)
    s = root.copy()
    if not rests(s):
        play_at_random(game, setting, rng, s)
    made = 0
    while turn(s) != OVER:
        if made == len(states):
            made = 0  # endless as it was, what came before is forgotten
        states[made] = s
        sights(s, rows)
        judge(rows, learned, partners, judged[made])
        if below(rng, WHIMS) == 0:
            hope(s, learned, partners, targets[made])
            play_at_random(game, setting, rng, s)
        else:
            take_turn(s, learned, partners, rng, targets[made])
        made += 1
    better = np.empty(seats, dtype=np.float64)
    payoff(s, better)
    following = better.copy()
    for k in range(made - 1, -1, -1):
        for seat in range(seats):
            targets[k, seat] += TRUST * (better[seat] - following[seat])
        better[:] = targets[k]
        following[:] = judged[k]
    return made


@compiled(void(SIGHTS, SETTING, LEARNED, STATES, EXPECTED, ACTIONS, LEARNED))
def gather(
    sights: Any,
    setting: Any,
    learned: Weights,
    states: States,
    targets: Expected,
    some: Actions,
    gradient: Weights,
) -> None:
    """Write which way the weights should not go, as these positions have it."""
    rows = np.empty((setting[1], setting[3]), dtype=np.float64)
    gradient[:] = 0.0
    for k in some:
        sights(states[k], rows)
        adjust(rows, learned, targets[k], -1.0 / len(some), gradient)


class SolvedExercise(ValueExercise):
    """How a value is practised where turns can be solved."""

    pupils, games_a_round = PUPILS, GAMES

    def __init__(self, mind: Mind, value: Value, start: Position) -> None:
        super().__init__(mind, value, start)
        self._ways = value.hope, value.take_turn
        self._sights = value.sights

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play, and then go over all of it; changes the weights in place."""
        states, targets = self._played(weights, games, rng)
        adam, gradient = Adam(np, weights), np.empty_like(weights)
        order = np.arange(len(states))
        for _ in range(TIMES):
            shuffle(order, rng)
            for first in range(0, len(order), AT_ONCE):
                self._go_on()
                some = order[first : first + AT_ONCE]
                gather(self._sights, self._setting, weights, states, targets, some, gradient)
                adam.step(gradient, step)

    def _played(self, weights: Weights, games: int, rng: Rng) -> tuple[States, Expected]:
        """Where the turns of so many games began, and what should be expected there."""
        lots = [(games + lot) // LOTS for lot in range(LOTS)]
        chances = [stream(int(bits(rng))) for _ in lots]
        with ThreadPoolExecutor(self.threads) as pool:
            found = list(pool.map(partial(self._play_lot, weights), lots, chances))
        return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])

    def _play_lot(self, weights: Weights, games: int, rng: Rng) -> tuple[States, Expected]:
        """The same of one lot."""
        root, seats = self._setting[:2]
        states, targets = np.empty((LONGEST, len(root)), dtype=np.int16), np.empty((LONGEST, seats))
        found = [(states[:0], targets[:0])]
        for _ in range(games):
            self._go_on()
            made = play(self._game, *self._ways, self._setting, weights, rng, states, targets)
            found.append((states[:made].copy(), targets[:made].copy()))
        return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])

    def _go_on(self) -> None:
        """Give up if nobody waits any more: a round takes a minute."""
        if self.broken_off:
            raise CancelledError


@compiled(void(ACTIONS, RNG))
def shuffle(order: Actions, rng: Rng) -> None:
    """Put them into any order."""
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
