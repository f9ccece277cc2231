"""Boards as they are sent: asked for one by one, or brought along by the answer to a move.

Whoever moves wants to see the new board at once; a second request for it would be a second way to the server.
So a page that moves says how many tokens it knows, and is answered with the boards after those as well.  They
come out of the same cache as everybody's.  A program that wants no picture does not ask, and none is drawn.
"""

from __future__ import annotations

import asyncio
import gzip
import logging

from starlette.requests import Request
from starlette.responses import Response

from stylobate.encoding import encoded
from stylobate.house.board import log as words
from stylobate.house.boards import tag
from stylobate.house.errors import Busy
from stylobate.house.packing import joined, packed
from stylobate.play import Change, Table, View
from stylobate.web.site import Site

MOST = 4  # boards with one answer: a move, and what chance did on it
PATIENCE = 1.0  # seconds that an answer waits for them
VARY = {"Vary": "Accept-Encoding"}

_COMMA, _END = packed(b","), packed(b"]}")

log = logging.getLogger("stylobate.web")


async def one(site: Site, request: Request, table: Table, n: int) -> Response:
    """The answer to a request for the board after n tokens; nothing to who has it already."""
    its = tag(table, n)
    headers = {"ETag": f'"{its}"', "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == headers["ETag"]:
        return Response(status_code=304, headers=headers | VARY)
    return sent(request, await site.boards.packed(its, table, n), headers, "application/json")


async def along(site: Site, request: Request, view: View | Change, table: Table, known: int) -> Response:
    """The view that a command led to, and the boards that somebody who knows so many tokens has not seen.

    The command is done and stored by now, and its answer does not wait for ever for pictures, nor fail with
    them: boards are then left out, and the page asks for them as for any other.
    """
    drawing = (site.boards.packed(tag(table, n), table, n) for n in _new(table, known))
    bodies: list[bytes] = []
    try:
        async with asyncio.timeout(PATIENCE):
            bodies = await asyncio.gather(*drawing)
    except (TimeoutError, Busy):
        pass
    except Exception:
        log.exception("a board could not be drawn", extra={"table": table.id})
    body = joined(packed(b'{"view":%s,"boards":[' % encoded(view), 1), *_listed(bodies), _END)
    return sent(request, body, {"Cache-Control": "no-store"}, "application/json")


def told(table: Table, start: int) -> bytes:
    """The tokens after the first `start` in words, as JSON."""
    return encoded(words(table, start))


def sent(request: Request, packed: bytes, headers: dict[str, str], kind: str) -> Response:
    """What was made and compressed once, as this browser takes it."""
    if takes_gzip(request):
        return Response(packed, 200, headers | VARY | {"Content-Encoding": "gzip"}, kind)
    return Response(gzip.decompress(packed), 200, headers | VARY, kind)


def takes_gzip(request: Request) -> bool:
    """Whether the answer may be compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _new(table: Table, known: int) -> range:
    """After how many tokens each: beyond what is known, but always the newest, and not too many."""
    newest = len(table.plays)
    return range(max(min(known + 1, newest), newest - MOST + 1, 0), newest + 1)


def _listed(bodies: list[bytes]) -> list[bytes]:
    """The boards with commas between them."""
    return [part for body in bodies for part in (_COMMA, body)][1:]
