"""Work is done for somebody: for whom is noted here, and it ends when they have gone.

Whatever takes the processor for more than a moment is done for each asker in turn (`house.desk`).  A browser
that leaves a page hangs up; what only it waited for is then dropped, if it has not begun.  A request that
changes something is carried out all the same, for it may be half done.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import ASGIApp, Receive, Scope, Send

from stylobate.house.turns import ASKER, Asker
from stylobate.web.scopes import address, credentials, until_gone

STREAM = "/api/events"  # notices by itself when it has lost its listener


def note(scope: Scope) -> None:
    """Note for whom all is done that is done from here on."""
    ASKER.set(Asker(address(scope), next(credentials(scope), b"").hex()))


async def asked(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Note who asks, and let the application answer for as long as somebody waits for that."""
    note(scope)
    if scope["method"] not in ("GET", "HEAD") or scope["path"] == STREAM:
        await app(scope, receive, send)
        return
    answering = asyncio.ensure_future(app(scope, receive, send))
    leaving = asyncio.ensure_future(until_gone(receive))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not answering.done():
            answering.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await answering
