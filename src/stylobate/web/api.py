"""The HTTP API: everything that is sent as JSON.

    POST /api/tables                      a `play.Proposal`
         -> 201 {table, url, invites: [{seat, url, expires}] for each seat kept for a friend, view}
    POST /api/tables/T                    a command (`play.commands`), with a header Idempotency-Key
         -> 200 the view it led to        409 {error, reason, view} when it came too late
    POST /api/tables/T?boards=K           -> 200 {view, boards}: with the boards after more than K tokens
    POST /api/tables/T?since=V            the view may be a change of that at version V (see `play.sent`)
    POST /api/tables/T/invites            {seat} -> 201 {seat, url, expires}: a link that works once
    POST /api/tables/T/continue/N         {level, seat} -> 201 {table, url}: play on from there, alone
    GET  /api/tables/T                    the view: see `play.sent`
    GET  /api/tables/T?hidden             the same, every minute or two, for a page that nobody sees: it has
                                          closed its stream, and whoever has it open is not away
    GET  /api/tables/T/at/N               the board after N tokens, with the legal moves (`house.board`)
    GET  /api/tables/T/at/N/why?key=A&key=B   {why}: a sentence on why the last of these clicks does nothing
                                          there after the others; empty where it does something
    GET  /api/tables/T/log?from=K         [{n, token, seat, words, level}] of the tokens after the first K
    GET  /api/tables/T/record.txt         and record.json: the game on paper
    GET  /api/tables/T/proof              {holds, sentences, throws, fresh, carried, bare, taken_back}
    GET  /api/events?table=T              live: `table` with a whole view first, then with a change of it (see
                                          `play.sent`); `presence` {away: seats, hand_over: seats}; `ping`
    GET  /api/events?lists                live: `public` or `mine` when that list of tables has changed,
                                          with the milliseconds within which to ask for it (see `house.lists`)

A POST that needs somebody makes a stranger a guest: whoever listened before then listens as a stranger still,
so a page opens its stream again when `mine` has changed.  Refusals are {error: one sentence, reason: a word},
and of a new table also {option} where one of its options is at fault.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stylobate.encoding import encoded
from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.house.room import Room
from stylobate.ladder import ladder
from stylobate.play import Change, Command, Person, Proposal, Showing, Table, View, read, record
from stylobate.play.commands import Say, Sit
from stylobate.telling import why_not
from stylobate.web import boards
from stylobate.web.answers import Refused, refusal, refused, reply
from stylobate.web.bodies import document
from stylobate.web.scopes import address, header
from stylobate.web.seating import link
from stylobate.web.sessions import hand_on, person_of
from stylobate.web.site import site_of
from stylobate.web.stream import EventStream

MOST_KEYS, LONGEST_KEY = 8, 40
PAPERS = {"txt": "text/plain; charset=utf-8", "json": "application/json"}


async def command(request: Request) -> Response:
    """POST: carry out a command at a table; the answer brings the new view and the new boards."""
    site = site_of(request)
    asked = read(await document(request))
    known, since = _number(request, "boards"), _number(request, "since")
    room = await site.hall.known(request.path_params["table"])
    cookies = None
    person = site.sessions.at(request, room.table)
    if person is None and site.hall.neighbours.is_shared:
        room = await site.hall.room(room.id)
        person = site.sessions.at(request, room.table)
    if person is None:
        cookies = Response()
        person = await _newcomer(request, asked, cookies)
    try:
        done = await site.hall.ask(room.id, person, asked, _key(request))
    except Refusal as error:
        why = refusal(error)
        if why.status == 409:
            why.more = {"view": _view(room, person)}
        return hand_on(refused(why), cookies)
    seen = room.showing() if done.table is room.table else Showing(done.table, room.timepiece(), room.away())
    view: View | Change
    if done.before is not None and done.before.version == since:
        view = seen.change(done.before, person.id)
    else:
        view = seen.whole(person.id)
    if known is None:
        answer = reply(view)
    else:
        answer = await boards.along(site, request, view, done.table, known)
    site.sessions.seat(request, answer, room.id, done.seats)
    return hand_on(answer, cookies)


async def _newcomer(request: Request, asked: Command, cookies: Response) -> Person:
    """A stranger becomes a guest for what a stranger may ask for, and not endlessly often."""
    site = site_of(request)
    if not isinstance(asked, Sit | Say):
        raise Refused(403, "you do not play at this table", "forbidden")
    if not site.may_arrive(address(request.scope)):
        sentence = "too many new guests come from where you are; try again in a minute"
        raise Refused(429, sentence, "limit", headers={"Retry-After": "60"})
    visitor = await site.sessions.somebody(request, cookies)
    return person_of(visitor)


async def table(request: Request) -> Response:
    """The view of a table."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    person = site.sessions.at(request, room.table)
    if person is not None and "hidden" in request.query_params:
        site.hide(room, person.id)
    return reply(_view(room, person))


async def board(request: Request) -> Response:
    """The board after so many tokens."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    n = _known(room.table, request.path_params["n"])
    return await boards.one(site, request, room.table, n)


async def why(request: Request) -> Response:
    """Why a click on a board does nothing."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    n = _known(room.table, request.path_params["n"])
    keys = request.query_params.getlist("key")
    if not 0 < len(keys) <= MOST_KEYS or max(map(len, keys)) > LONGEST_KEY:
        raise Refused(422, f"name one to {MOST_KEYS} clicks, each as key=…", "illegal")
    return reply({"why": await site.desk.work(why_not, room.table.line.after(n), keys)})


