"""Learning what a position is worth from many games at once, in arrays: on a GPU, thousands of them.

Like `training.value`, but nothing is left to luck: what is expected where a turn has ended moves towards what
the next one brings, all throws counted and the best made of each (expected temporal differences).  The games
go on by one throw at a time, as their players like best, now and then otherwise.

A game brings its rules and sights for many games at once as `Value.many`, for arrays of NumPy or CuPy, which
is NumPy on a GPU.  The network is that of `stylobate.network`.  A round has only some hundreds of steps, each
the mean over many games: so they are Adam's, which are as long for rare sights as for
common ones.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

import numpy as np

from stylobate import extras
from stylobate.chance import Rng, bits
from stylobate.errors import BadOption
from stylobate.game import Position
from stylobate.learned import Weights
from stylobate.mind import Mind, Value
from stylobate.training.adam import Adam, Array
from stylobate.training.value import ValueExercise

MISCHIEF = 0.1  # how often something else is tried
ON_PROCESSOR = (8, 1_600, 64)  # pupils, games of a round, and how many games each pupil has at once
ON_GPU = (1, 400_000, 1 << 14)
APART = 32  # steps by which games are set apart at first, so that not all are as old
STEPS = (0.003, 0.0001)  # of Adam, in the first round and in the last


class Following(Protocol):
    """What may follow on each of some games, whatever is thrown: the games handed on.

    `place` says for each game, throw and line which of them follows, or -1 where that line cannot be taken;
    `won` is what whoever threw has won with each: its share where the game is over, else `nan`.
    """

    games: Any
    place: Array
    won: Array


class Many(Protocol):
    """Many games of two seats in which a throw is about to be made, all throws equally likely."""

    def begin(self, count: int) -> Any:
        """So many games at their beginning."""

    def following(self, games: Any) -> Following:
        """All that may follow."""

    def look(self, games: Any) -> Array:
        """What who throws next sees in each game; the other sees nothing."""


class Network:
    """The network of `stylobate.network` for whole arrays of rows, with the steps of its weights."""

    def __init__(self, xp: Any, weights: Weights, width: int) -> None:
        self.xp = xp
        self.weights = xp.asarray(weights.reshape(width + 2, -1), dtype=np.float32)
        self._adam = Adam(xp, self.weights)

    def expects(self, rows: Array) -> Array:
        """The share of the win that whoever sees such a row may expect, against one who sees nothing."""
        return self._share(self._units(rows), self._units(None))

    def adjust(self, rows: Array, target: Array, step: float) -> None:
        """Move the weights by one step, so that a little more of the target is expected."""
        xp, last = self.xp, self.weights[-1]
        units, blind = self._units(rows), self._units(None)
        surprise = (self._share(units, blind) - target) / len(rows)
        back = surprise[:, None] * last * (1.0 - abs(units)) ** 2
        gradient = xp.empty_like(self.weights)
        gradient[-1] = surprise @ (units - blind)
        gradient[0] = back.sum(0) - surprise.sum() * last * (1.0 - abs(blind)) ** 2
        gradient[1:-1] = rows.T @ back
        self._adam.step(gradient, step)

    def _units(self, rows: Array | None) -> Array:
        excited = self.weights[0] if rows is None else rows @ self.weights[1:-1] + self.weights[0]
        return excited / (1.0 + abs(excited))

    def _share(self, units: Array, blind: Array) -> Array:
        return 1.0 / (1.0 + self.xp.exp(-((units - blind) @ self.weights[-1])))


class ManyExercise(ValueExercise):
    """How a value is practised in many games at once: by eight pupils, or by one on a GPU.

    `abreast` is how many games are played at once, if not as many as is usual there.
    """

    def __init__(
        self, mind: Mind, value: Value, start: Position, on_gpu: bool = False, abreast: int = 0
    ) -> None:
        super().__init__(mind, value, start)
        assert value.many is not None
        self._xp: Any = cupy() if on_gpu else np
        self._width = value.width
        self._many: Many = value.many(self._xp, start.state)
        self.first_step, self.last_step = STEPS
        self.pupils, self.games_a_round, self._abreast = ON_GPU if on_gpu else ON_PROCESSOR
        self._abreast = abreast or self._abreast

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play so many games to their end, and change the weights in place."""
        xp, many = self._xp, self._many
        network = Network(xp, weights, self._width)
        chance = xp.random.default_rng(int(bits(rng) >> np.uint64(1)))
        now = many.begin(self._abreast)
        rows = xp.arange(self._abreast)
        done = steps = 0
        while done < games:
            following = many.following(now)
            worth = 1.0 - network.expects(many.look(following.games))
            worth = xp.where(xp.isnan(following.won), worth, following.won)
            lines = xp.append(worth, np.float32(-1.0))[following.place]  # game, throw, line
            network.adjust(many.look(now), lines.max(2).mean(1), step)
            throw = chance.integers(0, lines.shape[1], self._abreast)
            liked = lines[rows, throw]
            whim = xp.where(liked >= 0.0, chance.random(liked.shape, dtype=np.float32), -1.0)
            line = xp.where(chance.random(self._abreast) < MISCHIEF, whim.argmax(1), liked.argmax(1))
            chosen = following.place[rows, throw, line]
            now = following.games[chosen]
            over = ~xp.isnan(following.won[chosen])
            done += int(over.sum())
            anew = xp.nonzero(over | (rows % APART + 1 == steps))[0]
            now.put(anew, many.begin(len(anew)))
            steps += 1
        weights[:] = np.asarray(network.weights if xp is np else xp.asnumpy(network.weights)).reshape(-1)


def cupy() -> Any:
    """NumPy on a GPU; a sentence where there is none."""
    with extras.wanted("gpu", "training on a GPU"):
        xp: Any = import_module("cupy")
    try:
        xp.cuda.runtime.getDeviceCount()
    except xp.cuda.runtime.CUDARuntimeError:
        raise BadOption("CuPy finds no GPU here; leave out --gpu, and the processor learns") from None
    return xp
