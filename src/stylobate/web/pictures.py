"""Pictures as PNG, for previews of links and for whoever wants to show a position elsewhere.

    GET /games/G/card.png     a game under way, in the shape that previews have
    GET /t/T/N.png            the position of a table after N tokens, the whole picture of it

Neither holds a name or a secret: a position is drawn as the game draws it, and an invitation's preview shows
the game's card, whose address is the same for everybody.
"""

from __future__ import annotations

import re
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stylobate.colours import CLOTH
from stylobate.drawing import Svg, element, png
from stylobate.house.boards import tag
from stylobate.page import PORTRAIT
from stylobate.palette import painted
from stylobate.play import Table
from stylobate.registry import load
from stylobate.web.answers import nothing_here
from stylobate.web.pages import known
from stylobate.web.site import site_of

WIDE, HIGH = 1200, 630  # pixels of a card
LARGEST = 1600  # pixels of a position's longer side
SCALE = 2.0  # pixels per unit, where there is room

_SIZE = re.compile(r'viewBox="\S+ \S+ (?P<width>[0-9.]+) (?P<height>[0-9.]+)"')
_OPENS = re.compile(r'<svg [^>]*?viewBox="(?P<part>[^"]+)"[^>]*>')


async def card(request: Request) -> Response:
    """The picture of a game that a preview shows."""
    game = known(request)
    if PORTRAIT not in game.page.files():
        await site_of(request).kernels.ready(game.id)
    drawn = await site_of(request).desk.work(_card, game.id)
    return Response(drawn, 200, {"Cache-Control": "public, max-age=3600"}, "image/png")


async def position(request: Request) -> Response:
    """The picture of a table's position after so many tokens."""
    site, written = site_of(request), request.path_params["n"]
    room = await site.hall.room(request.path_params["table"])
    if not (written.isdecimal() and written.isascii() and len(written) < 10):
        raise nothing_here()
    n = int(written)
    if n > len(room.table.plays):
        raise nothing_here()
    its = f"png {tag(room.table, n)}"
    headers = {"ETag": f'"{its}"', "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    drawn = await site.boards.kept.get(its, _position, room.table, n)
    return Response(drawn, 200, headers, "image/png")


@lru_cache(maxsize=64)
def _card(id: str) -> bytes:
    game = load(id)
    kept = game.page.files().get(PORTRAIT)
    drawn = painted(kept.decode() if kept else game.page.draw(PORTRAIT), "light", *game.palettes)
    margin = 24
    inside = f'<svg x="{margin}" y="{margin}" width="{WIDE - 2 * margin}" height="{HIGH - 2 * margin}"'
    portrait = _OPENS.sub(lambda opens: f'{inside} viewBox="{opens["part"]}">', drawn, count=1)
    whole = element(
        "svg",
        element("rect", width=WIDE, height=HIGH, fill=CLOTH),
        Svg(portrait),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {HIGH}",
        width=WIDE,
        height=HIGH,
    )
    return png(painted(whole, "light", *game.palettes), 1.0)


def _position(table: Table, n: int) -> bytes:
    played = table.line.trail(n)
    drawn = table.line.after(n).svg(played[-1] if played else None, earlier=played[:-1])
    size = _SIZE.search(drawn)
    longer = max(map(float, size.groups())) if size else LARGEST
    return png(drawn, min(SCALE, LARGEST / longer))


ROUTES = [
    Route("/games/{game}/card.png", card),
    Route("/t/{table}/{n}.png", position),
]
