"""The way in and out: every request is counted, looked at by one check after another, and answered.

These are plain calls.  As ASGI applications round each other they took a move an eighth of its time.

An answer goes out with its headers in one piece, where the connection can do that (`connections`): to send
something costs about as much as to make the answer to a move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.answers import Refused, refused
from stylobate.web.connections import WHOLE
from stylobate.web.door.access import AccessLog
from stylobate.web.door.asking import asked
from stylobate.web.door.headers import SecurityHeaders

Check = Callable[[Scope], Refused | None]
Excuse = Callable[[Request, Exception], Response]


class Entrance:
    """Lets requests in to an application; `excuse` answers those that it raised something for."""

    def __init__(
        self,
        app: ASGIApp,
        access_log: AccessLog,
        headers: SecurityHeaders,
        checks: Sequence[Check],
        excuse: Excuse,
    ) -> None:
        self.app = app
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
            await asked(self.app, scope, receive, answer.send)
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

    async def send(self, message: Message) -> None:
        """Send this, with our headers."""
        if message["type"] == "http.response.start":
            self._head, self.status = message, message["status"]
            return
        head, self._head, self.has_begun = self._head, None, True
        if head is not None:
            own = head.get("headers", ())
            whole = self._scope.get(WHOLE)
            if whole is not None:
                ours = b"%bx-request-id: %b\r\n" % (self._headers.written_beside(own), self._id)
                body, goes_on = message.get("body", b""), message.get("more_body", False)
                if whole(self._scope, self.status, own, ours, body, goes_on):
                    return
            headers = [*own, *self._headers.beside(own), (b"x-request-id", self._id)]
            await self._send({**head, "headers": headers})
        await self._send(message)
