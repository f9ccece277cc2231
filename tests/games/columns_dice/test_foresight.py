"""Looking ahead by the shapes of columns comes to the same as the house's own way, which goes through all."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from bench.dice_endings import squares_left

from stylobate.game import Position
from stylobate.games.columns_dice.foresight import FEW_SQUARES, WAYS_AT_FIRST
from stylobate.games.columns_dice.mind import MIND, VALUE
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    ORDERS,
    OWNER,
    ROWS,
    SQUARES,
    WILD,
    WILD_SQUARES,
)
from stylobate.mind import Value
from stylobate.registry import load
from stylobate.search.turns import foreseen
from tests.harness import random_game

GAME = load("columns-dice")
EVERYTHING = (2 * SQUARES,) * 12
THE_HOUSE = replace(VALUE, foresee=None)


def decisions(order: str, seed: int) -> Iterator[Position]:
    """Wherever a seat has several ways to write what it threw, in one random game."""
    position = GAME.start(order=order)
    for token in random_game(position, Random(seed)):
        if len(position.legal) > 1 and not position.is_chance:
            yield position
        position = position.play(token)


def looked(position: Position, turns: int, value: Value = VALUE) -> dict[str, tuple[float, ...]]:
    return foreseen(position, value, MIND.value_weights(position.state), EVERYTHING, turns)


def is_the_same(position: Position, turns: int) -> bool:
    """Whether both ways come to the same, of every token."""
    ours, theirs = looked(position, turns), looked(position, turns, THE_HOUSE)
    return list(ours) == list(theirs) and np.allclose(
        list(ours.values()), list(theirs.values()), rtol=0.0, atol=1e-12
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("turns", "squares"), [(1, 24), (2, 24), (3, FEW_SQUARES), (4, 6), (6, 4)])
def test_it_finds_what_going_through_everything_finds(order: str, turns: int, squares: int) -> None:
    met = [one for seed in range(5) for one in decisions(order, seed) if squares_left(one) <= squares]
    assert len(met) > 5
    assert all(is_the_same(position, turns) for position in met)


def test_turns_that_are_lost_are_looked_through_as_well() -> None:
    full = [one for one in decisions("ascending", 15) if bin(one.state[WILD]).count("1") == WILD_SQUARES]
    assert len(full) > 0
    assert all(is_the_same(position, 4) for position in full if squares_left(position) <= FEW_SQUARES)


def test_which_column_is_which_makes_no_difference() -> None:
    position = next(one for one in decisions("ascending", 5) if squares_left(one) == FEW_SQUARES)
    turned = position.state
    turned[:SQUARES] = np.roll(turned[:SQUARES], ROWS)
    turned[OWNER : OWNER + COLUMNS] = np.roll(turned[OWNER : OWNER + COLUMNS], 1)
    ours, theirs = looked(position, 3), looked(Position(GAME, turned), 3)
    assert sorted(one[0] for one in ours.values()) == pytest.approx(
        sorted(one[0] for one in theirs.values()), abs=1e-12
    )


def test_early_in_a_game_whoever_promises_less_is_not_looked_into_far() -> None:
    position = GAME.start().play("*4", "A2", "*3")
    seat = position.turn
    near, far = looked(position, 2), looked(position, 4)
    promised = sorted({one[seat] for one in near.values()}, reverse=True)
    assert len(promised) > WAYS_AT_FIRST
    best = max(one[seat] for one in far.values())
    for token, one in near.items():
        if one[seat] < promised[WAYS_AT_FIRST - 1]:
            assert far[token][seat] == min(one[seat], best - 1e-9)
        else:
            assert far[token][seat] != one[seat]


def test_early_in_a_game_the_best_of_what_others_may_write_is_still_among_what_is_looked_at() -> None:
    """Only the other seat is looked at less closely here: so the mover expects no less, and hardly more."""
    compared = 0
    for position in decisions("ascending", 3):
        if FEW_SQUARES < squares_left(position) <= FEW_SQUARES + 3:
            ours, theirs = looked(position, 3), looked(position, 3, THE_HOUSE)
            seat = position.turn
            for token in sorted(ours, key=lambda token: -ours[token][seat])[:1]:
                assert -1e-12 <= ours[token][seat] - theirs[token][seat] < 0.01
                compared += 1
    assert compared > 0
