"""Colonnade's rules, sentence by sentence, and what follows from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobate import Position, load
from tests.games.colonnade.positions import position_texts
from tests.games.colonnade.reference import Colonnade
from tests.harness import compare, random_game, walk_beside

GAME = load("colonnade")
MIRROR = str.maketrans("abcdefgh", "hgfedcba")
SWAP = str.maketrans("RB", "BR")


def after(text: str, *tokens: str) -> str:
    return str(GAME.position(text).play(*tokens))


def legal(text: str) -> set[str]:
    return set(GAME.position(text).legal)


def checkers(position: Position) -> int:
    return int(abs(position.state[:8]).sum())


def empties(position: Position) -> int:
    return int((position.state[:8] == 0).sum())


# The start


def test_eight_stacks_of_three_with_tops_alternating_from_red_and_red_to_move() -> None:
    assert str(GAME.start()) == "R3/B3/R3/B3/R3/B3/R3/B3 R"
    assert GAME.start().turn == 0


def test_the_start_has_twelve_checkers_of_each_colour() -> None:
    row = Colonnade.start({}).stacks
    assert sum(stack.count("R") for stack in row) == 12
    assert sum(stack.count("B") for stack in row) == 12


# A move onto a stack


def test_a_group_goes_onto_a_stack_whose_top_is_the_movers_and_one_checker_is_discarded() -> None:
    assert after("R3/B3/-/-/-/-/-/- R", "b2a") == "B4/B1/-/-/-/-/-/- B"


def test_a_stack_of_h_that_receives_d_becomes_h_and_d_less_one_high() -> None:
    for height, depth in product((1, 2, 5), (1, 3, 5)):
        start = f"R{height}/R{depth}/-/-/-/-/-/- R"
        assert after(start, f"b{depth}a").split("/")[0] == f"R{height + depth - 1}"


def test_the_bottom_checker_too_may_go_onto_a_stack() -> None:
    assert after("R1/R1/-/-/-/-/-/- R", "a1b") == "-/R1/-/-/-/-/-/- B"
    assert "a3b" in legal("R3/R1/-/-/-/-/-/- R")


def test_no_checker_goes_onto_a_stack_whose_top_is_the_opponents() -> None:
    assert legal("R3/B1/-/-/-/-/-/- R") == set()


def test_only_a_checker_of_the_mover_is_picked() -> None:
    assert legal("R4/R1/-/-/-/-/-/- R") == {"a1b", "a3b", "b1a"}
    assert legal("B4/R1/-/-/-/-/-/- R") == {"a2b", "a4b"}


def test_whatever_lies_on_the_picked_checker_goes_along() -> None:
    assert after("B4/R1/-/-/-/-/-/- R", "a4b") == "-/B4/-/-/-/-/-/- B"
    assert after("B4/R1/-/-/-/-/-/- R", "a2b") == "B2/B2/-/-/-/-/-/- B"


def test_a_move_goes_to_a_neighbouring_square_only_and_not_around_the_ends() -> None:
    assert legal("R1/B1/R1/B1/B1/B1/B1/R1 R") == set()


# A move down to an empty square


def test_a_checker_that_is_not_the_bottom_one_may_go_down_to_an_empty_square() -> None:
    assert after("-/R3/-/-/-/-/-/- R", "b1a") == "R1/B2/-/-/-/-/-/- B"
    assert legal("-/B4/-/-/-/-/-/- R") == {"b2a", "b2c"}


def test_a_bottom_checker_cannot_go_down_to_an_empty_square() -> None:
    assert legal("-/R3/-/-/-/-/-/- R") == {"b1a", "b1c"}
    assert legal("-/R1/-/-/-/-/-/- R") == set()


def test_going_down_discards_nothing() -> None:
    before = GAME.position("-/R24/-/-/-/-/-/- R")
    assert checkers(before.play("b9c")) == 24


# The end


@pytest.mark.parametrize(("mover", "winner"), [("R", 1), ("B", 0)])
def test_who_has_no_move_loses(mover: str, winner: int) -> None:
    position = GAME.position(f"R1/B1/R1/B1/R1/B1/R1/B1 {mover}")
    assert position.is_over
    assert position.winners == (winner,)
    assert position.scores == tuple(int(seat == winner) for seat in (0, 1))


@pytest.mark.parametrize(("mover", "winner"), [("R", 1), ("B", 0)])
def test_an_empty_board_is_over(mover: str, winner: int) -> None:
    position = GAME.position(f"-/-/-/-/-/-/-/- {mover}")
    assert position.is_over
    assert position.winners == (winner,)


def test_before_the_end_nobody_has_points() -> None:
    assert GAME.start().scores == (0, 0)
    assert GAME.start().winners == ()


def test_there_is_no_passing() -> None:
    with pytest.raises(ValueError, match="“pass” is not a Colonnade move"):
        GAME.start().play("pass")


# What follows from the rules


@given(position_texts())
def test_each_move_discards_one_checker_or_fills_an_empty_square(text: str) -> None:
    position = GAME.position(text)
    for token in position.legal:
        next_ = position.play(token)
        filled = empties(position) - empties(next_)
        target = "abcdefgh".index(token[-1])
        if position.state[target] == 0:
            assert checkers(next_) == checkers(position)
            assert filled == 1
        else:
            assert checkers(next_) == checkers(position) - 1


@given(st.integers(min_value=0, max_value=2**32))
def test_no_game_is_longer_than_46_moves(seed: int) -> None:
    assert len(list(random_game(GAME.start(), random.Random(seed)))) <= 46


@given(st.integers(min_value=0, max_value=2**32))
def test_the_players_take_turns(seed: int) -> None:
    position = GAME.start()
    for number, token in enumerate(random_game(position, random.Random(seed))):
        assert position.turn == number % 2
        position = position.play(token)
    assert position.winners == (1 - int(position.state[8]),)


@given(position_texts(), st.data())
def test_a_game_in_the_mirror_is_a_game(text: str, data: st.DataObject) -> None:
    position = GAME.position(text)
    reflected = GAME.position(mirrored(text))
    assert {token.translate(MIRROR) for token in position.legal} == set(reflected.legal)
    if position.legal:
        token = data.draw(st.sampled_from(position.legal))
        assert mirrored(str(position.play(token))) == str(reflected.play(token.translate(MIRROR)))


@given(position_texts(), st.data())
def test_a_game_with_the_colours_exchanged_is_a_game(text: str, data: st.DataObject) -> None:
    position = GAME.position(text)
    exchanged = GAME.position(text.translate(SWAP))
    assert position.legal == exchanged.legal
    assert position.winners == tuple(1 - seat for seat in exchanged.winners)
    if position.legal:
        token = data.draw(st.sampled_from(position.legal))
        assert str(position.play(token)).translate(SWAP) == str(exchanged.play(token))


def mirrored(text: str) -> str:
    row, mover = text.split(" ")
    return f"{'/'.join(reversed(row.split('/')))} {mover}"


# Beside the reference, from anywhere


@pytest.mark.slow
@settings(max_examples=1_000)
@given(position_texts(), st.integers(min_value=0, max_value=2**32))
def test_from_any_position_the_kernel_and_the_reference_tell_the_same_game(text: str, seed: int) -> None:
    walk_beside(GAME.position(text), Colonnade.from_text(text), random.Random(seed), story=f"setup {text}")


def rows(checkers: int, squares: int = 8) -> Iterator[list[str]]:
    """Every row of so many squares with at most so many checkers."""
    if squares == 0:
        yield []
        return
    for height in range(checkers + 1):
        for stack in (f"R{height}", f"B{height}") if height else ("-",):
            for rest in rows(checkers - height, squares - 1):
                yield [stack, *rest]


@pytest.mark.slow
@pytest.mark.parametrize("mover", ["R", "B"])
def test_on_every_board_of_at_most_five_checkers_kernel_and_reference_agree(mover: str) -> None:
    boards = 0
    for row in rows(5):
        text = f"{'/'.join(row)} {mover}"
        compare(GAME.position(text), Colonnade.from_text(text))
        boards += 1
    assert boards == 13_073


@given(position_texts())
def test_no_position_has_more_moves_than_the_kernel_has_room_for(text: str) -> None:
    assert len(GAME.position(text).legal) <= 30 <= GAME.kernel.width
