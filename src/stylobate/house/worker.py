"""A worker: our own engine (`stylobate engine`) in another process, at the end of a pipe.

It is told the game, a position and a level, and answers with a token.  That is all it ever learns: the
secrets of chance stay in this process.  What it says on its standard error is read along, so that one that
dies does not take the reason with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass

from stylobate.players import LEVELS

PATIENCE = 60.0  # seconds for an answer: thinking, and loading or compiling what it needs first
WARMING = 600.0  # for the first answer of a process, which may have to compile, and for solving a game
A_MOMENT = 1.0  # seconds for a process that has closed its pipe to end, and for its last words to arrive
LAST_WORDS = 4_000  # bytes of its standard error that are kept


@dataclass(frozen=True)
class Job:
    """A table where a computer is to move, as it stood at `version`."""

    table: str
    version: int
    game: str
    position: str
    level: str


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


class Worker:
    """One engine process, started when there is something to do."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._last_words = b""

    async def choose(self, job: Job) -> str:
        """A token for that position."""
        is_warm = self._process is not None and self._process.returncode is None
        limit = PATIENCE if is_warm and job.level in LEVELS else WARMING
        if not is_warm:
            await self.stop()
        for line in (f"new {job.game}", f"setup {job.position}"):
            answer = await self._ask(line, limit)
            if answer != "ok":
                raise Failed(f"{line}: {answer}")
        answer = await self._ask(f"go level {job.level}", limit)
        kind, _, rest = answer.partition(" ")
        if kind != "bestmove" or not rest:
            raise Failed(f"go level {job.level}: {answer}")
        return rest.split(" ")[0]

    async def warm(self, game: str) -> None:
        """Load a game before anybody waits for it."""
        await self._ask(f"new {game}", WARMING)

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
            self._reading = None

    async def _ask(self, line: str, limit: float) -> str:
        """The answer to a line.  A pipe to a process that has just died may raise a RuntimeError."""
        try:
            async with asyncio.timeout(limit):
                return await self._answer(line)
        except TimeoutError:
            raise await self._failed(f"{line}: no answer in {limit:g} seconds") from None
        except (OSError, RuntimeError) as error:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(A_MOMENT):
                    await self._ended()
            raise await self._failed(f"{line}: {error or type(error).__name__}") from None

    async def _answer(self, line: str) -> str:
        if self._process is None:
            self._process = await _engine()
            self._last_words = b""
            self._reading = asyncio.create_task(self._read_along(self._process))
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("the engine has no pipe")
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        answer = await self._process.stdout.readline()
        if not answer:
            raise OSError("the engine has gone")
        return answer.decode().rstrip("\n")

    async def _read_along(self, process: Process) -> None:
        while process.stderr and (said := await process.stderr.read(LAST_WORDS)):
            self._last_words = (self._last_words + said)[-LAST_WORDS:]

    async def _ended(self) -> None:
        """Wait for the process to end by itself, and for the last that it says."""
        if self._process is not None:
            await self._process.wait()
        if self._reading is not None:
            await asyncio.shield(self._reading)

    async def _failed(self, why: str) -> Failed:
        """End the process if it still runs; the `Failed` that says why."""
        status = None if self._process is None else self._process.returncode
        await self.stop()
        return Failed(why, status, self._last_words.decode(errors="replace").strip())


async def _engine() -> Process:
    """An engine, with less claim to the processor than pages and moves have."""
    program = "import os; hasattr(os, 'nice') and os.nice(5); from stylobate.engine import main; main()"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
