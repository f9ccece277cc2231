"""From positions late in a game the kernel tells the same as the cubes of the reference."""

import random

import pytest

from stylobate.games.columns import GAME
from tests.games.columns.endings import ENDINGS
from tests.games.columns.reference import Columns
from tests.harness import compare, walk_beside
from tests.test_perft import table

LATER = [
    (options["setup"].replace("_", " "), counts) for options, counts in table(GAME) if "setup" in options
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "counts"), LATER, ids=lambda value: str(value)[:20])
def test_random_games_from_later_positions_agree_with_the_reference(text: str, counts: list[int]) -> None:
    rng = random.Random(text)
    for _ in range(10):
        walk_beside(GAME.position(text), Columns.from_text(text), rng)


@pytest.mark.parametrize("text", ENDINGS.values(), ids=ENDINGS.keys())
def test_the_reference_agrees_on_who_has_won(text: str) -> None:
    compare(GAME.position(text), Columns.from_text(text))
