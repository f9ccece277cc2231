"""Random games of every variant, node by node, kernel beside reference."""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

from stylobate import IDS, Game, load
from tests.harness import Disagreement, compare, every_game_and_variant, play_beside
from tests.reference import reference

SHARES = 4


@pytest.mark.parametrize("share", range(SHARES))
@every_game_and_variant()
def test_the_kernel_and_the_reference_tell_the_same_games(
    game: Game, options: Mapping[str, str], share: int
) -> None:
    games = -(-reference(game.id).games // SHARES)
    assert play_beside(game.id, options, games=games, seed=share) > games


@pytest.mark.parametrize("game", IDS)
def test_a_reference_shares_no_code_with_the_package(game: str) -> None:
    source = Path(__file__).parent / "reference" / f"{game.replace('-', '_')}.py"
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("stylobate") for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("stylobate")


def test_a_disagreement_is_told_with_the_tokens_that_lead_to_it() -> None:
    position = load("colonnade").start().play("b2a")
    beside = reference("colonnade").start({})
    with pytest.raises(Disagreement, match=r"turn is 1 by the kernel, 0 by the reference, at B4.* after b2a"):
        compare(position, beside, "b2a")
