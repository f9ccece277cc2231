"""A batch: games of one kind side by side, in arrays that are made once and written in place.

Whoever trains keeps the arrays and looks at them after each step; nothing is copied.  By DLPack, which NumPy
arrays speak, they are tensors of PyTorch or arrays of JAX as well: `torch.from_dlpack(batch.turn)`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from stylobate.batches import seeing, stepping
from stylobate.batches.held import hold
from stylobate.batches.refusing import as_it_is, illegal
from stylobate.batches.seeing import HeldSpace, Masks, Observations
from stylobate.chance import stream
from stylobate.errors import BadBatch
from stylobate.game import Game, Position
from stylobate.kernel import Actions

LEAST = 64  # games of a share; fewer are stepped sooner than another thread wakes
LIGHT = 20_000  # games; to look at the actions of fewer is no work for two
SHARES = 4  # for each thread, so that one whose core is busy leaves its work to others

Work = Callable[[int, int], Any]


class Batch:
    """So many games, numbered from 0; each row of an array is one of them.

    turn         the seat to move
    count        how many legal actions it has
    legal        those, ascending: `legal[i, :count[i]]`; what stands behind them means nothing
    done         whether the last step ended a game there; then the next one has begun already
    payoff       what that end was worth to each seat; nought where none ended
    mask         which numbers of the game's space are legal, if `masks` were asked for
    observation  what the seat to move sees, as the game's space tells it, if `observations` were asked for
    state        the arrays that the kernel works on
    seeds        what the chance of each game comes from: `stylobate.chance.stream(seeds[i])` gives the same

    They are for looking at: what is written into them the rules would believe.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        threads: int = 1,
        seed: int | None = None,
        masks: bool = False,
        observations: bool = False,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if n < 1:
            raise BadBatch(f"a batch of {n} games cannot be; one is the least")
        if threads < 1:
            raise BadBatch(f"{threads} threads cannot step a batch; one is the least")
        start = game.start(**options or {})
        self.game = game
        self.seats = start.seats
        self._root = start.state
        self.state = np.empty((n, len(self._root)), dtype=np.int16)
        self.turn = np.empty(n, dtype=np.int64)
        self.count = np.empty(n, dtype=np.int64)
        # Made of noughts: pages of memory that no list is long enough for are never touched.
        self.legal = np.zeros((n, game.kernel.width), dtype=np.int64)
        self.done = np.zeros(n, dtype=np.bool_)
        self.payoff = np.zeros((n, self.seats), dtype=np.float64)
        self._chance = np.empty((n, 1), dtype=np.uint64)
        self._picking = np.empty((n, 1), dtype=np.uint64)
        self._actions = np.empty(n, dtype=np.int64)
        self._numbers = np.empty(n, dtype=np.int64)

        rules = hold(game.kernel)
        games = self._root, self.state, self._chance, self.legal, self.count, self.turn
        self._begin = partial(stepping.begin, rules, *games)
        self._step = partial(stepping.step, rules, *games, self.done, self.payoff, self._actions)
        self._check = partial(stepping.first_illegal, self.legal, self.count, self.turn, self._actions)
        self._pick = partial(stepping.pick, self.legal, self.count, self._picking, self._actions)

        self._mask = self._observation = None
        self._sights: list[Work] = []
        if masks:
            self._mask = np.zeros((n, self._bound), dtype=np.bool_)
            self._sights.append(
                partial(seeing.mask, self._space, self.state, self.legal, self.count, self._mask)
            )
        if observations:
            self._observation = np.zeros((n, game.space.size(self._root)), dtype=np.float32)
            self._sights.append(
                partial(seeing.observe, self._space, self.state, self.turn, self._observation)
            )
        self._others = min(threads, max(1, n // LEAST)) - 1
        parts = min(SHARES * threads, n // LEAST) if self._others else 1
        self._shares = list(pairwise(n * k // parts for k in range(parts + 1)))
        self._pool = ThreadPoolExecutor(self._others, "batch") if self._others else None
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.turn)

    @property
    def mask(self) -> Masks:
        """Which numbers are legal."""
        if self._mask is None:
            raise BadBatch("this batch writes no masks; stylobate.vector(…, masks=True) does")
        return self._mask

    @property
    def observation(self) -> Observations:
        """What the seat to move sees."""
        if self._observation is None:
            raise BadBatch("this batch writes no observations; stylobate.vector(…, observations=True) does")
        return self._observation

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, as a new batch of this seed would."""
        stepping.sow(stream(seed), self._chance, self._picking)
        self.seeds = self._chance[:, 0].copy()
        self.done[:] = False
        self.payoff[:] = 0.0
        self._all(self._begin, *self._sights)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game, where nobody is to move any; if one is not legal, play none."""
        self._take(actions, self._actions)
        wrong = min(self._all(self._check, light=True))
        if wrong < len(self):
            raise illegal(wrong, self.position(wrong), int(self._actions[wrong]), as_it_is)
        self._all(self._step, *self._sights)

    def step_numbers(self, numbers: ArrayLike) -> None:
        """The same, the actions given by their numbers in the game's space, as in `mask`."""
        self._take(numbers, self._numbers)
        self._all(
            partial(seeing.translate, self._space, self.state, self._bound, self._numbers, self._actions)
        )
        wrong = min(self._all(self._check, light=True))
        if wrong < len(self):
            number_of = partial(self.game.space.number, self.state[wrong])
            raise illegal(wrong, self.position(wrong), int(self._numbers[wrong]), number_of)
        self._all(self._step, *self._sights)

    def pick(self) -> Actions:
        """A legal action for each game, all equally likely: the array that the next call writes again."""
        self._all(self._pick, light=True)
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

    @cached_property
    def _space(self) -> HeldSpace:
        return seeing.hold(self.game.space)

    @cached_property
    def _bound(self) -> int:
        return self.game.space.actions(self._root)

    def _take(self, given: ArrayLike, kept: Actions) -> None:
        """Keep what is to be played where compiled code expects it."""
        row = np.asarray(given)
        if row.shape != kept.shape or row.dtype.kind not in "iu":
            raise BadBatch(
                f"a step of this batch is {len(self)} whole numbers, one for each game; "
                f"not {row.dtype} of shape {row.shape}"
            )
        if row is not kept:
            np.copyto(kept, row, casting="unsafe")

    def _all(self, *works: Work, light: bool = False) -> list[Any]:
        """Do things with all games, share by share, in all threads, this one included; what the last gave."""
        if self._pool is None or (light and len(self) < LIGHT):
            return _work_off(works, deque([(0, len(self))]))
        shares = deque(self._shares)
        others = [self._pool.submit(_work_off, works, shares) for _ in range(self._others)]
        try:
            told = _work_off(works, shares)
        finally:
            wait(others)
        return [*told, *chain.from_iterable(other.result() for other in others)]


def _work_off(works: Sequence[Work], shares: deque[tuple[int, int]]) -> list[Any]:
    """Take shares as long as there are any; what the last of the works gave for each."""
    told = []
    while shares:
        with suppress(IndexError):  # another thread took the last
            share = shares.popleft()
            told.append([work(*share) for work in works][-1])
    return told
