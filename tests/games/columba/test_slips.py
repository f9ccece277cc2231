"""Weaker levels slip as people do: into what they have looked at, and never out of a game that is won."""

import pytest

from stylobate.game import Position
from stylobate.games.columba import GAME
from stylobate.ladder import ladder
from stylobate.players import ask, player
from tests.games.columba.tables import kinds, table

SLIPPING = [level.name for level in ladder(GAME).levels if level.heat]


def chosen(level: str, position: Position, times: int = 40) -> set[str]:
    """What that level plays here, asked so often."""
    return {ask(player(level, GAME), position, seed=seed).token for seed in range(times)}


@pytest.mark.parametrize("level", SLIPPING)
def test_nobody_wastes_a_tile_on_an_estate_of_the_other(level: str) -> None:
    position = table(
        ["WWRR", "RSRT", "SWST", "RSTS"],
        things={(0, 2): "sr", (0, 0): "ly"},
        boards="-:-:W:-/-:-:-:-",
        phase="options:cote",
    )
    assert len(kinds(position, "tile")) > 2
    assert chosen(level, position) == {"end"}


def test_a_dovecote_may_be_forgotten_or_go_to_a_smaller_group_but_not_to_the_smallest() -> None:
    position = table(["WWWR", "WWSR", "RSTT", "STRS"])
    assert len(kinds(position, "cote")) == 32
    tokens = chosen("1", position, times=200)
    assert "end" in tokens
    assert 2 < len(tokens) <= 9, "either dovecote in one of the four largest groups, or none"


@pytest.mark.parametrize("level", SLIPPING)
def test_the_last_move_never_throws_a_won_game_away(level: str) -> None:
    """Yellow has eight points; only the large dovecote in the group of five makes more."""
    position = table(["WWWR", "WWSR", "TTTT", "SSRS"], things={(0, 2): "ly"}, deck="-")
    wins = {token for token in kinds(position, "cote") if position.play(token, "end").winners == (0,)}
    assert 0 < len(wins) < len(position.legal) / 2
    assert chosen(level, position) <= wins
