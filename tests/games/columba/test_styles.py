"""Hoarder and hunter do at Columba what they are said to do."""

import pytest

import stylobate
from stylobate.game import Position
from tests.tasted import Much, does_more


def tiles(end: Position, seat: int, tokens: list[str]) -> float:
    return float(sum(token.startswith("tile:") for token in tokens))


def falcons(end: Position, seat: int, tokens: list[str]) -> float:
    return float(sum(token.startswith(("eyas:", "adult:", "falcon:")) for token in tokens))


@pytest.mark.parametrize(("style", "much"), [("hoarder", tiles), ("hunter", falcons)])
def test_a_style_does_more_of_what_it_is_said_to_do_than_the_plain_level(style: str, much: Much) -> None:
    assert does_more(stylobate.load("columba"), style, much, games=2)
