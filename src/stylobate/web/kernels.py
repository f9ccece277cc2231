"""Games are loaded aside: their machine code takes a moment to load, and minutes to compile the first time.

Meanwhile pages are served; only a request that needs a game's rules waits for that game.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from stylobate.game import IDS, Game, load


class Kernels:
    """Which games are ready to be played."""

    def __init__(self, games: tuple[str, ...] = IDS) -> None:
        self.games = games
        self._ready: dict[str, asyncio.Future[Game]] = {}
        self._thread = ThreadPoolExecutor(1, "stylobate-kernels")

    def start(self) -> None:
        """Begin to load all games, one after the other."""
        loop = asyncio.get_running_loop()
        for id in self.games:
            self._ready[id] = loop.run_in_executor(self._thread, _loaded, id)

    async def ready(self, id: str) -> Game:
        """The game, once its rules can be used; refuses a game that there is not."""
        game = load(id)
        if id in self._ready:
            await asyncio.shield(self._ready[id])
        return game

    async def all_ready(self) -> None:
        """Wait until every game is loaded."""
        await asyncio.wait({asyncio.shield(future) for future in self._ready.values()})

    @property
    def are_ready(self) -> bool:
        """Whether all games are loaded."""
        return all(future.done() for future in self._ready.values())

    def close(self) -> None:
        """Load no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _loaded(id: str) -> Game:
    game = load(id)
    position = game.start()
    if not position.is_over:
        position.play(position.legal[0])
    return game
