"""What the dice game sees on its sheet, and that it has learned something from it."""

import math
import random

import numpy as np
import pytest

import stylobate
from stylobate.game import Position
from stylobate.games.columns_dice.mind import VALUE
from stylobate.games.columns_dice.rules import ASCENDING, MOVER, POINTS
from stylobate.games.columns_dice.shapes import code, shapes
from stylobate.games.columns_dice.sights import (
    AHEAD,
    BY_EMPTY,
    BY_FATE,
    BY_GAIN,
    BY_POINTS,
    BY_SHAPE,
    BY_WAITING,
    COMPLETES,
    FATES,
    NOWHERE,
    RISKY,
    SAFE,
    WIDTH,
    sights,
)
from stylobate.players import Budget
from stylobate.players.levels import think
from tests.harness import random_game

GAME = stylobate.load("columns-dice")


def seen(position: Position) -> list[dict[int, float]]:
    """What each seat sees, by its number."""
    rows = np.empty((2, WIDTH))
    sights(position.state, rows)
    return [{int(k): row[k] for k in np.flatnonzero(row)} for row in rows]


def best(text: str) -> str:
    return think(GAME.position(text), 1, Budget(playouts=10), lambda: False, {}).token


def test_only_who_throws_next_looks_at_the_sheet() -> None:
    first, second = seen(GAME.start())
    assert (len(first) > 0, len(second) > 0) == (True, False)
    first, second = seen(GAME.start().play("*3").play("A1"))
    assert (len(first) > 0, len(second) > 0) == (False, True)


def test_with_the_die_in_hand_it_is_as_if_the_turn_ended_there() -> None:
    thrown = GAME.start().play("*3")
    assert [len(row) > 0 for row in seen(thrown)] == [False, True]


def test_a_column_is_seen_by_its_shape_and_its_points() -> None:
    _, second = seen(GAME.start().play("*3").play("A1"))
    of = shapes(ASCENDING).of
    three_on_top = int(of[code((3, 0, 0, 0))]) - 1
    assert (second[BY_SHAPE + three_on_top], second[BY_POINTS + three_on_top]) == (1.0, pytest.approx(0.3))
    assert second[BY_SHAPE + int(of[code((0, 0, 0, 0))]) - 1] == 5.0


def test_a_number_is_seen_by_the_best_that_it_can_do() -> None:
    """A 6 completes A, a 4 or 5 completes A or B; a 1 can wait in C, and a 3 too; all that is left fits C."""
    first, _ = seen(GAME.position("134-/14-6/-2--/1112P/1112I/1112I - I - 10:5 ascending"))
    fates = [next(fate for fate in range(FATES) if BY_FATE + k * FATES + fate in first) for k in range(6)]
    assert fates == [SAFE, SAFE, SAFE, COMPLETES, COMPLETES, COMPLETES]
    assert [first.get(BY_GAIN + k, 0.0) for k in range(6)] == pytest.approx([0, 0, 0, 1.5, 1.6, 1.7])


def test_a_number_may_only_go_where_the_other_completes_or_nowhere() -> None:
    first, _ = seen(GAME.position("33--/1112I/1112P/1112P/1112I/1112I - I - 15:10 ascending"))
    fates = [next(fate for fate in range(FATES) if BY_FATE + k * FATES + fate in first) for k in range(6)]
    assert fates == [NOWHERE, NOWHERE, RISKY, RISKY, RISKY, RISKY]


def test_columns_are_counted_by_their_empty_squares() -> None:
    first, _ = seen(GAME.position("134-/14--/-2--/----/1112I/1112P - I - 5:5 ascending"))
    counted = [first.get(BY_EMPTY + free * 7 + 1) for free in range(4)]
    assert counted == [1.0] * 4
    assert first[BY_WAITING + 3] == 1.0


def test_one_looks_to_the_end_where_it_is_near_and_not_far_where_there_is_no_time() -> None:
    near, start = GAME.position("134-/-222/1112P/1112I/1112I/1112I - P *2 15:5 ascending"), GAME.start()
    far = VALUE.turns_ahead
    assert far(near.state, 1.0) > far(start.state, 1.0) > far(start.state, 0.01)
    assert far(start.state, math.inf) == far(start.state, 0.02) == far(start.state, -0.01)


def test_both_seats_see_the_same_where_they_are_exchanged() -> None:
    position = GAME.start()
    for token in random_game(position, random.Random(5)):
        other = position.state
        other[MOVER] = 1 - other[MOVER]
        other[POINTS : POINTS + 2] = other[POINTS : POINTS + 2][::-1]
        assert seen(position) == seen(Position(GAME, other))[::-1]
        position = position.play(token)


def test_points_ahead_are_ahead() -> None:
    position = GAME.position("1346P/---5/---6/-2--/----/---- - P *2 0:14 ascending")
    assert seen(position)[0][AHEAD] == pytest.approx(-1.4)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        (
            "134-/1112I/1112I/1112I/1112I/---- - P *6 20:0 ascending",
            "A4",
        ),  # fourteen points are there to take
        ("13-6/1-12/1112P/1112I/1112I/---- - P *1 10:5 ascending", "B2"),  # five points before none
        ("134-/-222/1112P/1112I/1112I/1112I - P *2 15:5 ascending", "B1"),  # or the other completes it
    ],
)
def test_in_small_positions_it_finds_what_is_best(text: str, token: str) -> None:
    assert best(text) == token


def test_the_fingerprint_of_what_was_learned() -> None:
    """Whoever teaches it anew changes this figure."""
    result = think(
        GAME.position("13--/---5/---6/-2--/----/---- - P *2 0:0 ascending"),
        1,
        Budget(playouts=10),
        lambda: False,
        {},
    )
    assert (result.token, round(result.payoff[0], 4)) == ("E3", 0.493)
    assert VALUE.numbers == len(GAME.mind.value_weights(GAME.start().state))  # type: ignore[union-attr]
