"""The guide's figures show what their captions say."""

import re

import pytest

from stylobate import guide
from stylobate.games.columba import GAME

FIGURES = guide.figures(GAME)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"figure {figure.number}")
def test_what_a_figure_calls_legal_is_and_what_it_calls_illegal_is_not(figure):
    assert set(figure.legal) <= set(figure.position.legal)
    assert not set(figure.illegal) & set(figure.position.legal)
    for token in figure.illegal:
        GAME.notation.action(figure.position.state, token)
    assert figure.caption.endswith(".")
    assert figure.svg().startswith("<svg")


def test_every_ruling_is_told_and_the_author_named():
    assert all(f"Ruling P{number}." in GAME.guide for number in range(1, 7))
    words = re.sub(r"\s+", " ", GAME.guide)
    assert "by Laurent Escoffier; pictures of the printed game by Sylvie Eder; Ludocom, 2012" in words


def test_every_kind_of_token_is_told():
    told = " ".join(token for figure in FIGURES for token in figure.legal)
    for kind in ("card:", "goal", "nogoal", "cote:L", "cote:S", "tile:", "eyas:", "falcon:"):
        assert kind in told
