"""Learning from games against oneself which actions to like: the policy gradient (REINFORCE).

All seats choose by their shares.  Afterwards the traits of what the winner did weigh a little more, beside
those of what the winner might have done instead; and the loser's a little less.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int64, void

from stylobate.chance import RNG, Rng
from stylobate.compiled import bundle, compiled
from stylobate.game import Position
from stylobate.kernel import APPLY, CHANCE, LEGAL, OVER, PAYOFF, PAYOFFS, SAMPLE, STATE, TURN, Payoffs
from stylobate.learned import Weights
from stylobate.mind import LEARNED, TRAITS, Policy
from stylobate.search.prior import draw, share

LONGEST = 4096  # decisions of one game that are learned from

# For compiled functions, as one argument: the start, how many seats, actions at most and traits of one there
# are, and the game's functions.
GAME = bundle(STATE, int64, int64, int64, TURN, LEGAL, SAMPLE, APPLY, PAYOFF, TRAITS)


@compiled(int64(GAME, LEARNED, int64, float64, RNG))
def practise(
    game: Any,
    weights: Weights,
    games: int,
    step: float,
    rng: Rng,
) -> int:
    """Play so many games and change the weights after each; returns how many decisions were made."""
    root, seats, width, most_traits, turn, legal, sample, apply, payoff, traits = game
    actions = np.empty(width, dtype=np.int64)
    rows = np.empty((width, most_traits), dtype=np.int32)
    shares = np.empty(width, dtype=np.float64)
    result = np.empty(seats, dtype=np.float64)
    change = np.empty_like(weights)
    states = np.empty((64, len(root)), dtype=np.int16)
    chosen = np.empty(LONGEST, dtype=np.int64)
    movers = np.empty(LONGEST, dtype=np.int64)
    state = np.empty_like(root)
    decisions = 0
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
            if count > 1:
                share(traits, state, actions, count, weights, 1.0, rows, shares)
                pick = draw(shares, count, rng)
                if made < LONGEST:
                    if made == len(states):
                        states = np.concatenate((states, np.empty_like(states)))
                    states[made] = state
                    chosen[made] = pick
                    movers[made] = seat
                    made += 1
                apply(state, actions[pick])
            else:
                apply(state, actions[0])
        payoff(state, result)
        even = result.mean()
        change[:] = 0.0
        for k in range(made):
            surprise = step * (result[movers[k]] - even)
            count = legal(states[k], actions)
            share(traits, states[k], actions, count, weights, 1.0, rows, shares)
            shares[chosen[k]] -= 1.0
            for other in range(count):
                for trait in range(most_traits):
                    change[rows[other, trait]] -= surprise * shares[other]
        weights += change
        weights[0] = 0.0
        decisions += made
    return decisions


@compiled(void(GAME, LEARNED, LEARNED, RNG, PAYOFFS))
def contest(
    game: Any,
    ours: Weights,
    theirs: Weights,
    rng: Rng,
    payoffs: Payoffs,
) -> None:
    """Let one seat, each in turn, choose by `ours`, the others by `theirs`; writes our payoffs."""
    root, seats, width, most_traits, turn, legal, sample, apply, payoff, traits = game
    actions = np.empty(width, dtype=np.int64)
    rows = np.empty((width, most_traits), dtype=np.int32)
    shares = np.empty(width, dtype=np.float64)
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
            count = legal(state, actions)
            weights = ours if seat == number % seats else theirs
            share(traits, state, actions, count, weights, 1.0, rows, shares)
            apply(state, actions[draw(shares, count, rng)])
        payoff(state, result)
        payoffs[number] = result[number % seats]


class PolicyExercise:
    """How a policy is practised: from this start, every seat choosing by its shares."""

    broken_off = False
    threads = 1
    pupils, games_a_round, contest_games = 8, 4000, 2000
    first_step, last_step = 0.04, 0.002
    shipped = "policy.bin"

    def __init__(self, policy: Policy, start: Position) -> None:
        self.numbers = policy.kinds
        k = start.game.kernel
        self._game: Any = (
            *(start.state, start.seats, k.width, policy.most),
            *(k.turn, k.legal, k.sample, k.apply, k.payoff, policy.traits),
        )

    def begin(self, rng: Rng) -> Weights:
        """Every action is as likely as any other."""
        return np.zeros(self.numbers)

    def know_nothing(self) -> Weights:
        """Weights that play at random, which those before the first game are already."""
        return np.zeros(self.numbers)

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play, and change the weights in place."""
        practise(self._game, weights, games, step, rng)

    def contest(self, ours: Weights, theirs: Weights, rng: Rng, payoffs: Payoffs) -> None:
        """Play, and write what we got in each game."""
        contest(self._game, ours, theirs, rng, payoffs)
