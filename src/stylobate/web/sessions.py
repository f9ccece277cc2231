"""Who is asking: an opaque cookie of 256 random bits, of which the store keeps only a hash.

Nobody signs up.  A browser becomes a guest when it first needs to be somebody; a guest who takes a name with
a password keeps all games.  A guest's seat has a credential of its own, in a cookie for that table: who
logs in under another name in the middle of a game still plays it.

A session lasts a year from its last use.  Who is known is asked of the store once a day, which prolongs the
session there, and with the day's first page its cookie.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from stylobate.house.now import now
from stylobate.identity import digest, fits, fresh_credential, fresh_id
from stylobate.play import Person, Table
from stylobate.store.protocol import Store, Visitor
from stylobate.store.tidying import DAY, SESSION

COOKIE = "stylobate"
SEAT = "seat-"
REMEMBERED = 20_000
MOST_SEATS = 24


@dataclass
class Known:
    """Whose session that is, since when we know it, and whether its cookie is as fresh."""

    visitor: Visitor
    since: int
    is_renewed: bool = False


class Sessions:
    """Sessions, those in use remembered so that a move needs no look into the store."""

    def __init__(self, store: Store, is_secure: bool) -> None:
        self.store = store
        self.is_secure = is_secure
        self._known: OrderedDict[bytes, Known] = OrderedDict()

    def visitor(self, request: HTTPConnection) -> Visitor | None:
        """Whose request that is; None for a stranger."""
        key = key_of(request)
        if key is None:
            return None
        known = self._known.get(key)
        if known is None or now() - known.since > DAY:
            self._known.pop(key, None)
            visitor = self.store.visitor(key, now())
            if visitor is None:
                return None
            self.store.prolong(key, now())
            known = self._remember(key, visitor)
        return known.visitor

    def renew(self, request: HTTPConnection, response: Response) -> None:
        """Let the day's first page carry the cookie again, so that it lasts as long as the session."""
        known = self._known.get(key_of(request) or b"")
        if known is not None and not known.is_renewed:
            known.is_renewed = True
            self._give(response, COOKIE, request.cookies[COOKIE], SESSION)

    def at(self, request: HTTPConnection, table: Table) -> Person | None:
        """Who that is at this table: the visitor, or whose seat they hold by its own credential."""
        visitor = self.visitor(request)
        holder = None if visitor is None else Person(visitor.id, visitor.name)
        if holder and any(seat.who == holder.id for seat in table.seats):
            return holder
        return self._by_seat(request, table) or holder

    async def somebody(self, request: HTTPConnection, response: Response) -> Visitor:
        """The visitor, made a guest if need be; then the answer carries the cookie."""
        visitor = self.visitor(request)
        if visitor is not None:
            return visitor
        credential, name = fresh_credential(), f"Guest {secrets.randbelow(900) + 100}"
        visitor = await asyncio.wrap_future(self.store.welcome(digest(credential), fresh_id(), name, now()))
        self._remember(digest(credential), visitor).is_renewed = True
        self._give(response, COOKIE, credential, SESSION)
        return visitor

    async def log_in(self, request: HTTPConnection, response: Response, person: str) -> None:
        """Give this browser a session of that person; its earlier session ends."""
        credential = fresh_credential()
        await asyncio.wrap_future(self.store.log_in(digest(credential), person, now()))
        await self._end(request)
        self._give(response, COOKIE, credential, SESSION)

    async def log_out(self, request: HTTPConnection, response: Response) -> None:
        """End the session and delete all cookies of it, those of seats too."""
        await self._end(request)
        for name in request.cookies:
            if name == COOKIE or name.startswith(SEAT):
                response.delete_cookie(name, "/", secure=self.is_secure, httponly=True, samesite="lax")

    def seat(self, request: HTTPConnection, response: Response, table: str, seats: dict[int, str]) -> None:
        """Let a guest's answer carry the credential of the seat they took; of not too many seats."""
        visitor = self.visitor(request) if seats else None
        if not seats or (visitor and visitor.account):
            return
        number, credential = next(iter(seats.items()))
        self._give(response, SEAT + table, f"{number}-{credential}", 30 * DAY)
        held = [name for name in request.cookies if name.startswith(SEAT)]
        for name in held[: max(0, len(held) - MOST_SEATS)]:
            response.delete_cookie(name, "/", secure=self.is_secure, httponly=True, samesite="lax")

    def forget(self, person: str) -> None:
        """Drop a person from the cache, because something about them has changed."""
        for key in [key for key, known in self._known.items() if known.visitor.id == person]:
            del self._known[key]

    async def _end(self, request: HTTPConnection) -> None:
        key = key_of(request)
        if key is not None:
            await asyncio.wrap_future(self.store.log_out(key))
            self._known.pop(key, None)

    def _by_seat(self, request: HTTPConnection, table: Table) -> Person | None:
        number, _, credential = request.cookies.get(SEAT + table.id, "").partition("-")
        if not number.isdecimal() or len(number) > 2 or not 0 < len(credential) <= 100:
            return None
        claim = self.store.seat_credential(table.id, int(number))
        if claim is None or not fits(credential, claim[1]):
            return None
        names = [seat.name for seat in table.seats if seat.who == claim[0]]
        return Person(claim[0], names[0]) if names else None

    def _give(self, response: Response, name: str, value: str, lasts: int) -> None:
        seconds = lasts // 1000
        response.set_cookie(
            name, value, max_age=seconds, path="/", secure=self.is_secure, httponly=True, samesite="lax"
        )

    def _remember(self, key: bytes, visitor: Visitor) -> Known:
        known = self._known[key] = Known(visitor, now())
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return known


def key_of(request: HTTPConnection) -> bytes | None:
    """The digest of the session's credential; None where no such thing was sent."""
    credential = request.cookies.get(COOKIE, "")
    return digest(credential) if 0 < len(credential) <= 100 else None


def hand_on(response: Response, cookies: Response | None) -> Response:
    """The response, with the cookies of the other."""
    if cookies is not None:
        response.raw_headers += [pair for pair in cookies.raw_headers if pair[0] == b"set-cookie"]
    return response
