import random
import re
import xml.etree.ElementTree as ET
from textwrap import dedent

import pytest

import stylobate
from stylobate.drawing import png
from stylobate.errors import BadToken
from stylobate.game import Position
from tests.drawing.pixels import pixels

COLONNADE = stylobate.load("colonnade")

START = "R3/B3/R3/B3/R3/B3/R3/B3 R"
EMPTIES = "-/R12/-/B7/R1/-/B2/B1 R"
TOWER = "-/-/R24/-/-/-/-/- R"
OVER = "-/R1/-/B1/-/-/-/- R"
BARE = "-/-/-/-/-/-/-/- B"
ALL = (START, EMPTIES, TOWER, OVER, BARE)


def at(text: str) -> Position:
    return COLONNADE.position(text)


def elements(svg: str, kind: str) -> list[ET.Element]:
    """All elements of a class."""
    return [e for e in ET.fromstring(svg).iter() if kind in (e.get("class") or "").split()]


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize("hints", [False, True])
def test_a_picture_is_whole_and_always_the_same(text: str, hints: bool) -> None:
    svg = at(text).svg(hints=hints)
    assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert svg == at(text).svg(hints=hints)


@pytest.mark.parametrize("text", ALL)
def test_a_picture_stands_by_itself(text: str) -> None:
    svg = at(text).svg(hints=True)
    for foreign in ("<text", "<script", "<style", "<use", "href", "url(", " id=", " style="):
        assert foreign not in svg


@pytest.mark.parametrize("text", ALL)
def test_every_checker_is_drawn_where_it_stands(text: str) -> None:
    position = at(text)
    squares = elements(position.svg(), "square")
    assert [square.get("data-square") for square in squares] == list("abcdefgh")
    for square, stack in zip(squares, position.state[:8], strict=True):
        checkers = [e for e in square.iter() if (e.get("class") or "").startswith("checker")]
        top = "red" if stack > 0 else "blue"
        below = "blue" if stack > 0 else "red"
        assert [e.get("class") for e in reversed(checkers)] == [
            f"checker {below if i % 2 else top}" for i in range(abs(stack))
        ]


def test_the_words_tell_the_whole_position() -> None:
    root = ET.fromstring(at(EMPTIES).svg())
    assert root[0].text == "Colonnade: Red to move"
    assert root[1].text == (
        "Colonnade, a game by Mark Steere. A row of stacks in which red and blue alternate: a empty, "
        "b 12 high under red, c empty, d 7 high under blue, e 1 high under red, f empty, "
        "g 2 high under blue, h 1 high under blue. Red to move."
    )


def test_the_last_move_is_told_and_marked() -> None:
    svg = at("B4/B1/R3/B3/R3/B3/R3/B3 B").svg(last="b2a")
    assert "Last move: b2a." in svg
    assert len(elements(svg, "halo")) == 2
    assert len(elements(svg, "ghost")) == len(elements(svg, "way")) == len(elements(svg, "last")) == 1


@pytest.mark.parametrize("last", ["a5b", "c2b", "b1a", "c2d"])
def test_a_move_that_cannot_have_led_here_is_not_marked(last: str) -> None:
    with pytest.raises(BadToken, match="cannot have led to"):
        at("B4/B1/R3/B3/R3/B3/R3/B3 B").svg(last=last)


def test_what_is_no_move_at_all_is_not_marked() -> None:
    with pytest.raises(BadToken, match="not a Colonnade move"):
        at(START).text(last="e4")


@pytest.mark.parametrize("text", ALL)
def test_hints_are_exactly_the_legal_moves(text: str) -> None:
    position = at(text)
    assert sorted(e.get("data-token") or "" for e in elements(position.svg(hints=True), "hint")) == list(
        position.legal
    )
    assert not elements(position.svg(), "hint")


@pytest.mark.parametrize("text", ALL)
def test_every_square_and_every_checker_that_may_be_picked_can_be_hit(text: str) -> None:
    position = at(text)
    keys = [e.get("data-key", "") for e in elements(position.svg(controls=True), "hit")]
    assert sorted(keys) == sorted({token[:-1] for token in position.legal} | {*"abcdefgh"})
    assert not elements(position.svg(hints=True), "hit")


@pytest.mark.parametrize("text", ALL)
def test_what_is_hit_on_a_checker_is_that_checker(text: str) -> None:
    for part in elements(at(text).svg(controls=True), "hit"):
        key, (area, glow) = part.get("data-key") or "", list(part)
        if len(key) > 1:
            foot = float((glow.get("d") or "").split("V")[0].split(" ")[1])
            top = float(area.get("y") or 0)
            assert top < foot - 7.5 < top + float(area.get("height") or 0)


