"""Who is asking: an opaque cookie of 256 random bits, of which the store keeps only a hash.

Nobody signs up.  A browser becomes a guest when it first needs to be somebody; a guest who takes a name with
a password keeps all games.  A guest's seat has a credential of its own, in a cookie for that table, and
whoever logs in takes the session of the guest along that they were: who logs in under another name in the
middle of a game still plays it, and the rematch.

A session lasts a year from its last use.  Who is known is asked of the store once a day, which prolongs the
session there, and with the day's first page its cookie.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import HTTPConnection
from starlette.responses import Response

from stylobate.errors import Refusal
from stylobate.house.now import now
from stylobate.identity import digest, fits, fresh_credential, fresh_id
from stylobate.play import Person, Table
from stylobate.store.protocol import Store, Visitor
from stylobate.store.tidying import DAY, SESSION
from stylobate.web.scopes import cookies

COOKIE = "stylobate"
GUEST = "stylobate-guest"  # the session of the guest that somebody was before logging in
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

    def forget_all(self) -> None:
        """Drop the cache, for some of it may have changed unheard."""
        self._known.clear()

    def visitor(self, request: HTTPConnection) -> Visitor | None:
        """Whose request that is; None for a stranger."""
        return self._whose(key_of(request))

    def _whose(self, key: bytes | None) -> Visitor | None:
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
            self._give(response, COOKIE, cookies(request.scope)[COOKIE], SESSION)

    def at(self, request: HTTPConnection, table: Table) -> Person | None:
        """Who that is at this table: the visitor, whose seat they hold, or the guest that they were."""
        visitor = self.visitor(request)
        holder = None if visitor is None else person_of(visitor)
        if holder and _sits(holder, table):
            return holder
        guest = self._whose(key_of(request, GUEST))
        return (
            self._by_seat(request, table)
            or (person_of(guest) if guest and _sits(person_of(guest), table) else None)
            or holder
        )

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
        """Give this browser a session of that person; its earlier one ends, but for a guest who plays."""
        credential = fresh_credential()
        await asyncio.wrap_future(self.store.log_in(digest(credential), person, now()))
        before = self.visitor(request)
        if before and before.account is None and before.id != person and self.store.tables_of(before.id, 1):
            self._give(response, GUEST, cookies(request.scope)[COOKIE], SESSION)
        else:
            await self._end(key_of(request))
        self._give(response, COOKIE, credential, SESSION)

    async def change_password(self, response: Response, person: str, password: str) -> None:
        """Keep another password's hash; this browser gets a new session, and all others of the person end."""
        credential = fresh_credential()
        changed = self.store.change_password(person, password, digest(credential), now())
        if not await asyncio.wrap_future(changed):
            raise Refusal("only a name has a password; take one first", "forbidden")
        self.forget(person)
        self._give(response, COOKIE, credential, SESSION)

    async def log_out(self, request: HTTPConnection, response: Response) -> set[str]:
        """End this browser's sessions and the credentials of its seats; the ids of those whose they were."""
        keys = [key_of(request, COOKIE), key_of(request, GUEST)]
        people = {visitor.id for visitor in map(self._whose, keys) if visitor}
        for key in keys:
            await self._end(key)
        held = [name for name in cookies(request.scope) if name.startswith(SEAT)]
        looked_at = held[: 2 * MOST_SEATS]  # a browser has no more, and each is looked up
        seats = [(name.removeprefix(SEAT), *seat) for name in looked_at if (seat := _seat_of(request, name))]
        people |= {claim[0] for seat in seats if (claim := self._claim(*seat))}
        ended = [(table, seat, digest(credential)) for table, seat, credential in seats]
        await asyncio.wrap_future(self.store.end_credentials(ended))
        for name in {COOKIE, GUEST, *held} & {*cookies(request.scope)}:
            response.delete_cookie(name, "/", secure=self.is_secure, httponly=True, samesite="lax")
        return people

    def seat(self, request: HTTPConnection, response: Response, table: str, seats: Mapping[int, str]) -> None:
        """Let a guest's answer carry the credential of the seat they took; of not too many seats."""
        visitor = self.visitor(request) if seats else None
        if not seats or (visitor and visitor.account):
            return
        number, credential = next(iter(seats.items()))
        self._give(response, SEAT + table, f"{number}-{credential}", 30 * DAY)
        held = [name for name in cookies(request.scope) if name.startswith(SEAT)]
        for name in held[: max(0, len(held) - MOST_SEATS)]:
            response.delete_cookie(name, "/", secure=self.is_secure, httponly=True, samesite="lax")

    def forget(self, person: str) -> None:
        """Drop a person from the cache, because something about them has changed."""
        for key in [key for key, known in self._known.items() if known.visitor.id == person]:
            del self._known[key]

    async def _end(self, key: bytes | None) -> None:
        if key is not None:
            await asyncio.wrap_future(self.store.log_out(key))
            self._known.pop(key, None)

    def _by_seat(self, request: HTTPConnection, table: Table) -> Person | None:
        held = _seat_of(request, SEAT + table.id)
        claim = self._claim(table.id, *held) if held else None
        names = [seat.name for seat in table.seats if claim and seat.who == claim[0]]
        return Person(claim[0], names[0]) if claim and names else None

    def _claim(self, table: str, seat: int, credential: str) -> tuple[str, bytes] | None:
        """Whose seat that is, if this is its credential."""
        claim = self.store.seat_credential(table, seat)
        return claim if claim is not None and fits(credential, claim[1]) else None

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


def key_of(request: HTTPConnection, cookie: str = COOKIE) -> bytes | None:
    """The digest of the session's credential; None where no such thing was sent."""
    credential = cookies(request.scope).get(cookie, "")
    return _digest(credential) if 0 < len(credential) <= 100 else None


_digest = lru_cache(1_000)(digest)  # a browser sends the same one with every move


def person_of(visitor: Visitor) -> Person:
    """The visitor as somebody at a table."""
    return Person(visitor.id, visitor.name, None if visitor.disputed else visitor.account)


def _sits(person: Person, table: Table) -> bool:
    return any(seat.who == person.id for seat in table.seats)


def _seat_of(request: HTTPConnection, cookie: str) -> tuple[int, str] | None:
    """The seat that a cookie names, and its credential."""
    number, _, credential = cookies(request.scope).get(cookie, "").partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) <= 2 and 0 < len(credential) <= 100):
        return None
    return int(number), credential


def hand_on(response: Response, cookies: Response | None) -> Response:
    """The response, with the cookies of the other."""
    if cookies is not None:
        response.raw_headers += [pair for pair in cookies.raw_headers if pair[0] == b"set-cookie"]
    return response
