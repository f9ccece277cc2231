"""Learning from games against oneself what to like besides what the value says: a leaning.

A value learns how a seat stands if it goes on as it does: what nobody makes use of seems worth nothing, and
so nobody will make use of it.  Out of that leads only trying.  In every game one side likes each sight that
has a name (`Value.named`) more or less than before, as chance has it, and another side likes it less or more
by as much.  What the winner of the two liked is liked a little more from then on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int64, void

from stylobate.chance import RNG, Rng, below
from stylobate.compiled import compiled
from stylobate.game import Position
from stylobate.kernel import ACTIONS, CHANCE, OVER, Actions, Payoffs
from stylobate.leaning import GENTLY, leaning
from stylobate.learned import Weights
from stylobate.mind import LEARNED, Mind, Value
from stylobate.search.turns import GAME, SETTING, best, functions, look_ahead, setting
from stylobate.training.value import BEAM, contest

WHIM = 0.7  # how much more or less a sight is liked in a game: enough to play quite another way


@compiled(void(GAME, SETTING, ACTIONS, ACTIONS, LEARNED, LEARNED, int64, float64, RNG))
def practise(
    game: Any,
    setting: Any,
    sides: Actions,
    named: Actions,
    leaning: Weights,
    towards: Weights,
    games: int,
    step: float,
    rng: Rng,
) -> None:
    """Play so many games, all seats with what was learned and a leaning, and change `towards` after each.

    `sides` says for each seat which side it plays for; `named` are the sights that may be leaned to.
    """
    _, _, turn, legal, _, sample, apply, payoff, _, _ = game
    root, seats, width, sights_wide, partners, beam = setting
    units = len(leaning) // (sights_wide + 2)
    actions = np.empty(width, dtype=np.int64)
    expected = np.empty((width, seats), dtype=np.float64)
    result = np.empty(seats, dtype=np.float64)
    whim = np.empty(sights_wide, dtype=np.float64)
    own = np.empty((seats, len(leaning)), dtype=np.float64)
    state = np.empty_like(root)
    for _ in range(games):
        for sight in range(sights_wide):
            whim[sight] = 0.0
        for k in range(len(named)):
            whim[named[k]] = WHIM if below(rng, 2) else -WHIM
        one = below(rng, sides.max() + 1)
        other = (one + 1) % (sides.max() + 1)
        for seat in range(seats):
            follows = 1.0 if sides[seat] == one else -1.0 if sides[seat] == other else 0.0
            own[seat] = leaning
            for sight in range(sights_wide):
                likes = towards[sight] + follows * whim[sight]
                own[seat, (1 + sight) * units + units - 1] = likes / GENTLY
        state[:] = root
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
                look_ahead(game, state, own[seat], partners, sights_wide, 1, beam, expected)
                pick = best(expected, count, seat)
            apply(state, actions[pick])
        payoff(state, result)
        better = 0.0
        for seat in range(seats):
            if sides[seat] == one:
                better += result[seat]
            elif sides[seat] == other:
                better -= result[seat]
        for sight in range(sights_wide):
            towards[sight] += step * better / partners * whim[sight]


class LeaningExercise:
    """How a leaning is practised: from this start, with the value's weights that the game brings."""

    broken_off = False
    threads = 1
    pupils, games_a_round, contest_games = 8, 80, 200
    first_step, last_step = 0.16, 0.02

    def __init__(self, mind: Mind, value: Value, start: Position) -> None:
        self.numbers = value.width
        self.shipped = f"{mind.variant(start.state)}-leaning.bin"
        self._learned = mind.upright(start.state)
        self._game, self._setting = functions(start.game.kernel, value), setting(start, value, BEAM)
        self._sides = np.array(start.sides, dtype=np.int64)
        self._named = np.array(sorted({sight for one in value.named.values() for sight in one}), np.int64)

    def begin(self, rng: Rng) -> Weights:
        """No sight is liked for itself."""
        return np.zeros(self.numbers)

    def know_nothing(self) -> Weights:
        """What the value says, and no leaning."""
        return np.zeros(self.numbers)

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play, and change the weights in place."""
        unit = leaning(self._learned, np.zeros(self.numbers))
        practise(self._game, self._setting, self._sides, self._named, unit, weights, games, step, rng)

    def contest(self, ours: Weights, theirs: Weights, rng: Rng, payoffs: Payoffs) -> None:
        """Play, and write what we got in each game."""
        both = (leaning(self._learned, ours), leaning(self._learned, theirs))
        contest(self._game, self._setting, *both, rng, payoffs)
