"""What a screen reader says of a square."""

import pytest

from stylobate.games.colonnade import GAME


def test_there_are_eight_squares() -> None:
    assert list(GAME.telling.squares(GAME.start())) == list("abcdefgh")


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("R3/-/B1/R7/-/-/-/- B", "a", "Square a: three checkers, from the top red, blue, red"),
        ("R3/-/B1/R7/-/-/-/- B", "b", "Square b: empty"),
        ("R3/-/B1/R7/-/-/-/- B", "c", "Square c: one blue checker"),
        ("R3/-/B1/R8/-/-/-/- B", "d", "Square d: eight checkers in turn, red on top, blue at the bottom"),
    ],
)
def test_a_square_says_what_stands_there(text: str, key: str, name: str) -> None:
    assert GAME.telling.squares(GAME.position(text))[key] == name
