"""A game of nothing but rules and a notation can be played: what it lacks is plain, but there."""

from __future__ import annotations

import pickle
from xml.etree import ElementTree

import pytest

from stylobate.errors import BadGame, BadToken
from stylobate.guide import blocks
from stylobate.page import middle
from stylobate.telling import Step, offered, ways
from tests.heap import GAME

THROWN = GAME.start().play("*3")


def test_its_words_are_its_tokens_and_every_move_is_a_button() -> None:
    assert GAME.telling.words(GAME.start(), "*3") == "Chance: 3"
    assert GAME.telling.words(THROWN, "take3", ["Ada", "Bea"]) == "Ada plays take3"
    assert ways(THROWN, "take3") == ((Step("take3", "take3"),),)
    assert offered(THROWN) == ("take1", "take3")
    assert GAME.telling.squares(THROWN) == {}


def test_its_end_is_told_with_the_points() -> None:
    over = GAME.position("0 0 1")
    assert GAME.telling.result(over, ["Ada", "Bea"]) == ["Ada wins.", "Points: Ada 0, Bea 0."]
    assert GAME.telling.asks(over) == ""


def test_its_board_is_its_notation_in_our_own_lettering() -> None:
    assert THROWN.text() == "7 3 0"
    picture = ElementTree.fromstring(THROWN.svg("*3", hints=True, controls=True))
    assert len([element for element in picture if element.tag.endswith("path")]) == len("730") + 1  # a byline
    assert picture.get("aria-label") == "Heap: One to move"


def test_its_seats_have_discs_of_different_looks() -> None:
    assert len({GAME.drawing.sign(seat) for seat in range(8)}) == 8


def test_everybody_plays_for_themselves() -> None:
    assert THROWN.sides == (0, 1)


def test_a_move_against_the_rules_is_refused_all_the_same() -> None:
    with pytest.raises(
        BadToken, match="“take2” is not legal here: the rules do not allow it; legal: take1, take3"
    ):
        THROWN.play("take2")


def test_its_guide_is_its_summary_and_the_start() -> None:
    prose, figure = blocks(GAME)
    assert "the last taker wins" in str(prose)
    assert "The start." in str(figure)


def test_its_portrait_is_the_middle_of_a_game_and_always_the_same() -> None:
    portrait = middle(GAME)
    assert portrait == middle(GAME)
    assert not GAME.position(portrait.position).is_over
    for name in ("portrait.svg", "sign.svg", "seat-0.svg", "seat-1.svg"):
        assert ElementTree.fromstring(GAME.page.draw(name)).get("viewBox")
    sign = ElementTree.fromstring(GAME.page.draw("sign.svg"))
    assert sign.get("width") == sign.get("height")


def test_it_has_no_sheet_and_no_solver() -> None:
    assert GAME.sheet is None
    assert GAME.solver is None


def test_it_travels_to_another_process_and_back() -> None:
    assert pickle.loads(pickle.dumps(THROWN)) == THROWN
    assert pickle.loads(pickle.dumps(GAME)) is GAME


def test_without_rules_there_is_no_game() -> None:
    from stylobate.plain.notation import PlainNotation
    from stylobate.plain.rules import PlainRules

    with pytest.raises(BadGame, match="heap brings no kernel"):
        PlainRules(GAME).KERNEL  # noqa: B018
    with pytest.raises(BadGame, match="heap brings no token"):
        PlainNotation(GAME).token(THROWN.state, 1)
