"""Colonnade as text: moves such as `b2a`, positions such as `R3/B3/R3/B3/R3/B3/R3/B3 R`.

`b2a` takes the top 2 checkers of square b to square a.  A position is eight stacks, each `-` or the colour
of its top and its height, then the colour to move.
"""

import re

import numpy as np

from stylobate.errors import BadPosition, BadToken
from stylobate.games.colonnade.rules import BLUE, CHECKERS, DEPTHS, MOVER, RED, SQUARES
from stylobate.kernel import State

FILES = "abcdefgh"
COLOURS = "RB"
NAMES = ("red", "blue")

_TOKEN = re.compile(r"([a-h])([1-9][0-9]?)([a-h])")
_STACK = re.compile(r"-|[RB][1-9][0-9]?")


def token(s: State, action: int) -> str:
    """How the action is written."""
    square, depth = divmod(action >> 1, DEPTHS)
    return f"{FILES[square]}{depth}{FILES[square + (1 if action & 1 else -1)]}"


def action(s: State, text: str) -> int:
    """The action a token means, legal or not; refuses what is no token of this game."""
    match = _TOKEN.fullmatch(text)
    if not match:
        raise BadToken(f"“{text}” is not a Colonnade move; write from-square, checkers, to-square, as in b2a")
    origin, depth, target = FILES.index(match[1]), int(match[2]), FILES.index(match[3])
    if abs(origin - target) != 1:
        raise BadToken(f"“{text}” does not go to a neighbouring square")
    if depth > CHECKERS:
        raise BadToken(f"“{text}” takes {depth} checkers; there are never more than {CHECKERS}")
    return (origin * DEPTHS + depth) * 2 + (1 if target > origin else 0)


def explain(s: State, action: int) -> str:
    """Why this well-formed move is not legal here."""
    square, depth = divmod(action >> 1, DEPTHS)
    target = square + (1 if action & 1 else -1)
    mover = int(s[MOVER])
    stack, onto = int(s[square]), int(s[target])
    if stack == 0:
        return f"{FILES[square]} is empty"
    if abs(stack) < depth:
        return f"{FILES[square]} holds only {abs(stack)}"
    picked = (RED if stack > 0 else BLUE) ^ (depth + 1) % 2
    if picked != mover:
        return f"checker {depth} from the top of {FILES[square]} is {NAMES[picked]}, not {NAMES[mover]}"
    if onto == 0:
        return f"the bottom checker of {FILES[square]} cannot go down to an empty square"
    return f"the top of {FILES[target]} is {NAMES[1 - mover]}, not {NAMES[mover]}"


def write(s: State) -> str:
    """The position as one line of text."""
    *heights, mover = s.tolist()
    stacks = [f"R{h}" if h > 0 else f"B{-h}" if h else "-" for h in heights]
    return f"{'/'.join(stacks)} {COLOURS[mover]}"


def read(text: str) -> State:
    """The position that a line of text tells."""
    parts = text.split(" ")
    if len(parts) != 2 or parts[1] not in ("R", "B"):
        raise BadPosition(f"“{text}” should be eight stacks joined by /, a space, and R or B to move")
    stacks = parts[0].split("/")
    if len(stacks) != SQUARES:
        raise BadPosition(f"“{text}” has {len(stacks)} squares; Colonnade has {SQUARES}, joined by /")
    s = np.zeros(SQUARES + 1, dtype=np.int16)
    for square, stack in enumerate(stacks):
        if not _STACK.fullmatch(stack):
            raise BadPosition(
                f"square {FILES[square]} reads “{stack}”; write - or R or B and a height, as in R3"
            )
        if stack != "-":
            s[square] = int(stack[1:]) * (1 if stack[0] == "R" else -1)
    checkers = int(abs(s[:SQUARES]).sum())
    if checkers > CHECKERS:
        raise BadPosition(f"“{text}” has {checkers} checkers; there are only {CHECKERS}")
    s[MOVER] = COLOURS.index(parts[1])
    return s


def options(s: State) -> dict[str, str]:
    """The options that this position is played under: Colonnade has none."""
    return {}
