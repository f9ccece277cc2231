"""A batch: games of one kind side by side, in arrays that are made once and written in place.

Whoever trains keeps the arrays and looks at them after each step; nothing is copied.  By DLPack, which NumPy
arrays speak, they are tensors of PyTorch or arrays of JAX as well: `torch.from_dlpack(batch.turn)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from stylobate.batches import stepping
from stylobate.batches.held import hold
from stylobate.chance import stream
from stylobate.errors import BadBatch, BadToken
from stylobate.game import Game, Position
from stylobate.kernel import Actions
from stylobate.registry import load

SHOWN = 12  # legal actions, in a refusal
WORTH_A_THREAD = 64  # games; fewer are stepped sooner than another thread wakes


def vector(
    game: str | Game, n: int, *, threads: int = 1, seed: int | None = None, **options: object
) -> Batch:
    """So many games at once, of a game and its options, ready for their first step.

    The same seed gives the same games, however many threads step them; without one, chance is the operating
    system's.
    """
    return Batch(load(game) if isinstance(game, str) else game, n, threads, seed, options)


class Batch:
    """So many games, numbered from 0; each row of an array is one of them.

    turn    the seat to move
    count   how many legal actions it has
    legal   those, ascending: `legal[i, :count[i]]`; what stands behind them means nothing
    done    whether the last step ended a game there; then the next one has begun already
    payoff  what that end was worth to each seat; nought where none ended
    state   the arrays that the kernel works on
    seeds   what the chance of each game comes from: `stylobate.chance.stream(seeds[i])` gives the same

    They are for looking at: what is written into them the rules would believe.
    """

    def __init__(
        self, game: Game, n: int, threads: int, seed: int | None, options: Mapping[str, object]
    ) -> None:
        if n < 1:
            raise BadBatch(f"a batch of {n} games cannot be; one is the least")
        if threads < 1:
            raise BadBatch(f"{threads} threads cannot step a batch; one is the least")
        start = game.start(**options)
        self.game = game
        self.seats = start.seats
        self._root = start.state
        kernel = game.kernel
        self.state = np.empty((n, len(self._root)), dtype=np.int16)
        self.turn = np.empty(n, dtype=np.int64)
        self.count = np.empty(n, dtype=np.int64)
        self.legal = np.zeros((n, kernel.width), dtype=np.int64)  # pages that nobody writes cost nothing
        self.done = np.zeros(n, dtype=np.bool_)
        self.payoff = np.zeros((n, self.seats), dtype=np.float64)
        self._chance = np.empty((n, 1), dtype=np.uint64)
        self._picking = np.empty((n, 1), dtype=np.uint64)
        self._actions = np.empty(n, dtype=np.int64)
        threads = min(threads, max(1, n // WORTH_A_THREAD))
        ends = [n * k // threads for k in range(threads + 1)]
        self._shares = list(pairwise(ends))
        self._pool = ThreadPoolExecutor(threads - 1, "batch") if threads > 1 else None

        rules = hold(kernel)
        games = self._root, self.state, self._chance, self.legal, self.count, self.turn
        self._begin = partial(stepping.begin, rules, *games)
        self._step = partial(stepping.step, rules, *games, self.done, self.payoff, self._actions)
        self._look = partial(stepping.first_illegal, self.legal, self.count, self.turn, self._actions)
        self._pick = partial(stepping.pick, self.legal, self.count, self._picking, self._actions)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.turn)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, as a new batch of this seed would."""
        stepping.sow(stream(seed), self._chance, self._picking)
        self.seeds = self._chance[:, 0].copy()
        self.done[:] = False
        self.payoff[:] = 0.0
        self._all(self._begin)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game, where nobody is to move any; if one is not legal, play none."""
        self._take(actions)
        wrong = min(self._all(self._look))
        if wrong < len(self):
            raise BadToken(self._refusal(wrong))
        self._all(self._step)

    def pick(self) -> Actions:
        """A legal action for each game, all equally likely: the array that the next call writes again."""
        self._all(self._pick)
        return self._actions

    def position(self, number: int) -> Position:
        """One of the games as it stands."""
        return Position(self.game, self.state[number].copy())

    def close(self) -> None:
        """End the threads; the arrays stay.  A batch that nobody holds any more does so by itself."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, actions: ArrayLike) -> None:
        """Keep what is to be played where compiled code expects it."""
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise BadBatch(
                f"a step of this batch is {len(self)} whole numbers, one for each game; "
                f"not {given.dtype} of shape {given.shape}"
            )
        if given is not self._actions:
            np.copyto(self._actions, given, casting="unsafe")

    def _all(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Do a thing with all games, a share in each thread, this one included."""
        if self._pool is None:
            return [work(0, len(self))]
        others = [self._pool.submit(work, *share) for share in self._shares[1:]]
        try:
            first = work(*self._shares[0])
        finally:
            wait(others)
        return [first, *(other.result() for other in others)]

    def _refusal(self, number: int) -> str:
        position = self.position(number)
        legal = [f"{action} ({token})" for token, action in position.actions.items()]
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return (
            f"game {number}: {self._actions[number]} is no legal action there, and no game was stepped; "
            f"legal: {', '.join(legal[:SHOWN])}{more}"
        )
