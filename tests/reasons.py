"""Clicks that do nothing, and why: what the tests of every game's reasons share.

A reason is never false.  A game's tests list what its reasons may say, each as a pattern, with what must then
be so by the second telling of its rules (`tests.reference`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping

from stylobate import Game, Position
from stylobate.telling import ways, why_not
from tests.harness import Options, any_token

Facts = Mapping[str, Callable[..., bool]]


MOST = 60  # clicks at a position, on large boards


def positions(game: Game, options: Options, games: int = 3, seed: str = "reasons") -> Iterator[Position]:
    """Where somebody is to choose something, in some random games."""
    rng = random.Random(f"{game.id} {options} {seed}")
    for _ in range(games):
        position = game.begin(options)
        while not position.is_over:
            if position.turn >= 0:
                yield position
            position = position.play(any_token(position, rng))


def paths(position: Position, most: int = 8) -> list[list[str]]:
    """Clicks that lead on: none, and the beginnings of some moves."""
    tokens = position.legal[:: 1 + len(position.legal) // most]
    found: dict[tuple[str, ...], None] = {(): None}
    for token in tokens:
        for way in ways(position, token):
            found.update({tuple(step.key for step in way[:length]): None for length in range(1, len(way))})
    return [list(path) for path in found]


def clicks(position: Position) -> Iterator[tuple[list[str], bool]]:
    """Clicks on squares after each path, and whether the last one leads on or begins anew."""
    routes = [[step.key for step in way] for token in position.legal for way in ways(position, token)]
    begins = {route[0] for route in routes}
    squares = [*position.game.telling.squares(position)]
    found = [(path, key) for path in paths(position) for key in squares]
    for path, key in found[:: 1 + len(found) // MOST]:
        after = [route[len(path)] for route in routes if route[: len(path)] == path]
        yield [*path, key], key in after or key in begins


def check_truth(position: Position, facts: Facts) -> set[str]:
    """Every clause of every reason here is one of the facts, and holds; which patterns were met."""
    met: set[str] = set()
    for keys, is_choice in clicks(position):
        if is_choice:
            continue
        reason = why_not(position, keys)
        clauses = reason.removeprefix("Not there: ").removesuffix(".").split("; ")
        for clause in clauses:
            found = [(pattern, match) for pattern in facts if (match := re.fullmatch(pattern, clause))]
            assert found, (str(position), keys, clause)
            pattern, match = found[0]
            assert facts[pattern](keys, *match.groups()), (str(position), keys, reason)
            met.add(pattern)
    return met
