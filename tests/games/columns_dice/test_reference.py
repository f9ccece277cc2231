"""The kernel beside the plain reference: random games node by node, from the start and from later on."""

import random

import pytest

from stylobate.games.columns_dice import GAME
from tests.games.columns_dice.reference import ColumnsDice
from tests.harness import walk_beside

LATER = [
    "2335P/666-/1144P/2345P/1-14/2345I - I - 14:37 ascending",
    "2222P/-244/25x6I/---1/6--6/35-- 3 P - 13:8 ascending",
    "1113P/45x5P/466-/136-/1133I/1455P 1245 I - 8:35 ascending",
    "4x46I/1236P/4xx4P/1266I/3211P/4-44 1235 P - 29:27 either",
    "-44-/3--3/6666I/6666P/6666I/6666P - I - 48:48 either",
    "-654/36--/4333I/3-36/4--4/12-2 1 I - 13:0 either",
]


@pytest.mark.parametrize("text", LATER)
def test_random_games_from_later_positions_agree_with_the_reference(text: str) -> None:
    rng = random.Random(text)
    for _ in range(100):
        walk_beside(GAME.position(text), ColumnsDice.from_text(text), rng)
