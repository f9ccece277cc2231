"""Columbiz, rule by rule: every sentence of the printed sheet, then our rulings on what it leaves open."""

from fractions import Fraction

import numpy as np
import pytest

from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.rules import PRISONERS, RUNS, ransom

EMPTY = "------/------/------/------/------/------"


def cells(position: Position) -> dict[str, str]:
    """The squares with counters on them, by name."""
    columns = str(position).split(" ")[0].split("/")
    return {
        f"{column}:{number}": mark
        for column, squares in enumerate(columns, 1)
        for number, mark in enumerate(squares, 1)
        if mark != "-"
    }


def part(position: Position, number: int) -> str:
    """A part of the position text: 1 the hands, 2 the prisoners, 3 the points for runs, and so on."""
    return str(position).split(" ")[number]


def hands(position: Position) -> str:
    return part(position, 1)


def moment(position: Position) -> str:
    return " ".join(str(position).split(" ")[4:])


# Before play


@pytest.mark.parametrize(("players", "each"), [(2, 18), (3, 13), (4, 10)])
def test_two_take_eighteen_counters_each_three_thirteen_and_four_ten(players: int, each: int) -> None:
    position = GAME.start(players=players)
    assert hands(position) == ",".join([str(each)] * players)
    assert position.scores == (0,) * players
    assert moment(position) == "P throw1 -"


def test_two_play_unless_said_otherwise() -> None:
    assert GAME.start() == GAME.start(players=2)


# Throwing


def test_a_turn_begins_with_a_throw_of_eight_dice() -> None:
    position = GAME.start()
    assert position.is_chance
    assert len(position.legal) == 1287
    assert sum(position.chance.values()) == 1


def test_every_throw_is_as_likely_as_there_are_ways_to_throw_it() -> None:
    chance = GAME.start().chance
    assert chance["*11111111"] == Fraction(1, 6**8)
    assert chance["*11111112"] == Fraction(8, 6**8)
    assert chance["*11223344"] == Fraction(2520, 6**8)
    assert chance["*12345666"] == Fraction(6720, 6**8)


def test_after_a_throw_any_of_the_dice_may_be_kept_or_none_and_all_is_to_stop() -> None:
    position = GAME.start().play("*11111112")
    keeps = ["keep:-", "keep:1", "keep:2", "keep:11", "keep:12", "keep:1111111", "keep:1111112"]
    assert set(keeps) <= set(position.legal)
    assert len(position.legal) == 8 * 2
    assert "stop" in position.legal
    assert "keep:11111112" not in position.legal


def test_the_others_are_thrown_again_and_the_token_shows_all_eight() -> None:
    position = GAME.start().play("*11233556", "keep:1123355")
    assert position.chance == {f"*{''.join(sorted('1123355' + face))}": Fraction(1, 6) for face in "123456"}
    position = GAME.start().play("*11233556", "keep:112335")
    assert len(position.legal) == 21
    assert position.chance["*11123345"] == Fraction(2, 36)
    assert position.chance["*11112335"] == Fraction(1, 36)


def test_throwing_all_again_is_a_first_throw_once_more() -> None:
    assert GAME.start().play("*11233556", "keep:-").chance == GAME.start().chance


def test_there_are_three_throws_and_then_placing_begins_at_once() -> None:
    position = GAME.start().play("*11233556", "keep:3355", "*11335566", "keep:3355")
    assert moment(position) == "P throw3 3355"
    assert moment(position.play("*12333555")) == "P place0 12333555"
    assert "3:3" in position.play("*12333555").legal
    assert "stop" not in position.play("*12333555").legal


def test_after_the_first_and_after_the_second_throw_the_player_may_stop() -> None:
    first = GAME.start().play("*11233556")
    assert moment(first.play("stop")) == "P place0 11233556"
    second = first.play("keep:3355", "*11335566")
    assert moment(second.play("stop")) == "P place0 11335566"


def test_ruling_b2_dice_that_were_kept_may_be_thrown_again_after_the_second_throw() -> None:
    position = GAME.start().play("*11233556", "keep:3355", "*11335566")
    assert {"keep:-", "keep:66", "keep:35", "keep:1166"} <= set(position.legal)
    assert position == GAME.start().play("*11111111", "keep:-", "*11335566")


