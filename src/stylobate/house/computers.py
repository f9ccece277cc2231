"""The computer's moves: taken from the queue, thought about by workers, and what is done when one fails.

Each worker (`worker`) thinks in two lanes (`queue`).  One that dies or does not answer in time is replaced,
and its job goes back to the queue; where that has happened too often, any legal move is made: nobody waits
for ever.  Each failure leaves its reason in the log.

Only the log of a table decides.  A move that comes too late, for a position that is gone or because another
process was first, is refused by the version it was made for, and nobody hears of it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

from stylobate.errors import BadFile, Refusal
from stylobate.house.errors import NoSuchTable, Stopping
from stylobate.house.hall import Hall
from stylobate.house.pool import Pool
from stylobate.house.queue import LANES, QUICK, Queue
from stylobate.house.room import Room
from stylobate.house.waiting import Waiting
from stylobate.house.worker import Failed, Question, Worker
from stylobate.play import Move, Table
from stylobate.store.keeping import job_of
from stylobate.store.protocol import Job

TRIES = 3
AGAIN = 20.0  # seconds until a move that could not be stored is tried again
MOST_DOUBLINGS = 8  # of that pause, for a table that cannot be loaded

log = logging.getLogger("stylobate.house")


class Computers:
    """Workers, and the queue that they take from: in the database, where other processes take from it too."""

    def __init__(self, hall: Hall, workers: int) -> None:
        self.hall = hall
        self.moves = 0
        self.queue: Queue = Waiting() if hall.store.jobs is None else Pool(hall.store.jobs)
        self._count = workers
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the workers; among the first jobs are those that the last run of the server left."""
        if self.hall.store.jobs is None:
            self._tasks.append(asyncio.create_task(self._left_over()))
        if self._count:
            self._tasks.append(asyncio.create_task(self._run()))

    async def stop(self) -> None:
        """End the worker processes, for the server stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.queue.stop()

    def look(self, room: Room) -> None:
        """Queue the room's table if it is a computer's turn there."""
        self.queue.tell(room.id, job_of(room.table, room.place))

    async def _left_over(self) -> None:
        for id in await asyncio.to_thread(self.hall.store.computer_turns):
            try:
                self.look(await self.hall.room(id))
            except (NoSuchTable, Stopping):
                continue
            except Exception:
                log.exception("a computer cannot go on at a table", extra={"table": id})

    async def _run(self) -> None:
        await self.queue.start()
        async with asyncio.TaskGroup() as workers:
            for _ in range(self._count):
                workers.create_task(self._employ())

    async def _employ(self) -> None:
        """One worker, at work in every lane."""
        worker = Worker()
        try:
            await asyncio.gather(*(self._work(worker, lane) for lane in LANES))
        finally:
            await worker.stop()

    async def _work(self, worker: Worker, lane: int) -> None:
        """The loop of one lane: take a job, ask the process, play its token."""
        coming = asyncio.ensure_future(self.queue.next(lane))
        try:
            if lane == QUICK:
                await self._warm(worker, coming)
            while True:
                await self._try(worker, lane, await coming)
                coming = asyncio.ensure_future(self.queue.next(lane))
        finally:
            coming.cancel()

    async def _warm(self, worker: Worker, coming: asyncio.Future[Job]) -> None:
        """Load one game after the other, as long as nobody waits for a move."""
        for game in self.hall.kernels.games:
            ready = asyncio.ensure_future(self.hall.kernels.ready(game))
            either: set[asyncio.Future[Any]] = {ready, coming}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                ready.cancel()
            (loaded,) = await asyncio.gather(ready, return_exceptions=True)
            if coming.done() or isinstance(loaded, Stopping):
                return
            try:
                if not isinstance(loaded, BaseException):
                    await worker.warm(game)
            except Failed as failed:
                log.warning("a computer's worker failed", extra=failed.details)
            except Exception:
                log.exception("a computer's worker failed")

    async def _try(self, worker: Worker, lane: int, job: Job) -> None:
        """Do a job, or give it back with a word to the log."""
        told = {"table": job.table}
        try:
            await self._do(worker, lane, job)
        except Failed as failed:
            log.warning("a computer's worker failed", extra=told | failed.details)
            await self.queue.give_back(job, has_failed=True)
        except NoSuchTable:
            await self.queue.drop(job)
        except Stopping:
            await self.queue.give_back(job, AGAIN, has_failed=False)
        except BadFile as error:
            log.error("a computer's move failed", extra=told | {"why": str(error)})
            await self.queue.give_back(job, AGAIN, has_failed=False)
        except Exception:
            log.exception("a computer's move failed", extra=told)
            pause = AGAIN * 2 ** min(job.tries, MOST_DOUBLINGS)
            await self.queue.give_back(job, pause, has_failed=True)

    async def _do(self, worker: Worker, lane: int, job: Job) -> None:
        table = (await self.hall.room(job.table)).table
        asked = question_of(table)
        if asked is None or table.settled > job.version:
            await self.queue.drop(job)
            return
        if job.tries < TRIES:
            try:
                token = await worker.choose(asked, lane)
            except Failed as failed:
                failed.details |= {"game": asked.game, "level": asked.level}
                raise
        else:
            log.error("a computer could not move; any move is made", extra={"table": job.table})
            token = random.choice(table.position.legal)
        if await self._play(job.table, table.settled, asked, token):
            self.moves += 1
        else:
            await self.queue.drop(job)

    async def _play(self, id: str, version: int, asked: Question, token: str) -> bool:
        """Make the move, unless the table stands otherwise by now: by a takeback, or somebody back on a seat.

        Whatever else was said at the table meanwhile, perhaps through another process, is no hindrance.
        """
        while True:
            table = (await self.hall.known(id)).table
            if table.settled != version or question_of(table) != asked:
                return False
            try:
                await self.hall.move_for_computer(id, Move(token, version))
                return True
            except Refusal as refusal:
                if refusal.reason != "stale":
                    raise Failed(f"{token}: {refusal}") from None


def question_of(table: Table) -> Question | None:
    """What a worker is asked about a table; None where it is not a computer's turn."""
    level = None if table.turn is None else table.seats[table.turn].level
    if level is None:
        return None
    began = table.line.turn_began
    return Question(table.game.id, str(table.line.after(began)), level, table.line.tokens[began:])
