"""Every request is counted and gets an id, and those that failed or took long are written down.

The id stands in the answer, and in every line that is written while the request is served.  A proxy before us
may have given one already; then that is taken, and its lines and ours are found together.

With `--log-requests` each has its line.  A line tells the route, not the path, for a path may hold an
invitation; and never who it was.  Of requests that came too fast a line a second is enough, which says how
many there were: whoever sends them should not fill the log as well.
"""

from __future__ import annotations

import logging
import random
import re
import time

from starlette.types import Scope

from stylobate.web.logs import REQUEST
from stylobate.web.metrics import Metrics
from stylobate.web.scopes import header
from stylobate.web.settings import Settings

SLOW = 2.0  # seconds
SELDOM = 1.0  # seconds between two lines on requests that came too fast
GIVEN = re.compile(rb"[0-9A-Za-z._-]{8,64}")
log = logging.getLogger("stylobate.web")


class AccessLog:
    """Counts every request, and writes down those that an operator should see."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self.metrics = metrics
        self.log_all = settings.log_requests
        self.has_proxy = settings.public_url is not None
        self._too_fast = 0
        self._told = -SELDOM

    def begin(self, scope: Scope) -> bytes:
        """A request has come: its id, which whatever is written meanwhile tells."""
        id = self._id(scope)
        REQUEST.set(id)
        return id.encode()

    def end(self, scope: Scope, status: int, spent: float) -> None:
        """It was answered so after so many seconds; 0 where nobody waited for the answer."""
        route = getattr(scope.get("route"), "path", "")
        is_stream = route == "/api/events"
        self.metrics.request(scope["method"], status, 0.0 if is_stream else spent)
        notable = status >= 500 or (spent > SLOW and not is_stream)
        too_fast = self._heap() if status == 429 else 0
        if notable or too_fast or self.log_all:
            table = scope.get("path_params", {}).get("table")
            details = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(spent * 1000, 1),
            }
            if too_fast > 1:
                details["times"] = too_fast
            log.info("request", extra=details | ({"table": str(table)[:32]} if table else {}))

    def _id(self, scope: Scope) -> str:
        """What the proxy calls this request, if there is one and it makes sense; else a new name."""
        given = header(scope, b"x-request-id") if self.has_proxy else None
        return given.decode() if given and GIVEN.fullmatch(given) else f"{random.getrandbits(64):016x}"

    def _heap(self) -> int:
        """How many requests came too fast since the last line on them; 0 while that was just now."""
        self._too_fast += 1
        if time.monotonic() - self._told < SELDOM:
            return 0
        self._told, told, self._too_fast = time.monotonic(), self._too_fast, 0
        return told
