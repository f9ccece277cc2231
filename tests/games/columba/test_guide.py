"""The guide tells every ruling and every kind of token, and names its author."""

import re

from stylobate import guide
from stylobate.games.columba import GAME

FIGURES = guide.figures(GAME)


def test_every_ruling_is_told_and_the_author_named() -> None:
    assert all(f"Ruling P{number}." in GAME.guide for number in range(1, 7))
    words = re.sub(r"\s+", " ", GAME.guide)
    assert "by Laurent Escoffier; pictures of the printed game by Sylvie Eder; Ludocom, 2012" in words


def test_every_kind_of_token_is_told() -> None:
    told = " ".join(token for figure in FIGURES for token in figure.legal)
    for kind in ("card:", "goal", "nogoal", "cote:L", "cote:S", "tile:", "eyas:", "falcon:"):
        assert kind in told
