"""Columns to look at: everything on the board is in the picture, and the picture stands by itself."""

import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import dedent

import pytest

from stylobate import Position
from stylobate.drawing import png
from stylobate.errors import BadToken
from stylobate.games.columns import GAME
from stylobate.games.columns.notation import pieces, token
from stylobate.games.columns.words import standing
from tests.drawing.test_marks import told as marks_of
from tests.games.columns.endings import ENDINGS
from tests.harness import every_variant, random_game

SVG = "{http://www.w3.org/2000/svg}"


def parts(svg: str, class_: str) -> list[ET.Element]:
    """The elements of that class."""
    return [part for part in ET.fromstring(svg).iter() if class_ in part.get("class", "").split()]


def moments(options: Mapping[str, str], seed: int) -> Iterator[tuple[Position, str | None]]:
    position = GAME.begin(options)
    yield position, None
    for played in random_game(position, random.Random(seed)):
        position = position.play(played)
        yield position, played


@every_variant(GAME)
def test_every_piece_of_every_moment_is_in_the_picture(options: Mapping[str, str]) -> None:
    for position, last in moments(options, 5):
        state = position.state
        drawn = Counter(part.get("data-token") for part in parts(position.svg(last), "piece"))
        ranks = position.state[0]
        there: Counter[str] = Counter()
        for piece in pieces(state):
            there[token(state, piece.action)] += len({pin % ranks for pin in piece.shape.pins})
        assert drawn == there


@every_variant(GAME)
def test_the_piece_that_came_last_is_marked_wherever_it_shows(options: Mapping[str, str]) -> None:
    for position, last in moments(options, 6):
        halos = parts(position.svg(last), "halo")
        assert bool(halos) == bool(last)
        assert not parts(position.svg(), "halo")


@every_variant(GAME)
def test_hints_show_every_legal_placement_and_nothing_else(options: Mapping[str, str]) -> None:
    for position, last in moments(options, 7):
        hints = parts(position.svg(last, hints=True), "hint")
        assert sorted(hint.get("data-token", "") for hint in hints) == list(position.legal)
        assert not parts(position.svg(last), "hint")


@every_variant(GAME)
def test_every_pin_can_be_hit(options: Mapping[str, str]) -> None:
    for position, last in moments(options, 8):
        keys = [hit.get("data-key", "") for hit in parts(position.svg(last, controls=True), "hit")]
        pins = [
            part.get("data-pin", "") for part in ET.fromstring(position.svg()).iter() if part.get("data-pin")
        ]
        assert keys == sorted(pins)
        assert not parts(position.svg(last, hints=True), "hit")


def test_the_picture_stands_by_itself_and_names_the_author() -> None:
    svg = GAME.start().play("Ra1", "Ta2b2^").svg("Ta2b2^", hints=True)
    root = ET.fromstring(svg)
    described = root.findtext(f"{SVG}desc", "")
    assert "David Ward" in described
    assert "Pin International" in described
    assert "Out of the Box Publishing, 2001" in described
    assert parts(svg, "byline")
    for part in root.iter():
        assert part.tag.removeprefix(SVG) not in ("script", "style", "image", "use", "text")
        assert not {"id", "href", "style"} & set(part.keys())


def test_the_description_tells_every_pin_and_what_is_left() -> None:
    described = ET.fromstring(GAME.start().play("Rb1", "Ta1b1v").svg("Ta1b1v")).findtext(f"{SVG}desc", "")
    assert "a1: dark triple blocker over b1 too, dark triple blocker over b1 too" in described
    assert "b1: light roundel, dark triple blocker over a1 too" in described
    assert "c1 bare" in described
    assert "Dark has 12 roundels, 3 single blockers, 3 double blockers, 2 triple blockers left" in described
    assert "Last move: Ta1b1v." in described


def test_the_same_position_gives_the_same_picture() -> None:
    one = GAME.start().play("Ra1", "Sb1", "Dc1d1", "Tc2c3^")
    other = GAME.start().play("Dc1d1", "Tc2c3^", "Ra1", "Sb1")
    assert one.svg() == other.svg()


@pytest.mark.parametrize("last", ["Ra1", "Rb2", "Sb1", "Db1c1"])
def test_a_token_that_cannot_have_led_here_is_refused(last: str) -> None:
    position = GAME.start().play("Ra1", "Sa1", "Rb2", "Rc2")
    with pytest.raises(BadToken, match="cannot have led to"):
        position.svg(last)
    with pytest.raises(BadToken, match="cannot have led to"):
        position.text(last)


def test_a_full_board_becomes_a_png() -> None:
    assert png(GAME.position(ENDINGS["a full board"]).svg()).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("level 5 decides", "Dark has won, 5 to 3 on level 5"),
        ("level 4 decides", "Light has won, 4 to 3 on level 4, level 5 being level"),
        ("level 2 decides", "Light has won, 3 to 2 on level 2, levels 5 to 3 being level"),
        ("shared", "Light and Dark share it, level on all five levels"),
    ],
)
def test_the_picture_says_who_has_won_and_where_that_was_decided(ending: str, said: str) -> None:
    position = GAME.position(ENDINGS[ending])
    assert standing(position) == said
    assert said in position.svg()
    assert said in position.text()


def test_the_levels_in_letters() -> None:
    position = GAME.start().play("Rb1", "Ta1b1v", "Dc1c2", "Sd3")
    assert position.text("Sd3") == dedent("""\
           level 1    level 2    level 3    level 4    level 5
        3  . . .[s]   . . . .    . . . .    . . . .    . . . .

        2  . . D .    . . . .    . . . .    . . . .    . . . .
               |
        1  t R D .    t-t . .    . . . .    . . . .    . . . .
           a b c d    a b c d    a b c d    a b c d    a b c d
           1:0        0:0        0:0        0:0        0:0
        Light in hand: R 11  S 3  D 2  T 3
        Dark  in hand: r 12  s 2  d 3  t 2
        Light to move""")


def test_a_long_row_in_letters_is_seen_from_the_front() -> None:
    position = GAME.start(layout="12x1").play("Rb1", "Ta1b1v", "Td1c1^", "Dk1l1")
    assert position.text("Dk1l1") == dedent("""\
        5  . . . . . . . . . . . .   0:0
        4  . . . . . . . . . . . .   0:0
        3  . . . . . . . . . . . .   0:0
        2  t-t . T . . . . . . . .   0:0
        1  t R T-T . . . . . .[d-d]  1:0
           a b c d e f g h i j k l
        Light in hand: R 11  S 3  D 3  T 2
        Dark  in hand: r 12  s 3  d 2  t 2
        Light to move""")


def test_the_mover_can_take_a_piece_from_where_it_lies_in_hand() -> None:
    light, dark = GAME.start(), GAME.start().play("Ra1")
    rows = []
    for position in (light, dark):
        shelves = parts(position.svg(controls=True), "shelf")
        assert [shelf.get("data-also") for shelf in shelves] == ["R", "S", "D", "T"]
        [row] = {float(shelf[0].get("y", "")) for shelf in shelves}
        rows.append(row)
    assert rows[0] < rows[1]
    assert not parts(dark.svg(hints=True), "shelf")


def test_a_triangle_on_a_plan_is_explained_where_there_is_one() -> None:
    with_one = marks_of(GAME.start().play("Ta1b1^"))
    assert any("A triangle is a triple's thick end" in words for words in with_one)
    assert not any("triangle" in words for words in marks_of(GAME.start()))
