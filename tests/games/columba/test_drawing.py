"""The table as a picture and in letters."""

import random
import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from stylobate.drawing import png
from stylobate.errors import BadToken
from stylobate.games.columba import GAME
from stylobate.games.columba.deck import MOST
from stylobate.games.columba.telling import steps
from tests.games.columba.reference import Columba
from tests.games.columba.tables import EMPTY, FRESH, table
from tests.games.columba.test_notation import LATER
from tests.games.columba.walks import MANNERS, pick
from tests.harness import variants

RICH = table(
    ["WWSSWW", "WRSTTW", "RRTTRR", "SRSWSR"],
    things={(0, 0): "lr", (5, 0): "sy", (3, 2): "ly", (0, 2): "sr", (4, 3): "f"},
    tiles={(1, 0): "y", (3, 3): "."},
    boards="WWRR:W:WWRST:adult/SSTT:SST:-:-",
    phase="options",
    deck="WWSS,TTRR",
)


def classes(svg: str, name: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(svg).iter() if name in part.get("class", "").split()]


def test_the_table_in_letters() -> None:
    assert GAME.position(LATER).text("tile:R,2,0") == "\n".join(
        [
            "     -1   0   1   2   3   4",
            " -1       ·   ·   ·   ·",
            "  0   ·  rW   W ( Rr)yR   ·",
            "  1   ·   S   S   T  YT   ·",
            "  2       ·   ·   ·   ·",
            "Red has an estate of 2 wood pigeons with a small dovecote, at 0,0.",
            "Yellow has an estate of 2 rock doves with a small dovecote, at 3,0.",
            "Yellow has an estate of 2 turtle doves with a large dovecote, at 3,1.",
            "",
            "Red     -2  objective WRST, missing RST; stock WT; eyas; dovecotes LSS",
            "Yellow   2  objective SSTT, missing T; stock empty; dovecotes SS",
            "2 in the deck. Red to place, or to end the turn; this turn a dovecote placed and a falcon bred.",
        ]
    )


def test_the_card_in_hand_is_shown_in_letters() -> None:
    shown = GAME.start().play("*WWRS", "*SSTT").text("*SSTT")
    assert "In hand SSTT: S S\n              T T\n" in shown


def test_it_is_said_what_may_still_be_done_this_turn() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WWW:-/{EMPTY}")
    assert "Red to place or breed, or to end the turn." in position.text()
    assert "Red still needs a dovecote for a tile." in position.play("tile:W,0,-1").text()
    junior = table(["WWRR", "SSTT"], rules="junior")
    assert "Red to build, or to end the turn." in junior.text()
    assert "Red to end the turn; this turn a dovecote placed." in junior.play("cote:S,0,0").text()


def test_wild_tiles_and_falcons_in_letters() -> None:
    lines = RICH.text().splitlines()
    assert "   W'  #   R " in lines[5]
    assert "  RW   Wy  S " in lines[2]


def test_the_picture_names_the_author_and_tells_the_table_in_words() -> None:
    svg = RICH.svg()
    description = ElementTree.fromstring(svg).findtext("{*}desc", "")
    assert "a game by Laurent Escoffier (Ludocom, 2012)" in description
    assert "The territory has 24 squares" in description
    assert "Red has an estate of 3 wood pigeons with a large dovecote" in description
    assert "1 wood pigeon laid by Yellow" in description
    assert "4 falcon" in description
    assert "in stock 2 wood pigeon and 1 rock dove" in description
    assert classes(svg, "byline")


def test_every_estate_is_fenced_and_counted() -> None:
    fences = classes(RICH.svg(), "estate")
    assert sorted((fence.get("data-seat"), fence.get("data-pigeons")) for fence in fences) == [
        ("0", "3"),
        ("0", "4"),
        ("1", "3"),
        ("1", "4"),
    ]
    assert len(classes(RICH.svg(), "count")) == 4


