import xml.etree.ElementTree as ET

import pytest

from stylobate import drawing, lettering
from stylobate.colours import CLOTH, HOUSE, ON_CLOTH
from stylobate.drawing import Svg, element, lettered, number, path, picture, png
from stylobate.errors import BadOption
from stylobate.palette import painted
from tests.drawing.pixels import pixels


def _card(*parts: str) -> str:
    drawn = picture(80, 30, "A card", "A card with a word on it.", *parts, class_="card")
    return painted(drawn, "light", HOUSE)


def test_text_is_escaped_and_svg_is_not() -> None:
    assert element("desc", "1 < 2 & 3") == "<desc>1 &lt; 2 &amp; 3</desc>"
    assert element("g", Svg("<a/>")) == "<g><a/></g>"
    assert ET.fromstring(element("a", b='say "it\'s" <so>')).get("b") == 'say "it\'s" <so>'


def test_attributes_are_named_as_svg_names_them() -> None:
    drawn = element("rect", class_="tile", data_square="a", stroke_width=1.50, rx=None)
    assert drawn == '<rect class="tile" data-square="a" stroke-width="1.5"/>'


@pytest.mark.parametrize(
    ("value", "written"), [(3.0, "3"), (2.5, "2.5"), (1 / 3, "0.33"), (-0.001, "0"), (-4, "-4"), (100, "100")]
)
def test_numbers_are_as_short_as_they_can_be(value: float, written: str) -> None:
    assert number(value) == written


def test_a_path_needs_spaces_only_between_numbers() -> None:
    assert path("M", 1, 2.5, "L", -3, 4, "Z") == "M1 2.5L-3 4Z"


def test_every_letter_can_be_seen_without_any_font() -> None:
    empty = pixels(png(_card(), 1))
    for letter in lettering._GLYPHS:
        drawn = pixels(png(_card(lettered(letter, 40, 20, 12, ON_CLOTH, "middle")), 1))
        assert (drawn != empty) == (letter != " "), letter


def test_whatever_a_game_may_write_of_its_board_we_have_letters_for() -> None:
    assert not [
        sign for sign in map(chr, range(33, 127)) if lettering.strokes(sign) == lettering.strokes("□")
    ]


def test_a_letter_that_we_lack_is_a_box_and_accents_are_dropped() -> None:
    assert lettering.strokes("Ж") == lettering.strokes("□")
    assert lettering.strokes("é") == lettering.strokes("e")


def test_letters_follow_each_other_along_the_line() -> None:
    assert lettering.width("ab") == pytest.approx(lettering.width("a") + lettering.width("b"))
    assert lettering.strokes("ll").count("M") == 2
    start, middle, end = (lettered("Red", 50, 10, 10, anchor=anchor) for anchor in ("start", "middle", "end"))
    assert "translate(50 10)" in start
    assert len({start, middle, end}) == 3


def test_a_picture_names_itself_to_those_who_listen() -> None:
    root = ET.fromstring(_card())
    assert root.get("role") == "img"
    assert root[0].tag.endswith("title")
    assert root[0].text == root.get("aria-label") == "A card"
    assert root[1].text == "A card with a word on it."


@pytest.mark.parametrize("scale", [0.5, 1, 2, 3.5])
def test_a_png_is_as_large_as_its_scale_says(scale: float) -> None:
    rows = pixels(png(_card(), scale))
    assert (len(rows[0]), len(rows)) == (80 * scale, 30 * scale)


def test_a_png_is_see_through_outside_the_table() -> None:
    rows = pixels(png(_card(), 1))
    assert rows[0][0][3] == 0
    assert rows[15][40] == (*bytes.fromhex(HOUSE.colours[CLOTH].light[1:]), 255)


@pytest.mark.parametrize("scale", [0, -1, 21, float("nan")])
def test_a_scale_that_makes_no_sense_is_refused(scale: float) -> None:
    with pytest.raises(BadOption, match="scale"):
        png(_card(), scale)


def test_the_shared_drawing_knows_nothing_of_games() -> None:
    assert not any(hasattr(drawing, name) for name in ("Game", "Position", "load"))