# Placing


def test_the_sheets_example_one_two_two_threes_three_fives_and_a_six() -> None:
    position = GAME.start().play("*12335556", "stop")
    assert position.legal == ("1:1", "2:1", "3:1", "3:2", "5:1", "5:2", "5:3", "6:1")
    after = position.play("3:2", "5:3", "end")
    assert cells(after) == {"3:2": "P", "5:3": "P"}
    assert hands(after) == "16,18"
    assert moment(after) == "B throw1 -"


def test_three_fives_place_one_counter_on_three_or_two_on_one_and_two() -> None:
    position = GAME.start().play("*12335556", "stop")
    assert [token for token in position.play("5:3").legal if token.startswith("5")] == []
    assert cells(position.play("5:1", "5:2", "end")) == {"5:1": "P", "5:2": "P"}


def test_dice_that_were_used_cannot_be_used_again() -> None:
    position = GAME.start().play("*12335556", "stop", "3:2")
    assert position.legal == ("1:1", "2:1", "5:1", "5:2", "5:3", "6:1", "end")
    assert moment(position) == "P place1 125556"


def test_a_counter_goes_only_on_an_empty_square() -> None:
    position = GAME.start().play("*12335556", "stop", "3:2", "end", "*33334444", "stop")
    assert position.legal == ("3:1", "3:3", "3:4", "4:1", "4:2", "4:3", "4:4")


def test_eight_dice_alike_still_place_on_six_at_most() -> None:
    assert GAME.start().play("*44444444", "stop").legal == ("4:1", "4:2", "4:3", "4:4", "4:5", "4:6")


def test_at_least_one_counter_must_be_placed_before_the_turn_may_end() -> None:
    position = GAME.start().play("*12335556", "stop")
    assert "end" not in position.legal
    assert "give-up" not in position.legal
    assert "end" in position.play("1:1").legal


def test_not_all_dice_have_to_be_used() -> None:
    assert moment(GAME.start().play("*12335556", "stop", "1:1", "end")) == "B throw1 -"


def test_the_turn_ends_by_itself_after_the_fourth_counter() -> None:
    position = GAME.start().play("*12345666", "stop", "1:1", "2:1", "3:1")
    assert moment(position) == "P place3 45666"
    assert moment(position.play("6:3")) == "B throw1 -"


def test_the_turn_ends_by_itself_when_nothing_more_can_be_placed() -> None:
    position = GAME.start().play("*44444444", "stop", "4:6")
    assert moment(position) == "P place1 44"
    assert moment(position.play("4:2")) == "B throw1 -"


def test_the_turn_ends_by_itself_when_the_dice_that_are_left_fit_only_where_counters_stand() -> None:
    position = GAME.start().play("*11111111", "stop", "1:5", "end", "*11111122", "stop", "1:6")
    assert moment(position) == "B place1 22"
    assert moment(GAME.start().play("*11111111", "stop", "1:2", "1:6")) == "B throw1 -"


# Giving up

NOTHING_FITS = "BB----/PPP---/BP--B-/PPP---/BB----/BBP--- 8,9 1,2 5,0 P place0 12334466"
LAST_TWO = "BB----/PPP---/BP--B-/PPP---/BB-B--/BBP--- 2,5 1,2 5,0 P place0 11344556"


def test_who_can_place_no_counter_gives_up_three() -> None:
    position = GAME.position(NOTHING_FITS)
    assert position.legal == ("give-up",)
    after = position.play("give-up")
    assert hands(after) == "5,9"
    assert cells(after) == cells(position)
    assert moment(after) == "B throw1 -"


def test_giving_up_gives_nobody_a_prisoner() -> None:
    position = GAME.position(NOTHING_FITS)
    assert position.play("give-up").scores == position.scores


def test_who_has_fewer_than_three_gives_up_all_of_them() -> None:
    assert hands(GAME.position(LAST_TWO).play("give-up")) == "0,5"


