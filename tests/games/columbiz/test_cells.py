"""Columbiz's cells for a terminal: dice that can be clicked one by one, and everybody's pad."""

from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.parts import Cell


def lines(position: Position, large: bool = False) -> list[str]:
    return ["".join(cell.text for cell in line) for line in GAME.drawing.cells(position, None, large)]


def keyed(position: Position, key: str) -> list[Cell]:
    return [cell for line in GAME.drawing.cells(position) for cell in line if key in cell.keys]


def test_each_die_shows_its_pips_and_the_number_of_its_key() -> None:
    position = GAME.start(players="2").play("*12345566")
    assert [cell.text for cell in keyed(position, "die-3")] == [" ●   ", "  ●  ", "   ● ", "  3  "]
    assert [cell.text for cell in keyed(position, "die-8")] == [" ● ● ", " ● ● ", " ● ● ", "  8  "]
    assert [cell.text for cell in keyed(position, "throw")] == [" 0 throw again "]
    assert " ●   ●   ●   ● " in lines(position, large=True)[1]


def test_dice_that_are_used_leave_their_places_and_none_can_be_chosen_while_counters_are_placed() -> None:
    position = GAME.start(players="2").play("*12345566", "stop", "6:2")
    assert not keyed(position, "die-1")
    assert lines(position)[2].count("●") == 4  # of 1, 3, 5 and 5; 2 and 4 have none in the middle
    assert lines(position)[4].strip() == ""
    assert "Purple: 1 of 4 placed   end " in lines(position)[5]


def test_all_of_it_fits_into_a_small_window_for_any_number_of_seats() -> None:
    for seats in ("2", "3", "4"):
        drawn = lines(GAME.start(players=seats).play("*12345566"))
        assert len(drawn) == 13
        assert max(map(len, drawn)) <= 51
        (hand,) = [line.partition("hand")[2].split() for line in drawn if "hand" in line]
        assert len(hand) == int(seats)
