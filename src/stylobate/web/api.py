"""The JSON side of the site.

    POST /api/tables                      a `play.Plan`, where a seat may also be “friend”: by invitation only
         -> 201 {table, url, invites: [{seat, url}], view}
    POST /api/tables/T                    a command (`play.commands`), with a header Idempotency-Key
         -> 200 the view it led to        409 {error, reason, view} when it came too late
    POST /api/tables/T/invite             {seat} -> 201 {seat, url}: a link that works once
    POST /api/tables/T/continue/N         {level, seat} -> 201 {table, url}: play on from there, alone
    GET  /api/tables/T                    the view
    GET  /api/tables/T/at/N               the board after N tokens (`boards.board`)
    GET  /api/tables/T/log?from=K         [{n, token, seat, words}] of the tokens after the first K
    GET  /api/tables/T/record.txt         and record.json: the game on paper
    GET  /api/tables/T/proof              {holds, sentences, fresh, carried, bare, taken_back}
    GET  /api/events?table=T              live: `table` with a whole view, then `change` (see `changes`),
                                          `presence` {away, hand_over} and `ping`

Refusals are {error: one sentence, reason: one word}, with the status that fits.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.play import Plan, Table, read, record
from stylobate.store.protocol import Visitor
from stylobate.web import boards, changes
from stylobate.web.answers import Refused, refusal, reply
from stylobate.web.bodies import document
from stylobate.web.hall import Room, now
from stylobate.web.sessions import person
from stylobate.web.site import site_of
from stylobate.web.stream import EventStream


async def open_table(request: Request) -> Response:
    """A new table."""
    site = site_of(request)
    data = await document(request)
    if isinstance(data, dict):
        data.pop("nonce", None)
    visitor, cookies = await _somebody(request)
    room = await site.hall.open(person(visitor), Plan.read(data), _key(request))
    told = {"table": room.id, "url": f"/t/{room.id}", "invites": [], "view": _view(room, visitor)}
    return _with(reply(told, 201), cookies)


async def command(request: Request) -> Response:
    """Something is asked at a table."""
    site = site_of(request)
    asked = read(await document(request))
    room = await site.hall.room(request.path_params["table"])
    visitor, cookies = await _somebody(request)
    try:
        _, table = await site.hall.ask(room, person(visitor), asked, _key(request))
    except Refusal as error:
        why = refusal(error)
        if why.status == 409:
            why.more = {"view": _view(room, visitor)}
        raise why from None
    return _with(reply(changes.whole(table, visitor.id, now(), room.away())), cookies)


async def table(request: Request) -> Response:
    """The view of a table."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    return reply(_view(room, site.sessions.visitor(request)))


async def board(request: Request) -> Response:
    """The board after so many tokens."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    return await site.boards.at(request, room.table, request.path_params["n"])


async def log(request: Request) -> Response:
    """The tokens in words."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    start = request.query_params.get("from", "0")
    if not (start.isdecimal() and len(start) < 10):
        raise Refused(422, "from is a whole number", "illegal")
    return reply(await site.aside(boards.log, room.table, int(start)))


async def events(request: Request) -> EventStream:
    """Live updates."""
    site = site_of(request)
    room = await site.hall.room(request.query_params.get("table", ""))
    visitor = site.sessions.visitor(request)
    return EventStream(site.listen(room, visitor.id if visitor else None, _seen(request)))


async def record_text(request: Request) -> Response:
    """The record as text."""
    return await _paper(request, "txt")


async def record_json(request: Request) -> Response:
    """The record as JSON."""
    return await _paper(request, "json")


async def proof(request: Request) -> Response:
    """Every throw checked again, from the record alone."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    return reply(await site.aside(_checked, room.table))


def _checked(table: Table) -> dict[str, Any]:
    paper = record(table)
    if "fair" not in paper.more:
        return {"holds": True, "sentences": ["Chance has no part in this game."], "throws": 0}
    report = verify(paper)
    return {
        "holds": report.holds,
        "sentences": list(report.sentences()),
        "throws": report.fresh + report.carried + report.bare,
        "fresh": report.fresh,
        "carried": report.carried,
        "bare": report.bare,
        "taken_back": report.taken_back,
    }


async def _paper(request: Request, form: str) -> Response:
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    paper = await site.aside(record, room.table)
    name = f"{room.table.game.id}-{room.id}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
    return Response(paper.json() if form == "json" else paper.text(), 200, headers, kind)


def _view(room: Room, visitor: Visitor | None) -> dict[str, Any]:
    return changes.whole(room.table, visitor.id if visitor else None, now(), room.away())


def _key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not (0 < len(key) <= 100 and key.isascii() and key.isprintable()):
        raise Refused(422, "an Idempotency-Key is 1 to 100 printable signs", "illegal")
    return key


def _seen(request: Request) -> int | None:
    told = request.headers.get("last-event-id") or request.query_params.get("from", "")
    return int(told) if told.isdecimal() and len(told) < 10 else None


async def _somebody(request: Request) -> tuple[Visitor, Response]:
    """Whoever asks, made a guest if need be; the second response carries their cookie."""
    sessions = site_of(request).sessions
    cookies = Response()
    return sessions.visitor(request) or await sessions.welcome(cookies), cookies


def _with(response: Response, cookies: Response) -> Response:
    response.raw_headers += [pair for pair in cookies.raw_headers if pair[0] == b"set-cookie"]
    return response


ROUTES = [
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables/{table}", command, methods=["POST"]),
    Route("/api/tables/{table}", table, methods=["GET"]),
    Route("/api/tables/{table}/at/{n:int}", board, methods=["GET"]),
    Route("/api/tables/{table}/log", log, methods=["GET"]),
    Route("/api/tables/{table}/record.txt", record_text, methods=["GET"]),
    Route("/api/tables/{table}/record.json", record_json, methods=["GET"]),
    Route("/api/tables/{table}/proof", proof, methods=["GET"]),
    Route("/api/events", events, methods=["GET"]),
]
