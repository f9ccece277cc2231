"""Requests are answered only under our own name.

Otherwise a page elsewhere could make its own name lead here and, to a browser, be us (DNS rebinding).  With a
public URL that is the one name; without, it is whatever leads to this machine by itself: localhost, a bare
address, its own host name.  Whoever looks after the site asks from this machine, and by such a name always.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.types import Scope

from stylobate.web.answers import Refused
from stylobate.web.scopes import header
from stylobate.web.settings import Settings

FOR_OPERATORS = ("/health", "/metrics")


class OwnName:
    """Refuses requests for another host."""

    def __init__(self, settings: Settings) -> None:
        self.known = _names(settings)
        self.is_public = settings.public_url is not None

    def __call__(self, scope: Scope) -> Refused | None:
        """Why not; None where the request is for us."""
        if self._is_ours(scope):
            return None
        return Refused(421, "this site does not go by that name", "unknown")

    def _is_ours(self, scope: Scope) -> bool:
        host = (header(scope, b"host") or b"").decode("latin-1")
        if host in self.known:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in self.known:
            return True
        if self.is_public:
            asks = scope["path"] in FOR_OPERATORS and _is_here(scope)
            return asks and (name == "localhost" or _is_address(name))
        return _is_address(name)


def _names(settings: Settings) -> frozenset[str]:
    if settings.public_url is not None:
        return frozenset({urlsplit(settings.public_url).hostname or ""})
    own = socket.gethostname().lower()
    return frozenset({"localhost", settings.host, own, f"{own}.local"} - {""})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_here(scope: Scope) -> bool:
    return (scope.get("client") or ("",))[0] in ("127.0.0.1", "::1", "testclient")
