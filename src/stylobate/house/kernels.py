"""Loads games in a thread: their machine code takes a moment to load, and minutes to compile at first.

Meanwhile pages are served; only a request that needs a game's rules waits for that game.  A compiler at work
cannot be interrupted, but it can be left: what it has finished is in its cache, and the rest is begun anew.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import sys
from concurrent.futures import Future, ThreadPoolExecutor

from stylobate.game import Game
from stylobate.house.errors import Stopping, Unplayable
from stylobate.registry import ids, load

log = logging.getLogger("stylobate.house")


class Kernels:
    """Which games are ready to be played."""

    def __init__(self, games: tuple[str, ...] | None = None) -> None:
        self.games = ids() if games is None else games
        self._loading: list[Future[Game]] = []
        self._ready: dict[str, asyncio.Future[Game]] = {}
        self._thread = ThreadPoolExecutor(1, "stylobate-kernels")

    def start(self) -> None:
        """Begin to load all games, one after the other."""
        self._loading = [self._thread.submit(_loaded, id) for id in self.games]
        self._ready = {
            id: asyncio.wrap_future(loading) for id, loading in zip(self.games, self._loading, strict=True)
        }

    async def ready(self, id: str) -> Game:
        """The game, once its rules can be used; refuses a game that there is not."""
        game = load(id)
        if id in self._ready:
            try:
                await asyncio.shield(self._ready[id])
            except asyncio.CancelledError:
                if self._ready[id].cancelled():
                    raise Stopping from None
                raise
            except Exception:
                raise Unplayable(game.title) from None
        return game

    async def all_ready(self) -> None:
        """Wait until every game is loaded."""
        await asyncio.wait({asyncio.shield(future) for future in self._ready.values()})

    @property
    def are_ready(self) -> bool:
        """Whether all games are loaded."""
        return all(future.done() for future in self._ready.values())

    @property
    def is_busy(self) -> bool:
        """Whether a game is being loaded or compiled at this moment, even if nobody waits for it any more."""
        return any(loading.running() for loading in self._loading)

    def close(self) -> None:
        """Load no more, and keep nobody waiting."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        for future in self._ready.values():
            future.cancel()


def _loaded(id: str) -> Game:
    game = load(id)
    try:
        position = game.start()
        if not position.is_over:
            position.play(position.legal[0])
    except Exception:
        log.exception("a game cannot be played: its rules do not work", extra={"game": id})
        raise
    return game


def leave() -> None:
    """End the process at once: otherwise Python would wait for the compiler, which may take a minute more."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
