"""The guide's figures show what their captions say."""

import pytest

from stylobate import guide
from stylobate.games.columns import GAME

FIGURES = guide.figures(GAME)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"figure {figure.number}")
def test_what_a_figure_calls_legal_is_and_what_it_calls_illegal_is_not(figure):
    assert set(figure.legal) <= set(figure.position.legal)
    assert not set(figure.illegal) & set(figure.position.legal)
    for token in figure.illegal:
        assert GAME.notation.action(figure.position.state, token) >= 0
    assert figure.caption.endswith(".")
    assert figure.svg().startswith("<svg")


def test_every_ruling_is_told_and_everybody_named():
    assert all(f"Ruling S{number}." in GAME.guide for number in (1, 2, 3, 4))
    for name in ("David Ward", "Pin International", "Out of the Box Publishing", "2001"):
        assert name in GAME.guide
