"""A board through a window that is too small for it, with nothing drawn."""

import pytest

from stylobate.parts import Cell
from stylobate.tui.laid import Laid, Window

LAND = Laid(
    [[Cell("hand"), Cell("card", keys=("card",))]],
    [
        [Cell("  "), *(Cell(f"{x:^3}") for x in range(10))],
        *([Cell(f"{y} "), *(Cell(" . ", keys=(f"{x},{y}",)) for x in range(10))] for y in range(8)),
    ],
    (1, 2),
)


def test_what_fits_lies_in_the_middle() -> None:
    window = Window(LAND, 40, 20)
    assert LAND.fits(40, 20)
    assert window.edge == (4, 5)
    assert LAND.at(window.spot(4 + 2 + 3, 5 + 2)) == ("1,0",)
    assert LAND.at(window.spot(0, 0)) == ()


def test_hand_and_rulers_stay_while_the_board_is_moved() -> None:
    window = Window(LAND, 14, 6, (9, 4))
    assert [LAND.at(window.spot(x, 2)) for x in (2, 5, 8, 11)] == [("3,4",), ("4,4",), ("5,4",), ("6,4",)]
    assert LAND.at(window.spot(4, 0)) == ("card",)
    assert window.spot(2, 1) == (11, 1)  # the ruler above goes along
    assert window.spot(0, 3) == (0, 7)


def test_a_number_of_a_ruler_is_seen_whole_or_not_at_all() -> None:
    told = "".join(cell.text for cell in Window(LAND, 14, 6, (4, 0)).cells(1))
    assert told == "         2  3  4                "
    assert "".join(cell.text for cell in Window(LAND, 40, 20).cells(1)).split() == [*"0123456789"]


@pytest.mark.parametrize("keys", [("card",), ("3,4",), ("6,7",)])
def test_what_is_seen_is_where_a_click_finds_it(keys: tuple[str, ...]) -> None:
    window = Window(LAND, 14, 6, (9, 4))
    assert LAND.at(window.spot(*window.seen(LAND.spots[keys]))) == keys


def test_it_is_moved_no_further_than_needed_and_never_past_the_end() -> None:
    window = Window(LAND, 14, 6, (3, 1))
    assert window.moved_to(LAND.boxes[("2,2",)], (0, 0)) == (3, 1)
    assert window.moved_to(LAND.boxes[("0,0",)], (3, 1)) == (0, 0)
    assert window.moved_to(LAND.boxes[("9,7",)], (3, 1)) == (18, 4)
    assert window.moved_to(LAND.boxes[("6,2",)], (0, 0)) == (9, 1)
    assert window.moved_to(LAND.boxes[("card",)], (3, 1)) == (3, 1)  # the hand is always seen
