"""Games played by several processes of this machine at once.

Each worker is given the number of a game and gives back its result; then it gets the next.  A worker that
dies is replaced, and its game is played again; a game that kills its worker every time is given up.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import traceback
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from stylobate.arena.plan import Plan
from stylobate.arena.playing import Floor
from stylobate.arena.result import Result
from stylobate.errors import BadPlayer, StylobateError

TRIES = 3
A_MOMENT = 3.0  # seconds for a worker to end, with the programs that it plays with


def played(plan: Plan, numbers: Iterator[int], workers: int) -> Generator[Result, None, None]:
    """The results of these games, as they end.  Closing the iterator stops all that still play."""
    if workers == 1:
        with Floor(plan) as floor:
            for number in numbers:
                yield floor.play(number)
        return
    crew: list[_Worker] = []
    tries: Counter[int] = Counter()
    again: list[int] = []
    try:
        while True:
            while len(crew) < workers and (fresh := _next(again, numbers)) is not None:
                crew.append(_Worker(plan))
                crew[-1].give(fresh)
            if not crew:
                return
            ready = wait([worker.pipe for worker in crew])
            for worker in [worker for worker in crew if worker.pipe in ready]:
                result = worker.result()
                following = _next(again, numbers) if result is not None else None
                if following is None:
                    crew.remove(worker)
                    worker.stop()
                else:
                    worker.give(following)
                if result is None:
                    _see_whether_to_go_on(worker, tries)
                    again.append(worker.number)
                else:
                    yield result
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.stop()


def _see_whether_to_go_on(died: _Worker, tries: Counter[int]) -> None:
    """Count how often a game has ended its process; refuse to try it for ever."""
    tries[died.number] += 1
    if tries[died.number] == TRIES:
        raise BadPlayer(
            f"game {died.number} has ended its process {TRIES} times (exit status {died.process.exitcode}); "
            "it is given up"
        )


def _next(again: list[int], numbers: Iterator[int]) -> int | None:
    return again.pop() if again else next(numbers, None)


class _Worker:
    """A process that plays, and the pipe to it."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(plan, theirs), daemon=True)
        self.number = 0
        with _deaf_to_interrupts():
            self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        """Let it play the game of this number."""
        self.number = number
        with contextlib.suppress(OSError):
            self.pipe.send(number)

    def result(self) -> Result | None:
        """What came of its game; None if the process has died over it."""
        try:
            kind, said = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if kind == "refused":
            raise BadPlayer(said)
        if kind == "failed":
            raise RuntimeError(f"a worker failed at game {self.number}:\n{said}")
        result: Result = said
        return result

    def stop(self) -> None:
        """End the process: as it is idle it ends when the pipe is closed, else by force."""
        self.pipe.close()
        self.process.join(A_MOMENT)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let what is started here ignore Ctrl-C from its first moment on: this process decides what it means."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, where no interrupt arrives
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(plan: Plan, pipe: Connection) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.suppress(EOFError, OSError), Floor(plan) as floor:
        while True:
            number = pipe.recv()
            try:
                answer: tuple[str, Any] = "played", floor.play(number)
            except StylobateError as error:
                answer = "refused", str(error)
            except Exception:
                answer = "failed", traceback.format_exc()
            pipe.send(answer)


def _leave(*_: object) -> None:
    raise SystemExit
