"""Guided first games: the page on which they are played, what a step shows, and what a move comes to in it.

    GET  /learn/GAME/lesson                   the page
    GET  /api/lessons/GAME/N                  {board, log, sides}: what step N begins with
    GET  /api/lessons/GAME/N/after?token=X    {reached, says, boards}: what a move comes to there

The positions are the lesson's own, so nobody sends one: a page asks for a step by its number, and for the
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
from stylobate.lesson import Lesson, Step, lesson
from stylobate.registry import load
from stylobate.web.answers import Refused, nothing_here
from stylobate.web.boards import sent
from stylobate.web.pages import known, show, unpacked
from stylobate.web.site import site_of

LONGEST = 100  # letters of a token that might be one
FRESH = {"Cache-Control": "private, no-cache"}


class Shown(TypedDict):
    """What a step begins with: the board, the tokens that led there, and who plays with whom."""

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
    steps = [{"title": step.title, "text": step.text, "hint": step.hint} for step in taught.steps]
    return show(request, "lesson.html", game=game, lesson=taught, board=drawn, steps=steps)


async def shown(request: Request) -> Response:
    """What a step begins with."""
    step = await _step(request)
    key = f"lesson {known(request).id} {step.number}"
    packed = await site_of(request).boards.kept.get(key, _shown, step)
    return sent(request, packed, FRESH, "application/json")


async def answered(request: Request) -> Response:
    """What a token comes to in a step; one that is not legal there is refused, as at a table."""
    step, token = await _step(request), request.query_params.get("token", "")
    if not 0 < len(token) <= LONGEST:
        raise Refused(422, f"a move is written in 1 to {LONGEST} letters", "illegal")
    key = f"lesson {known(request).id} {step.number} {token}"
    packed = await site_of(request).boards.kept.get(key, _answered, step, token)
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


async def _step(request: Request) -> Step:
    taught = await _taught(request)
    numbers = {str(step.number): step for step in taught.steps}
    if request.path_params["n"] not in numbers:
        raise Refused(404, f"this lesson has steps 1 to {len(numbers)}", "unknown")
    return numbers[request.path_params["n"]]


@cache
def _lesson(id: str) -> Lesson | None:
    return lesson(load(id))


def _first(id: str) -> bytes:
    taught = _lesson(id)
    assert taught is not None
    line = taught.steps[0].line
    return gzip.compress(encoded(board_of(line, len(line.plays))), 5)


def _shown(step: Step) -> bytes:
    line = step.line
    found: Shown = {
        "board": board_of(line, len(line.plays)),
        "log": [in_words(line, n) for n in range(1, len(line.plays) + 1)],
        "sides": [list(side) for side in line.sides],
    }
    return gzip.compress(encoded(found), 5)


def _answered(step: Step, token: str) -> bytes:
    answer = step.answer(token)
    later = range(len(step.line.plays) + 1, len(answer.line.plays) + 1)
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
