"""A private feed of one's turns, for games of days a move: for feed readers and scripts (Atom, RFC 4287).

Its address is a credential of 256 random bits, of which the store keeps a hash; so it is told once, when it
is made.  Whoever has it reads where it is that person's turn, and can do nothing else.  It ends when its
owner says so, makes another, or changes the password.
"""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stylobate.house.listed import people
from stylobate.house.now import now
from stylobate.identity import digest
from stylobate.store.protocol import Listed
from stylobate.telling import listed as in_words
from stylobate.web.answers import Refused
from stylobate.web.pages import title
from stylobate.web.site import site_of
from stylobate.web.whereabouts import origin

ATOM = "http://www.w3.org/2005/Atom"
MOST = 200  # tables that are looked at


async def feed(request: Request) -> Response:
    """The feed of whoever made this address."""
    site, credential = site_of(request), request.path_params["feed"]
    person = await site.aside(site.store.whose_feed, digest(credential)) if len(credential) <= 100 else None
    if person is None:
        raise Refused(404, "there is no such feed; perhaps its address was ended or replaced", "unknown")
    waiting = [one for one in await site.aside(site.store.tables_of, person, MOST) if _counts(one)]
    body = written(origin(request, site.settings), request.url.path, waiting, person)
    return Response(body, 200, {"Cache-Control": "private, no-store"}, "application/atom+xml")


def _counts(table: Listed) -> bool:
    return table.your_turn and table.state == "running" and table.about["clock"]["kind"] == "days"


def written(home: str, path: str, waiting: list[Listed], who: str) -> bytes:
    """These tables as a feed, an entry for each turn: the same turn has the same id as long as it lasts."""
    Xml.register_namespace("", ATOM)
    root = Xml.Element(f"{{{ATOM}}}feed")
    turns = [(table, _since(table)) for table in waiting]
    _add(root, "id", home + path)
    _add(root, "title", "Stylobate: your turns")
    _add(root, "updated", _moment(max((since for _, since in turns), default=now())))
    _add(_add(root, "author"), "name", "Stylobate")
    _add(root, "link", rel="self", type="application/atom+xml", href=home + path)
    _add(root, "link", rel="alternate", type="text/html", href=f"{home}/me")
    for table, since in turns:
        entry, address = _add(root, "entry"), f"{home}/t/{table.id}"
        others = in_words(one.name for one in people(table, who))
        _add(entry, "id", f"{address}#turn-{table.about.get('began', table.about['tokens'])}")
        _add(entry, "title", f"Your turn: {title(table.game)}, with {others}")
        _add(entry, "updated", _moment(since))
        _add(entry, "link", rel="alternate", type="text/html", href=address)
        _add(entry, "content", f"It is your turn in {title(table.game)}, with {others}.", type="text")
    whole: bytes = Xml.tostring(root, "utf-8", xml_declaration=True)
    return whole


def _since(table: Listed) -> int:
    """When the turn began; a summary may have been stored before they told this."""
    return int(table.about.get("since", table.changed))


def _add(parent: Xml.Element, name: str, text: str | None = None, **attributes: str) -> Xml.Element:
    element = Xml.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = text
    return element


def _moment(time: int) -> str:
    return datetime.fromtimestamp(time // 1000, UTC).isoformat().replace("+00:00", "Z")


ROUTES = [Route("/feeds/{feed}", feed, methods=["GET"])]
