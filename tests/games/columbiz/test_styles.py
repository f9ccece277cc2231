"""Hoarder, builder and hunter do at Columbiz what they are said to do."""

import pytest

import stylobate
from stylobate.game import Position
from stylobate.games.columbiz.rules import HAND, PRISONERS
from tests.tasted import Much, does_more


def in_hand(end: Position, seat: int, tokens: list[str]) -> float:
    return float(end.state[HAND + seat])


def placed(end: Position, seat: int, tokens: list[str]) -> float:
    return float(sum(token[1] == ":" for token in tokens))


def prisoners(end: Position, seat: int, tokens: list[str]) -> float:
    return float(end.state[PRISONERS + seat])


@pytest.mark.parametrize(
    ("style", "much"), [("hoarder", in_hand), ("builder", placed), ("hunter", prisoners)]
)
def test_a_style_does_more_of_what_it_is_said_to_do_than_the_plain_level(style: str, much: Much) -> None:
    assert does_more(stylobate.load("columbiz"), style, much, games=10)
