"""What a request brings along: JSON, of bounded size and depth."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from stylobate.web.answers import Refused


async def document(request: Request) -> Any:
    """The JSON that a request brings."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused(400, "the request should bring a JSON object", "malformed") from None
