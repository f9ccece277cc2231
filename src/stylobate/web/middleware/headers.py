"""Headers on every answer: what a browser may do with our pages, which is very little.

No script and no style but our own files, nothing inline, nobody may frame us, nothing is sent elsewhere.  The
one page that may stand in a frame says so itself (see `embed`).
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.settings import Settings

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)
ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


_ABOUT_FRAMES = (b"content-security-policy", b"x-frame-options")


class SecurityHeaders:
    """Puts the same headers on every answer, a refusal and a fault included."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        headers = dict(ALWAYS)
        if settings.is_secure:
            headers["strict-transport-security"] = "max-age=31536000"
        self.headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self.framed = [(name, value) for name, value in self.headers if name not in _ABOUT_FRAMES]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with the headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", ())
                framed = (b"content-security-policy", FRAMED.encode()) in own
                message["headers"] = [*own, *(self.framed if framed else self.headers)]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
