"""Learning from games against oneself what a position is worth: temporal differences, TD(λ).

All seats play what their turn's look-ahead likes best, and now and then something else.  Afterwards, from the
end of the game back to its beginning, what was expected wherever a turn had ended moves a little towards what
was expected later, and towards how it ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int64, void

from stylobate.chance import RNG, Rng, below, bits
from stylobate.compiled import compiled
from stylobate.game import Position
from stylobate.kernel import CHANCE, OVER, PAYOFFS, Payoffs
from stylobate.learned import Weights
from stylobate.mind import LEARNED, Mind, Value
from stylobate.network import adjust, judge
from stylobate.search.turns import GAME, SETTING, best, functions, look_ahead, setting

LONGEST = 1024  # turns of one game that are learned from
BEAM = (3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
TRUST = 0.7  # how much later expectations count against the next one: λ
MISCHIEF = 0.02  # how often something else is tried
_UNIT = 1.0 / (1 << 53)


@compiled(int64(GAME, SETTING, LEARNED, int64, float64, RNG))
def practise(game: Any, setting: Any, learned: Weights, games: int, step: float, rng: Rng) -> int:
    """Play so many games and change the weights after each; returns how many turns were learned from."""
    _, _, turn, legal, _, sample, apply, payoff, sights, rests = game
    root, seats, width, sights_wide, partners, beam = setting
    actions = np.empty(width, dtype=np.int64)
    expected = np.empty((width, seats), dtype=np.float64)
    seen = np.empty((64, seats, sights_wide), dtype=np.float64)
    judged = np.empty((LONGEST, seats), dtype=np.float64)
    target = np.empty(seats, dtype=np.float64)
    state = np.empty_like(root)
    turns = 0
    for _ in range(games):
        state[:] = root
        made = 0
        while True:
            seat = turn(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                apply(state, sample(state, rng))
                continue
            count = legal(state, actions)
            pick = 0
            if count > 1:
                if float(bits(rng) >> np.uint64(11)) * _UNIT < MISCHIEF:
                    pick = below(rng, count)
                else:
                    look_ahead(game, state, learned, partners, sights_wide, 1, beam, expected)
                    pick = best(expected, count, seat)
            apply(state, actions[pick])
            if made < LONGEST and turn(state) != OVER and rests(state):
                if made == len(seen):
                    seen = np.concatenate((seen, np.empty_like(seen)))
                sights(state, seen[made])
                judge(seen[made], learned, partners, judged[made])
                made += 1
        payoff(state, target)
        for k in range(made - 1, -1, -1):
            adjust(seen[k], learned, target, step, learned)
            for other in range(seats):
                target[other] = TRUST * target[other] + (1.0 - TRUST) * judged[k, other]
        turns += made
    return turns


@compiled(void(GAME, SETTING, LEARNED, LEARNED, RNG, PAYOFFS))
def contest(
    game: Any,
    setting: Any,
    ours: Weights,
    theirs: Weights,
    rng: Rng,
    payoffs: Payoffs,
) -> None:
    """Let one seat, each in turn, look ahead with `ours`, the others with `theirs`; writes our payoffs.

    Whoever has no weights plays at random.
    """
    _, _, turn, legal, _, sample, apply, payoff, _, _ = game
    root, seats, width, sights_wide, partners, beam = setting
    actions = np.empty(width, dtype=np.int64)
    expected = np.empty((width, seats), dtype=np.float64)
    result = np.empty(seats, dtype=np.float64)
    state = np.empty_like(root)
    for number in range(len(payoffs)):
        state[:] = root
        while True:
            seat = turn(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                apply(state, sample(state, rng))
                continue
            learned = ours if seat == number % seats else theirs
            count = legal(state, actions)
            pick = 0
            if len(learned) == 0:
                pick = below(rng, count)
            elif count > 1:
                look_ahead(game, state, learned, partners, sights_wide, 1, beam, expected)
                pick = best(expected, count, seat)
            apply(state, actions[pick])
        payoff(state, result)
        payoffs[number] = result[number % seats]


class ValueExercise:
    """How a value is practised: from this start, by the look-ahead of a turn."""

    broken_off = False
    threads = 1
    pupils, games_a_round = 8, 800
    contest_games = 200

    def __init__(self, mind: Mind, value: Value, start: Position) -> None:
        self.first_step, self.last_step = value.steps
        self.numbers = value.numbers
        self.shipped = f"{mind.variant(start.state)}.bin"
        self._game, self._setting = functions(start.game.kernel, value), setting(start, value, BEAM)

    def begin(self, rng: Rng) -> Weights:
        """Small random weights: units that began alike would stay alike."""
        return np.array([(below(rng, 2001) - 1000) / 10_000 for _ in range(self.numbers)])

    def know_nothing(self) -> Weights:
        """No weights: who has none plays at random."""
        return np.empty(0)

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play, and change the weights in place."""
        practise(self._game, self._setting, weights, games, step, rng)

    def contest(self, ours: Weights, theirs: Weights, rng: Rng, payoffs: Payoffs) -> None:
        """Play, and write what we got in each game."""
        contest(self._game, self._setting, ours, theirs, rng, payoffs)
