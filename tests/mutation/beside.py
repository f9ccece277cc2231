"""For slow kernels, a little of `test_reference`, `test_perft` and `test_conformance`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

import pytest

from stylobate import Game
from stylobate.conformance import check
from stylobate.search.perft import perft
from tests.harness import Options, every_game_and_variant, of_this_house, play_beside
from tests.test_perft import ROWS

PATIENCE = 400


@pytest.mark.parametrize("share", range(3))
@every_game_and_variant(of_this_house())
def test_the_kernel_and_the_reference_tell_the_same_games(
    game: Game, options: Mapping[str, str], share: int
) -> None:
    assert play_beside(game.id, options, games=1, seed=share) > 1


@every_game_and_variant(of_this_house())
def test_the_kernel_keeps_its_promises(game: Game, options: Mapping[str, str]) -> None:
    assert check(game, games=1, options=options).games == 1


@pytest.mark.parametrize(("game", "options", "counts"), ROWS)
def test_the_kernel_counts_as_the_table_says(game: Game, options: Options, counts: list[int]) -> None:
    position = game.begin(options)
    short = list(takewhile(lambda count: count <= PATIENCE, counts))
    assert [perft(position, length) for length in range(1, len(short) + 1)] == short
