"""What learners see of Colonnade."""

from stylobate.games.colonnade import GAME
from tests.seen import Seen, is_seen_as_told, met


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
