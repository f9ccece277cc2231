"""The dice game of Columns, rule by rule, with the examples of Stephen Tallevi's own sheet."""

from collections.abc import Iterable

import numpy as np

from stylobate.game import Position
from stylobate.games.columns_dice import GAME
from stylobate.games.columns_dice.rules import CROSS, WILD

FIGURE_1 = "----/----/-5--/----/----/--1- - I - 0:0 ascending"
FIGURE_3 = "3-4-/44--/556-/-223/6---/1-12 - P *1 0:0 ascending"
LOST_TURN = "1113P/45x5P/466-/136-/1133I/1455P 1245 I *3 8:35 ascending"


def legal_in(position: Position, column: str) -> list[str]:
    return [token for token in position.legal if token.startswith(column)]


def throws(position: Position, numbers: Iterable[int], column: str) -> dict[int, list[str]]:
    """Where in a column each number thrown could go."""
    return {number: legal_in(position.play(f"*{number}"), column) for number in numbers}


def test_the_die_comes_first_and_every_side_is_equally_likely() -> None:
    position = GAME.start()
    assert position.is_chance
    assert position.legal == ("*1", "*2", "*3", "*4", "*5", "*6")
    assert {str(share) for share in position.chance.values()} == {"1/6"}


def test_on_an_empty_sheet_a_number_may_go_anywhere() -> None:
    assert len(GAME.start().play("*4").legal) == 24


def test_the_sheets_first_example_5_at_c2_and_1_at_f3() -> None:
    assert str(GAME.start().play("*5", "C2", "*1", "F3")) == FIGURE_1


def test_a_6_after_a_5_at_c2_goes_to_c3_or_c4() -> None:
    position = GAME.position(FIGURE_1).play("*6")
    assert legal_in(position, "C") == ["C3", "C4"]
    assert str(position.play("C3")).startswith("----/----/-56-/")


def test_under_a_5_at_c2_only_5_and_6_and_above_it_1_to_5() -> None:
    places = throws(GAME.position(FIGURE_1), range(1, 7), "C")
    assert [number for number in places if "C3" in places[number]] == [5, 6]
    assert [number for number in places if "C4" in places[number]] == [5, 6]
    assert [number for number in places if "C1" in places[number]] == [1, 2, 3, 4, 5]


def test_a_1_may_complete_d_for_1_2_2_3_makes_8() -> None:
    position = GAME.position(FIGURE_3)
    assert position.legal == ("D1", "F2")
    assert position.play("D1").scores == (0, 8)


def test_the_same_1_in_f_would_have_made_only_5() -> None:
    assert GAME.position(FIGURE_3).play("F2").scores == (0, 5)


def test_a_2_that_fits_nowhere_goes_into_the_wild_row() -> None:
    position = GAME.position(FIGURE_3).play("D1", "*2")
    assert position.legal == ("wild",)
    assert str(position.play("wild")) == "3-4-/44--/556-/1223P/6---/1-12 2 P - 0:8 ascending"


def test_a_cross_completes_5_5_6_for_16() -> None:
    position = GAME.position(FIGURE_3).play("D1", "*2", "wild", "*2", "C4x")
    assert position.scores == (0, 24)
    assert "556xP" in str(position)


def test_a_cross_may_go_into_any_empty_square_and_nothing_else_is_legal_then() -> None:
    position = GAME.position(FIGURE_3).play("D1", "*2", "wild", "*2")
    empty = ["A2", "A4", "B3", "B4", "C4", "E2", "E3", "E4", "F2"]
    assert position.legal == tuple(f"{square}x" for square in empty)


def test_a_cross_is_no_number_and_binds_none() -> None:
    position = GAME.position("3-4-/44--/556-/1223P/6---/1-12 2 P *2 0:8 ascending").play("E2x")
    assert throws(position, (5, 6), "E") == {5: [], 6: ["E3", "E4"]}


def test_the_wild_row_is_no_choice_while_the_number_fits() -> None:
    assert "wild" not in GAME.start().play("*3").legal


def test_a_number_that_fits_nowhere_with_the_wild_row_full_is_a_lost_turn() -> None:
    position = GAME.position(LOST_TURN)
    assert position.legal == ("pass",)
    after = position.play("pass")
    assert str(after) == LOST_TURN.replace(" I *3", " P -")
    assert after.play("*3", "pass", "*3", "pass", "*3", "pass").scores == after.scores


def test_a_wild_number_never_costs_the_turn() -> None:
    assert GAME.position(LOST_TURN.replace("*3", "*2")).legal == ("C4x", "D4x")


