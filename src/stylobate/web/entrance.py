"""The way in and out: every request is counted, looked at by one check after another, and answered.

These are plain calls.  As ASGI applications round each other they took a move an eighth of its time.

An answer goes out with its headers in one piece, where the connection can do that (`connections`): to send
something costs about as much as to make the answer to a move.

What changes something, a move above all, is answered as a whole, and nobody need watch meanwhile whether the
asker has gone.  So it passes the same checks and is then led straight to its endpoint (`Find`), whose answer
is handed to the connection as it is: no router looks through its routes, and no messages of ASGI go between.
Whatever has no such endpoint, and whatever is only looked at, goes through the application as usual.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.answers import Refused, refused
from stylobate.web.connections import WHOLE
from stylobate.web.door.access import AccessLog
from stylobate.web.door.asking import asked, note
from stylobate.web.door.headers import SecurityHeaders
from stylobate.web.scopes import Header

Check = Callable[[Scope], Refused | None]
Excuse = Callable[[Request, Exception], Response]
Endpoint = Callable[[Request], Awaitable[Response]]
Find = Callable[[Scope], Endpoint | None]
"""Finds the endpoint of a request that changes something, and notes its route in the scope."""


class Entrance:
    """Lets requests in to an application, or straight to the endpoint that `find` knows for them.

    `excuse` answers those for which something was raised.
    """

    def __init__(
        self,
        app: ASGIApp,
        find: Find,
        access_log: AccessLog,
        headers: SecurityHeaders,
        checks: Sequence[Check],
        excuse: Excuse,
    ) -> None:
        self.app = app
        self.find = find
        self.access_log = access_log
        self.headers = headers
        self.checks = checks
        self.excuse = excuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; an answer that has begun cannot be taken back, its connection ends."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, id = time.perf_counter(), self.access_log.begin(scope)
        answer = _Answer(scope, send, self.headers, id)
        try:
            for check in self.checks:
                if (why := check(scope)) is not None:
                    await refused(why)(scope, receive, answer.send)
                    return
            endpoint = self.find(scope) if scope["method"] == "POST" else None
            if endpoint is None:
                await asked(self.app, scope, receive, answer.send)
            else:
                note(scope)
                await answer.give(await endpoint(Request(scope, receive, send)), receive)
        except Exception as error:
            if answer.has_begun:
                raise
            await self.excuse(Request(scope), error)(scope, receive, answer.send)
        finally:
            self.access_log.end(scope, answer.status, time.perf_counter() - began)


class _Answer:
    """An answer on its way out: its head waits for the first of its body."""

    __slots__ = ("_head", "_headers", "_id", "_scope", "_send", "has_begun", "status")

    def __init__(self, scope: Scope, send: Send, headers: SecurityHeaders, id: bytes) -> None:
        self._scope, self._send, self._headers, self._id = scope, send, headers, id
        self._head: Message | None = None
        self.has_begun = False
        self.status = 0

    async def give(self, response: Response, receive: Receive) -> None:
        """Send all of this, with our headers."""
        if not self._is_sent(response.status_code, response.raw_headers, bytes(response.body), False):
            await response(self._scope, receive, self.send)

    async def send(self, message: Message) -> None:
        """Send this, with our headers."""
        if message["type"] == "http.response.start":
            self._head, self.status = message, message["status"]
            return
        head, self._head, self.has_begun = self._head, None, True
        if head is not None:
            own = head.get("headers", ())
            if self._is_sent(self.status, own, message.get("body", b""), message.get("more_body", False)):
                return
            headers = [*own, *self._headers.beside(own), (b"x-request-id", self._id)]
            await self._send({**head, "headers": headers})
        await self._send(message)

    def _is_sent(self, status: int, own: Sequence[Header], body: bytes, goes_on: bool) -> bool:
        """Send an answer in one piece, or its head with the first of its body; whether that could be done."""
        whole = self._scope.get(WHOLE)
        if whole is None:
            return False
        ours = b"%bx-request-id: %b\r\n" % (self._headers.written_beside(own), self._id)
        is_sent: bool = whole(self._scope, status, own, ours, body, goes_on)
        if is_sent:
            self.has_begun, self.status = True, status
        return is_sent
