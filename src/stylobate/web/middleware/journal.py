"""Every request is counted, and those that failed or took long are written down.

With `--log-requests` each has its line.  A line tells the route, not the path, for a path may hold an
invitation; and never who it was.
"""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.metrics import Metrics

SLOW = 2.0  # seconds
log = logging.getLogger("stylobate.web")


class Journal:
    """Counts every request, and writes down those that an operator should see."""

    def __init__(self, app: ASGIApp, metrics: Metrics, log_all: bool) -> None:
        self.app = app
        self.metrics = metrics
        self.log_all = log_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and note what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            spent = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "")
            is_stream = route == "/api/events"
            self.metrics.request(scope["method"], status, 0.0 if is_stream else spent)
            notable = status >= 500 or status == 429 or (spent > SLOW and not is_stream)
            if notable or self.log_all:
                table = scope.get("path_params", {}).get("table")
                details = {
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(spent * 1000, 1),
                }
                log.info("request", extra=details | ({"table": str(table)[:32]} if table else {}))