def test_numbers_that_turn_wild_later_keep_their_value() -> None:
    position = GAME.position("6666P/6666I/6666P/6666I/6666P/1-11 - I - 48:72 ascending")
    assert position.play("*6", "wild", "*6", "F2x").scores == (48, 75)
    assert position.play("*6", "wild", "*1", "F2").scores == (48, 76)


def test_ruling_d1_a_wild_number_that_fits_may_be_written_or_crossed_in() -> None:
    # No play leads here (see the rules' docstring), so the WILD row is filled by hand.
    state = GAME.position("----/666-/6666P/6666I/6666P/6666I - I *6 48:48 ascending").state
    state[WILD] = 1 << 6
    position = Position(GAME, state)
    assert legal_in(position, "B") == ["B4", "B4x"]
    assert position.play("B4").scores == (72, 48)
    assert position.play("B4x").scores == (66, 48)
    assert position.play("B4x").state[7] == CROSS


def test_in_the_variation_a_5_above_a_4_makes_a_falling_column() -> None:
    position = GAME.start(order="either").play("*4", "A2", "*5")
    assert legal_in(position, "A") == ["A1", "A3", "A4"]
    falling = throws(position.play("A1"), range(1, 7), "A")
    assert [number for number in falling if falling[number]] == [1, 2, 3, 4]


def test_in_the_variation_a_5_below_a_4_makes_a_rising_column() -> None:
    position = GAME.start(order="either").play("*4", "A2", "*5")
    assert throws(position.play("A3"), range(1, 7), "A") == {
        1: ["A1"],
        2: ["A1"],
        3: ["A1"],
        4: ["A1"],
        5: ["A4"],
        6: ["A4"],
    }
    assert throws(position.play("A4"), (4, 5, 6), "A") == {4: ["A1", "A3"], 5: ["A3"], 6: []}


def test_in_the_variation_equal_numbers_leave_the_direction_open() -> None:
    position = GAME.position("-44-/----/----/----/----/---- - I - 0:0 either")
    assert throws(position, (3, 4, 5), "A") == {3: ["A1", "A4"], 4: ["A1", "A4"], 5: ["A1", "A4"]}


def test_between_two_equal_numbers_only_the_same_fits() -> None:
    for order in ("ascending", "either"):
        position = GAME.position(f"4--4/----/----/----/----/---- - I - 0:0 {order}")
        assert throws(position, (3, 4, 5), "A") == {3: [], 4: ["A2", "A3"], 5: []}


def test_without_the_variation_a_column_never_falls() -> None:
    assert legal_in(GAME.start().play("*4", "A2", "*5"), "A") == ["A3", "A4"]


def test_all_columns_full_is_the_end_and_more_points_win() -> None:
    position = GAME.position("1111I/1111I/1111I/1111I/1111I/111- - P *1 20:0 ascending").play("F4")
    assert position.is_over
    assert position.scores == (20, 4)
    assert position.winners == (0,)
    assert position.payoff == (1.0, 0.0)


def test_level_points_share_the_win() -> None:
    position = GAME.position("2222I/2222P/2222I/2222P/2222I/222- - P *2 24:16 ascending").play("F4")
    assert position.scores == (24, 24)
    assert position.winners == (0, 1)
    assert position.payoff == (0.5, 0.5)


def test_the_last_square_may_be_a_cross() -> None:
    position = GAME.position("6666P/6666I/6666P/6666I/6666P/6-66 1 P *1 48:72 ascending")
    assert position.legal == ("F2x",)
    assert position.play("F2x").scores == (48, 90)
    assert position.play("F2x").is_over


def test_a_full_sheet_is_the_same_position_whoever_wrote_last() -> None:
    ink_last = GAME.position("1111I/1111P/1111I/1111P/111-/1111P - I *1 8:12 ascending").play("E4")
    pencil_last = GAME.position("1111I/1111P/1111I/1111P/1111I/111- - P *1 12:8 ascending").play("F4")
    assert ink_last == pencil_last
    assert hash(ink_last) == hash(pencil_last)


def test_playing_leaves_the_old_position_as_it_was() -> None:
    before = GAME.position(FIGURE_3)
    state = before.state
    before.play("D1")
    assert np.array_equal(before.state, state)


def test_the_numbers_may_turn_wild_in_any_order_and_make_the_same_position() -> None:
    base = GAME.position("6666P/6666I/6666P/6666I/6666P/3-33 - I - 48:72 ascending")
    assert base.play("*1", "wild", "*5", "wild") == base.play("*5", "wild", "*1", "wild")
