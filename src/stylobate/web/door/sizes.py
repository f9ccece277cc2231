"""Bodies of requests are of bounded size: without that, a single one could take a server down."""

from __future__ import annotations

from starlette.types import Scope

from stylobate.web.answers import Refused
from stylobate.web.bodies import LARGEST, too_large
from stylobate.web.scopes import header


def body_limit(scope: Scope) -> Refused | None:
    """Why not; None where the body is not too large, by what it says of itself.

    Whoever reads it (`bodies`) sees what it turns out to be.
    """
    if scope["method"] in ("GET", "HEAD"):
        return None
    length = header(scope, b"content-length") or b"0"
    return too_large() if not length.isdigit() or len(length) > 12 or int(length) > LARGEST else None
