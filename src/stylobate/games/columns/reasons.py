"""Why a click does nothing in Columns: what keeps a piece from a pin, or from all pins beside it."""

from collections.abc import Sequence

from stylobate.errors import BadToken
from stylobate.game import Position
from stylobate.games.columns.notation import KIND_NAMES, KINDS, action, explain, pin_name
from stylobate.games.columns.rules import DOUBLE, HEIGHT, LEVELS, PINS, RANKS, TRIPLE
from stylobate.telling import counted, listed, number_word


def why_not(position: Position, chosen: Sequence[str], key: str) -> str:
    """Why the piece chosen cannot go on a pin; without a piece, that one is chosen first."""
    if key not in _pins(position) or position.is_over:
        return ""
    if not chosen:
        return "Choose a piece first, then the pin that it goes on."
    kind = KINDS.index(chosen[0])
    if kind < DOUBLE:
        return f"Not there: {_explained(position, KINDS[kind] + key)}."
    if len(chosen) > 1:
        return f"Not there: {_over(position, kind, chosen[1], key)}."
    return f"Not there: {_beside(position, kind, key)}."


def _beside(position: Position, kind: int, pin: str) -> str:
    """What keeps a double's end, or a triple's thick end, from a pin, whatever pin the other end goes on."""
    if _height(position, pin) == LEVELS:
        return f"{pin} is full"
    end, high = ("the thick end of a triple blocker", "as high, or one higher")
    if kind == DOUBLE:
        end, high = (f"a {KIND_NAMES[DOUBLE]}", "as high")
    steps = (0, 1) if kind == TRIPLE else (0,)
    pins = [other for other in _pins(position) if _are_neighbours(position, pin, other)]
    level = [other for other in pins if _height(position, other) - _height(position, pin) in steps]
    level = [other for other in level if _height(position, other) < LEVELS]
    if not level:
        return f"{end} needs a pin beside {pin} that is {high} and not full, and there is none"
    reasons = [f"over {pin} and {other}, {_over(position, kind, pin, other)}" for other in level]
    return "; ".join([*reasons, *[f"no other pin beside {pin} is {high}"] * (len(level) < len(pins))])


def _over(position: Position, kind: int, first: str, second: str) -> str:
    """What keeps a double or triple from lying over two pins, the thick end on the first."""
    if first == second:
        return f"{first} is chosen already, and the other end goes on a pin beside it"
    if not _are_neighbours(position, first, second):
        return f"{second} is not beside {first}"
    if kind == DOUBLE:
        return _explained(position, f"D{''.join(sorted((first, second)))}")
    thick, thin = (_height(position, pin) for pin in (first, second))
    if LEVELS in (thick, thin) or thin == thick:
        return _explained(position, f"T{first}{second}^")
    if thin == thick + 1:
        return _explained(position, f"T{first}{second}v")
    stand = listed((f"{first} stands {counted(thick, 'level')} high", f"{second} {number_word(thin)}"))
    return f"{stand}; the thin end's pin must be as high as the thick end's, or one higher"


def _explained(position: Position, token: str) -> str:
    return explain(position.state, action(position.state, token))


def _are_neighbours(position: Position, first: str, second: str) -> bool:
    try:
        action(position.state, f"T{first}{second}^")
    except BadToken:
        return False
    return True


def _pins(position: Position) -> list[str]:
    return [pin_name(int(position.state[RANKS]), pin) for pin in range(PINS)]


def _height(position: Position, pin: str) -> int:
    return int(position.state[HEIGHT + _pins(position).index(pin)])
