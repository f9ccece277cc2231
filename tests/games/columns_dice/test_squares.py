"""What a screen reader says of a square of the sheet."""

import pytest

from stylobate.games.columns_dice import GAME

SHEET = GAME.position("3-4-/44--/556-/1223P/6---/1-12 2 P *3 0:8 ascending")


def test_there_are_six_columns_of_four_squares_and_four_wild_ones() -> None:
    assert len(GAME.telling.squares(SHEET)) == 6 * 4 + 4


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("C3", "Column C, square 3: 6"),
        ("D4", "Column D, square 4: 3; Pencil's column, 8 points"),
        ("W1", "WILD row, square 1: 2"),
    ],
)
def test_a_square_says_what_stands_there(key: str, name: str) -> None:
    assert GAME.telling.squares(SHEET)[key] == name
