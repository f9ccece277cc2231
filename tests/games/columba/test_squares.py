"""What a screen reader says of a square of the territory."""

import pytest

from stylobate.games.columba import GAME
from stylobate.games.columba.territory import COUNT
from tests.drawing.test_squares import moments
from tests.harness import Options, every_variant


@every_variant(GAME)
def test_every_pigeon_is_told_and_bare_table_only_to_whoever_lays_a_card(options: Options) -> None:
    for position in moments(GAME, options):
        squares = GAME.telling.squares(position)
        laid = [name for name in squares.values() if not name.endswith("bare table")]
        assert len(laid) == position.state[COUNT]
        if position.turn < 0:
            assert len(squares) == len(laid)


@pytest.mark.parametrize(
    ("tokens", "key", "name"),
    [
        ("*WWRS *WWWT", "0,0", "Square 0,0: wood pigeon, in a group of two"),
        ("*WWRS *WWWT", "1,1", "Square 1,1: stock dove, alone"),
        ("*WWRS *WWWT", "-1,2", "Square -1,2: bare table"),
        (
            "*WWRS *WWWT card:2,0,0 cote:L,0,0",
            "0,0",
            "Square 0,0: Ada's large dovecote, for five wood pigeons",
        ),
        ("*WWRS *WWWT card:2,0,0 cote:L,0,0", "1,0", "Square 1,0: wood pigeon, in Ada's estate of five"),
    ],
)
def test_a_square_says_what_lives_there_and_on_whose_estate(tokens: str, key: str, name: str) -> None:
    position = GAME.start().play(*tokens.split())
    assert GAME.telling.squares(position, ["Ada", "Bea"])[key] == name
