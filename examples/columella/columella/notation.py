"""Columella as text: `*4` throws, `set4` sets a drum, `leave` none; a position is `653/64 2 4 10`.

That is: the columns from the ground up, the drum left, the drum thrown (0 for none), and turns played.
"""

import re

import numpy as np

from columella.rules import BASE, COLUMNS, LEFT, ROUNDS, SEATS, THROWN, TURNS
from stylobate.errors import BadPosition, BadToken
from stylobate.kernel import State

_POSITION = re.compile(r"((?:(?:^|\b/)(?:0|(?=[1-6])6*5*4*3*2*1*)){2,3}) ([0-6]) ([0-6]) (0|[1-9][0-9]?)")


def token(s: State, action: int) -> str:
    """How the action is written."""
    return f"*{action}" if s[THROWN] == 0 else f"set{action}" if action else "leave"


def action(s: State, text: str) -> int:
    """The action that a token means, legal or not."""
    if not re.fullmatch(r"(\*|set)[1-6]|leave", text):
        raise BadToken(f"“{text}” is no move in Columella; write leave, or set and a width, as in set4")
    return int(text[-1]) if text != "leave" else 0


def columns(s: State) -> list[str]:
    """The widths of each column from the ground up."""
    return [np.base_repr(column, BASE).strip("0") for column in s[COLUMNS:]]


def yard(s: State) -> list[str]:
    """The widths of what lies there: the drum left, the drum thrown."""
    return [str(drum) for drum in s[LEFT : THROWN + 1] if drum]


def write(s: State) -> str:
    """The position as a line."""
    return f"{'/'.join(column or '0' for column in columns(s))} {s[LEFT]} {s[THROWN]} {s[TURNS]}"


def read(text: str) -> State:
    """The position that a line tells, if play can lead there."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(f"“{text}” should be columns, drum left, drum thrown, turns, as in 653/64 2 4 10")
    built, (left, thrown, turns) = match[1].split("/"), map(int, match.groups()[1:])
    drums, seats = [len(column.strip("0")) for column in built], len(built)
    in_time = all(drum <= (turns + seats - 1 - seat) // seats for seat, drum in enumerate(drums))
    if not in_time or (left > 0) != (sum(drums) < turns) or turns + (thrown > 0) > seats * ROUNDS:
        raise BadPosition(f"no play leads to “{text}”")
    return np.array([seats, turns, left, thrown, *(int(column, BASE) for column in built)], dtype=np.int16)


def options(s: State) -> dict[str, str]:
    """Every position shows how many play."""
    return {"players": str(s[SEATS])}
