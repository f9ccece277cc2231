"""Does a game keep all its promises?

Whoever adds a game runs this first, long before there is anything to compare it with:

    >>> from stylobate import load
    >>> from stylobate.conformance import check
    >>> check(load("colonnade"), games=2, seed=1).games
    2

It plays random games, tests every promise of `stylobate.kernel` at every node, and looks at what the other
parts (`stylobate.parts`) make of some of the positions on the way.  The first promise that is broken is told
in a sentence, with the tokens that lead there:

    BrokenPromise: colonnade: turn must be a seat from 0 to 1, CHANCE or OVER, but is 2, at state … after b2a

`python -m stylobate.conformance NAME` goes on and tells one for every part; and what the game does not bring,
with what stands in for it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files

from stylobate.conformance.beside import (
    check_colours,
    check_guide,
    check_ladder,
    check_lesson,
    check_mind,
    check_page,
    check_sheet,
    check_solver,
    check_styles,
)
from stylobate.conformance.declared import check_declared
from stylobate.conformance.drawing import check_drawing, check_pieces
from stylobate.conformance.kernel import Walk, walk
from stylobate.conformance.notation import check_notation
from stylobate.conformance.plain import stand_ins
from stylobate.conformance.promises import BrokenPromise, Met
from stylobate.conformance.space import check_space
from stylobate.conformance.telling import check_telling
from stylobate.errors import StylobateError
from stylobate.game import Game

__all__ = ["BrokenPromise", "Walk", "broken", "check", "stand_ins"]

LOOKED_AT = 40  # positions of which the drawing and the words are looked at, unless told


def check(
    game: Game,
    games: int = 20,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    limit: int = 10_000,
    looked_at: int = LOOKED_AT,
) -> Walk:
    """Play that many random games under these options; raise `BrokenPromise` at the first broken promise.

    A game that has not ended after `limit` tokens is left there.  Pictures and words of at most `looked_at`
    positions are looked at.
    """
    check_declared(game)
    walked = walk(game, games, seed, options or {}, limit)
    for part in _parts(game, walked.met, looked_at):
        part()
    return walked


def broken(game: Game, games: int = 20, seed: int = 0, limit: int = 10_000) -> Iterator[str]:
    """The first broken promise of each part, as a sentence; played with the default options."""
    walked = Walk()

    def play() -> None:
        nonlocal walked
        walked = walk(game, games, seed, {}, limit)

    for rules in (lambda: check_declared(game), play):
        yield from _trouble(game, rules)
    for part in _parts(game, walked.met) if walked.met else ():
        yield from _trouble(game, part)


def _parts(game: Game, met: Sequence[Met], many: int = LOOKED_AT) -> Iterator[Callable[[], None]]:
    """One check for each part other than the rules, to be called separately."""
    shown = _some(met, many)
    yield lambda: _each(check_notation, shown)
    yield lambda: _each(check_telling, shown)
    yield lambda: _each(check_drawing, shown)
    yield lambda: check_pieces(game)
    yield lambda: check_colours(game)
    yield lambda: check_guide(game)
    yield lambda: check_lesson(game)
    yield lambda: check_page(game)
    yield lambda: check_sheet(game)
    yield lambda: check_solver(game, met)
    yield lambda: check_mind(game, shown)
    yield lambda: check_space(game, shown)
    yield lambda: check_ladder(game)
    yield lambda: check_styles(game)


def _each(look: Callable[[Met], None], met: Sequence[Met]) -> None:
    for one in met:
        look(one)


def _some(met: Sequence[Met], many: int) -> list[Met]:
    """At most so many of these positions, evenly spread from the first to the last."""
    step = max(1.0, (len(met) - 1) / (many - 1))
    return [met[round(number * step)] for number in range(min(many, len(met)))]


def _trouble(game: Game, part: Callable[[], None]) -> Iterator[str]:
    try:
        part()
    except BrokenPromise as fault:
        yield str(fault)
    except StylobateError as error:
        yield f"{game.id}: {error}"
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        yield f"{game.id}: {_place(game, error)} fails with {what}"


def _place(game: Game, error: Exception) -> str:
    """Where it failed: the innermost line of the game's own, or else of anybody's."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    lines = traceback.extract_tb(error.__traceback__)
    folder = str(files(game.package))
    where = ([line for line in lines if line.filename.startswith(folder)] or lines)[-1]
    return f"{where.filename}, line {where.lineno}"
