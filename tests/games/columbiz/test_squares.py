"""What a screen reader says of a square."""

from stylobate.games.columbiz import GAME


def test_there_are_six_columns_of_six_squares() -> None:
    assert len(GAME.telling.squares(GAME.start())) == 6 * 6


def test_a_square_says_whose_counter_stands_there() -> None:
    position = GAME.start().play("*11223344", "stop", "3:2")
    squares = GAME.telling.squares(position, ["Ada", "Bea"])
    assert squares["3:2"] == "Column 3, square 2: Ada's counter"
    assert squares["3:1"] == "Column 3, square 1: empty"