def test_a_hand_emptied_by_giving_up_ends_the_game_like_any_other() -> None:
    position = GAME.position(LAST_TWO).play("give-up")
    assert moment(position) == "B throw1 -"
    assert position.play("*11122233", "stop", "1:3").is_over


def test_ruling_b2_stopping_with_dice_that_fit_nowhere_is_allowed_and_gives_up_three() -> None:
    position = GAME.position(NOTHING_FITS.replace("place0", "keep1"))
    assert "stop" in position.legal
    assert position.play("stop").legal == ("give-up",)


# Capturing


def test_all_opponents_counters_on_lower_numbers_of_the_column_are_captured() -> None:
    start = GAME.start().play("*33344556", "stop", "3:1", "3:2", "5:2", "4:2")
    after = start.play("*33334456", "stop", "3:3")
    assert cells(after) == {"3:3": "B", "4:2": "P", "5:2": "P"}
    assert part(after, 2) == "0,2"
    assert hands(after) == "14,17"


def test_counters_on_higher_numbers_and_in_other_columns_are_safe() -> None:
    start = GAME.start().play("*33333444", "stop", "3:5", "4:3")
    after = start.play("*33334444", "stop", "3:4", "4:2", "end")
    assert cells(after) == {"3:5": "P", "4:3": "P", "3:4": "B", "4:2": "B"}
    assert part(after, 2) == "0,0"


def test_a_player_captures_none_of_their_own() -> None:
    after = GAME.start().play("*33333444", "stop", "3:2", "3:3", "4:3")
    assert cells(after) == {"3:2": "P", "3:3": "P", "4:3": "P"}
    assert part(after, 2) == "0,0"


def test_counters_of_several_opponents_are_captured_at_once() -> None:
    position = GAME.start(players=3).play("*11122222", "stop", "1:3", "end")
    position = position.play("*11223344", "stop", "1:2", "end", "*11111166", "stop", "1:6")
    assert cells(position) == {"1:6": "G"}
    assert part(position, 2) == "0,0,2"
    assert position.scores == (0, 0, 2)


def test_a_captured_square_is_empty_at_once_and_may_be_used_in_the_same_turn() -> None:
    start = GAME.start().play("*33344556", "stop", "3:2", "end", "*33333666", "stop")
    assert "3:2" not in start.legal
    captured = start.play("3:3")
    assert "3:2" in captured.legal
    assert cells(captured.play("3:2", "end")) == {"3:3": "B", "3:2": "B"}


def test_a_capture_may_be_what_keeps_the_turn_going() -> None:
    start = GAME.start().play("*11144556", "stop", "1:1", "1:2", "end", "*11111666", "stop", "6:3")
    assert start.legal == ("1:3", "1:4", "1:5", "end")
    assert moment(start.play("1:4")) == "B place2 1"
    assert start.play("1:4").legal == ("1:1", "end")


def test_captured_counters_never_come_back() -> None:
    start = GAME.start().play("*33344556", "stop", "3:2", "end", "*33333666", "stop", "3:3", "end")
    assert hands(start) == "17,17"


# Runs


@pytest.mark.parametrize(
    ("board", "dice", "square"),
    [
        ("-P----/-P----/------/------/------/B-----", "11223344", "3:2"),
        ("PP----/------/------/------/------/B-----", "11123344", "1:3"),
        ("P-----/-P----/------/------/------/B-----", "11233344", "3:3"),
        ("--P---/-P----/------/------/------/B-----", "11233344", "3:1"),
    ],
    ids=["along a number", "along a column", "along one diagonal", "along the other diagonal"],
)
def test_three_in_a_row_score_one_point_in_every_direction(board: str, dice: str, square: str) -> None:
    position = GAME.position(f"{board} 16,17 0,0 0,0 P place0 {dice}").play(square)
    assert position.scores == (1, 0)


