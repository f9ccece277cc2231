"""Why a click does nothing in Colonnade: a stack that cannot move, or a square where a checker cannot go."""

from collections.abc import Sequence

from stylobate.game import Position
from stylobate.games.colonnade.notation import FILES, NAMES
from stylobate.games.colonnade.rules import MOVER, RED, SQUARES


def why_not(position: Position, chosen: Sequence[str], key: str) -> str:
    """Why nothing of a square can be picked, or why what was picked cannot go there."""
    if key not in FILES or position.is_over:
        return ""
    if not chosen:
        return _why_it_stays(position, FILES.index(key))
    return _why_not_there(position, chosen[0], FILES.index(key))


def _why_it_stays(position: Position, square: int) -> str:
    name, colour = FILES[square], NAMES[int(position.state[MOVER])]
    height = abs(_stack(position, square))
    if not height:
        return f"There is nothing on {name}."
    if any(token.startswith(name) for token in position.legal):
        return f"Choose one of the checkers on {name}, rather than the whole square."
    if height == 1 and _top(position, square) != colour:
        return f"There is no {colour} checker on {name}."
    beside = [other for other in (square - 1, square + 1) if 0 <= other < SQUARES]
    closed = [other for other in beside if _stack(position, other)]
    other = NAMES[1 - NAMES.index(colour)]
    if len(closed) == 2:
        return f"{name} cannot move: both neighbours have a {other} top."
    reasons = [f"{FILES[square]} has a {other} top" for square in closed]
    if len(closed) < len(beside):
        bare = " and ".join(FILES[square] for square in beside if square not in closed)
        reasons.append(
            f"{bare} {'is' if len(beside) - len(closed) == 1 else 'are'} empty, "
            f"and the bottom checker never slides to an empty square"
        )
    return f"{name} cannot move: {'; '.join(reasons)}."


def _why_not_there(position: Position, picked: str, target: int) -> str:
    origin, name = FILES.index(picked[0]), FILES[target]
    colour = NAMES[int(position.state[MOVER])]
    if target == origin:
        return f"The checker stands on {name} already: it goes to a neighbouring square."
    if abs(target - origin) > 1:
        return f"{name} is not beside {FILES[origin]}: a checker goes to a neighbouring square."
    if not _stack(position, target):
        return f"{name} is empty, and the bottom checker of {FILES[origin]} never slides to an empty square."
    return f"The top of {name} is {_top(position, target)}: a {colour} checker goes only onto a {colour} top."


def _stack(position: Position, square: int) -> int:
    return int(position.state[square])


def _top(position: Position, square: int) -> str:
    return NAMES[RED if _stack(position, square) > 0 else 1 - RED]
