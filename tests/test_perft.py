"""Perft: how many sequences of tokens there are, counted by the kernel and by the reference.

A game's `perft.txt` has one line a position: its options (`standard` where there are none, `setup=` for a
position with `_` for each space), a bar, and the counts for lengths 1, 2, 3 …  Everything from # on is a
remark.  The kernel counts every length, and the reference the first and all of at most `PATIENCE` sequences.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stylobate import Game
from stylobate.search.perft import perft
from tests.harness import Options, home, of_this_house, reference, variants
from tests.reference import Reference

PATIENCE = 4_000_000


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


def count_plainly(beside: Reference, lengths: int) -> Iterator[int]:
    """How many sequences there are of each length, all of them played out, one token at a time.

    What tells the same position after as many tokens is played on once, for all that led there.
    """
    reached: dict[object, tuple[Reference, int]] = {beside.position(): (beside, 1)}
    for length in range(1, lengths + 1):
        found = [(here, here.legal(), ways) for here, ways in reached.values()]
        yield sum(len(tokens) * ways for _, tokens, ways in found)
        reached = {}
        for here, tokens, ways in found if length < lengths else ():
            for token in tokens:
                after = here.copy()
                after.play(token)
                told = after.position() or after  # by itself, where it is not told
                first, others = reached.get(told, (after, 0))
                reached[told] = first, others + ways


@pytest.mark.parametrize(("game", "options", "counts"), ROWS)
def test_the_kernel_counts_as_the_table_says(game: Game, options: Options, counts: list[int]) -> None:
    position = game.begin(options)
    assert perft(position, 0) == 1
    assert [perft(position, length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "counts"), ROWS)
def test_the_reference_counts_as_the_table_says(game: Game, options: Options, counts: list[int]) -> None:
    lengths = max(1, sum(max(counts[:length]) <= PATIENCE for length in range(1, len(counts) + 1)))
    assert [*count_plainly(reference(game).start(options), lengths)] == counts[:lengths]


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_every_variant_of_every_game_has_its_counts(game: Game) -> None:
    """From the start of each, and from at least one position further on."""
    listed = [options for options, _ in table(game)]
    for options in variants(game):
        assert options in listed or not options, f"{game.id}'s perft.txt lacks the start with {options}"
    assert {} in listed or any("setup" not in options for options in listed)
    assert any("setup" in options for options in listed)
