"""The printed pad: six to a page, within its borders, with the prisoners' table."""

import pytest

from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.rules import ransom
from stylobate.sheet import PAPERS, blank, pdf, places, words


@pytest.mark.parametrize("paper", PAPERS)
def test_six_pads_go_on_a_page(paper: str) -> None:
    assert len(places(blank(GAME), paper)) == 6
    assert pdf(GAME, paper).startswith(b"%PDF-1.4\n")


def test_the_pad_has_the_prisoners_table() -> None:
    written = {mark.d for mark in blank(GAME).marks}
    for prisoners in range(1, 13):
        assert words(str(prisoners), 0, 0, 6).d in written
        assert words(str(ransom(prisoners)), 0, 0, 6).d in written


def test_the_same_pad_gives_the_same_bytes() -> None:
    assert pdf(GAME) == pdf(GAME)
