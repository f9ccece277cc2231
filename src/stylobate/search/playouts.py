"""Random games: every seat picks evenly among its legal moves, chance by its true weights."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numba import boolean, float64, int64

from stylobate.chance import RNG, Rng, below, stream
from stylobate.compiled import compiled
from stylobate.kernel import (
    ACTIONS,
    APPLY,
    CHANCE,
    LEGAL,
    PAYOFF,
    PAYOFFS,
    SAMPLE,
    STATE,
    TURN,
    Actions,
    Payoffs,
    State,
)
from stylobate.learned import Weights
from stylobate.mind import LEARNED, SHARES, TRAIT_ROWS, TRAITS, Shares, Traits
from stylobate.search.prior import draw, share

if TYPE_CHECKING:
    from stylobate.game import Position


@dataclass(frozen=True)
class Playouts:
    """What a number of random games came to."""

    games: int
    plies: int
    payoff: tuple[float, ...]
    seconds: float


def playouts(
    position: Position,
    games: int,
    seed: int | None = None,
    watch: Callable[[int], bool] | None = None,
) -> Playouts:
    """Play this many random games from here.

    `payoff` is the mean a seat.  `watch`, if given, hears from time to time how many games are done, and
    ends the work by returning False.
    """
    kernel = position.game.kernel
    total = np.zeros(position.seats, dtype=np.float64)
    rng = stream(seed)
    done = plies = 0
    share = games if watch is None else 1
    seconds = 0.0
    while done < games:
        size = min(share, games - done)
        began = time.perf_counter()
        plies += int(
            _play(
                kernel.turn,
                kernel.legal,
                kernel.sample,
                kernel.apply,
                kernel.payoff,
                position.state,
                position.game.has_chance,
                size,
                kernel.width,
                rng,
                total,
            )
        )
        took = time.perf_counter() - began
        seconds += took
        done += size
        if watch is not None:
            share = max(1, int(size * min(4.0, 0.05 / max(took, 1e-6))))
            if not watch(done):
                break
    return Playouts(done, plies, tuple(float(points / max(done, 1)) for points in total), seconds)


@compiled(int64(TURN, LEGAL, SAMPLE, APPLY, STATE, boolean, RNG, ACTIONS))
def play_out(  # type: ignore[no-untyped-def]
    turn, legal, sample, apply, state: State, has_chance: bool, rng: Rng, actions: Actions
) -> int:
    """Play at random to the end, in place; returns the plies it took.

    `actions` is scratch; `has_chance` spares games without chance the question whose turn it is.
    """
    plies = 0
    while True:
        if has_chance and turn(state) == CHANCE:
            apply(state, sample(state, rng))
        else:
            count = legal(state, actions)
            if count == 0:
                return plies
            apply(state, actions[below(rng, count)])
        plies += 1


@compiled(
    int64(
        *(TURN, LEGAL, SAMPLE, APPLY, TRAITS),
        *(STATE, boolean, RNG, LEARNED, float64, ACTIONS, TRAIT_ROWS, SHARES),
    )
)
def play_on(  # type: ignore[no-untyped-def]
    turn,
    legal,
    sample,
    apply,
    traits,
    state: State,
    has_chance: bool,
    rng: Rng,
    weights: Weights,
    heat: float,
    actions: Actions,
    rows: Traits,
    shares: Shares,
) -> int:
    """Play to the end as a mind would, in place: each action by its share; returns the plies it took."""
    plies = 0
    while True:
        if has_chance and turn(state) == CHANCE:
            apply(state, sample(state, rng))
        else:
            count = legal(state, actions)
            if count == 0:
                return plies
            share(traits, state, actions, count, weights, heat, rows, shares)
            apply(state, actions[draw(shares, count, rng)])
        plies += 1


@compiled(int64(TURN, LEGAL, SAMPLE, APPLY, PAYOFF, STATE, boolean, int64, int64, RNG, PAYOFFS))
def _play(  # type: ignore[no-untyped-def]
    turn,
    legal,
    sample,
    apply,
    payoff,
    root: State,
    has_chance: bool,
    games: int,
    width: int,
    rng: Rng,
    total: Payoffs,
) -> int:
    actions = np.empty(width, dtype=np.int64)
    result = np.empty(len(total), dtype=np.float64)
    state = np.empty_like(root)
    plies = 0
    for _ in range(games):
        state[:] = root
        plies += play_out(turn, legal, sample, apply, state, has_chance, rng, actions)
        payoff(state, result)
        total += result
    return plies
