"""The kernel beside the plain reference: random games node by node, and counts of all lines."""

import random

import pytest

from stylobate.game import Position
from stylobate.games.columns_dice import GAME
from tests.harness import label, variants, walk_beside
from tests.reference import Reference
from tests.reference.columns_dice import ColumnsDice

LATER = {
    "wild then crosses": (
        "2335P/666-/1144P/2345P/1-14/2345I - I - 14:37 ascending",
        [6, 6, 36, 40, 228, 252, 1200],
    ),
    "crosses beside numbers": (
        "2222P/-244/25x6I/---1/6--6/35-- 3 P - 13:8 ascending",
        [6, 20, 120, 362, 2172, 5977, 35862],
    ),
    "lost turns": (
        "1113P/45x5P/466-/136-/1133I/1455P 1245 I - 8:35 ascending",
        [6, 11, 66, 71, 126, 131, 186],
    ),
    "lost turns with one square left": (
        "4x46I/1236P/4xx4P/1266I/3211P/4-44 1235 P - 29:27 either",
        [6, 6, 6, 6, 6, 6, 6],
    ),
    "directions still open": (
        "-44-/3--3/6666I/6666P/6666I/6666P - I - 48:48 either",
        [6, 14, 84, 116, 696, 846, 5076],
    ),
    "both directions": (
        "-654/36--/4333I/3-36/4--4/12-2 1 I - 13:0 either",
        [6, 15, 90, 207, 1242, 2668, 16008],
    ),
}
TEXTS = [text for text, _ in LATER.values()]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", variants(GAME), ids=label)
def test_random_games_agree_with_the_reference_at_every_node(options, seed):
    rng = random.Random(seed)
    for _ in range(300):
        walk_beside(GAME.begin(options), ColumnsDice.start(options), rng)


@pytest.mark.parametrize("text", TEXTS, ids=LATER.keys())
def test_random_games_from_later_positions_agree_with_the_reference(text):
    rng = random.Random(text)
    for _ in range(100):
        walk_beside(GAME.position(text), ColumnsDice.from_text(text), rng)


@pytest.mark.parametrize("options", variants(GAME), ids=label)
def test_lines_from_the_start(options):
    assert [lines(GAME.begin(options), length) for length in (1, 2, 3)] == [6, 144, 864]
    assert [lines_of_reference(ColumnsDice.start(options), length) for length in (1, 2, 3)] == [6, 144, 864]


@pytest.mark.parametrize(("text", "counts"), LATER.values(), ids=LATER.keys())
def test_lines_from_later_positions(text, counts):
    position, plain = GAME.position(text), ColumnsDice.from_text(text)
    for length, count in enumerate(counts, start=1):
        assert lines(position, length) == count
        assert lines_of_reference(plain, length) == count


def lines(position: Position, length: int) -> int:
    """How many sequences of so many tokens there are."""
    if length == 1:
        return len(position.legal)
    return sum(lines(position.play(token), length - 1) for token in position.legal)


def lines_of_reference(beside: Reference, length: int) -> int:
    if length == 1:
        return len(beside.legal())
    count = 0
    for token in beside.legal():
        after = beside.copy()
        after.play(token)
        count += lines_of_reference(after, length - 1)
    return count
