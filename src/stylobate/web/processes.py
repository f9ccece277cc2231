"""Several server processes at one address: each is the whole site, and the database settles between them.

The first process opens the socket and hands it to the others, so that the system gives each connection to one
that is free.  It serves nobody itself: it starts again whichever ends, and ends all of them when it is told.
Each has a port of this machine to itself as well, so that one can be asked what only it knows.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess

from stylobate.web.settings import Settings

Serve = Callable[[Settings, list[socket.socket], int], None]

PAUSES = (0.0, 1.0, 2.0, 5.0, 15.0)  # seconds before one that ends again and again is started once more
A_WHILE = 60.0  # seconds after which one that ran so long is not counted as ending again and again
PATIENCE = 15.0  # seconds for all to stop


def supervise(serve: Serve, settings: Settings, listening: socket.socket) -> None:
    """Run so many processes until SIGINT or SIGTERM; `serve` is run in each, with its number."""
    stop = threading.Event()
    with _told(stop), contextlib.ExitStack() as opened:
        own = [
            opened.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(settings.processes)
        ]
        keepers = []
        for number, one in enumerate(own, 1):
            others = tuple(other.getsockname()[1] for other in own if other is not one)
            words = (serve, replace(settings, beside=others), [listening, one], number, stop)
            keepers.append(threading.Thread(target=_keep, args=words))
        for keeper in keepers:
            keeper.start()
        for keeper in keepers:
            keeper.join()


@contextlib.contextmanager
def _told(stop: threading.Event) -> Iterator[None]:
    """While the block lasts, the signals that end a program set `stop` instead."""
    before = {one: signal.signal(one, lambda *_: stop.set()) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _keep(
    serve: Serve, settings: Settings, listening: list[socket.socket], number: int, stop: threading.Event
) -> None:
    """Start a process, and another whenever it ends, with growing pauses, until `stop`."""
    spawning, ended = multiprocessing.get_context("spawn"), 0
    while not stop.wait(PAUSES[min(ended, len(PAUSES) - 1)]):
        began = time.monotonic()
        process = spawning.Process(target=serve, args=(settings, listening, number))
        process.start()
        while process.is_alive() and not stop.wait(0.1):
            pass
        if stop.is_set():
            _end(process)
        ended = 1 if time.monotonic() - began > A_WHILE else ended + 1


def _end(process: BaseProcess) -> None:
    process.terminate()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()
