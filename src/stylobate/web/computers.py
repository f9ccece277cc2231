"""The computer's moves, thought out in other processes.

Each worker is our own engine (`stylobate engine`) on a pipe: it is told the game, a position and a level, and
answers with a token.  That is all it ever learns: the secrets of chance stay in this process.  A worker that
dies or does not answer in time is replaced and its work is done again, and should even that fail, any legal
move is made: nobody waits for ever.  What there is to do is nowhere but in the tables, so after a restart
whoever was to move is asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from stylobate.errors import BadFile, Refusal
from stylobate.play import Move
from stylobate.players import LEVELS
from stylobate.web.hall import Hall, Room

PATIENCE = 60.0  # seconds for an answer: thinking, and loading or compiling what it needs first
WARMING = 600.0  # for the first answer of a process, which may have to compile, and for solving a game
TRIES = 3
AGAIN = 20.0  # seconds until a move that could not be stored is tried again

log = logging.getLogger("stylobate.web")


@dataclass(frozen=True)
class Job:
    """A table where a computer is to move, as it stood at `version`."""

    table: str
    version: int
    game: str
    position: str
    level: str


class Computers:
    """Workers, and the tables that wait for them: those with people first, then in the order they came."""

    def __init__(self, hall: Hall, workers: int) -> None:
        self.hall = hall
        self.moves = 0
        self._count = workers
        self._waiting: asyncio.PriorityQueue[tuple[int, int, Job]] = asyncio.PriorityQueue()
        self._order = itertools.count()
        self._asked: set[Job] = set()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to work, first on what was left over from before."""
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._count)]
        self._tasks.append(asyncio.create_task(self._left_over()))

    async def stop(self) -> None:
        """Let the workers go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many tables wait."""
        return self._waiting.qsize()

    def look(self, room: Room) -> None:
        """Is it a computer's turn there?"""
        table = room.table
        if table.turn is None or table.seats[table.turn].level is None:
            return
        level = table.seats[table.turn].level or ""
        job = Job(room.id, table.settled, table.game.id, str(table.position), level)
        if job not in self._asked:
            self._asked.add(job)
            self._wanted.set()
            self._put(0 if table.people else 1, job)

    def _put(self, rank: int, job: Job) -> None:
        self._waiting.put_nowait((rank, next(self._order), job))

    async def _left_over(self) -> None:
        for id in await asyncio.to_thread(self.hall.store.computer_turns):
            with contextlib.suppress(Exception):
                self.look(await self.hall.room(id))

    async def _work(self) -> None:
        """One worker's life: a process at a time, a job at a time."""
        worker = Worker()
        try:
            with contextlib.suppress(Exception):
                await self._warm(worker)
            while True:
                _, _, job = await self._waiting.get()
                try:
                    await self._do(worker, job)
                    self._asked.discard(job)
                except asyncio.CancelledError:
                    raise
                except BadFile as error:
                    log.error("a computer's move failed", extra={"table": job.table, "why": str(error)})
                    asyncio.get_running_loop().call_later(AGAIN, self._put, 1, job)
                except Exception:
                    log.exception("a computer's move failed", extra={"table": job.table})
                    self._asked.discard(job)
        finally:
            await worker.stop()

    async def _warm(self, worker: Worker) -> None:
        """Load one game after the other, as long as nobody waits for a move."""
        for game in self.hall.kernels.games:
            ready = asyncio.ensure_future(self.hall.kernels.ready(game))
            wanted = asyncio.ensure_future(self._wanted.wait())
            done, pending = await asyncio.wait({ready, wanted}, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            if wanted in done:
                return
            await worker.warm(game)

    async def _do(self, worker: Worker, job: Job) -> None:
        if not await self._is_wanted(job):
            return
        token = await _persistently(lambda: worker.choose(job))
        if token is None:
            log.error("a computer could not move; any move is made", extra={"table": job.table})
            token = random.choice((await self.hall.room(job.table)).table.position.legal)
        if await self._is_wanted(job):
            with contextlib.suppress(Refusal):
                await self.hall.move_for_computer(job.table, Move(token, job.version))
                self.moves += 1

    async def _is_wanted(self, job: Job) -> bool:
        """Whether the table still stands as it did: no takeback, nobody back on their seat."""
        table = (await self.hall.room(job.table)).table
        mover = None if table.turn is None else table.seats[table.turn]
        return table.settled == job.version and mover is not None and mover.level == job.level


async def _persistently(choose: Callable[[], Awaitable[str]]) -> str | None:
    for _ in range(TRIES):
        with contextlib.suppress(Failed):
            return await choose()
    return None


class Failed(Exception):
    """A worker died, was too slow, or said something that is no move."""


class Worker:
    """One engine process, started when there is something to do."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def choose(self, job: Job) -> str:
        """A token for that position.  A pipe to a process that has just died may raise a RuntimeError."""
        is_warm = self._process is not None and self._process.returncode is None
        if not is_warm:
            self._process = await _engine()
        limit = PATIENCE if is_warm and job.level in LEVELS else WARMING
        try:
            async with asyncio.timeout(limit):
                for line in (f"new {job.game}", f"setup {job.position}"):
                    if await self._answer(line) != "ok":
                        raise Failed(line)
                kind, _, rest = (await self._answer(f"go level {job.level}")).partition(" ")
        except (TimeoutError, OSError, RuntimeError) as error:
            await self.stop()
            raise Failed(str(error)) from None
        if kind != "bestmove" or not rest:
            raise Failed(f"{kind} {rest}")
        return rest.split(" ")[0]

    async def warm(self, game: str) -> None:
        """Load a game before anybody waits for it."""
        if self._process is None:
            self._process = await _engine()
        with contextlib.suppress(OSError, RuntimeError):
            await self._answer(f"new {game}")

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _answer(self, line: str) -> str:
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            raise OSError("the engine has gone")
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        answer = await self._process.stdout.readline()
        if not answer:
            raise OSError("the engine has gone")
        return answer.decode().rstrip("\n")


async def _engine() -> Process:
    """An engine, with less claim to the processor than pages and moves have."""
    program = "import os; hasattr(os, 'nice') and os.nice(5); from stylobate.engine import main; main()"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
    )
