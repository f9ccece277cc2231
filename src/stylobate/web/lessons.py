"""Guided first games: the page on which they are played, what a stage shows, and what a move comes to in it.

    GET  /learn/GAME/lesson                   the page
    GET  /api/lessons/GAME/N                  {board, log, sides}: what stage N begins with
    GET  /api/lessons/GAME/N/after?token=X    {reached, says, boards}: what a move comes to there

The positions are the lesson's own, so nobody sends one: a page asks for a stage by its number, and for the
answer to a token that is legal there.  Both are the same for everybody, made at the desk once, and kept.
"""

from __future__ import annotations

import gzip
from functools import cache
from typing import TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stylobate.encoding import encoded
from stylobate.house.board import Board, TokenInWords, board_of, in_words
from stylobate.lesson import Lesson, Stage, lesson
from stylobate.registry import load
from stylobate.web.answers import Refused, nothing_here
from stylobate.web.boards import sent
from stylobate.web.pages import known, show, unpacked
from stylobate.web.site import site_of

LONGEST = 100  # letters of a token that might be one
FRESH = {"Cache-Control": "private, no-cache"}


class Shown(TypedDict):
    """What a stage begins with: the board, the tokens that led there, and who plays with whom."""

    board: Board
    log: list[TokenInWords]
    sides: list[list[int]]


class Answered(TypedDict):
    """What a move has led to, board by board, and what is said of it."""

    reached: bool
    says: str
    boards: list[Board]


async def page(request: Request) -> Response:
    """The page of a lesson."""
    game, taught = known(request), await _taught(request)
    site = site_of(request)
    first = await site.boards.kept.get(f"lesson {game.id} first", _first, game.id)
    drawn = await site.aside(unpacked, first)
    stages = [{"title": stage.title, "text": stage.text, "hint": stage.hint} for stage in taught.stages]
    return show(request, "lesson.html", game=game, lesson=taught, board=drawn, stages=stages)


async def shown(request: Request) -> Response:
    """What a stage begins with."""
    stage = await _stage(request)
    key = f"lesson {known(request).id} {stage.number}"
    packed = await site_of(request).boards.kept.get(key, _shown, stage)
    return sent(request, packed, FRESH, "application/json")


async def answered(request: Request) -> Response:
    """What a token comes to in a stage; one that is not legal there is refused, as at a table."""
    stage, token = await _stage(request), request.query_params.get("token", "")
    if not 0 < len(token) <= LONGEST:
        raise Refused(422, f"a move is written in 1 to {LONGEST} letters", "illegal")
    key = f"lesson {known(request).id} {stage.number} {token}"
    packed = await site_of(request).boards.kept.get(key, _answered, stage, token)
    return sent(request, packed, FRESH, "application/json")


async def _taught(request: Request) -> Lesson:
    game = known(request)
    if not game.lesson:
        raise nothing_here()
    await site_of(request).kernels.ready(game.id)
    taught = await site_of(request).desk.work(_lesson, game.id)
    if taught is None:
        raise nothing_here()
    return taught


async def _stage(request: Request) -> Stage:
    taught = await _taught(request)
    numbers = {str(stage.number): stage for stage in taught.stages}
    if request.path_params["n"] not in numbers:
        raise Refused(404, f"this lesson has stages 1 to {len(numbers)}", "unknown")
    return numbers[request.path_params["n"]]


@cache
def _lesson(id: str) -> Lesson | None:
    return lesson(load(id))


def _first(id: str) -> bytes:
    taught = _lesson(id)
    assert taught is not None
    line = taught.stages[0].line
    return gzip.compress(encoded(board_of(line, len(line.plays))), 5)


def _shown(stage: Stage) -> bytes:
    line = stage.line
    found: Shown = {
        "board": board_of(line, len(line.plays)),
        "log": [in_words(line, n) for n in range(1, len(line.plays) + 1)],
        "sides": [list(side) for side in line.sides],
    }
    return gzip.compress(encoded(found), 5)


def _answered(stage: Stage, token: str) -> bytes:
    answer = stage.answer(token)
    later = range(len(stage.line.plays) + 1, len(answer.line.plays) + 1)
    found: Answered = {
        "reached": answer.reached,
        "says": answer.says,
        "boards": [board_of(answer.line, n) for n in later],
    }
    return gzip.compress(encoded(found), 5)


ROUTES = [
    Route("/learn/{game}/lesson", page),
    Route("/api/lessons/{game}/{n}", shown),
    Route("/api/lessons/{game}/{n}/after", answered),
]