def test_fences_differ_by_more_than_colour() -> None:
    boards = "/".join([EMPTY] * 4)
    things = {(0, 0): "sr", (2, 0): "sy", (0, 1): "sg", (2, 1): "sp"}
    fences = classes(table(["WWRR", "SSTT"], things=things, boards=boards).svg(), "estate")
    assert len({fence[1].get("stroke-dasharray") for fence in fences}) == 4


def test_an_estate_around_a_hole_has_two_fences() -> None:
    position = table(["WWWW", "WRRW", "WSSW", "WWWW"], things={(0, 0): "sr"})
    [fence] = classes(position.svg(), "estate")
    assert fence[0].get("d", "").count("M") == 2


def test_estates_that_touch_at_a_corner_only_are_fenced_too() -> None:
    position = table(["WWRR", "WRWR", "RWWR", "RRWW"], things={(0, 0): "sr"})
    assert len(classes(position.svg(), "estate")) == 1


def test_dovecotes_large_and_small_on_the_territory_and_on_the_boards() -> None:
    svg = RICH.svg()
    assert len(classes(svg, "large")) == 2
    assert len(classes(svg, "small")) == 2 + 2 + 2


def test_a_dot_stands_wherever_the_card_may_lie() -> None:
    position = GAME.start().play("*WWRS", "*SSTT")
    hints = classes(position.svg(hints=True), "hint")
    tokens = [f"card:{h.get('data-place')},{turn}" for h in hints for turn in h.get("data-turns", "")]
    assert sorted(tokens) == list(position.legal)
    assert len(classes(position.svg(hints=True), "capture")) == 7
    assert not classes(position.svg(), "hint")
    assert not classes(GAME.start().svg(hints=True), "hint")


def test_signs_stand_wherever_something_may_be_placed() -> None:
    hints = classes(RICH.svg(hints=True), "hint")
    tokens = [token for hint in hints for token in hint.get("data-token", "").split()]
    assert sorted(tokens) == [t for t in RICH.legal if t[:4] in ("cote", "tile", "falc")]


def test_the_territory_and_every_place_for_the_card_can_be_hit() -> None:
    position = GAME.start().play("*WWRS", "*SSTT")
    keys = [part.get("data-key", "") for part in classes(position.svg(controls=True), "hit")]
    territory = {"0,0", "1,0", "0,1", "1,1"}
    assert sorted(keys) == sorted({token[5:-2] for token in position.legal} | territory)
    assert not classes(position.svg(hints=True), "hit")


@pytest.mark.parametrize("token", ["card:2,0,1", "cote:L,0,0", "tile:W,0,0", "falcon:0,0"])
def test_what_came_last_is_framed(token: str) -> None:
    assert not classes(RICH.svg(), "fresh")
    assert len(classes(RICH.svg(token), "fresh")) == 1


def test_a_card_drawn_is_framed_in_the_hand_or_as_the_objective() -> None:
    hand = GAME.start().play("*WWRS", "*SSTT")
    assert len(classes(hand.svg("*SSTT"), "fresh")) == 1
    goal = GAME.start(deck="WRST,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0", "goal", "*WWWR")
    assert len(classes(goal.svg("*WWWR"), "fresh")) == 1
    first = GAME.start().play("*WWRS")
    assert len(classes(first.svg("*WWRS"), "fresh")) == 1


def test_what_is_caught_is_ticked_on_the_objective() -> None:
    caught = [part.get("data-caught") for part in classes(RICH.svg(), "objective")]
    assert caught == ["1", "3"]
    none = table(["WWRR", "SSTT"], boards=f"{EMPTY}/{FRESH}")
    assert [part.get("data-caught") for part in classes(none.svg(), "objective")] == [None, "0"]


