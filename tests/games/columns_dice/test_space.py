"""What learners see of the dice game, and how they say what they do."""

import pytest

from stylobate.games.columns_dice import GAME
from tests.seen import Seen, bounds, is_seen_as_told, met, one_of


def told(text: str, seat: int) -> Seen:
    columns, wild, mover, die, points, order = text.split(" ")
    mine, other = "IP"[seat], "IP"[1 - seat]
    counted = [int(part) / 144 for part in points.split(":")]
    return {
        "squares": [one_of("-123456x", sign) for column in columns.split("/") for sign in column[:4]],
        "wild": [side in wild for side in "123456"],
        "die": one_of("123456", die[-1]),
        "columns": [one_of([mine, other], column[4:]) for column in columns.split("/")],
        "points": [counted[seat], counted[1 - seat]],
        "either": [order == "either"],
        "my turn": [mover == mine],
        "second": [seat == 1],
    }


def test_a_seat_sees_the_whole_sheet_its_own_columns_and_points_first() -> None:
    is_seen_as_told(met(GAME, every=5), told)


@pytest.mark.parametrize(
    ("token", "number"),
    [("A1", 0), ("A1x", 1), ("A2", 2), ("F4", 46), ("F4x", 47), ("wild", 48), ("pass", 49)],
)
def test_what_is_written_has_the_number_of_its_square_whatever_was_thrown(token: str, number: int) -> None:
    state = GAME.start().state
    action = GAME.notation.action(state, token)
    assert GAME.space.number(state, action) == number
    assert GAME.space.action(state, number) == action


def test_the_order_of_a_column_changes_no_bounds() -> None:
    assert bounds(GAME, order="either") == bounds(GAME) == (50, 221)
