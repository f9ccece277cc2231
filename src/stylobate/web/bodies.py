"""What a request brings along: JSON or a form, of bounded size and depth, in proper UTF-8.

Without bounds a single document can take a server down; lichess learned that twice in 2021.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stylobate.web.answers import Refused, refused

LARGEST = 64 * 1024
DEEPEST = 8


class BodyLimit:
    """Refuses bodies that are too large, by what they say of themselves and by what they turn out to be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on if its body is not too large."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        told = header(scope, b"content-length") or b"0"
        if not told.isdigit() or len(told) > 12 or int(told) > LARGEST:
            await refused(_too_large())(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST:
                raise _too_large()
            return message

        await self.app(scope, counted, send)


async def document(request: Request) -> Any:
    """The JSON that a request brings."""
    if _kind(request) != "application/json":
        raise Refused(
            415, "the request should bring JSON, and say so: Content-Type: application/json", "malformed"
        )
    try:
        data = _DECODER.decode((await _body(request)).decode())
    except (ValueError, RecursionError):
        raise Refused(400, "the request should bring proper JSON in UTF-8", "malformed") from None
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


def header(scope: Scope, name: bytes) -> bytes | None:
    """One header of a request; names are in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def is_json(request: Request) -> bool:
    """Whether a script asks, rather than a form."""
    return _kind(request) == "application/json"


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect:
        raise Refused(400, "the request broke off", "malformed") from None


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


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


def _too_large() -> Refused:
    return Refused(413, f"the request is larger than {LARGEST // 1024} kB", "malformed")
