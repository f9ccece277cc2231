"""Perft: how many sequences of tokens there are, counted by the kernel and by the reference.

A game's `perft.txt` has one line a position: its options (`standard` where there are none, `setup=` for a
position with `_` for each space), a bar, and the counts for lengths 1, 2, 3 …  Everything from # on is a
remark.  The kernel counts every length, and so does the reference where that takes it no more than
`PATIENCE` sequences; a reference that tells its position looks each of them up instead of counting it twice,
and is given `PATIENCE_WITH_MEMORY`.
"""

from __future__ import annotations

import pytest

from stylobate import Game
from stylobate.search.perft import perft
from tests.harness import Options, home, of_this_house, reference, variants
from tests.reference import Reference

PATIENCE = 20_000
PATIENCE_WITH_MEMORY = 4_000_000


def table(game: Game) -> list[tuple[Options, list[int]]]:
    rows = []
    for line in (home(game) / "perft.txt").read_text("utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if line:
            told, counts = line.split("|")
            options = dict(pair.split("=", 1) for pair in told.split() if pair != "standard")
            rows.append((options, [int(count) for count in counts.split()]))
    return rows


ROWS = [
    pytest.param(game, options, counts, id=f"{game.id} {' '.join(options.values()) or 'standard'}")
    for game in of_this_house()
    for options, counts in table(game)
]


def count_plainly(beside: Reference, length: int, memory: dict[tuple[str, int], int]) -> int:
    """Every sequence of that length, played out one after the other."""
    if length == 0:
        return 1
    here = beside.position()
    if here is not None and (here, length) in memory:
        return memory[here, length]
    tokens = beside.legal()
    total = 0 if length > 1 else len(tokens)
    for token in tokens if length > 1 else ():
        after = beside.copy()
        after.play(token)
        total += count_plainly(after, length - 1, memory)
    if here is not None:
        memory[here, length] = total
    return total


@pytest.mark.parametrize(("game", "options", "counts"), ROWS)
def test_the_kernel_counts_as_the_table_says(game: Game, options: Options, counts: list[int]) -> None:
    position = game.begin(options)
    assert perft(position, 0) == 1
    assert [perft(position, length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "counts"), ROWS)
def test_the_reference_counts_as_the_table_says(game: Game, options: Options, counts: list[int]) -> None:
    plain = reference(game).start(options)
    memory: dict[tuple[str, int], int] = {}
    patience = PATIENCE if plain.position() is None else PATIENCE_WITH_MEMORY
    counted = [
        count_plainly(plain, length, memory)
        for length, count in enumerate(counts, 1)
        if length == 1 or count <= patience
    ]
    assert counted == counts[: len(counted)]
    assert counted


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_every_variant_of_every_game_has_its_counts(game: Game) -> None:
    """From the start of each, and from at least one position further on."""
    listed = [options for options, _ in table(game)]
    for options in variants(game):
        assert options in listed or not options, f"{game.id}'s perft.txt lacks the start with {options}"
    assert {} in listed or any("setup" not in options for options in listed)
    assert any("setup" in options for options in listed)
