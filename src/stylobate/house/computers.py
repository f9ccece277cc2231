"""The computer's moves: which tables wait for one, whose is next, and what is done when a worker fails.

Hosts have their turns (`turns`), tables with people before those where computers play among themselves.  A
worker thinks in two lanes: one is for quick levels alone, so that a beginner's opponent answers at once,
however many strong ones think elsewhere; the other takes slow levels first.

A worker (`worker`) that dies or does not answer in time is replaced and its work is done again, and should
even that fail, any legal move is made: nobody waits for ever.  Each failure leaves its reason in the log.

What there is to do is nowhere but in the tables, so after a restart whoever was to move is asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

from stylobate.errors import BadFile, Refusal
from stylobate.house.errors import NoSuchTable, Stopping
from stylobate.house.hall import Hall
from stylobate.house.room import Room
from stylobate.house.turns import Asker, Turns
from stylobate.house.worker import Failed, Job, Worker
from stylobate.ladder import ladder
from stylobate.play import Move
from stylobate.registry import load

TRIES = 3
AGAIN = 20.0  # seconds until a move that could not be stored is tried again
QUICK, SLOW = LANES = (0, 1)

log = logging.getLogger("stylobate.house")


class Waiting:
    """Jobs that wait, and which is next in each lane."""

    def __init__(self) -> None:
        kinds = [(lane, is_watched) for lane in LANES for is_watched in (True, False)]
        self._turns: dict[tuple[int, bool], Turns[Job]] = {kind: Turns() for kind in kinds}

    def __len__(self) -> int:
        return sum(map(len, self._turns.values()))

    def of(self, asker: Asker) -> int:
        """How many jobs wait at tables of this host."""
        return sum(turns.of(asker) for turns in self._turns.values())

    def at(self, place: str) -> int:
        """How many jobs wait at tables that were opened from this place."""
        return sum(turns.at(place) for turns in self._turns.values())

    def put(self, asker: Asker, job: Job, is_watched: bool) -> None:
        """Let a job wait; `is_watched` says that people wait for it."""
        lane = QUICK if ladder(load(job.game)).is_quick(job.level) else SLOW
        self._turns[lane, is_watched].put(asker, job)

    def take(self, lane: int) -> tuple[Asker, Job] | None:
        """The next job for a lane; the slow one helps with quick levels where it has nothing else to do."""
        for kind in (QUICK,) if lane == QUICK else (SLOW, QUICK):
            for is_watched in (True, False):
                if found := self._turns[kind, is_watched].take():
                    return found
        return None


class Computers:
    """Workers, and the tables that wait for them."""

    def __init__(self, hall: Hall, workers: int) -> None:
        self.hall = hall
        self.moves = 0
        self.waiting = Waiting()
        self._count = workers
        self._asked: set[Job] = set()
        self._wanted = asyncio.Event()
        self._news: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the workers; among the first jobs are those that the last run of the server left."""
        self._tasks = [asyncio.create_task(self._run()) for _ in range(self._count)]
        self._tasks.append(asyncio.create_task(self._left_over()))

    async def stop(self) -> None:
        """End the worker processes, for the server stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def look(self, room: Room) -> None:
        """Queue the room's table if it is a computer's turn there."""
        table = room.table
        if table.turn is None or table.seats[table.turn].level is None:
            return
        level = table.seats[table.turn].level or ""
        began = table.line.turn_began
        where, since = str(table.line.after(began)), table.line.tokens[began:]
        job = Job(room.id, table.settled, table.game.id, where, level, since)
        if job not in self._asked:
            self._asked.add(job)
            self._wanted.set()
            self._put(room.asker, job, bool(table.people))

    def _put(self, asker: Asker, job: Job, is_watched: bool) -> None:
        self.waiting.put(asker, job, is_watched)
        for news in self._news:
            news.set()

    async def _left_over(self) -> None:
        for id in await asyncio.to_thread(self.hall.store.computer_turns):
            try:
                self.look(await self.hall.room(id))
            except (NoSuchTable, Stopping):
                continue
            except Exception:
                log.exception("a computer cannot go on at a table", extra={"table": id})

    async def _run(self) -> None:
        """One worker: load the games, then work in every lane."""
        worker = Worker()
        try:
            try:
                await self._warm(worker)
            except Stopping:
                pass
            except Failed as failed:
                log.warning("a computer's worker failed", extra=failed.details)
            except Exception:
                log.exception("a computer's worker failed")
            await asyncio.gather(*(self._work(worker, lane) for lane in LANES))
        finally:
            await worker.stop()

    async def _work(self, worker: Worker, lane: int) -> None:
        """The loop of one lane: take a job, ask the process, play its token; replace a failed process."""
        news = asyncio.Event()
        self._news.append(news)
        while True:
            news.clear()
            found = self.waiting.take(lane)
            if found is None:
                await news.wait()
                continue
            asker, job = found
            try:
                await self._do(worker, lane, job)
                self._asked.discard(job)
            except asyncio.CancelledError:
                raise
            except BadFile as error:
                log.error("a computer's move failed", extra={"table": job.table, "why": str(error)})
                asyncio.get_running_loop().call_later(AGAIN, self._put, asker, job, False)
            except Exception:
                log.exception("a computer's move failed", extra={"table": job.table})
                self._asked.discard(job)

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
            if ready.exception() is None:
                await worker.warm(game)

    async def _do(self, worker: Worker, lane: int, job: Job) -> None:
        if not await self._is_wanted(job):
            return
        token = await _chosen(worker, lane, job)
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


async def _chosen(worker: Worker, lane: int, job: Job) -> str | None:
    """A token; None where the worker failed as often as it was asked, each time with a reason for the log."""
    for _ in range(TRIES):
        try:
            return await worker.choose(job, lane)
        except Failed as failed:
            details = {"table": job.table, "game": job.game, "level": job.level, **failed.details}
            log.warning("a computer's worker failed", extra=details)
    return None