@pytest.mark.parametrize(
    ("position", "square", "points"),
    [
        ("P-----/P-----/------/------/-----B/-----B 16,16 0,0 0,0 P place0 33344455", "3:1", 1),
        ("P-----/P-----/P-----/------/-----B/-----B 15,16 0,0 1,0 P place0 33344455", "4:1", 2),
        ("P-----/P-----/P-----/P-----/-----B/-----B 14,16 0,0 2,0 P place0 33344455", "5:1", 3),
        ("P-----/P-----/P-----/P-----/P----B/-----B 13,16 0,0 3,0 P place0 33344456", "6:1", 4),
    ],
)
def test_rows_of_three_four_five_and_six_score_one_two_three_and_four(
    position: str, square: str, points: int
) -> None:
    before = GAME.position(position)
    assert before.play(square).scores[0] - before.scores[0] == points


def test_two_in_a_row_score_nothing() -> None:
    assert GAME.start().play("*11223344", "stop", "1:1", "2:1").scores == (0, 0)


def test_a_run_must_be_unbroken() -> None:
    position = GAME.position("-P----/-P----/------/------/------/B----- 16,17 0,0 0,0 P place0 11224444")
    assert position.play("4:2").scores == (0, 0)


def test_an_opponents_counter_breaks_a_run() -> None:
    text = "-P----/-P----/-B----/------/------/------ 16,17 0,0 0,0 P place0 11224444"
    assert GAME.position(text).play("4:2").scores == (0, 0)


def test_a_counter_may_complete_runs_in_two_directions_at_once() -> None:
    board = "PP----/-P----/--P---/------/-----B/-----B"
    position = GAME.position(f"{board} 14,16 0,0 1,0 P place0 11122233")
    assert position.play("3:2").scores == (1 + 1, 0)
    board = "PP----/-P----/P-----/------/-----B/-----B"
    position = GAME.position(f"{board} 14,16 0,0 0,0 P place0 11122233")
    assert position.play("1:3").scores == (1 + 1, 0)


def test_a_counter_scores_in_all_four_directions_that_it_completes() -> None:
    position = GAME.position("PPB---/PPP---/PP----/-PP---/PPP---/BBP--- 3,6 6,2 15,0 P place0 23446666")
    before, after = position.scores, position.play("4:1").scores
    along_the_ones, up_the_column, two_diagonals = 3, 1, 1 + 1
    assert after[0] - before[0] == along_the_ones + up_the_column + two_diagonals
    assert after[1] == before[1]


def test_a_counter_in_the_middle_joins_two_halves_to_a_run_of_their_whole_length() -> None:
    board = "P-----/P-----/------/P-----/P-----/-----B"
    position = GAME.position(f"{board} 14,17 0,0 0,0 P place0 33344445")
    assert position.play("3:1").scores == (3, 0)


def test_ruling_b3_a_run_scores_each_time_a_counter_joins_it() -> None:
    board = "P-----/P-----/------/------/------/-----B"
    position = GAME.position(f"{board} 16,17 0,0 0,0 P place0 33344555")
    assert position.play("3:1").scores == (1, 0)
    assert position.play("3:1", "4:1").scores == (1 + 2, 0)
    assert position.play("3:1", "4:1", "5:1").scores == (1 + 2 + 3, 0)


def test_ruling_b3_points_stay_when_the_run_is_captured() -> None:
    board = "P-----/P-----/P-----/------/------/------"
    position = GAME.position(f"{board} 15,18 0,0 1,0 B place0 11223344")
    after = position.play("1:2", "2:2", "3:2")
    assert after.scores == (1, 4 + 1)
    assert cells(after) == {"1:2": "B", "2:2": "B", "3:2": "B"}


def test_opponents_counters_never_count_for_a_run() -> None:
    position = GAME.start().play("*11122333", "stop", "1:2", "2:2", "end")
    assert position.play("*33334444", "stop", "3:2").scores == (0, 0)


# The end


PURPLES_LAST = "PPP---/BPP---/BPB---/BB----/PP----/BPPP-P 1,5 4,2 4,1 P place0 12333336"
BLUES_LAST = "BBB---/PPB---/BBP---/PB----/BB--B-/PPP--- 2,1 4,6 1,5 B place0 11145556"


def test_the_turn_ends_with_the_last_counter_of_the_hand() -> None:
    position = GAME.position(PURPLES_LAST)
    assert position.legal == ("3:4", "3:5")
    assert moment(position.play("3:4")) == "B throw1 -"


