"""Bodies of requests are of bounded size: without that, a single one could take a server down."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.answers import Refused, refused
from stylobate.web.scopes import header

LARGEST = 64 * 1024


class BodyLimit:
    """Refuses bodies that are too large, by what they say of themselves and by what they turn out to be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on if its body is not too large."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        length = header(scope, b"content-length") or b"0"
        if not length.isdigit() or len(length) > 12 or int(length) > LARGEST:
            await refused(_too_large())(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST:
                raise _too_large()
            return message

        await self.app(scope, counted, send)


def _too_large() -> Refused:
    return Refused(413, f"the request is larger than {LARGEST // 1024} kB", "malformed")