@pytest.mark.parametrize(
    ("things", "boards", "told"),
    [
        ({(0, 0): "sr"}, f"{EMPTY}/{EMPTY}", "Red has won, 2 to 0"),
        ({(0, 0): "sr", (2, 0): "sy"}, f"{EMPTY}/{EMPTY}", "Red and Yellow share it, with 2 each"),
        ({(0, 0): "lr", (0, 1): "sy"}, f"{EMPTY}/{EMPTY}", "Yellow has won, 4 to 4, by the largest estate"),
        ({(0, 0): "sp"}, "/".join([EMPTY] * 4), "Yellow and Purple have won, 2 to 0"),
    ],
)
def test_the_end_says_who_has_won(things: dict[tuple[int, int], str], boards: str, told: str) -> None:
    position = table(["WWRR", "SSSS"], things=things, boards=boards, deck="-").play("end")
    assert told in position.text()
    assert f"Columba: {told}" in position.svg("end")


@pytest.mark.slow
@pytest.mark.parametrize("options", variants(GAME), ids=lambda options: "-".join(options.values()))
def test_every_moment_of_a_game_can_be_drawn(options: Mapping[str, str]) -> None:
    rng = random.Random(3)
    position, beside = GAME.begin(options), Columba.start(options)
    last = None
    while not position.is_over:
        ElementTree.fromstring(position.svg(last, hints=True))
        assert position.text(last)
        last = pick(position, beside, MANNERS["breeders"], rng)
        position = position.play(last)
        beside.play(last)
    ElementTree.fromstring(position.svg(last))


def test_the_picture_grows_with_the_territory_but_no_further_than_it_must() -> None:
    small = ElementTree.fromstring(GAME.start().play("*WWRS").svg())
    position = GAME.start(rules="junior", deck=",".join(["WRST"] * MOST)).play("*WRST")
    for place in range(1, 40):
        position = position.play("*WRST", f"card:{2 * place},0,0", "end")
    large = ElementTree.fromstring(position.svg())
    assert float(small.get("width", "")) == 580
    assert 1_000 < float(large.get("width", "")) < 1_500


def test_a_picture_stands_by_itself_and_can_be_made_a_png() -> None:
    svg = RICH.svg("tile:W,3,3", hints=True)
    assert not re.search(r"<(script|style|image|use|text)|\bid=|url\(", svg)
    assert png(svg, 1.0).startswith(b"\x89PNG")
    assert svg == RICH.svg("tile:W,3,3", hints=True)


def test_a_last_token_that_is_none_is_refused() -> None:
    with pytest.raises(BadToken):
        GAME.start().svg("hello")


def test_a_card_and_a_dovecote_stay_framed_while_the_next_draws_and_lays() -> None:
    turn = ["card:2,0,0", "cote:L,0,0", "end"]
    position = GAME.start().play("*WWRS", "*SSTT", *turn, "*WWSS")
    assert len(classes(position.svg("*WWSS", earlier=["*SSTT", *turn]), "lately")) == 2
    after = position.play("card:-2,0,0")
    drawn = after.svg("card:-2,0,0", earlier=["*SSTT", *turn, "*WWSS"])
    assert len(classes(drawn, "lately")) == 2
    [frame] = classes(drawn, "fresh")
    assert float(frame.get("stroke-width", "")) > float(classes(drawn, "lately")[0].get("stroke-width", ""))


def test_an_eyas_is_marked_at_who_bred_it_even_after_their_turn() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WW:-/{EMPTY}")
    bred = position.play("eyas:WW")
    [mark] = classes(bred.svg("eyas:WW"), "fresh")
    assert mark.get("d")
    [later] = classes(bred.play("end").svg("end", earlier=["eyas:WW"]), "lately")
    assert later.get("d") == mark.get("d")


def test_what_may_be_placed_can_be_taken_from_the_movers_board() -> None:
    shelves = classes(RICH.svg(controls=True), "shelf")
    taken = {part.get("data-also") for part in shelves}
    assert taken == {steps(RICH, token)[0].key for token in RICH.legal} - {"end"}
    assert "falcon" in taken
    assert not classes(RICH.svg(hints=True), "shelf")
    assert not classes(GAME.start().play("*WWRS", "*SSTT").svg(controls=True), "shelf")
