"""What learners see of Colonnade."""

import pytest

from stylobate.games.colonnade import GAME
from tests.seen import Seen, bounds, is_seen_as_told, met


def told(text: str, seat: int) -> Seen:
    stacks, mover = text.split(" ")
    mine, other = "RB"[seat], "RB"[1 - seat]
    return {
        "stacks": [
            (stack[0] == mine, stack[0] == other, int(stack[1:] or 0) / 24) for stack in stacks.split("/")
        ],
        "my turn": [mover == mine and not GAME.position(text).is_over],
        "second": [seat == 1],
    }


def test_a_seat_sees_every_stack_as_its_own_or_the_other_s_and_whose_turn_it_is() -> None:
    is_seen_as_told(met(GAME, every=4), told)


def test_every_stack_may_lose_any_of_its_checkers_to_either_side() -> None:
    assert bounds(GAME) == (512, 26)


def test_red_and_blue_see_the_same_stack_each_from_their_own_seat() -> None:
    position = GAME.start().play("b2a")
    red, blue = (GAME.space.named(position.state, GAME.space.observed(position.state, n)) for n in (0, 1))
    assert red["stacks"][0].tolist() == pytest.approx([0, 1, 4 / 24])
    assert blue["stacks"][0].tolist() == pytest.approx([1, 0, 4 / 24])
    assert (red["my turn"], blue["my turn"]) == (0, 1)
