"""Rate limits: too many requests in a short time are refused; `web.limits` has the numbers."""

from __future__ import annotations

import time

from starlette.types import Scope

from stylobate.web.answers import Refused
from stylobate.web.limits import FOR_AN_ADDRESS, Buckets, Limits
from stylobate.web.scopes import address, credentials


class RateLimits:
    """Refuses what comes too fast, with 429 and the time to wait."""

    def __init__(self, limits: Limits, buckets: Buckets) -> None:
        self.limits = limits
        self.buckets = buckets

    def __call__(self, scope: Scope) -> Refused | None:
        """Why not; None where there is still one in its buckets."""
        wait = self._wait(scope) if self.limits.on else 0.0
        if not wait:
            return None
        seconds = max(1, int(wait + 0.999))
        sentence = f"that was a little too fast; try again in {seconds} seconds"
        return Refused(429, sentence, "limit", headers={"Retry-After": str(seconds)})

    def _wait(self, scope: Scope) -> float:
        kind = kind_of(scope["method"], scope["path"])
        if kind is None:
            return 0.0
        now, windows = time.monotonic(), self.limits.windows(kind)
        wait = self.buckets.take(now, (kind, address(scope)), windows, FOR_AN_ADDRESS)
        for credential in credentials(scope):
            wait = wait or self.buckets.take(now, (kind, credential), windows)
        return wait


def kind_of(method: str, path: str) -> str | None:
    """Which limit a request falls under; None for what costs nothing."""
    if method == "POST":
        if path == "/api/tables" or "/continue/" in path or path.endswith("/invites"):
            return "tables"
        return "moves" if path.startswith("/api/") or path == "/me/put-away" else "names"
    if path.startswith("/static/") or path in ("/health", "/metrics"):
        return None
    if path.startswith("/feeds/"):
        return "feeds"
    return "streams" if path == "/api/events" else "pages"
