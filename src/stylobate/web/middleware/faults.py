"""What goes wrong on our side is written down, and answered with a sentence.

It stands inside of what counts requests and puts headers on answers, so that a fault is counted and carries
the same headers as any other answer.  An answer that has begun cannot be taken back; its connection ends.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("stylobate.web")

Answer = Callable[[Request], Awaitable[Response]]


class Faults:
    """Answers whatever else nobody caught."""

    def __init__(self, app: ASGIApp, answer: Answer) -> None:
        self.app = app
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; if it fails, write that down and say so."""
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            if scope["type"] != "http" or has_begun:
                raise
            log.exception("a request failed")
            await (await self.answer(Request(scope)))(scope, receive, send)
