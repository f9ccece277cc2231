"""Invitations: a link to a seat that works once, and is exchanged for the cookie of whoever used it.

The link's secret is in the store only as a hash.  The address of a table carries none: whoever has it may
watch.  The cookie comes with the link's page, before the seat is taken, so whoever gets no answer may ask
again; and if somebody who never came has a seat, the host may invite to it once more.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stylobate.errors import Refusal
from stylobate.house.hall import Invited
from stylobate.house.now import now
from stylobate.house.room import Room
from stylobate.identity import digest, fresh_credential
from stylobate.play import Table
from stylobate.play.commands import Sit
from stylobate.play.ghost import is_ghost, may_be_ghost
from stylobate.store.protocol import Invite
from stylobate.store.tidying import INVITATION
from stylobate.web.answers import Refused, refusal, reply, whole
from stylobate.web.bodies import document, form
from stylobate.web.pages import arrival, show
from stylobate.web.qr import code
from stylobate.web.sessions import hand_on, person_of
from stylobate.web.site import Site, site_of
from stylobate.web.whereabouts import origin

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
    if _is_ghost(room, seat):
        renewed = site.store.renew_invitation(room.id, room.table.at_first(seat), now())
        await asyncio.wrap_future(renewed)
    elif may_be_ghost(room.table, seat):
        sentence = "whoever sits there is here, or was so half a minute ago; only an empty seat is given away"
        raise Refused(409, sentence, "taken")
    elif room.table.state != "open" or not room.table.seats[seat].is_empty:
        raise Refused(409, "that seat is no longer free", "taken")
    return reply(await link(site, request, room.table, seat), 201)


async def link(site: Site, request: Request, table: Table, seat: int) -> dict[str, object]:
    """Make an invitation to a seat, as a link."""
    credential, moment, at_first = fresh_credential(), now(), table.at_first(seat)
    made = site.store.invite(digest(credential), table.id, at_first, moment, moment + LASTS)
    await asyncio.wrap_future(made)
    url = f"{origin(request, site.settings)}/join/{credential}"
    return {"seat": seat, "url": url, "expires": moment + LASTS, "qr": code(url)}


async def landing(request: Request) -> Response:
    """Where an invitation leads: a page that tells what it is for, and asks for a name."""
    site = site_of(request)
    invite = _found(site, request)
    room = await site.hall.room(invite.table)
    if invite.used and _sits(site, request, room):
        return RedirectResponse(f"/t/{invite.table}", 303)
    person, cookies = site.sessions.at(request, room.table), await arrival(request)
    sentence = _why_not(invite, room)
    seen = room.showing().whole(person.id if person else None)
    seat = room.table.since_then(invite.seat)
    values = {"table": room.id, "game": room.table.game, "seat": seat, "view": seen}
    values |= {"invite": request.path_params["invite"], "sentence": whole(sentence) if sentence else None}
    values |= {"asks": next((one for one in room.table.seats if one.who == room.table.host), None)}
    return hand_on(show(request, "join.html", status=410 if sentence else 200, **values), cookies)


async def join(request: Request) -> Response:
    """Use up an invitation: take its seat.  Who has used it already is led there, as often as they ask."""
    site = site_of(request)
    invite = _found(site, request)
    given = await form(request)
    room = await site.hall.room(invite.table)
    answer = RedirectResponse(f"/t/{invite.table}", 303)
    if invite.used and _sits(site, request, room):
        return answer
    sentence = _why_not(invite, room)
    if sentence:
        raise Refused(410, sentence, "taken")
    seat = room.table.since_then(invite.seat)
    cookies = Response()
    visitor = await site.sessions.somebody(request, cookies)
    command = Sit(seat, given.get("name", "")[:100].strip())
    used = Invited(digest(request.path_params["invite"]), seat)
    try:
        done = await site.hall.ask(invite.table, person_of(visitor), command, None, used)
    except Refusal as error:
        if _sits(site, request, room):
            return answer
        raise refusal(error) from None
    site.sessions.seat(request, answer, invite.table, done.seats)
    return hand_on(answer, cookies)


def _found(site: Site, request: Request) -> Invite:
    secret = request.path_params["invite"]
    found = site.store.invitation(digest(secret)) if len(secret) <= 100 else None
    if found is None:
        raise Refused(404, "there is no such invitation; perhaps the link is incomplete", "unknown")
    return found


def _sits(site: Site, request: Request, room: Room) -> bool:
    """Whether whoever asks has a seat at the table."""
    person = site.sessions.at(request, room.table)
    return person is not None and any(seat.who == person.id for seat in room.table.seats)


def _is_ghost(room: Room, seat: int) -> bool:
    return is_ghost(room.table, seat, room.timepiece(), room.away())


def _why_not(invite: Invite, room: Room) -> str | None:
    table = room.table
    if invite.used is not None:
        return "this invitation was used already; ask for another, or watch the game"
    if invite.expires <= now():
        return "this invitation has expired; ask for another"
    if _is_ghost(room, table.since_then(invite.seat)):
        return None
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
