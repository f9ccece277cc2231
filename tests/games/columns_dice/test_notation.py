"""Tokens and position text of the dice game: what is read, what is refused, and the sentence it gets."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.game import Position
from stylobate.games.columns_dice import GAME
from stylobate.games.columns_dice.rules import PASS, WRITE, WRITE_WILD
from tests.harness import check_that_only_legal_tokens_are_played, random_game, refused, variants

START = "----/----/----/----/----/---- - I - 0:0 ascending"
LATE = "1113P/45x5P/466-/136-/1133I/1455P 1245 I *3 8:35 ascending"
EVERY_ACTION = (*range(1, 7), *range(WRITE, WRITE_WILD), WRITE_WILD, PASS)


def moment(seed: int) -> Position:
    """Some moment of some random game."""
    rng = random.Random(seed)
    position = GAME.begin(rng.choice(variants(GAME)))
    return position.play(*random_game(position, rng, limit=rng.randrange(70)))


def test_the_start_as_text() -> None:
    assert str(GAME.start()) == START


@pytest.mark.parametrize("text", [START, LATE, START.replace("ascending", "either"), START.replace("I", "P")])
def test_a_position_reads_back_as_it_was_written(text: str) -> None:
    assert str(GAME.position(text)) == text


@given(st.integers(0, 2**32))
def test_any_position_of_any_game_reads_back_as_the_same(seed: int) -> None:
    position = moment(seed)
    assert GAME.position(str(position)) == position


@given(st.integers(0, 2**32))
def test_what_no_legal_token_says_is_refused_with_a_reason_and_changes_nothing(seed: int) -> None:
    position = moment(seed)
    tokens = [GAME.notation.token(position.state, action) for action in EVERY_ACTION]
    assert len(set(tokens)) == len(EVERY_ACTION)
    check_that_only_legal_tokens_are_played(position, tokens)


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("hello", "not a Columns token; write a throw as *4"),
        ("", "not a Columns token"),
        ("c2", "not a Columns token"),
        ("C2X", "not a Columns token"),
        ("C12", "not a Columns token"),
        ("*", "not a Columns token"),
        ("*0", "it shows 1 to 6"),
        ("*7", "it shows 1 to 6"),
        ("*11", "it shows 1 to 6"),
        ("G1", "its squares are A1 to F4"),
        ("A5", "its squares are A1 to F4"),
        ("A0x", "its squares are A1 to F4"),
        ("C２", "not a Columns token"),
    ],
)
def test_what_is_no_token_is_refused(token: str, told: str) -> None:
    with refused(BadToken, told):
        GAME.start().play(token)


@pytest.mark.parametrize(
    ("text", "token", "told"),
    [
        (START, "A1", "the die has not been thrown yet"),
        (START, "pass", "the die has not been thrown yet"),
        (LATE, "*2", "the die is thrown, and the 3 is to be written"),
        (LATE, "wild", "all 4 squares of the WILD row are taken, so the turn is lost: pass"),
        (LATE, "C4", "column C would read 4-6-6-3, and from top to bottom its numbers must never fall"),
        (LATE, "C3", "there is a 6 at C3 already"),
        (LATE, "B3x", "there is a cross at B3 already"),
        (LATE, "C4x", "3 is not wild, and only a wild number is crossed in"),
        (LATE.replace("*3", "*2"), "wild", "2 is wild, so a cross must be written"),
        (LATE.replace("*3", "*2"), "pass", "2 is wild, so a cross must be written"),
        (LATE.replace("*3", "*6"), "pass", "the 6 can still be written, at C4"),
        (LATE.replace("1245", "12"), "pass", "the WILD row has an empty square, so the 3 goes there: wild"),
        (
            "-46-/----/----/----/----/---- - I *3 0:0 either",
            "A4",
            "column A would read 4-6-3, and from top to bottom its numbers must never fall or never rise",
        ),
        ("1111I/1111P/1111I/1111P/1111I/1111P - - - 12:12 ascending", "*1", "the game is over"),
    ],
)
def test_an_illegal_token_is_told_why(text: str, token: str, told: str) -> None:
    position = GAME.position(text)
    with refused(BadToken, told):
        position.play(token)
    assert str(position) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "should be six parts"),
        ("hello", "should be six parts"),
        (START + " ", "should be six parts"),
        (START.replace(" - I", "  - I"), "should be six parts"),
        (START.replace("ascending", "descending"), "it is one of ascending, either"),
        ("----/----/----/----/---- - I - 0:0 ascending", "has 5 columns; the sheet has 6"),
        ("---/----/----/----/----/---- - I - 0:0 ascending", "column A reads “---”; write four squares"),
        ("----/-7--/----/----/----/---- - I - 0:0 ascending", "column B reads “-7--”; write four squares"),
        ("----/-X--/----/----/----/---- - I - 0:0 ascending", "column B reads “-X--”; write four squares"),
        ("-65-/----/----/----/----/---- - I - 0:0 ascending", "column A reads 6-5; from top to bottom"),
        ("5-65/----/----/----/----/---- - I - 0:0 either", "must never fall or never rise"),
        ("123-I/----/----/----/----/---- - P - 0:0 ascending", "column A is not full"),
        ("1234/----/----/----/----/---- - P - 0:0 ascending", "as in 1234I or 1234P"),
        ("1234J/----/----/----/----/---- - P - 0:0 ascending", "column A reads “1234J”"),
        (LATE.replace("1245", "1254"), "in ascending order and each once"),
        (LATE.replace("1245", "1244"), "in ascending order and each once"),
        (LATE.replace("1245", "0245"), "in ascending order and each once"),
        (LATE.replace("1245", "w"), "in ascending order and each once"),
        (LATE.replace("1245", "12345"), "has 5 wild numbers; the WILD row has 4 squares"),
        (LATE.replace("1245", "-"), "there is a cross at B3, though no number is wild"),
        (LATE.replace("1245", "1246"), "6 is in the WILD row, though it could be written at C4"),
        (START.replace(" - I", " 3 I"), "3 is in the WILD row, though it could be written at A1"),
        (LATE.replace(" I ", " 0 "), "write I for Ink or P for Pencil"),
        (LATE.replace(" I ", " - "), "write I for Ink or P for Pencil"),
        (LATE.replace("*3", "*0"), "the die reads “*0”; write *1 to *6, or - before the throw"),
        (LATE.replace("*3", "*7"), "the die reads “*7”"),
        (LATE.replace("*3", "3"), "the die reads “3”"),
        (LATE.replace("8:35", "8:36"), "the points read 8:36, but the completed columns make 8:35"),
        (LATE.replace("8:35", "35:8"), "the completed columns make 8:35"),
        (LATE.replace("8:35", "8-35"), "the points read “8-35”"),
        (LATE.replace("8:35", "08:35"), "the points read “08:35”"),
        (
            "1111I/1111P/1111I/1111P/1111I/1111P - I - 12:12 ascending",
            "all columns are full: the seat and the die should be “- -”, not “I -”",
        ),
        (
            "xxx6I/6666P/6666I/6666P/6666I/666xP 4 - - 54:66 ascending",
            "the first cross needs a number that is wild before it, but each of 4 could be written",
        ),
        (
            "1111I/1111P/1111I/1111P/1111I/1111P 1 - - 12:12 ascending",
            "in any square that was filled last one could be written",
        ),
        (
            "1111I/----/----/----/----/---- - I - 4:0 ascending",
            "the last entry was Pencil's and can only have completed a column, but Pencil has none",
        ),
    ],
)
def test_a_position_that_no_play_could_have_made_is_refused(text: str, told: str) -> None:
    with refused(BadPosition, told):
        GAME.position(text)


def test_a_full_sheet_may_have_crosses_if_a_number_was_wild_before_the_last_of_them() -> None:
    text = "6xxxI/6666P/6666I/6666P/6666I/6666P 4 - - 54:72 ascending"
    assert str(GAME.position(text)) == text


def test_the_order_is_an_option_and_part_of_the_position() -> None:
    assert GAME.start(order="either") != GAME.start()
    assert GAME.start(setup=str(GAME.start(order="either")).replace(" ", "_"), order="either")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"order": "descending"}, "order is one of ascending, either"),
        ({"players": "3"}, "no option “players”"),
        ({"order": "either", "setup": START.replace(" ", "_")}, "does not agree with setup="),
    ],
)
def test_a_wrong_option_is_refused(options: Mapping[str, str], told: str) -> None:
    with refused(BadOption, told):
        GAME.start(**options)
