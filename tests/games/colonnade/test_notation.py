"""Colonnade as text: what is read, and the sentence for what is not."""

import pytest
from hypothesis import given

from stylobate import load
from stylobate.errors import BadPosition, BadToken
from tests.games.colonnade.positions import position_texts
from tests.harness import refused

GAME = load("colonnade")


@given(position_texts())
def test_every_position_of_at_most_24_checkers_is_read_and_written_the_same(text: str) -> None:
    assert str(GAME.position(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“” should be eight stacks joined by /, a space, and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3/B3", "should be eight stacks joined by /, a space, and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3/B3 r", "and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3/B3  R", "and R or B to move"),
        (" R3/B3/R3/B3/R3/B3/R3/B3 R", "and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3/B3 R ", "and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3/B3 R\n", "and R or B to move"),
        ("R3/B3/R3/B3/R3/B3/R3 R", "has 7 squares; Colonnade has 8, joined by /"),
        ("R3/B3/R3/B3/R3/B3/R3/B3/- R", "has 9 squares; Colonnade has 8, joined by /"),
        ("R3/B3/R3/B3/R3/B3/R3/ R", "square h reads “”; write - or R or B and a height, as in R3"),
        ("R0/-/-/-/-/-/-/- R", "square a reads “R0”"),
        ("-/R03/-/-/-/-/-/- R", "square b reads “R03”"),
        ("-/-/r3/-/-/-/-/- R", "square c reads “r3”"),
        ("-/-/-/R/-/-/-/- R", "square d reads “R”"),
        ("-/-/-/-/3/-/-/- R", "square e reads “3”"),
        ("-/-/-/-/-/R-3/-/- R", "square f reads “R-3”"),
        ("-/-/-/-/-/-/R٣/- R", "square g reads “R٣”"),
        ("-/-/-/-/-/-/-/R100 R", "square h reads “R100”"),
        ("R3/B3/R3/B3/R3/B3/R3/B4 R", "has 25 checkers; there are only 24"),
        ("R99/R99/R99/R99/R99/R99/R99/R99 R", "has 792 checkers; there are only 24"),
    ],
)
def test_what_is_not_a_position_is_refused_and_the_sentence_says_why(text: str, sentence: str) -> None:
    with refused(BadPosition, sentence):
        GAME.position(text)


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("", "“” is not a Colonnade move; write from-square, checkers, to-square, as in b2a"),
        ("b02a", "is not a Colonnade move"),
        ("b0a", "is not a Colonnade move"),
        ("B2A", "is not a Colonnade move"),
        ("b2a ", "is not a Colonnade move"),
        ("b2a\n", "is not a Colonnade move"),
        ("b٢a", "is not a Colonnade move"),
        ("i1h", "is not a Colonnade move"),
        ("b100a", "is not a Colonnade move"),
        ("*1", "is not a Colonnade move"),
        ("b2d", "does not go to a neighbouring square"),
        ("a1h", "does not go to a neighbouring square"),
        ("b2b", "does not go to a neighbouring square"),
        ("b25a", "takes 25 checkers; there are never more than 24"),
        ("d1c", "d is empty"),
        ("a4b", "a holds only 3"),
        ("a2b", "checker 2 from the top of a is blue, not red"),
        ("e3d", "the bottom checker of e cannot go down to an empty square"),
        ("c2b", "the top of b is blue, not red"),
    ],
)
def test_what_is_not_a_legal_move_is_refused_and_the_sentence_says_why(token: str, sentence: str) -> None:
    position = GAME.position("R3/B3/B3/-/R3/-/-/- R")
    with refused(BadToken, sentence):
        position.play(token)


def test_a_refusal_tells_what_would_have_been_legal() -> None:
    with pytest.raises(BadToken, match=r"legal: b2a, b2c, d2c, d2e, f2e, f2g, h2g$"):
        GAME.start().play("a1b")


def test_a_long_list_of_legal_moves_is_cut_short() -> None:
    position = GAME.position("R1/R3/R3/R5/R5/R3/R3/R1 R")
    with pytest.raises(BadToken, match=r"legal: (\w+, ){11}\w+ and 18 more$"):
        position.play("a2b")


def test_tokens_are_in_ascii_order_not_by_number() -> None:
    assert GAME.position("-/R24/-/-/-/-/-/- R").legal[:3] == ("b11a", "b11c", "b13a")