def test_when_a_hand_is_empty_the_round_is_finished_so_that_all_have_equally_many_turns() -> None:
    position = GAME.position(PURPLES_LAST).play("3:4")
    assert hands(position) == "0,5"
    assert not position.is_over
    assert position.winners == ()
    over = position.play("*11112222", "stop", "1:4", "end")
    assert over.is_over
    assert moment(over) == "- over -"


def test_when_the_last_seat_empties_its_hand_it_is_over_at_once() -> None:
    over = GAME.position(BLUES_LAST).play("5:3")
    assert hands(over) == "2,0"
    assert over.is_over
    assert over.winners == (1,)
    assert over.payoff == (0.0, 1.0)


def test_with_three_a_hand_emptied_in_the_middle_of_the_round_waits_for_the_third() -> None:
    position = GAME.position("-PB---/GP----/GG----/BP----/--P---/B-GB-- 3,0,2 6,3,5 0,0,0 G throw1 -")
    assert position.play("*11166666", "stop", "6:5", "end").is_over


def test_counters_on_the_board_do_not_count_as_a_hand() -> None:
    position = GAME.position(PURPLES_LAST).play("3:4")
    assert list(cells(position).values()).count("P") == 13
    assert position.play("*11112222", "stop", "1:4", "end").is_over


# Scores


def test_the_prisoners_table_of_the_sheet() -> None:
    assert [ransom(n) for n in range(13)] == [0, 1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42]


def test_ruling_b4_beyond_twelve_the_table_goes_on_as_it_began() -> None:
    assert [ransom(n) for n in range(13, 19)] == [49, 56, 64, 72, 81, 90]
    steps = np.diff([ransom(n) for n in range(31)]).tolist()
    assert steps == [(n + 1) // 2 for n in range(1, 31)]


def test_scores_are_points_for_runs_and_the_prisoners_value_at_any_moment() -> None:
    state = GAME.start(players=3).state
    state[PRISONERS : PRISONERS + 3] = (5, 0, 13)
    state[RUNS : RUNS + 3] = (2, 7, 0)
    assert Position(GAME, state).scores == (9 + 2, 7, 49)


def test_most_points_win() -> None:
    over = GAME.position(PURPLES_LAST).play("3:4", "*11112222", "stop", "1:4", "end")
    assert over.scores == (12 + 5, 9 + 1)
    assert over.winners == (0,)


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("BBBB--/PPPP--/BBBP--/PBP---/BP----/PB---- 0,0 3,3 7,7 - over -", (0, 1)),
        ("-PG---/BBG---/GGG---/PB----/BBB---/BBPP-- 4,0,3 2,5,5 1,2,2 - over -", (1, 2)),
        ("P-P---/-KKG--/-GBB--/BPP---/K-GG--/-B-B-- 1,1,1,0 6,6,6,3 0,0,0,0 - over -", (0, 1, 2)),
        ("GGB---/PPB---/GB----/PKK---/KGGP--/PK---- 3,4,0,1 3,3,3,3 0,0,0,0 - over -", (0, 1, 2, 3)),
    ],
)
def test_equal_points_share_the_win(text: str, winners: tuple[int, ...]) -> None:
    over = GAME.position(text)
    assert over.winners == winners
    assert over.payoff == tuple(1 / len(winners) if seat in winners else 0 for seat in range(over.seats))


# What a position remembers


def test_the_way_to_the_same_dice_leaves_no_trace() -> None:
    once = GAME.start().play("*12345666", "keep:666", "*11266666")
    again = GAME.start().play("*11111166", "keep:1166", "*11266666")
    assert once == again
    assert hash(once) == hash(again)


def test_the_order_of_two_counters_leaves_no_trace() -> None:
    start = GAME.start().play("*12335556", "stop")
    assert start.play("3:2", "5:3") == start.play("5:3", "3:2")


def test_playing_leaves_the_old_position_as_it_was() -> None:
    before = GAME.position(PURPLES_LAST)
    state = before.state
    before.play("3:4")
    assert np.array_equal(before.state, state)