def test_the_height_of_a_tall_stack_is_shared_out_among_all_that_may_be_picked() -> None:
    parts = elements(at("R7/R1/-/-/-/-/-/- R").svg(controls=True), "hit")
    heights = {part.get("data-key"): float(part[0].get("height") or 0) for part in parts}
    assert [key for key in heights if key and len(key) > 1 and key[0] == "a"] == ["a1", "a3", "a5", "a7"]
    assert min(heights["a3"], heights["a5"]) > 2 * 15 + 7
    assert min(heights["a1"], heights["a7"]) > 2 * 15 + 7


def test_a_square_shows_itself_where_checkers_would_land() -> None:
    parts = elements(at("R3/R1/-/-/-/-/-/- R").svg(controls=True), "hit")
    feet = {part.get("data-key"): float(re.findall(r"[\d.]+", part[1].get("d") or "")[1]) for part in parts}
    assert feet["a"] == feet["c"] - 3 * 15
    assert feet["b"] == feet["c"] - 15


def test_only_tall_stacks_have_their_height_written_above() -> None:
    assert len(elements(at(START).svg(), "height")) == 0
    assert len(elements(at(EMPTIES).svg(), "height")) == 2


def test_who_has_won_is_said() -> None:
    assert "<title>Colonnade: Blue has won, Red cannot move</title>" in at(OVER).svg()
    assert "<title>Colonnade: Red has won, Blue cannot move</title>" in at(BARE).svg()


def test_everything_drawn_lies_on_the_table() -> None:
    for text in ALL:
        rows = pixels(png(at(text).svg(hints=True), 0.5))
        linen = rows[4][100]
        assert all(row[4] == linen and row[-5] == linen for row in rows[8:-8])
        assert all(pixel == linen for pixel in rows[4][8:-8])


def test_the_tops_differ_even_in_grey() -> None:
    red, blue = (at(f"{top}1/-/-/-/-/-/-/- {top}") for top in "RB")
    grey = [
        [[sum(pixel[:3]) for pixel in row] for row in pixels(png(position.svg(), 1))[100:160]]
        for position in (red, blue)
    ]
    differing = sum(
        abs(a - b) > 90 for one, other in zip(*grey, strict=True) for a, b in zip(one, other, strict=True)
    )
    assert differing > 300


def board(text: str) -> str:
    return dedent(text).strip("\n")


def test_the_start_in_letters() -> None:
    assert at(START).text() == board("""
         R   B   R   B   R   B   R   B
         B   R   B   R   B   R   B   R
         R   B   R   B   R   B   R   B
        ===============================
         a   b   c   d   e   f   g   h     Red to move
        """)


def test_what_moved_stands_in_brackets() -> None:
    assert at("B4/B1/R3/B3/R3/B3/R3/B3 B").text(last="b2a") == board("""
        (B)
        (R)      R   B   R   B   R   B
         B       B   R   B   R   B   R
         R   B   R   B   R   B   R   B
        ===============================
         a<- b   c   d   e   f   g   h     Blue to move
        """)


def test_tall_stacks_and_empty_squares_in_letters() -> None:
    assert at("-/R6/-/B5/R1/-/B2/B1 R").text(last="e1d") == board("""
             R
             B      (B)
             R       R
             B       B
             R       R           B
         .   B   .   B   R   .   R   B
        ===============================
         a   b   c   d<- e   f   g   h     Red to move
         -   6   -   5   1   -   2   1     high
        """)


def test_the_end_in_letters() -> None:
    assert at(OVER).text() == board("""
         .   R   .   B   .   .   .   .
        ===============================
         a   b   c   d   e   f   g   h     Blue has won, Red cannot move
        """)


def test_the_highest_tower_in_letters_is_one_line_a_checker() -> None:
    lines = at(TOWER).text().splitlines()
    assert len(lines) == 24 + 3
    assert [line.strip() for line in lines[:23]] == ["R" if i % 2 == 0 else "B" for i in range(23)]
    assert lines[23].split() == [".", ".", "B", ".", ".", ".", ".", "."]


def test_every_move_of_a_game_can_be_marked_as_the_last() -> None:
    rng = random.Random(24)
    for _ in range(10):
        position = COLONNADE.start()
        while not position.is_over:
            token = rng.choice(position.legal)
            position = position.play(token)
            assert len(elements(position.svg(last=token), "halo")) == int(token[1:-1])
            assert position.text(last=token).count("(") == int(token[1:-1])
