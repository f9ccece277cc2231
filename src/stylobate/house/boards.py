"""A cache of boards: each is drawn once for all who look at it.

Drawing and telling every legal move takes milliseconds, so it is done in a thread, once for each position,
and kept for whoever asks next.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from stylobate.house.board import board, names_of, trail
from stylobate.house.encoding import encoded
from stylobate.play import Table

MOST_BYTES = 64 * 1024 * 1024
FORM = 5  # of the answer: what a browser kept in another form is asked for anew


class Boards:
    """The cache of drawn boards; the least recently used are dropped first."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[str, asyncio.Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "stylobate-boards")

    async def packed(self, tag: str, table: Table, n: int) -> bytes:
        """The board after n tokens as compressed JSON, from the cache or drawn now; `tag` is its key."""
        body = self._drawn.get(tag)
        if body is None:
            return await self._draw(tag, table, n)
        self._drawn.move_to_end(tag)
        return body

    async def _draw(self, tag: str, table: Table, n: int) -> bytes:
        """Draw a board once, even if many ask for it at the same moment, as happens after every move."""
        if tag not in self._drawing:
            loop = asyncio.get_running_loop()
            self._drawing[tag] = loop.run_in_executor(self._thread, _drawn, table, n)
            self._drawing[tag].add_done_callback(lambda drawing: self._keep(tag, drawing))
        return await asyncio.shield(self._drawing[tag])

    def _keep(self, tag: str, drawing: asyncio.Future[bytes]) -> None:
        """Put a drawn board into the cache, unless drawing it failed."""
        del self._drawing[tag]
        if drawing.cancelled() or drawing.exception() is not None:
            return
        self._drawn[tag] = drawing.result()
        self._size += len(drawing.result())
        while self._size > MOST_BYTES:
            self._size -= len(self._drawn.popitem(last=False)[1])

    def close(self) -> None:
        """Give up what waits to be drawn, for the server stops."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def tag(table: Table, n: int) -> str:
    """The ETag of the board after n tokens: a hash of everything that it shows."""
    played = f"{table.game.id} {table.game.rules_version} {n} {trail(table.line, n)}"
    shown = f"{FORM} {played} {names_of(table)} {table.line.after(n)}"
    return hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()[:32]


def _drawn(table: Table, n: int) -> bytes:
    return gzip.compress(encoded(board(table, n)), 5)
