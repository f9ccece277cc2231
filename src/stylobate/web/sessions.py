"""Who is asking: an opaque cookie of 256 random bits, of which the store keeps only a hash.

Nobody signs up.  A browser becomes a guest when it first needs to be somebody; a guest who takes a name with
a password keeps all games.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

from stylobate.identity import digest, fresh_id, fresh_token
from stylobate.play import Person
from stylobate.store.protocol import Store, Visitor
from stylobate.web.hall import now

COOKIE = "stylobate"
YEAR = 365 * 24 * 3600
REMEMBERED = 10_000


class Sessions:
    """Sessions, those in use remembered so that a move needs no look into the store."""

    def __init__(self, store: Store, is_secure: bool) -> None:
        self.store = store
        self.is_secure = is_secure
        self._known: OrderedDict[bytes, Visitor] = OrderedDict()

    def visitor(self, request: HTTPConnection) -> Visitor | None:
        """Whose request that is; None for a stranger."""
        token = request.cookies.get(COOKIE)
        if not token or len(token) > 100:
            return None
        key = digest(token)
        known = self._known.get(key)
        if known is None:
            known = self.store.visitor(key, now())
            if known is not None:
                self._remember(key, known)
        return known

    async def welcome(self, response: Response) -> Visitor:
        """A new guest; the answer carries the cookie."""
        token, name = fresh_token(), f"Guest {secrets.randbelow(900) + 100}"
        key = digest(token)
        visitor = await asyncio.wrap_future(self.store.welcome(key, fresh_id(), name, now()))
        self._remember(key, visitor)
        self.give(response, token)
        return visitor

    def give(self, response: Response, token: str) -> None:
        """Let the answer carry the cookie."""
        response.set_cookie(
            COOKIE, token, max_age=YEAR, path="/", secure=self.is_secure, httponly=True, samesite="lax"
        )

    def forget(self, person: str) -> None:
        """Something about this person has changed; look into the store again."""
        for key in [key for key, visitor in self._known.items() if visitor.id == person]:
            del self._known[key]

    def _remember(self, key: bytes, visitor: Visitor) -> None:
        self._known[key] = visitor
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def person(visitor: Visitor) -> Person:
    """A visitor, as a table knows them."""
    return Person(visitor.id, visitor.name)
