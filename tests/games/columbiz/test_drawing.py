"""The table as a picture and in letters."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from stylobate.drawing import png
from stylobate.errors import BadToken
from stylobate.games.columbiz import GAME
from tests.drawing.test_marks import told as marks_of
from tests.harness import every_variant

MIDGAME = "BB----/PP----/-P--B-/PPP---/BB----/BBP--- 9,10 1,2 3,0 P keep1 22223356"
PLACING = "------/------/-P----/------/------/------ 17,18 0,0 0,0 P place1 125556"
FOUR = "GGB---/PPB---/GB----/PKK---/KGGP--/PK---- 3,4,1,1 3,3,2,3 0,0,0,0 K throw2 3355"
NOTHING_FITS = "BB----/PPP---/BP--B-/PPP---/BB-B--/BBP--- 2,5 1,2 5,0 P place0 11344556"
SHARED = "BBBB--/PPPP--/BBBP--/PBP---/BP----/PB---- 0,0 3,3 7,7 - over -"


def classes(svg: str, name: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(svg).iter() if name in part.get("class", "").split()]


def counters(part: ElementTree.Element) -> list[str]:
    named = [child.get("class", "").split() for child in part.iter()]
    return [words[1] for words in named if words[:1] == ["counter"]]


def test_the_table_in_letters() -> None:
    assert GAME.position(PLACING).text("3:2") == "\n".join(
        [
            "     [1] [2] [3] [4] [5] [6]",
            "  6   .   .   .   .   .   .",
            "  5   .   .   .   .   .   .",
            "  4   .   .   .   .   .   .",
            "  3   .   .   .   .   +   .",
            "  2   .   .  (P)  .   +   .",
            "  1   +   +   .   .   +   +",
            "",
            "dice  1 2 5 5 5 6, 2 used",
            "",
            "            hand  runs  prisoners  points",
            "> P Purple    17     0          0       0",
            "  B Blue      18     0          0       0",
            "",
            "Purple has placed 1 of at most 4 counters; the next may go where + is.",
            "end ends the turn; it ends by itself with the fourth, with the last in hand, or when none fits.",
        ]
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MIDGAME, "Purple, throw 1 of 3 (+ is what these dice could reach)."),
        (MIDGAME, "stop begins placing"),
        (MIDGAME.replace("keep1", "keep2"), "Purple, throw 2 of 3"),
        (MIDGAME.replace("keep1", "place0"), "Purple places the first of at most 4 counters"),
        (FOUR, "Black to throw: throw 2 of 3."),
        (FOUR, "3 3 5 5 kept, 4 to throw"),
        (
            NOTHING_FITS,
            "Purple can place nothing: give-up takes two counters from the hand and ends the turn.",
        ),
        (SHARED, "Purple and Blue share the win with 11."),
    ],
)
def test_the_letters_say_where_in_the_turn_one_is_and_what_ends_it(text: str, told: str) -> None:
    assert told in GAME.position(text).text()


def test_the_picture_says_that_the_author_is_not_known_and_tells_the_table_in_words() -> None:
    svg = GAME.position(MIDGAME).svg()
    description = ElementTree.fromstring(svg).findtext("{*}desc", "")
    assert "a game whose printed sheet names no author" in description
    assert "column 4: Purple on 1, Purple on 2, Purple on 3" in description
    assert "Purple has 9 in hand, 3 for runs, one prisoner and 4 points in all" in description
    assert classes(svg, "byline")


def test_every_counter_in_hand_is_drawn_in_its_own_shape() -> None:
    hands = classes(GAME.position(FOUR).svg(), "hand")
    assert [counters(hand) for hand in hands] == [["purple"] * 3, ["blue"] * 4, ["grey"], ["black"]]
    outlines = set()
    for name in ("purple", "blue", "grey", "black"):
        first = classes(GAME.start(players=4).svg(), name)[0]
        outlines.add(re.sub(r"[-\d. ]", "", first.findall("{*}path")[1].get("d", "")))
    assert outlines == {"MAAZ", "MQLQLQLQZ", "MQLQLQZ"}


def test_the_board_has_all_its_counters() -> None:
    [board] = classes(GAME.position(FOUR).svg(), "board")
    assert sorted(counters(board)) == ["black"] * 4 + ["blue"] * 3 + ["grey"] * 5 + ["purple"] * 5


def test_every_empty_square_has_its_name() -> None:
    squares = [part.get("data-square") for part in classes(GAME.position(PLACING).svg(), "square")]
    assert len(squares) == 36
    assert [name for name in squares if name is None] == [None]
    assert "3:2" not in squares


@pytest.mark.parametrize(
    ("text", "shown", "places"), [(MIDGAME, "22223356", 0), (FOUR, "3355", 4), (PLACING, "125556", 2)]
)
def test_the_tray_shows_the_dice_and_where_others_lay(text: str, shown: str, places: int) -> None:
    [tray] = classes(GAME.position(text).svg(), "tray")
    dice = [part for part in tray.iter() if part.get("data-die")]
    assert "".join(die.get("data-die", "") for die in dice) == shown
    assert [len(die.findall("{*}circle")) for die in dice] == [int(face) for face in shown]
    assert len([part for part in tray.iter() if part.get("class") == "no-die"]) == places


def test_hints_are_the_squares_where_a_counter_may_go_and_the_word_that_ends_the_turn() -> None:
    position = GAME.position(PLACING)
    hints = classes(position.svg(hints=True), "hint")
    assert sorted(hint.get("data-token", "") for hint in hints) == list(position.legal)
    assert not classes(position.svg(), "hint")


def test_every_square_of_the_board_can_be_hit() -> None:
    keys = [part.get("data-key") for part in classes(GAME.position(PLACING).svg(controls=True), "hit")]
    assert keys == [f"{column}:{square}" for column in range(1, 7) for square in range(1, 7)]
    assert not classes(GAME.position(PLACING).svg(hints=True), "hit")


def test_while_dice_are_chosen_the_squares_within_reach_are_shown() -> None:
    svg = GAME.position(MIDGAME).svg(hints=True)
    assert len(classes(svg, "prospect")) == 3
    assert [hint.get("data-token", "") for hint in classes(svg, "hint")] == ["stop"]


def in_tray(svg: str) -> list[ElementTree.Element]:
    """The dice in the tray, each as a picture of its own; there are others on the board."""
    [tray] = classes(svg, "tray")
    return classes(ElementTree.tostring(tray, "unicode"), "die")


def test_dice_that_were_kept_lie_straight_and_unmarked_beside_those_that_were_thrown() -> None:
    thrown = GAME.start(players=2).play("*11223445", "keep:13", "*12233346")
    dice = in_tray(thrown.svg("*12233346", earlier=("*11223445", "keep:13")))
    kept = [die for die in dice if "lies" in die.get("class", "")]
    assert [die.get("data-die") for die in kept] == ["1", "3"]
    assert [die for die in dice if not die.get("transform")] == kept
    assert [die for die in dice if not classes(ElementTree.tostring(die, "unicode"), "fresh")] == kept
    stopped = thrown.play("stop").svg("stop", earlier=("*11223445", "keep:13", "*12233346"))
    assert all("lies" in die.get("class", "") for die in in_tray(stopped)), "none was thrown again"


def test_giving_up_is_a_hint_too_and_says_how_many() -> None:
    [hint] = classes(GAME.position(NOTHING_FITS).svg(hints=True), "hint")
    assert hint.get("data-token", "") == "give-up"


def test_nothing_is_hinted_at_before_a_throw_or_after_the_end() -> None:
    for text in (FOUR, SHARED):
        assert not classes(GAME.position(text).svg(hints=True), "hint")


@pytest.mark.parametrize(
    ("text", "last", "count"), [(PLACING, "3:2", 1), (MIDGAME, "*22223356", 8), (FOUR, "keep:3355", 4)]
)
def test_what_was_done_last_is_marked(text: str, last: str, count: int) -> None:
    assert len(classes(GAME.position(text).svg(last), "fresh")) == count
    assert not classes(GAME.position(text).svg(), "fresh")


def test_winners_are_ringed_and_named() -> None:
    svg = GAME.position(SHARED).svg("end")
    assert len(classes(svg, "winner")) == 2
    assert "Columbiz: Purple and Blue share the win with 11" in svg
    assert not classes(GAME.position(MIDGAME).svg(), "winner")


def test_the_pad_has_runs_above_the_line_and_prisoners_with_their_value_below() -> None:
    [pad] = classes(GAME.position(MIDGAME).svg(), "pad")
    for name in ("runs", "prisoners", "points"):
        assert len([part for part in pad.iter() if part.get("class") == name]) == 2


@every_variant(GAME)
def test_a_picture_stands_by_itself_and_can_be_made_a_png(options: Mapping[str, str]) -> None:
    position = GAME.begin(options).play("*11233556")
    svg = position.svg("*11233556", hints=True)
    assert not re.search(r"<(script|style|image|use|text)|\bid=|url\(", svg)
    assert png(svg, 1.0).startswith(b"\x89PNG")
    assert svg == position.svg("*11233556", hints=True)


def test_a_last_token_that_is_none_is_refused() -> None:
    with pytest.raises(BadToken):
        GAME.start().svg("hello")


def test_the_counters_of_the_turn_before_stay_marked_after_the_next_throw() -> None:
    turn = ["*11223344", "stop", "1:2", "2:2", "3:2", "4:2"]
    position = GAME.start().play(*turn, "*12344566")
    assert len(classes(position.svg("*12344566", earlier=turn), "lately")) == 4
    assert not classes(position.svg("*12344566"), "lately")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_hand_lies_within_its_box(players: int) -> None:
    for hand in classes(GAME.start(players=players).svg(), "hand"):
        [box] = hand.findall("{*}rect")
        x, y, wide, high = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        counters = [part for part in hand.iter() if "counter" in part.get("class", "")]
        for counter in counters:
            d = counter.findall("{*}path")[0].get("d", "")  # the shadow, which reaches lowest
            points = [tuple(map(float, point)) for point in re.findall(r"[MLQ](-?[\d.]+) (-?[\d.]+)", d)]
            assert all(x < px < x + wide and y < py < y + high - 1 for px, py in points)


def test_prisoners_are_explained_by_what_they_are_worth() -> None:
    text = "------/------/--B---/------/--P---/------ 15,17 0,2 0,0 B place1 22456"
    said = marks_of(GAME.position(text))
    assert any(words.startswith("two prisoners, worth 2 together") for words in said)
