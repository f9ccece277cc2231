"""Solving: everything up to a number of checkers, or all that one position can lead to.

Both go through the layers by number of checkers, and through a layer by number of empty squares: a *stage*,
in which no position can reach another.  A stage is cut into chunks that threads work on side by side.  It can
be stopped between chunks; of everything, what was solved up to the last whole layer is then on disk already.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stylobate.cores import cores
from stylobate.errors import BadFile
from stylobate.games.colonnade.rules import MOVER
from stylobate.games.colonnade.solver import sweep
from stylobate.games.colonnade.solver.file import EVERYTHING, Growing, Header, Pages, save
from stylobate.games.colonnade.solver.sweep import (
    LONGEST,
    LOST,
    RUN,
    WON,
    WORDS,
    Counts,
    Marks,
    Tally,
    Values,
)
from stylobate.games.colonnade.solver.wings import Atlas, Block, atlas
from stylobate.kernel import State

CHUNK = 1 << 20
ALL_MARKED: Marks = np.empty(0, dtype=np.uint64)
NO_COUNTS: Counts = np.empty(0, dtype=np.uint32)


class Stopped(Exception):
    """Solving was stopped before its end, as asked."""


class Payload(Protocol):
    """Where the bytes of a solution are read from."""

    @property
    def path(self) -> Path | None:
        """The file that the payload is in; None if it is in memory."""
        ...

    def read(self, at: int, length: int = 1) -> bytes:
        """The `length` bytes from `at` on."""
        ...


class Memory:
    """A payload in memory."""

    path: Path | None = None

    def __init__(self, payload: NDArray[np.uint8]) -> None:
        self._payload = payload

    def read(self, at: int, length: int = 1) -> bytes:
        """The `length` bytes from `at` on."""
        return self._payload[at : at + length].tobytes()


class Solution:
    """Values of positions, looked up one at a time."""

    def __init__(self, header: Header, payload: Payload) -> None:
        self.checkers = header.checkers
        self.root = header.root
        self.tallies = header.tallies
        self.path = payload.path
        self._payload = payload
        self._extent = atlas().extent(self.checkers)

    @classmethod
    def open(cls, path: Path) -> "Solution":
        """The solution that a file holds."""
        pages = Pages(path)
        solution = cls(pages.header, pages)
        if solution.is_complete and pages.header.payload != solution._extent:
            raise BadFile(
                f"{path} is damaged: it has not one value for each position; remove it and solve again"
            )
        return solution

    @property
    def is_complete(self) -> bool:
        """Whether it holds every position with at most its number of checkers."""
        return self.root == EVERYTHING

    def value(self, number: int) -> int | None:
        """How many moves are left in the position of that number; None if it is not held."""
        if number >= self._extent:
            return None
        if self.is_complete:
            return self._payload.read(number)[0]
        runs = _runs(self._extent)
        run, bit = divmod(number, RUN)
        marks = int.from_bytes(self._payload.read(run * RUN // 8, RUN // 8), "little")
        if not marks >> bit & 1:
            return None
        before = int.from_bytes(self._payload.read(runs * RUN // 8 + run * 4, 4), "little")
        place = before + (marks & (1 << bit) - 1).bit_count()
        return self._payload.read(_values(runs) + place)[0]


def everything(
    checkers: int,
    out: Path,
    threads: int = 0,
    progress: Callable[[int], None] = lambda done: None,
    stop: Callable[[], bool] = lambda: False,
) -> Solution:
    """Solve every position with at most so many checkers into a file, or go on where it was left."""
    if out.exists():
        return _finished(out, checkers)
    chart = atlas()
    with Growing(out, checkers, chart.extent(checkers)) as growing, _crew(threads) as crew:
        done = chart.extent(growing.header.layers - 1)
        growing.load(done)
        progress(done)
        for layer in range(growing.header.layers, checkers + 1):
            first, tally = done, _no_tally()
            for size, found in _solve(crew, chart, layer, stop, growing.values):
                _add(tally, found)
                done += size
                progress(done)
            growing.record(first, done, tally)
        growing.finish()
    return Solution.open(out)


def _finished(out: Path, checkers: int) -> Solution:
    solution = Solution.open(out)
    if not solution.is_complete or solution.checkers != checkers:
        holds = f"positions with up to {solution.checkers} checkers"
        what = holds if solution.is_complete else f"only some {holds}"
        raise BadFile(f"{out} holds {what}, not all up to {checkers}; name another --out or remove it")
    Pages(out).check()
    return solution


def reachable(
    state: State, keep: Path | None = None, threads: int = 0, stop: Callable[[], bool] = lambda: False
) -> Solution:
    """Solve all that a position can lead to, in memory or, if it can be written, in a file to keep."""
    chart = atlas()
    checkers = int(abs(state[:MOVER]).sum())
    root, runs = chart.number(state), _runs(chart.extent(checkers))
    marks = np.zeros(runs * WORDS, dtype=np.uint64)
    marks[root >> 6] = np.uint64(1) << np.uint64(root & 63)
    for layer in range(checkers, -1, -1):
        for stage in reversed(_stages(chart, layer)):
            for chunk in _chunks(chart, stage):
                if stop():
                    raise Stopped
                sweep.mark(chart.wings, *chunk, marks)

    before = np.empty(runs, dtype=np.uint32)
    held = sweep.count(marks, before)
    payload = np.zeros(_values(runs) + held, dtype=np.uint8)
    payload[: marks.nbytes] = marks.view(np.uint8)
    payload[marks.nbytes : _values(runs)] = before.view(np.uint8)
    values = payload[_values(runs) :]
    header = Header(checkers, checkers + 1, root, len(payload))
    with _crew(threads) as crew:
        for layer in range(checkers + 1):
            header.tallies[layer] = _no_tally()
            for _, found in _solve(crew, chart, layer, stop, values, marks, before):
                _add(header.tallies[layer], found)
    if keep:
        with suppress(BadFile):
            save(keep, header, payload)
            return Solution.open(keep)
    return Solution(header, Memory(payload))


class Chunk(NamedTuple):
    """Some rows of a block, as a range of wings."""

    x_first: int
    x_end: int
    y_first: int
    y_end: int


def _stages(chart: Atlas, layer: int) -> list[list[Block]]:
    """The blocks of a layer by number of empty squares, fewest first."""
    blocks = (block for block in chart.blocks if block.checkers == layer)
    return [list(stage) for _, stage in groupby(blocks, key=lambda block: block.empty)]


def _chunks(chart: Atlas, stage: Iterable[Block]) -> Iterator[Chunk]:
    for block in stage:
        x, y = chart.first_wing[block.x], chart.first_wing[block.y]
        step = max(1, CHUNK // block.columns)
        for row in range(x, x + block.rows, step):
            yield Chunk(row, min(row + step, x + block.rows), y, y + block.columns)


def _solve(
    crew: ThreadPoolExecutor,
    chart: Atlas,
    layer: int,
    stop: Callable[[], bool],
    values: Values,
    marks: Marks = ALL_MARKED,
    before: Counts = NO_COUNTS,
) -> Iterator[tuple[int, Tally]]:
    """Value a layer, stage by stage; for each chunk in turn, how many numbers it had and what it found."""

    def work(chunk: Chunk) -> Tally:
        tally = _no_tally()
        sweep.solve(chart.wings, *chunk, marks, before, values, tally)
        return tally

    for stage in _stages(chart, layer):
        try:
            jobs = [(chunk, crew.submit(work, chunk)) for chunk in _chunks(chart, stage)]
        except RuntimeError:  # the program is ending, and threads take no more work
            raise Stopped from None
        for chunk, job in jobs:
            if stop():
                raise Stopped
            yield (chunk.x_end - chunk.x_first) * (chunk.y_end - chunk.y_first), job.result()


@contextmanager
def _crew(threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads; at the end, or on an error, they finish their chunk and start no other."""
    crew = ThreadPoolExecutor(threads or cores())
    try:
        yield crew
    finally:
        crew.shutdown(cancel_futures=True)


def _no_tally() -> Tally:
    tally = np.zeros(4, dtype=np.int64)
    tally[LONGEST] = -1
    return tally


def _add(tally: Tally, found: Tally) -> None:
    """Add a chunk's counts to its layer's; of equally long lines the first is kept."""
    tally[WON] += found[WON]
    tally[LOST] += found[LOST]
    if found[LONGEST] > tally[LONGEST]:
        tally[LONGEST:] = found[LONGEST:]


def _runs(extent: int) -> int:
    return -(-extent // RUN)


def _values(runs: int) -> int:
    """Where in a part's payload the values begin, after the marks and the counts."""
    return runs * (RUN // 8 + 4)
