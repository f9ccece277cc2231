"""A worker: our own engines (`stylobate engine`) in another process, at the end of a pipe, lane beside lane.

Each is told the game, how it stood when the turn began, what was played since, and a level, and answers with
a token.  That is all it ever learns: the secrets of chance stay in this process.  What it says on its
standard error is read along, so that one that dies does not take the reason with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field

from stylobate.ladder import ladder
from stylobate.registry import load

PATIENCE = 60.0  # seconds for an answer: thinking, and loading or compiling what it needs first
WARMING = 600.0  # for the first answer of a process, which may have to compile, and for solving a game
A_MOMENT = 1.0  # seconds for a process that has closed its pipe to end, and for its last words to arrive
LAST_WORDS = 4_000  # bytes of its standard error that are kept


@dataclass(frozen=True)
class Question:
    """What to play: `position` is where the turn began and `tokens` what was played since.

    A level has one budget for it all.
    """

    game: str
    position: str
    level: str
    tokens: tuple[str, ...] = ()


class Failed(Exception):
    """A worker died, was too slow, or said something that is no move.

    `details` are for the log: why, the process's exit status where it ended by itself, and its last words.
    """

    def __init__(self, why: str, status: int | None = None, last_words: str = "") -> None:
        super().__init__(why)
        self.details: dict[str, object] = {"why": why}
        if status is not None:
            self.details["status"] = status
        if last_words:
            self.details["last_words"] = last_words


@dataclass
class _Running:
    """An engine process, what is asked in each of its lanes, and its last words."""

    process: Process
    asked: dict[int, asyncio.Future[str]] = field(default_factory=dict)
    last_words: bytes = b""
    reading: list[asyncio.Task[None]] = field(default_factory=list)

    async def answer(self, lane: int, line: str) -> str:
        """What the engine in that lane says to a line."""
        if self.process.stdin is None:
            raise OSError("the engine has no pipe")
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked[lane] = answer
        self.process.stdin.write(f"{lane} {line}\n".encode())
        await self.process.stdin.drain()
        return await answer

    async def hear(self) -> None:
        """Give each lane its answers, until the process closes its pipe."""
        while self.process.stdout and (line := await self.process.stdout.readline()):
            lane, _, answer = line.decode(errors="replace").rstrip("\n").partition(" ")
            waiting = self.asked.get(int(lane) if lane.isdecimal() else -1)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        for waiting in self.asked.values():
            if not waiting.done():
                waiting.set_exception(OSError("the engine has gone"))

    async def read_along(self) -> None:
        """Keep the last that it says on its standard error."""
        while self.process.stderr and (said := await self.process.stderr.read(LAST_WORDS)):
            self.last_words = (self.last_words + said)[-LAST_WORDS:]


class Worker:
    """One engine process, started when there is something to do; its lanes think at the same time."""

    def __init__(self) -> None:
        self._running: _Running | None = None
        self._starting = asyncio.Lock()

    async def choose(self, asked: Question, lane: int = 0) -> str:
        """A token for that position."""
        is_warm = self._running is not None and self._running.process.returncode is None
        limit = PATIENCE if is_warm and asked.level.isdecimal() else WARMING
        if not is_warm:
            await self.stop()
        since = [" ".join(["moves", *asked.tokens])] if asked.tokens else []
        for line in (f"new {asked.game}", f"setup {asked.position}", *since):
            answer = await self._ask(lane, line, limit)
            if answer != "ok":
                raise Failed(f"{line}: {answer}")
        line = f"go level {ladder(load(asked.game)).now_called(asked.level)}"
        answer = await self._ask(lane, line, limit)
        kind, _, rest = answer.partition(" ")
        if kind != "bestmove" or not rest:
            raise Failed(f"{line}: {answer}")
        return rest.split(" ")[0]

    async def warm(self, game: str, lane: int = 0) -> None:
        """Load a game before anybody waits for it."""
        await self._ask(lane, f"new {game}", WARMING)

    async def stop(self) -> None:
        """End the process."""
        if self._running is not None:
            await self._end(self._running)

    async def _ask(self, lane: int, line: str, limit: float) -> str:
        """The answer to a line.  A pipe to a process that has just died may raise a RuntimeError."""
        running = await self._started()
        try:
            async with asyncio.timeout(limit):
                return await running.answer(lane, line)
        except TimeoutError:
            raise await self._failed(running, f"{line}: no answer in {limit:g} seconds") from None
        except (OSError, RuntimeError) as error:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(A_MOMENT):
                    await running.process.wait()
                    await asyncio.shield(asyncio.gather(*running.reading))
            raise await self._failed(running, f"{line}: {error or type(error).__name__}") from None

    async def _started(self) -> _Running:
        async with self._starting:
            if self._running is None:
                running = self._running = _Running(await _engine())
                running.reading = [
                    asyncio.create_task(reading) for reading in (running.hear(), running.read_along())
                ]
            return self._running

    async def _failed(self, running: _Running, why: str) -> Failed:
        """End the process if it still runs; the `Failed` that says why."""
        status = running.process.returncode
        await self._end(running)
        return Failed(why, status, running.last_words.decode(errors="replace").strip())

    async def _end(self, running: _Running) -> None:
        """End a process; another lane may have done so already, and begun the next."""
        if self._running is running:
            self._running = None
        with contextlib.suppress(ProcessLookupError):
            running.process.kill()
        await running.process.wait()
        for reading in running.reading:
            reading.cancel()
        await asyncio.gather(*running.reading, return_exceptions=True)
        for waiting in running.asked.values():
            if not waiting.done():
                waiting.set_exception(OSError("the engine was ended"))


async def _engine() -> Process:
    """A process of engines, with less claim to the processor than pages and moves have."""
    program = "import os; hasattr(os, 'nice') and os.nice(5); from stylobate.house.lanes import main; main()"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
