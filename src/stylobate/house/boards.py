"""Drawn positions: what a page shows of a table after so many tokens, the same for everybody who looks.

Drawing and telling every legal move takes milliseconds, so it is done in a thread, once for each position,
and kept for whoever asks next.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from stylobate.game import Position
from stylobate.house.encoding import encoded
from stylobate.line import Line
from stylobate.play import Table
from stylobate.telling import Step, offered, ways

MOST_BYTES = 64 * 1024 * 1024
FORM = 5  # of the answer: what a browser kept in another form is asked for anew


class Boards:
    """Positions as they were drawn, the longest unused forgotten first."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[str, asyncio.Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "stylobate-boards")

    async def packed(self, tag: str, table: Table, n: int) -> bytes:
        """The board after n tokens, whose tag that is, as compressed JSON."""
        body = self._drawn.get(tag)
        if body is None:
            return await self._draw(tag, table, n)
        self._drawn.move_to_end(tag)
        return body

    async def _draw(self, tag: str, table: Table, n: int) -> bytes:
        """Draw it once, however many ask for it at the same moment: everybody does, after a move."""
        if tag not in self._drawing:
            loop = asyncio.get_running_loop()
            self._drawing[tag] = loop.run_in_executor(self._thread, _drawn, table, n)
            self._drawing[tag].add_done_callback(lambda _: self._drawing.pop(tag))
        body = await asyncio.shield(self._drawing[tag])
        self._keep(tag, body)
        return body

    def _keep(self, tag: str, body: bytes) -> None:
        if tag not in self._drawn:
            self._drawn[tag] = body
            self._size += len(body)
        while self._size > MOST_BYTES:
            self._size -= len(self._drawn.popitem(last=False)[1])

    def close(self) -> None:
        """Draw no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def tag(table: Table, n: int) -> str:
    """What stands for the board after n tokens: whatever is shown there goes into it."""
    played = f"{table.game.id} {table.game.rules_version} {n} {trail(table.line, n)}"
    told = f"{FORM} {played} {called(table)} {table.line.after(n)}"
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:32]


def _drawn(table: Table, n: int) -> bytes:
    return gzip.compress(encoded(board(table, n)), 5)


def board(table: Table, n: int) -> dict[str, Any]:
    """A position as a page needs it: the picture, its squares in words, what may be done, step by step."""
    told, position, names = table.game.telling, _apart(table.line.after(n)), called(table)
    played = trail(table.line, n)
    last = played[-1] if played else None
    moves = () if position.is_chance or position.is_over else offered(position)
    return {
        "n": n,
        "position": str(position),
        "svg": position.svg(last, bool(moves), controls=True, earlier=played[:-1], theme="page"),
        "squares": told.squares(position, names),
        "text": position.text(last),
        "turn": position.turn if position.turn >= 0 else None,
        "over": position.is_over,
        "scores": list(position.scores),
        "last": log(table, n - 1, n)[0] if n else None,
        "legal": [_move(position, token, names) for token in moves],
        "asks": told.asks(position, names),
        "how_to": told.how_to(position),
        "result": told.result(position, names) if position.is_over else [],
    }


def trail(line: Line, n: int) -> list[str]:
    """The tokens that a board after n of them shows to have been played, oldest first.

    They are what was done since the turn of whoever moved before began: a throw, or the first move of one's
    own turn, leaves it to be seen what the other did.
    """
    later = (play.seat for play in line.plays[n:] if play.seat is not None)
    mover = next(later, line.position.turn)
    found: list[str] = []
    other = None
    for play in reversed(line.plays[:n]):
        if play.seat not in (None, other):
            if other is not None:
                break
            other = play.seat if play.seat != mover else None
        found.append(play.token)
    return found[::-1]


def log(table: Table, start: int, end: int | None = None) -> list[dict[str, Any]]:
    """The tokens from `start` on, in words."""
    told, names = table.game.telling, called(table)
    return [
        {
            "n": n,
            "token": play.token,
            "seat": play.seat,
            "words": told.words(_apart(table.line.after(n - 1)), play.token, names),
        }
        for n, play in enumerate(table.plays[start:end], start + 1)
    ]


def _apart(position: Position) -> Position:
    """The same position for itself, so that what is computed to draw it is not kept with the table."""
    return Position(position.game, position.state)


def called(table: Table) -> list[str]:
    """The names to tell by: those of people; a computer is called as its seat is."""
    return [seat.name for seat in table.seats]


def _move(position: Position, token: str, names: list[str]) -> dict[str, Any]:
    told = position.game.telling
    steps, *others = ([_step(step) for step in way] for way in ways(position, token))
    move: dict[str, Any] = {"token": token, "steps": steps, "words": told.words(position, token, names)}
    move["costs"] = told.costs(position, token)
    return move | ({"other_ways": others} if others else {})


def _step(step: Step) -> dict[str, str]:
    return {name: text for name, text in step._asdict().items() if text}
