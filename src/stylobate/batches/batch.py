"""A batch: games of one kind side by side, in arrays that are made once and written in place.

Whoever trains keeps the arrays and looks at them after each step; nothing is copied.  By DLPack, which NumPy
arrays speak, they are tensors of PyTorch or arrays of JAX as well: `torch.from_dlpack(batch.turn)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from stylobate.batches import stepping
from stylobate.batches.crew import Crew, board_of
from stylobate.batches.held import Masks, Observations, hold
from stylobate.batches.refusing import as_it_is, asked_for, at_least_one, illegal, one_for_each
from stylobate.chance import stream
from stylobate.errors import BadBatch
from stylobate.game import Game, Position
from stylobate.kernel import Actions

LEAST = 16  # games of a share; fewer are stepped sooner than another thread has taken them
SHARES = 2  # for each thread, so that one whose core is busy leaves its work to others


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
        at_least_one(n)
        if threads < 1:
            raise BadBatch(f"{threads} threads cannot step a batch; one is the least")
        start = game.start(**options or {})
        self.game = game
        self.seats = start.seats
        root, space, width = start.state, game.space, game.kernel.width
        bound = space.actions(root)
        self._masks, self._observations = masks, observations
        self.state = np.empty((n, len(root)), dtype=np.int16)
        self.turn = np.empty(n, dtype=np.int64)
        self.count = np.zeros(n, dtype=np.int64)
        # Made of noughts: pages of memory that no list is long enough for are never touched.
        self.legal = np.zeros((n, width), dtype=np.int64)
        self.done = np.zeros(n, dtype=np.bool_)
        self.payoff = np.zeros((n, self.seats), dtype=np.float64)
        self._mask = np.zeros((n, bound if masks else 0), dtype=np.bool_)
        self._observation = np.zeros((n, space.size(root) if observations else 0), dtype=np.float32)
        self._chance = np.empty((n, 1), dtype=np.uint64)
        self._picking = np.empty((n, 1), dtype=np.uint64)
        self._actions = np.empty(n, dtype=np.int64)
        self._numbers = np.empty(n, dtype=np.int64)
        at_work = min(threads, max(1, n // LEAST))
        shares = min(SHARES, max(1, n // (LEAST * at_work)))
        self._told = np.zeros(at_work * shares, dtype=np.int64)
        self._held = hold(
            game.kernel,
            space,
            root=root,
            states=self.state,
            chance=self._chance,
            picking=self._picking,
            picked=np.zeros(n, dtype=np.int64),
            turns=self.turn,
            counts=self.count,
            lists=self.legal,
            ends=self.done,
            shares=self.payoff,
            given=self._numbers,
            actions=self._actions,
            bound=bound,
            masks=self._mask,
            marked=np.zeros((n if masks else 0, width), dtype=np.int64),
            observations=self._observation,
            board=board_of(at_work, shares),
            told=self._told,
        )
        self._crew = Crew(self._held, at_work) if at_work > 1 else None
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.turn)

    @property
    def mask(self) -> Masks:
        """Which numbers of the game's space are legal, a row for each game."""
        asked_for(self._masks, "masks")
        return self._mask

    @property
    def observation(self) -> Observations:
        """What the seat to move sees, a row for each game."""
        asked_for(self._observations, "observations")
        return self._observation

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, as a new batch of this seed would."""
        stepping.sow(stream(seed), self._chance, self._picking)
        self.seeds = self._chance[:, 0].copy()
        self._all(stepping.BEGIN)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game, where nobody is to move any; if one is not legal, play none."""
        self._take(actions, self._actions)
        wrong = self._all(stepping.LOOK)
        if wrong < len(self):
            raise illegal(wrong, self.position(wrong), int(self._actions[wrong]), as_it_is)
        self._all(stepping.STEP)

    def step_numbers(self, numbers: ArrayLike) -> None:
        """The same, the actions given by their numbers in the game's space, as in `mask`."""
        self._take(numbers, self._numbers)
        self._all(stepping.TRANSLATE)
        wrong = self._all(stepping.LOOK)
        if wrong < len(self):
            number_of = partial(self.game.space.number, self.state[wrong])
            raise illegal(wrong, self.position(wrong), int(self._numbers[wrong]), number_of)
        self._all(stepping.STEP)

    def pick(self) -> Actions:
        """A legal action for each game, all equally likely: the array that the next call writes again."""
        self._all(stepping.PICK)
        return self._actions

    def position(self, number: int) -> Position:
        """One of the games as it stands."""
        return Position(self.game, self.state[number].copy())

    def close(self) -> None:
        """End the threads; the arrays stay.  A batch that nobody holds any more does so by itself."""
        if self._crew is not None:
            self._crew.close()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, given: ArrayLike, kept: Actions) -> None:
        """Keep what is to be played where compiled code expects it."""
        row = np.asarray(given)
        one_for_each(row, len(self))
        if row is not kept:
            np.copyto(kept, row, casting="unsafe")

    def _all(self, work: int) -> int:
        """Do something with all games, in all threads, this one included; the least that it told."""
        if self._crew is None:
            return stepping.do(self._held, work, 0, len(self))
        self._crew.do(work)
        return int(self._told.min())
