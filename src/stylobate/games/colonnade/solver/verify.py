"""A solution put to the test: random positions, valued again by plain search."""

from collections.abc import Callable

from stylobate.chance import Rng, below, stream
from stylobate.errors import BadFile
from stylobate.game import Position
from stylobate.games.colonnade import GAME
from stylobate.games.colonnade.rules import MOVER, SQUARES
from stylobate.games.colonnade.solver import plain
from stylobate.games.colonnade.solver.solution import Solution
from stylobate.games.colonnade.solver.wings import atlas


def verify(
    solution: Solution,
    positions: int,
    seed: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Value so many random positions by plain search; refuse the solution at the first that it has wrong."""
    rng = stream(seed)
    for done in range(positions):
        position = draw(solution.checkers, rng)
        claimed = solution.value(atlas().number(position.state))
        found = plain.value(position.state)
        if claimed != found:
            raise BadFile(f"{solution.path} says {claimed} moves for “{position}”; plain search says {found}")
        progress(done + 1)


def draw(checkers: int, rng: Rng) -> Position:
    """A random position with at most so many checkers, either way round and with either colour to move."""
    chart = atlas()
    state = chart.state(below(rng, chart.extent(checkers)))
    if below(rng, 2):
        state[:SQUARES] = state[:SQUARES][::-1].copy()
    if below(rng, 2):
        state[:SQUARES] = -state[:SQUARES]
        state[MOVER] = 1
    return Position(GAME, state)
