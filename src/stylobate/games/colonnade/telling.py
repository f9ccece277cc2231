"""Colonnade in words: first the checker is clicked, which takes along all above it, then where it goes."""

from stylobate.game import Position
from stylobate.games.colonnade.notation import FILES, NAMES, action
from stylobate.games.colonnade.reasons import why_not as why_not
from stylobate.games.colonnade.rules import BLUE, DEPTHS, MOVER, RED, SQUARES
from stylobate.telling import Names, Step, called, counted, place_word, verdict

TALL = 5  # checkers; a higher stack is not told one by one


def words(position: Position, token: str, names: Names = None) -> str:
    """A move in words: how many checkers go where, and whether one is discarded."""
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
    """The question to the player; in this game every move is a checker and a square."""
    if position.is_over:
        return ""
    return f"Choose a {NAMES[position.turn]} checker, then the square beside it where it goes."


def how_to(position: Position) -> str:
    """The rules of a move, in two or three sentences."""
    colour = NAMES[int(position.state[MOVER])]
    return (
        f"Any {colour} checker in a stack may be chosen; all that lies on it comes along. "
        f"It may go onto a neighbouring stack with a {colour} top, where one of the two {colour} checkers "
        "that meet is discarded, or down to a neighbouring empty square, unless it is the bottom one of its "
        "stack."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """Two clicks: the checker, named by its place from the top of its stack, then the square."""
    origin, depth, target = _taken_apart(position, token)
    colour = NAMES[position.turn]
    place = "top" if depth == 1 else f"{place_word(depth)} from the top"
    along = f", with {counted(depth - 1, 'checker')} on it" if depth > 1 else ""
    return (
        Step(
            f"{FILES[origin]}{depth}",
            f"{FILES[origin]}, {place}, {colour}{along}",
            "Now choose where it goes.",
        ),
        Step(FILES[target], f"square {FILES[target]}"),
    )


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """The name of each square, and what stands on it."""
    stacks = position.state[:SQUARES]
    return {file: f"Square {file}: {_stack(int(stack))}" for file, stack in zip(FILES, stacks, strict=True)}


def _stack(stack: int) -> str:
    """A stack from its top down; as colours take turns, of a tall one its ends are enough."""
    height, top = abs(stack), RED if stack > 0 else BLUE
    colours = [NAMES[top ^ depth % 2] for depth in range(height)]
    if not colours:
        return "empty"
    if height == 1:
        return f"one {colours[0]} checker"
    if height > TALL:
        return f"{counted(height, 'checker')} in turn, {colours[0]} on top, {colours[-1]} at the bottom"
    return f"{counted(height, 'checker')}, from the top {', '.join(colours)}"


def result(position: Position, names: Names = None) -> list[str]:
    """Who has won, because the other could not move."""
    stuck = called(position, int(position.state[MOVER]), names)
    return [verdict(position, names), f"It is {stuck}'s turn, and {stuck} has no move left: that loses."]


def _taken_apart(position: Position, token: str) -> tuple[int, int, int]:
    """A token as numbers: from which square, how many checkers, to which square."""
    number = action(position.state, token)
    origin, depth = divmod(number >> 1, DEPTHS)
    return origin, depth, origin + (1 if number & 1 else -1)
