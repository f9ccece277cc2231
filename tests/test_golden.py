"""Every game goes as it went when its playthrough was written down."""

from pathlib import Path

import pytest

from stylobate import Game, StylobateError
from tests.golden import playthroughs, shown, tokens_of, written
from tests.harness import GAMES, Options, label

PLAYTHROUGHS = [
    pytest.param(game, options, file, id=f"{game.id}-{label(options)}")
    for game, options, file in playthroughs()
]


@pytest.mark.parametrize(("game", "options", "file"), PLAYTHROUGHS)
def test_every_variant_of_every_game_has_a_playthrough(game: Game, options: Options, file: Path) -> None:
    assert file.exists(), f"{shown(file)} is missing; python -m tests.golden {game.id} writes it"


@pytest.mark.parametrize(("game", "options", "file"), PLAYTHROUGHS)
def test_a_playthrough_goes_as_it_was_written_down(game: Game, options: Options, file: Path) -> None:
    pinned = file.read_text("utf-8").splitlines()
    replayed = written(game, options, tokens_of(pinned))
    for number, line in enumerate(pinned, 1):
        try:
            now = next(replayed, "(nothing)")
        except StylobateError as error:
            now = f"(refused: {error})"
        assert now == line, f"{shown(file)}, line {number}"
    assert next(replayed, None) is None


@pytest.mark.parametrize(("game", "options", "file"), PLAYTHROUGHS)
def test_a_playthrough_goes_to_the_end_of_the_game(game: Game, options: Options, file: Path) -> None:
    assert file.read_text("utf-8").splitlines()[-1].startswith("result ")


def test_no_playthrough_is_left_over_from_a_game_that_is_gone() -> None:
    assert {file for _, _, file in playthroughs()} == set(GAMES.glob("*/golden/*.txt"))
