"""JSON as it is sent: compact, in UTF-8."""

from __future__ import annotations

import json

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def encoded(data: object) -> bytes:
    """The bytes to send; half a character, which no UTF-8 can hold, becomes a question mark."""
    return _ENCODER.encode(data).encode("utf-8", "replace")
