"""Invitations: a link to a seat that works once, and is exchanged for the cookie of whoever used it.

The link's secret is in the store only as a hash.  The address of a table carries none: whoever has it may
watch.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stylobate.errors import Refusal
from stylobate.house.hall import Invited
from stylobate.house.now import now
from stylobate.identity import digest, fresh_credential
from stylobate.play import Table
from stylobate.play.commands import Sit
from stylobate.store.protocol import Invite
from stylobate.store.tidying import INVITATION
from stylobate.web.answers import Refused, refusal, reply, whole
from stylobate.web.bodies import document, form
from stylobate.web.pages import show
from stylobate.web.sessions import hand_on, person_of
from stylobate.web.site import Site, site_of

LASTS = INVITATION


async def invite(request: Request) -> Response:
    """A new link to a seat, for the host to send to somebody."""
    site = site_of(request)
    data = await document(request)
    room = await site.hall.room(request.path_params["table"])
    seat = data.get("seat") if isinstance(data, dict) else None
    person = site.sessions.at(request, room.table)
    if person is None or person.id != room.table.host:
        raise Refused(403, "only the host invites people to this table", "forbidden")
    if type(seat) is not int or not 0 <= seat < len(room.table.seats):
        raise Refused(422, "seat is the number of the seat to invite somebody to", "illegal")
    if room.table.state != "open" or not room.table.seats[seat].is_empty:
        raise Refused(409, "that seat is no longer free", "taken")
    return reply(await link(site, request, room.table, seat), 201)


async def link(site: Site, request: Request, table: Table, seat: int) -> dict[str, object]:
    """Make an invitation to a seat, as a link."""
    credential, moment = fresh_credential(), now()
    await asyncio.wrap_future(site.store.invite(digest(credential), table.id, seat, moment, moment + LASTS))
    base = site.settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    return {"seat": seat, "url": f"{base.rstrip('/')}/join/{credential}", "expires": moment + LASTS}


async def landing(request: Request) -> Response:
    """Where an invitation leads: a page that tells what it is for, and asks for a name."""
    site = site_of(request)
    invite = _found(site, request)
    room = await site.hall.room(invite.table)
    person = site.sessions.at(request, room.table)
    if invite.used and person and any(seat.who == person.id for seat in room.table.seats):
        return RedirectResponse(f"/t/{invite.table}", 303)
    sentence = _why_not(invite, room.table)
    seen = room.showing().whole(person.id if person else None)
    values = {"table": room.id, "game": room.table.game, "seat": invite.seat, "view": seen}
    values |= {"invite": request.path_params["invite"], "sentence": whole(sentence) if sentence else None}
    return show(request, "join.html", status=410 if sentence else 200, **values)


async def join(request: Request) -> Response:
    """Use up an invitation: take its seat, and set the cookie of the session."""
    site = site_of(request)
    invite = _found(site, request)
    given = await form(request)
    room = await site.hall.room(invite.table)
    sentence = _why_not(invite, room.table)
    if sentence:
        raise Refused(410, sentence, "taken")
    answer = RedirectResponse(f"/t/{invite.table}", 303)
    cookies = Response()
    visitor = await site.sessions.somebody(request, cookies)
    command = Sit(invite.seat, given.get("name", "")[:100].strip())
    used = Invited(digest(request.path_params["invite"]), invite.seat)
    try:
        done = await site.hall.ask(invite.table, person_of(visitor), command, None, used)
    except Refusal as error:
        raise refusal(error) from None
    site.sessions.seat(request, answer, invite.table, done.seats)
    return hand_on(answer, cookies)


def _found(site: Site, request: Request) -> Invite:
    secret = request.path_params["invite"]
    found = site.store.invitation(digest(secret)) if len(secret) <= 100 else None
    if found is None:
        raise Refused(404, "there is no such invitation; perhaps the link is incomplete", "unknown")
    return found


def _why_not(invite: Invite, table: Table) -> str | None:
    if invite.used is not None:
        return "this invitation was used already; ask for another, or watch the game"
    if invite.expires <= now():
        return "this invitation has expired; ask for another"
    if table.state != "open":
        return "this game has begun already, without that seat"
    if not table.seats[invite.seat].is_empty:
        return "somebody sits there already"
    return None


ROUTES = [
    Route("/api/tables/{table}/invites", invite, methods=["POST"]),
    Route("/join/{invite}", landing, methods=["GET"]),
    Route("/join/{invite}", join, methods=["POST"]),
]
