"""The guide tells every ruling and names everybody."""

from stylobate.games.columns import GAME


def test_every_ruling_is_told_and_everybody_named() -> None:
    assert all(f"Ruling S{number}." in GAME.guide for number in (1, 2, 3, 4))
    for name in ("David Ward", "Pin International", "Out of the Box Publishing", "2001"):
        assert name in GAME.guide
