"""No other site may act in a visitor's name.

Browsers say where a request comes from: `Sec-Fetch-Site` in all current ones, `Origin` with every POST for
longer.  A request that changes something must come from our own pages by either; one that carries our cookie
and says nothing at all is no browser of today, and is refused too.  See Datasette's csrf.py, which led here.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import Scope

from stylobate.web.answers import Refused
from stylobate.web.scopes import header
from stylobate.web.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")


class SameOrigin:
    """Lets only our own pages change anything."""

    def __init__(self, settings: Settings) -> None:
        self.public = settings.public_url

    def __call__(self, scope: Scope) -> Refused | None:
        """Why not; None where the request changes nothing, or is our own."""
        if scope["method"] in SAFE or self._is_ours(scope):
            return None
        sentence = "this request came from another site; only our own pages may ask for that"
        return Refused(403, sentence, "forbidden")

    def _is_ours(self, scope: Scope) -> bool:
        site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
        if site is not None and site not in (b"same-origin", b"none"):
            return False
        if origin is not None:
            host = (header(scope, b"host") or b"").decode("latin-1")
            ours, theirs = self.public or f"{scope['scheme']}://{host}", origin.decode("latin-1")
            return theirs == ours or (_place(theirs) is not None and _place(theirs) == _place(ours))
        return site is not None or header(scope, b"cookie") is None


def _place(url: str) -> tuple[str, str, int | None] | None:
    """What makes an origin: scheme, host and port."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
