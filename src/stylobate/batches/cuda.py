"""Batches on a GPU: the same rules, compiled once more from the same source.

Numba compiles Python for NVIDIA's processors as well, and takes functions that were compiled for ours as they
are written.  So there is no second set of rules: one thread of the GPU plays one game, by the kernel's own
functions.  Only rules that make arrays of their own while they play cannot go there.

In its memory, states, lists, masks and observations lie number by number, and not game by game as they are
shown: neighbouring threads then use neighbouring places, and that is how such memory is fast.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np
from numba import int16
from numba.core.dispatcher import Dispatcher
from numba.cpython.unsafe.numbers import trailing_zeros

from stylobate import extras
from stylobate.batches.refusing import as_it_is, asked_for, at_least_one, illegal, one_for_each
from stylobate.batches.stepping import sow
from stylobate.chance import below, stream
from stylobate.errors import BadBatch
from stylobate.game import Game, Position
from stylobate.kernel import CHANCE, OVER, Kernel
from stylobate.space import Space

with extras.wanted("gpu", "a batch on a GPU"):
    import_module("numba_cuda")  # and not what Numba itself once had
    cuda: Any = import_module("numba.cuda")
    overload: Any = import_module("numba.cuda.extending").overload
    few_games: Any = import_module("numba.cuda.core.errors").NumbaPerformanceWarning

BLOCK = 128  # threads

GpuArray = Any
"""An array in a GPU's memory (`__cuda_array_interface__`): PyTorch and CuPy share it without a copy."""


