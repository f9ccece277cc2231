"""What a table shows and is the same for everybody: boards, and what else depends on its log alone.

Drawing and telling every legal move takes milliseconds, the proof of a long game a good part of a second; so
each is made at the desk, once, and kept for whoever asks next (`kept`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from stylobate.encoding import encoded
from stylobate.house.board import board, names_of
from stylobate.house.kept import Kept
from stylobate.house.packing import packed
from stylobate.play import Table

FORM = 7  # of the answer: what a browser kept in another form is asked for anew


class Boards:
    """What tables show, each made once, and compressed."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept

    async def packed(self, tag: str, table: Table, n: int) -> bytes:
        """The board after n tokens as JSON, from the cache or drawn now; `tag` is its key."""
        return await self.kept.get(tag, _drawn, table, n)

    async def of(self, table: Table, what: str, make: Callable[..., bytes], *given: Any) -> bytes:
        """What `make(table, …)` makes of a table at its version, which says it all: a log only grows."""
        return await self.kept.get(f"{table.id} {table.version} {what}", _made, make, table, *given)


def tag(table: Table, n: int) -> str:
    """The ETag of the board after n tokens: a hash of everything that it shows."""
    level = table.plays[n - 1].level if n else None
    played = f"{table.game.id} {table.game.rules_version} {n} {table.line.trail(n)}"
    shown = f"{FORM} {played} {names_of(table)} {level} {table.line.after(n)}"
    return hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()[:32]


def _drawn(table: Table, n: int) -> bytes:
    return packed(encoded(board(table, n)))


def _made(make: Callable[..., bytes], *given: Any) -> bytes:
    return packed(make(*given))
