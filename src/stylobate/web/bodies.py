"""What a request brings along: JSON or a form, of bounded size and depth, in proper UTF-8.

Without bounds a single document can take a server down; lichess learned that twice in 2021.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from starlette.requests import Request

from stylobate.web.answers import Refused
from stylobate.web.scopes import header

LARGEST = 64 * 1024
DEEPEST = 8


async def document(request: Request) -> Any:
    """The JSON that a request brings."""
    if _kind(request) != "application/json":
        raise Refused(
            415, "the request should bring JSON, and say so: Content-Type: application/json", "malformed"
        )
    try:
        text = (await _body(request)).decode()
        data = _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise Refused(400, "the request should bring proper JSON in UTF-8", "malformed") from None
    if "\\u" in text or text.count("{") + text.count("[") > DEEPEST:
        _check(data, DEEPEST)
    return data


async def form(request: Request) -> dict[str, str]:
    """The texts that a form, or the same as JSON, brings."""
    if _kind(request) == "application/json":
        data = await document(request)
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
            raise Refused(422, "an object of texts is needed here", "illegal")
        return data
    if _kind(request) != "application/x-www-form-urlencoded":
        raise Refused(415, "the request should bring a form, or JSON", "malformed")
    try:
        pairs = parse_qsl(
            (await _body(request)).decode(), keep_blank_values=True, errors="strict", max_num_fields=50
        )
    except ValueError:
        raise Refused(400, "the form should be in proper UTF-8", "malformed") from None
    return dict(pairs)


def is_json(request: Request) -> bool:
    """Whether a script asks, rather than a form."""
    return _kind(request) == "application/json"


async def _body(request: Request) -> bytes:
    body = b""
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "the request broke off", "malformed")
        body += bytes(message.get("body", b""))
        if len(body) > LARGEST:
            raise too_large()
        if not message.get("more_body", False):
            return body


def too_large() -> Refused:
    """The refusal of a request whose body is too large."""
    return Refused(413, f"the request is larger than {LARGEST // 1024} kB", "malformed")


def _kind(request: Request) -> str:
    kind = header(request.scope, b"content-type") or b""
    return kind.partition(b";")[0].strip().lower().decode("latin-1")


def _check(data: object, depth: int) -> None:
    if isinstance(data, dict | list):
        if not depth:
            raise Refused(400, f"the JSON is nested deeper than {DEEPEST} levels", "malformed")
        for value in data.values() if isinstance(data, dict) else data:
            _check(value, depth - 1)
        if isinstance(data, dict):
            for name in data:
                _check(name, depth)
    elif isinstance(data, str) and not data.isascii():
        try:
            data.encode()
        except UnicodeEncodeError:
            raise Refused(400, "a text holds half a character", "malformed") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


_DECODER = json.JSONDecoder(parse_constant=_no_number)
