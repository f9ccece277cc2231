"""Headers on every answer: what a browser may do with our pages, which is very little.

No script and no style but our own files, nothing inline, nobody may frame us, nothing is sent elsewhere.  The
one page that may stand in a frame says so itself (see `embed`).
"""

from __future__ import annotations

from collections.abc import Collection

from stylobate.web.scopes import Header, written
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


_MAY_BE_FRAMED = (b"content-security-policy", FRAMED.encode())
_ABOUT_FRAMES = (b"content-security-policy", b"x-frame-options")


class SecurityHeaders:
    """Puts the same headers on every answer, a refusal and a fault included."""

    def __init__(self, settings: Settings) -> None:
        headers = dict(ALWAYS)
        if settings.is_secure:
            headers["strict-transport-security"] = "max-age=31536000"
        self._always = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._framed = [(name, value) for name, value in self._always if name not in _ABOUT_FRAMES]

        self._always_written, self._framed_written = written(self._always), written(self._framed)

    def beside(self, own: Collection[Header]) -> list[Header]:
        """The headers that go with an answer's own."""
        return self._framed if _MAY_BE_FRAMED in own else self._always

    def written_beside(self, own: Collection[Header]) -> bytes:
        """The same headers, written as they are sent."""
        return self._framed_written if _MAY_BE_FRAMED in own else self._always_written
