"""Answers as JSON, with one form for every refusal: {"error": a sentence, "reason": a word}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from stylobate.encoding import encoded
from stylobate.errors import BadFile, FullDisk, Refusal, StylobateError
from stylobate.house.errors import Busy, NoSuchTable, Stopping, Unplayable

_OF_JSON = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
STATUS = {"stale": 409, "taken": 409, "late": 409, "not-now": 409, "forbidden": 403, "illegal": 422}


class _Json(Response):
    """Starlette's answer, whose headers need not be made anew for each."""

    def __init__(self, body: bytes, status: int) -> None:
        self.body, self.status_code, self.background = body, status, None
        self.raw_headers = [*_OF_JSON, (b"content-length", b"%d" % len(body))]


def whole(sentence: str) -> str:
    """A sentence with a capital letter and a full stop."""
    return sentence[:1].upper() + sentence[1:] + ("" if sentence[-1:] in ".!?…" else ".")


class Refused(Exception):
    """A request that is answered with a status and a sentence.

    `more` joins the JSON, `headers` the answer.
    """

    def __init__(
        self,
        status: int,
        sentence: str,
        reason: str,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = whole(sentence)
        self.reason = reason
        self.more = more or {}
        self.headers = headers or {}


def nothing_here() -> Refused:
    """The sentence for a page that is not there."""
    return Refused(404, "there is nothing here", "unknown")


def refusal(error: StylobateError) -> Refused:
    """What a person is told for a mistake that one of the rooms below found."""
    if isinstance(error, FullDisk):
        return Refused(507, "the disk is full: nothing was stored, so nothing has happened", "store")
    if isinstance(error, BadFile):
        return Refused(503, "the games cannot be read or written just now; please try again", "store")
    if isinstance(error, NoSuchTable):
        return Refused(404, str(error), "unknown")
    if isinstance(error, Unplayable):
        return Refused(503, str(error), "not-now")
    if isinstance(error, Busy):
        return Refused(429, str(error), "limit", headers={"Retry-After": str(error.seconds)})
    if isinstance(error, Stopping):
        return Refused(503, str(error), "not-now", headers={"Retry-After": "5"})
    if not isinstance(error, Refusal):
        return Refused(STATUS.get("illegal", 422), str(error), "illegal")
    about = {"option": error.option} if error.option else None
    return Refused(STATUS.get(error.reason, 422), str(error), error.reason, about)


def reply(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer; nobody on the way keeps it, for it depends on who asks."""
    answer = _Json(encoded(data), status)
    if headers:
        answer.headers.update(headers)
    return answer


def refused(why: Refused) -> Response:
    """The answer to a refused request."""
    return reply({"error": why.sentence, "reason": why.reason, **why.more}, why.status, why.headers)
