"""What is said of a Colonnade move, and the clicks that make it."""

import re

import pytest

from stylobate.games.colonnade import GAME
from tests.harness import Options, every_variant
from tests.test_telling import nodes, said

NOTATION = re.compile(r"\b[a-h][0-9]+[a-h]\b")


@pytest.mark.parametrize(
    ("position", "token", "words"),
    [
        (
            "R3/B3/R3/B3/R3/B3/R3/B3 R",
            "b2a",
            "Red moves two checkers from b onto a; one red checker is discarded",
        ),
        ("-/R3/-/B3/-/-/-/- R", "b1a", "Red moves one checker from b down to the empty square a"),
        (
            "B1/R2/B1/-/-/-/-/- B",
            "b2a",
            "Blue moves the whole stack of b onto a; one blue checker is discarded",
        ),
        (
            "B1/B1/-/-/-/-/-/- B",
            "b1a",
            "Blue moves the only checker of b onto a; one blue checker is discarded",
        ),
    ],
)
def test_a_colonnade_move_in_words(position: str, token: str, words: str) -> None:
    assert GAME.telling.words(GAME.position(position), token) == words


def test_a_checker_is_clicked_before_its_square() -> None:
    steps = GAME.telling.steps(GAME.start(), "b2a")
    assert [step.key for step in steps] == ["b2", "a"]
    assert steps[0].label == "b, second from the top, red, with one checker on it"


def test_who_cannot_move_is_told_to_have_lost() -> None:
    assert GAME.telling.result(GAME.position("-/R1/-/B1/-/-/-/- R"), ["Ada", "Bea"]) == [
        "Bea wins.",
        "It is Ada's turn, and Ada has no move left: that loses.",
    ]


@every_variant(GAME)
def test_nobody_is_told_anything_in_notation(options: Options) -> None:
    for position in nodes(GAME, options):
        for sentence in said(position):
            assert not NOTATION.search(sentence), sentence
