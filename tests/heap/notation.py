"""Tokens such as `*3` and `take1`; a position is its numbers."""

import re

import numpy as np

from stylobate.errors import BadPosition, BadToken
from stylobate.kernel import State


def token(s: State, action: int) -> str:
    return f"*{action}" if s[1] == 0 else f"take{action}"


def action(s: State, text: str) -> int:
    if not re.fullmatch(r"(\*|take)[1-3]", text):
        raise BadToken(f"“{text}” is no move of this game")
    return int(text[-1])


def write(s: State) -> str:
    return " ".join(map(str, s.tolist()))


def read(text: str) -> State:
    if not re.fullmatch(r"[0-7] [013] [01]", text):
        raise BadPosition(f"“{text}” is not three numbers")
    return np.array(text.split(" "), dtype=np.int16)