class CudaBatch:
    """So many games on a GPU; its arrays are those of a `Batch` on the processor, in the GPU's memory."""

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | None = None,
        masks: bool = False,
        observations: bool = False,
        options: Mapping[str, object] | None = None,
    ) -> None:
        at_least_one(n)
        if not cuda.is_available():
            raise BadBatch("Numba finds no GPU here; without device= the processor plays")
        start = game.start(**options or {})
        root, kernel, space = start.state, game.kernel, game.space
        self.game = game
        self.seats = start.seats
        self._size = n
        self._length = len(root)
        self._bound = space.actions(root)
        self._root = cuda.to_device(root)
        self._states = cuda.device_array((len(root), n), np.int16)
        self._lists = cuda.device_array((kernel.width, n), np.int64)
        self.state = _by_game(self._states)
        self.legal = _by_game(self._lists)
        self.turn = cuda.device_array(n, np.int64)
        self.count = cuda.device_array(n, np.int64)
        self.done = cuda.device_array(n, np.bool_)
        self.payoff = cuda.device_array((n, self.seats), np.float64)
        self._streams = cuda.device_array((n, 1), np.uint64), cuda.device_array((n, 1), np.uint64)
        self._actions = cuda.device_array(n, np.int64)
        self._numbers = cuda.device_array(n, np.int64)
        self._wrong = cuda.device_array(1, np.int64)
        self._has_masks, self._has_observations = masks, observations
        self._masks = cuda.device_array((self._bound, n) if masks else (1, 1), np.bool_)
        self._observations = cuda.device_array((space.size(root), n) if observations else (1, 1), np.float32)

        self._functions = [
            *(kernel.turn, kernel.legal, kernel.sample, kernel.apply, kernel.payoff),
            *(space.number, space.action, space.observe),
            below,
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", few_games)  # which use little of a GPU
            programs = _programs(kernel, space, len(root), masks, observations)
            blocks = (n + BLOCK - 1) // BLOCK
            self._programs = {name: program[blocks, BLOCK] for name, program in programs.items()}
        self._compiled: set[str] = set()
        self.reset(seed)

    def __len__(self) -> int:
        return self._size

    @property
    def mask(self) -> GpuArray:
        """Which numbers of the game's space are legal, a row for each game."""
        asked_for(self._has_masks, "masks")
        return _by_game(self._masks)

    @property
    def observation(self) -> GpuArray:
        """What the seat to move sees, a row for each game."""
        asked_for(self._has_observations, "observations")
        return _by_game(self._observations)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, as a new batch of this seed would, here or on the processor."""
        chance, picking = np.empty((2, self._size, 1), dtype=np.uint64)
        sow(stream(seed), chance, picking)
        self.seeds = chance[:, 0]
        for kept, drawn in zip(self._streams, (chance, picking), strict=True):
            kept.copy_to_device(drawn)
        self._run("begin", *self._games())

    def step(self, actions: object, checked: bool = True) -> None:
        """Play one action in each game; if one is not legal, play none.

        To know that, the processor waits for the GPU.  Who is sure may say that nothing is to be `checked`:
        then nothing waits, and what an illegal action does nobody knows.
        """
        self._take(actions, self._actions)
        if checked:
            self._check(self._actions, lambda position: as_it_is)
        self._run("step", *self._games(), self._actions)

    def step_numbers(self, numbers: object, checked: bool = True) -> None:
        """The same, the actions given by their numbers in the game's space, as in `mask`."""
        self._take(numbers, self._numbers)
        self._run("translate", self._states, self._bound, self._numbers, self._actions)
        if checked:
            self._check(self._numbers, lambda position: partial(self.game.space.number, position.state))
        self._run("step", *self._games(), self._actions)

    def pick(self) -> GpuArray:
        """A legal action for each game, all equally likely: the array that the next call writes again."""
        self._run("pick", self._lists, self.count, self._streams[1], self._actions)
        return self._actions

    def position(self, number: int) -> Position:
        """One of the games as it stands."""
        state = cuda.device_array(self._length, np.int16)
        self._run("take", self._states, number, state)
        return Position(self.game, state.copy_to_host())

    def _games(self) -> tuple[GpuArray, ...]:
        games = self._root, self._states, self._streams[0], self._lists, self.count, self.turn
        return *games, self.done, self.payoff, self._masks, self._observations

    def _check(self, given: GpuArray, called: Callable[[Position], Callable[[int], int]]) -> None:
        self._wrong.copy_to_device(np.array([self._size]))
        self._run("check", self._lists, self.count, self.turn, self._actions, self._wrong)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self._size:
            position = self.position(wrong)
            raise illegal(wrong, position, int(given.copy_to_host()[wrong]), called(position))

    def _take(self, given: object, kept: GpuArray) -> None:
        """Keep what is to be played, whether it comes from the GPU or not."""
        if given is kept:
            return
        row = cuda.as_cuda_array(given) if cuda.is_cuda_array(given) else np.asarray(given)
        one_for_each(row, self._size)
        if cuda.is_cuda_array(given):
            self._run("copy", row, kept)
        else:
            kept.copy_to_device(row.astype(np.int64))

    def _run(self, name: str, *arguments: Any) -> None:
        """Start a program on the GPU; the first time it is compiled."""
        program = self._programs[name]
        if name in self._compiled:
            program(*arguments)
            return
        self._compiled.add(name)
        with _compiled_once_more(self._functions):
            try:
                program(*arguments)
            except Exception as error:  # whatever compiler and linker have against it
                raise BadBatch(
                    f"{self.game.title} cannot be played on a GPU: its rules or its space do what only a "
                    "processor can, such as making arrays; without device= the processor plays"
                ) from error


@overload(trailing_zeros)
def _trailing_zeros(number):  # type: ignore[no-untyped-def]
    """What Numba's own intrinsic is called over there."""
    return lambda number: cuda.ffs(number) - 1


def _by_game(array: GpuArray) -> GpuArray:
    """The same memory the other way round: a row for each game."""
    (numbers, n), (far, near) = array.shape, array.strides
    return cuda.cudadrv.devicearray.DeviceNDArray(
        (n, numbers), (near, far), array.dtype, gpu_data=array.gpu_data
    )


@contextmanager
def _compiled_once_more(functions: Iterable[Any]) -> Iterator[None]:
    """Let functions that were compiled for one signature, and all that they call, be compiled for the GPU."""
    found: dict[Any, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if isinstance(function, Dispatcher) and function not in found:
            found[function] = None
            code, known = function.py_func.__code__, function.py_func.__globals__
            cells = function.py_func.__closure__ or ()
            waiting += [known[name] for name in code.co_names if name in known]
            waiting += [cell.cell_contents for cell in cells]
    closed = [function for function in found if not function._can_compile]
    for function in closed:
        function.disable_compile(False)
    try:
        yield
    finally:
        for function in closed:
            function.disable_compile()


@cache
def _programs(kernel: Kernel, space: Space, length: int, masks: bool, observations: bool) -> dict[str, Any]:
    """What runs on the GPU, made of these rules; each thread plays one game, as in `batches.stepping`."""
    turn, legal, sample, apply, payoff = kernel.turn, kernel.legal, kernel.sample, kernel.apply, kernel.payoff
    number, action, observe = space.number, space.action, space.observe

    @cuda.jit(device=True)
    def begun(root, s, stream):  # type: ignore[no-untyped-def]
        for k in range(length):
            s[k] = root[k]
        seat = turn(s)
        while seat == CHANCE:
            apply(s, sample(s, stream))
            seat = turn(s)
        return seat

    @cuda.jit(device=True)
    def nothing(game, s, told, lists, rows):  # type: ignore[no-untyped-def]
        pass

    @cuda.jit(device=True)
    def mask(game, s, count, lists, rows):  # type: ignore[no-untyped-def]
        for k in range(rows.shape[0]):
            rows[k, game] = False
        for k in range(count):
            rows[number(s, lists[k, game]), game] = True

    @cuda.jit(device=True)
    def see(game, s, seat, lists, rows):  # type: ignore[no-untyped-def]
        observe(s, max(0, seat), rows[:, game])

    @cuda.jit(device=True)
    def clear(game, s, seat, lists, rows):  # type: ignore[no-untyped-def]
        for k in range(rows.shape[0]):
            rows[k, game] = 0.0

    write_mask = mask if masks else nothing
    clear_observation, write_observation = (clear, see) if observations else (nothing, nothing)

    @cuda.jit(device=True)
    def tell(game, s, seat, states, lists, counts, turns, masks, observations):  # type: ignore[no-untyped-def]
        turns[game] = seat
        count = legal(s, lists[:, game])
        counts[game] = count
        for k in range(length):
            states[k, game] = s[k]
        write_mask(game, s, count, lists, masks)
        write_observation(game, s, seat, lists, observations)

    @cuda.jit
    def begin(  # type: ignore[no-untyped-def]
        root, states, streams, lists, counts, turns, ends, shares, masks, observations
    ):
        game = cuda.grid(1)
        if game < len(counts):
            s = cuda.local.array(length, int16)
            seat = begun(root, s, streams[game])
            ends[game] = False
            for k in range(shares.shape[1]):
                shares[game, k] = 0.0
            clear_observation(game, s, seat, lists, observations)
            tell(game, s, seat, states, lists, counts, turns, masks, observations)

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        root, states, streams, lists, counts, turns, ends, shares, masks, observations, actions
    ):
        game = cuda.grid(1)
        if game < len(counts):
            s = cuda.local.array(length, int16)
            for k in range(length):
                s[k] = states[k, game]
            if turns[game] >= 0:
                apply(s, actions[game])
            seat = turn(s)
            while seat == CHANCE:
                apply(s, sample(s, streams[game]))
                seat = turn(s)
            if ends[game]:
                for k in range(shares.shape[1]):
                    shares[game, k] = 0.0
            ends[game] = seat == OVER
            if seat == OVER:
                payoff(s, shares[game])
                seat = begun(root, s, streams[game])
            tell(game, s, seat, states, lists, counts, turns, masks, observations)

    @cuda.jit
    def check(lists, counts, turns, actions, wrong):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < len(counts) and turns[game] >= 0:
            low, high = 0, counts[game]
            while low < high:
                middle = (low + high) >> 1
                if lists[middle, game] < actions[game]:
                    low = middle + 1
                else:
                    high = middle
            if low == counts[game] or lists[low, game] != actions[game]:
                cuda.atomic.min(wrong, 0, game)

    @cuda.jit
    def translate(states, bound, numbers, actions):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < len(numbers):
            s = cuda.local.array(length, int16)
            for k in range(length):
                s[k] = states[k, game]
            given = numbers[game]
            actions[game] = action(s, given) if 0 <= given < bound else -1

    @cuda.jit
    def pick(lists, counts, streams, actions):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < len(counts):
            actions[game] = lists[below(streams[game], counts[game]), game] if counts[game] > 0 else -1

    @cuda.jit
    def take(states, game, out):  # type: ignore[no-untyped-def]
        if cuda.grid(1) == 0:
            for k in range(length):
                out[k] = states[k, game]

    @cuda.jit
    def copy(given, kept):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < len(kept):
            kept[game] = given[game]

    programs = begin, step, check, translate, pick, take, copy
    return {program.py_func.__name__: program for program in programs}
