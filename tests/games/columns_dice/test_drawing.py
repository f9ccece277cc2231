"""The sheet as a picture and in letters."""

import re
from xml.etree import ElementTree

import pytest

from stylobate.drawing import png
from stylobate.errors import BadToken
from stylobate.games.columns_dice import GAME
from tests.drawing.test_marks import told as marks_of

MIDGAME = "3-4-/44--/556-/1223P/6---/1-12 2 P *2 0:8 ascending"


def classes(svg: str, name: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(svg).iter() if name in part.get("class", "").split()]


def test_the_sheet_in_letters() -> None:
    assert GAME.position(MIDGAME).play("C4x").text("C4x") == "\n".join(
        [
            "     A   B   C   D   E   F",
            " 1   3   4   5   1   6   1",
            " 2   .   4   5   2   .   .",
            " 3   4   .   6   2   .   1",
            " 4   .   .  (x)  3   .   2",
            "    --- --- --- --- --- ---",
            "            16P  8P",
            "WILD  2 . . .",
            "Ink 0   Pencil 24   Ink to throw",
        ]
    )


def test_the_die_is_shown_in_letters_once_it_is_thrown() -> None:
    assert "die 2" in GAME.position(MIDGAME).text("*2")
    assert "die" not in GAME.start().text()


def test_the_picture_names_the_author_and_tells_the_sheet_in_words() -> None:
    svg = GAME.position(MIDGAME).svg()
    description = ElementTree.fromstring(svg).findtext("{*}desc", "")
    assert "a dice game by Stephen Tallevi" in description
    assert "D 1 2 2 3, 8 for Pencil" in description
    assert "Wild numbers: 2." in description
    assert classes(svg, "byline")


@pytest.mark.parametrize("number", range(1, 7))
def test_the_die_shows_as_many_pips_as_were_thrown(number: int) -> None:
    [die] = classes(GAME.start().play(f"*{number}").svg(), "die")
    assert len(die.findall("{*}circle")) == number


def test_hints_are_the_legal_tokens() -> None:
    position = GAME.position(MIDGAME)
    assert sorted(hint.get("data-token", "") for hint in classes(position.svg(hints=True), "hint")) == list(
        position.legal
    )
    assert not classes(position.svg(), "hint")
    assert not classes(GAME.start().svg(hints=True), "hint")


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("3-4-/44--/556-/1223P/6---/1-12 - I *2 0:8 ascending", "wild"),
        ("1113P/45x5P/466-/136-/1133I/1455P 1245 I *3 8:35 ascending", "pass"),
    ],
)
def test_wild_and_a_lost_turn_are_hints_too(text: str, token: str) -> None:
    [hint] = classes(GAME.position(text).svg(hints=True), "hint")
    assert hint.get("data-token", "") == token


def test_the_last_entry_is_marked() -> None:
    position = GAME.position(MIDGAME).play("C4x")
    assert not classes(position.svg(), "fresh")
    assert len(classes(position.svg("C4x"), "fresh")) == 1


@pytest.mark.parametrize(("column", "points", "sign"), [("1111I", "4:0", "ink"), ("1111P", "0:4", "pencil")])
def test_a_column_bears_the_sign_of_who_completed_it(column: str, points: str, sign: str) -> None:
    svg = GAME.position(f"{column}/----/----/----/1---/---- - I - {points} ascending").svg()
    signs = [part.get("class", "") for part in classes(svg, "column")[0].iter()]
    assert [name for name in signs if name.startswith("sign")] == [f"sign {sign}"]


def test_every_empty_square_can_be_clicked_on() -> None:
    squares = [part.get("data-square") for part in classes(GAME.position(MIDGAME).svg(), "square")]
    assert [name for name in squares if name] == ["A2", "A4", "B3", "B4", "C4", "E2", "E3", "E4", "F2"]


def test_every_square_of_the_sheet_can_be_hit_once() -> None:
    keys = [hit.get("data-key") for hit in classes(GAME.position(MIDGAME).svg(controls=True), "hit")]
    columns = [f"{letter}{row}" for letter in "ABCDEF" for row in range(1, 5)]
    assert keys == [*columns, "W1", "W2", "W3", "W4"]
    assert not classes(GAME.position(MIDGAME).svg(hints=True), "hit")


@pytest.mark.parametrize(
    "text",
    [
        "1111I/1111I/1111I/1111P/1111P/1111P - - - 12:12 ascending",
        "1111I/1111I/1111I/1111I/1111P/1111P - - - 16:8 ascending",
    ],
)
def test_the_end_says_who_has_won(text: str) -> None:
    position = GAME.position(text)
    told = "shared, 12 to 12" if len(position.winners) == 2 else "Ink has won, 16 to 8"
    assert told in position.text()
    assert f"Columns (dice): {told}" in position.svg()


def test_a_picture_stands_by_itself_and_can_be_made_a_png() -> None:
    svg = GAME.position(MIDGAME).svg("*2", hints=True)
    assert not re.search(r"<(script|style|image|use|text)|\bid=|url\(", svg)
    assert png(svg, 1.0).startswith(b"\x89PNG")
    assert svg == GAME.position(MIDGAME).svg("*2", hints=True)


def test_a_last_token_that_is_none_is_refused() -> None:
    with pytest.raises(BadToken):
        GAME.start().svg("hello")


def test_after_a_throw_the_number_written_before_it_is_still_marked_and_the_die_more_so() -> None:
    svg = GAME.start().play("*3", "A1", "*4").svg("*4", earlier=["*3", "A1"])
    [square] = classes(svg, "lately")
    assert (float(square.get("x", "")), float(square.get("stroke-width", ""))) < (100, 3)
    assert len(classes(svg, "fresh")) == 1
    assert not classes(GAME.start().play("*3", "A1", "*4").svg("*4"), "lately")


def test_what_is_no_token_cannot_have_come_earlier() -> None:
    with pytest.raises(BadToken):
        GAME.start().play("*3").svg("*3", earlier=["Z9"])


def test_the_wild_row_explains_itself() -> None:
    assert any("fits nowhere goes into this row" in words for words in marks_of(GAME.start()))
