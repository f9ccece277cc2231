"""What a screen reader says of a pin and its pieces."""

import pytest

from stylobate.games.columns import GAME
from tests.harness import Options, every_variant


@every_variant(GAME)
def test_every_board_has_twelve_pins(options: Options) -> None:
    assert len(GAME.telling.squares(GAME.begin(options))) == 12


@pytest.mark.parametrize(
    ("tokens", "key", "name"),
    [
        ("", "a1", "Pin a1: bare"),
        ("Ra1", "a1", "Pin a1, one level high: Ada's roundel"),
        (
            "Ra1 Sa1 Tb1b2^",
            "a1",
            "Pin a1, two levels high, from the board up: Ada's roundel, Bea's single blocker",
        ),
        (
            "Ra1 Sa1 Tb1b2^",
            "b1",
            "Pin b1, two levels high: the thick end of Ada's triple blocker over b2 too",
        ),
        ("Ra1 Sa1 Tb1b2^", "b2", "Pin b2, one level high: Ada's triple blocker over b1 too"),
    ],
)
def test_a_pin_says_what_stands_on_it_and_whose_it_is(tokens: str, key: str, name: str) -> None:
    position = GAME.start().play(*tokens.split())
    assert GAME.telling.squares(position, ["Ada", "Bea"])[key] == name
