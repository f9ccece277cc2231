"""The guide tells every ruling and names everybody."""

from stylobate.games.columns_dice import GAME


def test_every_ruling_is_told_and_the_author_named() -> None:
    assert all(f"Ruling D{number}." in GAME.guide for number in (1, 2, 3, 4))
    assert "Stephen Tallevi, 2004" in GAME.guide
