"""What operators read: one JSON object a line, about everything that went wrong or took long.

Each line tells which process wrote it and, while a request is served, which request that was: so that the
lines of one request are found among those of many processes.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import TextIO

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName", "color_message"}

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is served just now; the access log gives it one."""


class Lines(logging.Formatter):
    """A log record as a line of JSON."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self.process = process

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, process, event, request; then what the record carries besides, and a trace."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "process": self.process,
            "event": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def to(process: str, stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write our log, and the server's, as lines of this process to a stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines(process))
    handler.addFilter(_is_news)
    for name in ("stylobate", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(max(level, logging.WARNING) if name != "stylobate" else level)


def _is_news(record: logging.LogRecord) -> bool:
    """All but what we do on purpose: a listener who was dropped has an answer that is not complete."""
    return "without completing response" not in record.getMessage()
