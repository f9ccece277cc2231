"""The threads that step a batch together, and how they wait for each other.

A step of a few hundred games takes some hundred microseconds, and to wake a thread that sleeps takes nearly
as long.  So whoever has nothing to do stays in compiled code for a moment and watches for the next order;
only if none comes does it fall asleep on a lock, and is woken by the next.

Each thread has shares of the games that are its own at every step: those it finds in the memory nearest to
its core.  When they are done it takes what the others have left.  The thread that gives the order works as
well, and waits only for shares that somebody is at: one whose core is taken by other work, or who is still
waking, or who is not there (after a fork) holds nobody up.

What they tell each other stands on a board, each number on lines of memory of its own:

    a ticket of each thread   the work that is ordered, and the next of its shares that nobody has taken
    asleep, of each thread    1 if it must be woken
    done                      how many shares of the order are done

Whoever gives an order may be interrupted, by Ctrl-C, between any two lines.  So nothing that they do has to
be done once and only once: a thread alone says that it sleeps and that it is awake again, and its bell may be
rung as often as one likes.  One that was not rung is still asleep at the next order, which rings again; one
that was rung for nothing watches for a moment, and sleeps again.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock, Thread, current_thread

import numpy as np
from numba import boolean, int64, void

from stylobate.batches.held import HELD, Held
from stylobate.batches.shared_numbers import add, exchange, look, stand_back
from stylobate.batches.stepping import do
from stylobate.compiled import compiled, inlined
from stylobate.kernel import Actions

APART = 16  # places on the board from one number to the next: two lines of memory
WORK = 32  # bits of a ticket below the work that is ordered
NEXT = (1 << WORK) - 1
LOOKS = 100  # at a ticket, before others may have the core
PATIENCE = 400  # times so many looks without an order, then to sleep: a tenth of a millisecond or a few


def board_of(threads: int, shares: int) -> Actions:
    """A board on which nothing is ordered, for so many threads with so many shares each."""
    board = np.zeros((2 * threads + 1) * APART, dtype=np.int64)
    board[: threads * APART : APART] = shares
    board[2 * threads * APART] = threads * shares
    return board


@inlined
def crew_of(board: Actions) -> int:
    """How many threads a board is for."""
    return (len(board) // APART - 1) >> 1


@inlined
def has_left(board: Actions, thread: int, shares: int) -> bool:
    """Whether that thread has shares that nobody has taken."""
    return look(board, thread * APART) & NEXT < shares  # type: ignore[no-any-return]


@compiled(void(HELD, int64))
def work_off(held: Held, me: int) -> None:
    """Take shares as long as there are any: first one's own, then those of others."""
    board, told, games = held.board, held.told, len(held.turns)
    threads = crew_of(board)
    shares = len(told) // threads
    for k in range(threads):
        thread = me + k if me + k < threads else me + k - threads
        while has_left(board, thread, shares):
            ticket = add(board, thread * APART, 1)
            share = thread * shares + (ticket & NEXT)
            if ticket & NEXT >= shares:  # another thread took the last
                break
            first, end = games * share // len(told), games * (share + 1) // len(told)
            told[share] = do(held, ticket >> WORK, first, end)
            add(board, 2 * threads * APART, 1)


@compiled(void(HELD))
def finish(held: Held) -> None:
    """Do what is left of an order, and wait for what others are still at."""
    work_off(held, 0)
    board, everything = held.board, len(held.told)
    done = 2 * crew_of(board) * APART
    looks = 0
    while look(board, done) < everything:
        looks += 1
        if looks % LOOKS == 0:
            stand_back()


@compiled(boolean(HELD, int64))
def order(held: Held, work: int) -> bool:
    """Order some work and finish it; unless somebody must be woken first: then say so, with False."""
    finish(held)  # what an exception may have left of the order before
    board = held.board
    threads = crew_of(board)
    exchange(board, 2 * threads * APART, 0)
    for thread in range(threads):
        exchange(board, thread * APART, work << WORK)
    for thread in range(threads):
        if look(board, (threads + thread) * APART):
            return False
    finish(held)
    return True


@compiled(boolean(HELD, int64))
def is_asleep(held: Held, thread: int) -> bool:
    """Whether that thread must be woken."""
    return bool(look(held.board, (crew_of(held.board) + thread) * APART))


@compiled(boolean(HELD, int64))
def is_ordered(held: Held, me: int) -> bool:
    """Whether an order came within a short while."""
    board = held.board
    shares = len(held.told) // crew_of(board)
    for _ in range(PATIENCE):
        for _ in range(LOOKS):
            if has_left(board, me, shares):
                return True
        stand_back()
    return False


@compiled(void(HELD, int64))
def serve(held: Held, me: int) -> None:
    """Work and watch, until there was nothing to do for a while; who has come back is to be woken."""
    board = held.board
    threads = crew_of(board)
    shares = len(held.told) // threads
    asleep = (threads + me) * APART
    while True:
        exchange(board, asleep, 0)
        while is_ordered(held, me):
            work_off(held, me)
        exchange(board, asleep, 1)
        if not has_left(board, me, shares):  # else an order came just now, from somebody who did not see this
            return


class Crew:
    """Threads that do the work of a batch together with the one that orders it."""

    def __init__(self, held: Held, threads: int) -> None:
        self._held = held
        self._ordering = Lock()
        self._closing: list[bool] = []  # no longer empty: the threads are to end
        self._bells = [Lock() for _ in range(1, threads)]
        self._threads: list[Thread] = []
        weakref.finalize(self, _close, self._bells, self._closing, self._threads)
        for me, bell in enumerate(self._bells, start=1):
            bell.acquire()
            thread = Thread(target=_stay, args=(held, me, bell, self._closing), name="batch", daemon=True)
            thread.start()
            self._threads.append(thread)

    def do(self, work: int) -> None:
        """Have some work done with all games."""
        with self._ordering:
            if not order(self._held, work):
                try:
                    _wake(self._held, self._bells)
                finally:
                    finish(self._held)

    def close(self) -> None:
        """End the threads; again, if that was interrupted."""
        _close(self._bells, self._closing, self._threads)


def _wake(held: Held, bells: Sequence[Lock]) -> None:
    """Wake all who sleep."""
    for thread, bell in enumerate(bells, start=1):
        if is_asleep(held, thread):
            _ring(bell)


def _ring(bell: Lock) -> None:
    """Ring a bell: a lock that is open while it rings.  Whoever is woken by it closes it again."""
    with suppress(RuntimeError):  # it rings already
        bell.release()


def _stay(held: Held, me: int, bell: Lock, closing: Sequence[bool]) -> None:
    """What a thread does: serve, sleep, and serve again.  It does not hold the batch, which may be let go."""
    while True:
        serve(held, me)
        if closing:
            return
        bell.acquire()


def _close(bells: Sequence[Lock], closing: list[bool], threads: Sequence[Thread]) -> None:
    """End the threads: each, once it is woken or has nothing to do, looks by itself whether it is to end."""
    closing.append(True)
    for bell in bells:
        _ring(bell)
    for thread in threads:
        if thread is not current_thread():
            thread.join()
