"""What stands on Colonnade's squares, and what the last move did there, for whoever draws it."""

from stylobate.errors import BadToken
from stylobate.game import Position
from stylobate.games.colonnade.notation import action
from stylobate.games.colonnade.rules import BLUE, DEPTHS, MOVER, RED, SQUARES


class Move:
    """A token taken apart: from which square, how many checkers, to which."""

    def __init__(self, position: Position, text: str) -> None:
        number = action(position.state, text)
        self.token = text
        self.origin, self.depth = divmod(number >> 1, DEPTHS)
        self.target = self.origin + (1 if number & 1 else -1)


def last_move(position: Position, text: str) -> Move:
    """The move that led here; a token that cannot have done so is refused."""
    move = Move(position, text)
    left, onto = (stacks(position)[square] for square in (move.origin, move.target))
    mover = int(position.state[MOVER])
    uncovers = not left or colour(left, 1) == mover
    if abs(onto) < move.depth or colour(onto, move.depth) == mover or not uncovers:
        raise BadToken(f"“{text}” cannot have led to {position}, so it cannot be marked as the last move")
    return move


def stacks(position: Position) -> list[int]:
    """How high each square's stack is, below zero where blue is on top."""
    return [int(stack) for stack in position.state[:SQUARES]]


def colour(stack: int, depth: int) -> int:
    """The colour of a checker, counted from the top of its stack: colours alternate."""
    top = RED if stack > 0 else BLUE
    return top if depth % 2 else 1 - top
