"""What operators read: one JSON object a line, about everything that went wrong or took long.

Every request is counted (`metrics`); with `--log-requests` each has its line.  A line tells the route, not
the path, for a path may hold an invitation; and never who it was.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.metrics import Metrics

SLOW = 2.0  # seconds
log = logging.getLogger("stylobate.web")
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName", "color_message"}


class Lines(logging.Formatter):
    """A log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def to(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write our log, and the server's, as lines to a stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(_is_news)
    for name in ("stylobate.web", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(max(level, logging.WARNING) if name != "stylobate.web" else level)


def _is_news(record: logging.LogRecord) -> bool:
    """All but what we do on purpose: a listener who was dropped has an answer that is not complete."""
    return "without completing response" not in record.getMessage()


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
                told = {
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(spent * 1000, 1),
                }
                log.info("request", extra=told | ({"table": str(table)[:32]} if table else {}))
