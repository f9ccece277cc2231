"""Colonnade in words: first the checker is clicked, which takes along all above it, then where it goes."""

from stylobate.game import Position
from stylobate.games.colonnade.notation import FILES, NAMES, action
from stylobate.games.colonnade.rules import DEPTHS, MOVER
from stylobate.telling import Names, Step, called, counted, place_word, verdict


def words(position: Position, token: str, names: Names = None) -> str:
    """How many checkers go where, and whether one is discarded."""
    origin, depth, target = _taken_apart(position, token)
    stack, onto = (abs(int(position.state[square])) for square in (origin, target))
    mover = position.turn
    moved = f"{counted(depth, 'checker')} from {FILES[origin]}"
    if depth == stack:
        moved = f"the {'only checker' if stack == 1 else 'whole stack'} of {FILES[origin]}"
    if onto:
        where = f"onto {FILES[target]}; one {NAMES[mover]} checker is discarded"
    else:
        where = f"down to the empty square {FILES[target]}"
    return f"{called(position, mover, names)} moves {moved} {where}"


def asks(position: Position, names: Names = None) -> str:
    """Always the same: a checker and a square."""
    if position.is_over:
        return ""
    return f"Choose a {NAMES[position.turn]} checker, then the square beside it where it goes."


def how_to(position: Position) -> str:
    """The rules of a move."""
    colour = NAMES[int(position.state[MOVER])]
    return (
        f"Any {colour} checker in a stack may be chosen; all that lies on it comes along. "
        f"It may go onto a neighbouring stack with a {colour} top, where one of the two {colour} checkers "
        "that meet is discarded, or down to a neighbouring empty square, unless it is the bottom one of its "
        "stack. Who cannot move loses."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """The checker by its place from the top, then the square."""
    origin, depth, target = _taken_apart(position, token)
    colour = NAMES[position.turn]
    place = "top" if depth == 1 else f"{place_word(depth)} from the top"
    along = f", with {counted(depth - 1, 'checker')} on it" if depth > 1 else ""
    return (
        Step(f"{FILES[origin]}{depth}", f"{FILES[origin]}, {place}, {colour}{along}"),
        Step(FILES[target], f"square {FILES[target]}"),
    )


def result(position: Position, names: Names = None) -> list[str]:
    """Who could not move."""
    stuck = called(position, int(position.state[MOVER]), names)
    return [verdict(position, names), f"It is {stuck}'s turn, and {stuck} has no move left: that loses."]


def is_costly(position: Position, token: str) -> bool:
    """A move is a move."""
    return False


def _taken_apart(position: Position, token: str) -> tuple[int, int, int]:
    """From which square, how many checkers, to which."""
    number = action(position.state, token)
    origin, depth = divmod(number >> 1, DEPTHS)
    return origin, depth, origin + (1 if number & 1 else -1)
