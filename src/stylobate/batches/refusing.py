"""What is said of a batch that cannot be, and of what cannot be played in it."""

from collections.abc import Callable
from typing import Any

from stylobate.errors import BadBatch, BadToken
from stylobate.game import Position

SHOWN = 12  # legal actions


def at_least_one(n: int) -> None:
    """Refuse a batch without games."""
    if n < 1:
        raise BadBatch(f"a batch of {n} games cannot be; one is the least")


def asked_for(is_written: bool, what: str) -> None:
    """Refuse to show what the batch was not asked to write."""
    if not is_written:
        raise BadBatch(f"this batch writes no {what}; stylobate.vector(…, {what}=True) does")


def one_for_each(row: Any, n: int) -> None:
    """Refuse a step that is not one whole number for each game."""
    if row.shape != (n,) or row.dtype.kind not in "iu":
        raise BadBatch(
            f"a step of this batch is {n} whole numbers, one for each game; "
            f"not {row.dtype} of shape {row.shape}"
        )


def illegal(number: int, position: Position, given: int, called: Callable[[int], int]) -> BadToken:
    """The refusal of what was given for a game; `called` tells how its legal actions would be given there."""
    legal = [f"{called(action)} ({token})" for token, action in position.actions.items()]
    more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    return BadToken(
        f"game {number}: {given} is no legal action there, and no game was stepped; "
        f"legal: {', '.join(legal[:SHOWN])}{more}"
    )


def as_it_is(action: int) -> int:
    """How an action is given where `step` takes the kernel's own: as it is."""
    return action
