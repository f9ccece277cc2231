"""Random games of every variant, node by node, kernel beside reference."""

import ast
from collections.abc import Mapping

import pytest

from stylobate import Game, load
from tests.harness import (
    Disagreement,
    compare,
    every_game_and_variant,
    home,
    of_this_house,
    play_beside,
    reference,
)

SHARES = 4


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@every_game_and_variant(of_this_house())
def test_the_kernel_and_the_reference_tell_the_same_games(
    game: Game, options: Mapping[str, str], share: int
) -> None:
    games = -(-reference(game).games // SHARES)
    assert play_beside(game.id, options, games=games, seed=share) > games


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_a_reference_shares_no_code_with_the_package(game: Game) -> None:
    for node in ast.walk(ast.parse((home(game) / "reference.py").read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("stylobate") for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("stylobate")


def test_a_disagreement_is_told_with_the_tokens_that_lead_to_it() -> None:
    position = load("colonnade").start().play("b2a")
    beside = reference(load("colonnade")).start({})
    with pytest.raises(Disagreement, match=r"turn is 1 by the kernel, 0 by the reference, at B4.* after b2a"):
        compare(position, beside, "b2a")


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_every_game_of_this_house_has_its_tests_here(game: Game) -> None:
    wanted = {"reference.py", "perft.txt", "golden", "last_moves.txt"}
    assert wanted <= {file.name for file in home(game).iterdir()}
