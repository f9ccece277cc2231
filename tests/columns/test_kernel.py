"""The kernel keeps the contract, and tells the same games as the cubes of the reference."""

import random

import pytest

from stylobate.conformance import check
from stylobate.games.columns import GAME
from stylobate.search.perft import perft
from tests.columns.endings import ENDINGS
from tests.harness import compare, label, variants, walk_beside
from tests.reference.columns import Columns
from tests.test_perft import count_plainly, table

LATER = [
    (options["setup"].replace("_", " "), counts) for options, counts in table("columns") if "setup" in options
]


@pytest.mark.parametrize("options", variants(GAME), ids=label)
def test_the_kernel_keeps_the_contract(options):
    report = check(GAME, games=60, seed=2001, options=options)
    assert report.games == 60
    assert report.longest <= 42


@pytest.mark.parametrize("options", variants(GAME), ids=label)
def test_random_games_agree_with_the_reference_at_every_node(options):
    rng = random.Random(2003)
    for _ in range(60):
        walk_beside(GAME.begin(options), Columns.start(options), rng)


@pytest.mark.parametrize(("text", "counts"), LATER, ids=lambda value: str(value)[:20])
def test_random_games_from_later_positions_agree_with_the_reference(text, counts):
    rng = random.Random(text)
    for _ in range(10):
        walk_beside(GAME.position(text), Columns.from_text(text), rng)


@pytest.mark.parametrize("text", ENDINGS.values(), ids=ENDINGS.keys())
def test_the_reference_agrees_on_who_has_won(text):
    compare(GAME.position(text), Columns.from_text(text))


@pytest.mark.parametrize(
    ("layout", "counts"),
    [("4x3", [75, 4746, 264908]), ("6x2", [72, 4412, 239652]), ("12x1", [57, 2844, 128906])],
)
def test_perft_from_the_start(layout, counts):
    start = GAME.start(layout=layout)
    assert [perft(start, length) for length in (1, 2, 3)] == counts
    plain = Columns.start({"layout": layout})
    memory: dict[tuple[str, int], int] = {}
    assert [count_plainly(plain, length, memory) for length in (1, 2)] == counts[:2]


@pytest.mark.parametrize(("text", "counts"), LATER, ids=lambda value: str(value)[:20])
def test_perft_from_later_positions(text, counts):
    position, plain = GAME.position(text), Columns.from_text(text)
    memory: dict[tuple[str, int], int] = {}
    assert [perft(position, length) for length in range(1, len(counts) + 1)] == counts
    short = [length for length, count in enumerate(counts, 1) if count <= 3_000]
    assert [count_plainly(plain, length, memory) for length in short] == [
        counts[length - 1] for length in short
    ]