async def log(request: Request) -> Response:
    """The tokens of a table from one on, in words."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    start = _whole(request.query_params.get("from", "0"))
    packed = await site.boards.of(room.table, f"log {start}", boards.told, start)
    return boards.sent(request, packed, {"Cache-Control": "no-store"}, "application/json")


async def events(request: Request) -> Response | EventStream:
    """Live updates of a table or of lists, as server-sent events."""
    site = site_of(request)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    if "lists" in request.query_params:
        visitor = site.sessions.visitor(request)
        return EventStream(site.listen_to_lists(visitor.id if visitor else None, address(request.scope)))
    room = await site.hall.room(request.query_params.get("table", ""))
    person = site.sessions.at(request, room.table)
    seen = request.headers.get("last-event-id") or request.query_params.get("from", "")
    version = int(seen) if seen.isdecimal() and len(seen) < 10 else None
    return EventStream(site.listen(room, person.id if person else None, version, address(request.scope)))


async def open_table(request: Request) -> Response:
    """A new table."""
    site = site_of(request)
    data = await document(request)
    if isinstance(data, dict):
        data.pop("nonce", None)
    proposal = Proposal.read(data)
    cookies = Response()
    visitor = await site.sessions.somebody(request, cookies)
    await site.check_computers(visitor.id, proposal)
    room, done = await site.hall.open(person_of(visitor), proposal, _key(request))
    invites = [await link(site, request, room.table, seat) for seat in sorted(room.table.reserved) if done]
    view = room.showing().whole(visitor.id)
    answer = reply({"table": room.id, "url": f"/t/{room.id}", "invites": invites, "view": view}, 201)
    site.sessions.seat(request, answer, room.id, done.seats if done else {})
    return hand_on(answer, cookies)


async def play_on(request: Request) -> Response:
    """A new table that begins where another one stood, against the computer."""
    site = site_of(request)
    data = await document(request)
    room = await site.hall.room(request.path_params["table"])
    position = room.table.line.after(_known(room.table, request.path_params["n"]))
    given = data if isinstance(data, dict) else {}
    level = given.get("level", ladder(room.table.game).middling)
    seat = given.get("seat", max(0, position.turn))
    if not isinstance(level, str) or type(seat) is not int or not 0 <= seat < position.seats:
        raise Refused(422, "level is the name of a computer, and seat the number of yours", "illegal")
    seats = ["me" if number == seat else level for number in range(position.seats)]
    proposal = Proposal(room.table.game.id, {"setup": str(position).replace(" ", "_")}, seats)
    cookies = Response()
    visitor = await site.sessions.somebody(request, cookies)
    await site.check_computers(visitor.id, proposal)
    new, done = await site.hall.open(person_of(visitor), proposal, _key(request))
    answer = reply({"table": new.id, "url": f"/t/{new.id}"}, 201)
    site.sessions.seat(request, answer, new.id, done.seats if done else {})
    return hand_on(answer, cookies)


async def paper(request: Request) -> Response:
    """The record, as text or as JSON."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    form = request.path_params["form"]
    if form not in PAPERS:
        raise Refused(404, "a record is record.txt or record.json", "unknown")
    packed = await site.boards.of(room.table, form, _written, form)
    name = f"{room.table.game.id}-{room.id}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return boards.sent(request, packed, headers, PAPERS[form])


async def proof(request: Request) -> Response:
    """Every throw checked again, from the record alone."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    packed = await site.boards.of(room.table, "proof", _proof)
    return boards.sent(request, packed, {"Cache-Control": "no-store"}, "application/json")


def _written(table: Table, form: str) -> bytes:
    written = record(table)
    return (written.json() if form == "json" else written.text()).encode()


def _proof(table: Table) -> bytes:
    return encoded(_checked(table))


def _checked(table: Table) -> dict[str, Any]:
    written = record(table)
    if "fair" not in written.more:
        return {"holds": True, "sentences": ["Chance has no part in this game."], "throws": 0}
    report = verify(written)
    return {
        "holds": report.holds,
        "sentences": list(report.sentences()),
        "throws": report.throws,
        "fresh": report.fresh,
        "carried": report.carried,
        "bare": report.bare,
        "taken_back": report.taken_back,
    }


def _view(room: Room, person: Person | None) -> View:
    return room.showing().whole(person.id if person else None)


def _key(request: Request) -> str | None:
    sent = header(request.scope, b"idempotency-key")
    if sent is None:
        return None
    key = sent.decode("latin-1")
    if not (0 < len(key) <= 100 and key.isascii() and key.isprintable()):
        raise Refused(422, "an Idempotency-Key is 1 to 100 printable signs", "illegal")
    return key


def _whole(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise Refused(404, "a number of tokens belongs there", "unknown")
    return int(text)


def _number(request: Request, name: str) -> int | None:
    """A number in the address; None where it is not there."""
    if not request.scope["query_string"] or name not in request.query_params:
        return None
    return _whole(request.query_params[name])


def _known(table: Table, text: str) -> int:
    """A number of tokens that the game has reached."""
    n = _whole(text)
    if n > len(table.plays):
        raise Refused(404, f"this game has {len(table.plays)} tokens so far", "unknown")
    return n


ROUTES = [
    Route("/api/tables/{table}", command, methods=["POST"]),
    Route("/api/tables/{table}", table, methods=["GET"]),
    Route("/api/tables/{table}/at/{n}", board, methods=["GET"]),
    Route("/api/tables/{table}/at/{n}/why", why, methods=["GET"]),
    Route("/api/events", events, methods=["GET"]),
    Route("/api/tables/{table}/log", log, methods=["GET"]),
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables/{table}/continue/{n}", play_on, methods=["POST"]),
    Route("/api/tables/{table}/record.{form}", paper, methods=["GET"]),
    Route("/api/tables/{table}/proof", proof, methods=["GET"]),
]
