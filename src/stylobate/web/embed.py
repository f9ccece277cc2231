"""A replay for pages elsewhere: the one address that may stand in a frame.

    GET /embed/T     the game of table T so far, to be looked back at

It is the same for everybody: no cookie is looked at or set, and nothing on it changes anything, so nobody can
be led to click there on what they do not see.
"""

from __future__ import annotations

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from stylobate.web.door.headers import FRAMED
from stylobate.web.pages import drawn_and_told
from stylobate.web.site import site_of
from stylobate.web.whereabouts import origin


async def replay(request: Request) -> Response:
    """The replay of a table."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    board, log = await drawn_and_told(site, room.table)
    templates: Environment = request.app.state.templates
    html = templates.get_template("embed.html").render(
        table=room.id,
        game=room.table.game,
        view=room.showing().whole(None),
        board=board,
        log=log,
        origin=origin(request, site.settings),
    )
    return HTMLResponse(html, 200, {"Cache-Control": "no-store", "Content-Security-Policy": FRAMED})


ROUTES = [Route("/embed/{table}", replay, methods=["GET"])]
