"""The guide's figures show what their captions say."""

import pytest

from stylobate import guide
from stylobate.games.columns_dice import GAME

FIGURES = guide.figures(GAME)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"figure {figure.number}")
def test_what_a_figure_calls_legal_is_and_what_it_calls_illegal_is_not(figure):
    assert set(figure.legal) <= set(figure.position.legal)
    assert not set(figure.illegal) & set(figure.position.legal)
    assert figure.caption.endswith(".")
    assert figure.svg().startswith("<svg")


def test_every_ruling_is_told_and_the_author_named():
    assert all(f"Ruling D{number}." in GAME.guide for number in (1, 2, 3, 4))
    assert "Stephen Tallevi, 2004" in GAME.guide
