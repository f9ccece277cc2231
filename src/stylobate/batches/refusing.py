"""What is said of an action that cannot be played in one game of a batch."""

from collections.abc import Callable

from stylobate.errors import BadToken
from stylobate.game import Position

SHOWN = 12  # legal actions


def illegal(number: int, position: Position, given: int, called: Callable[[int], int]) -> BadToken:
    """That game cannot go on with what was given; `called` tells how an action would be given there."""
    legal = [f"{called(action)} ({token})" for token, action in position.actions.items()]
    more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    return BadToken(
        f"game {number}: {given} is no legal action there, and no game was stepped; "
        f"legal: {', '.join(legal[:SHOWN])}{more}"
    )


def as_it_is(action: int) -> int:
    """Actions that are given as the kernel's own."""
    return action
