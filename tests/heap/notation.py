"""Tokens such as `*3` and `take1`; a position is its numbers."""

import numpy as np

from stylobate.errors import BadPosition, BadToken
from stylobate.kernel import State


def token(s: State, action: int) -> str:
    return f"*{action}" if s[1] == 0 else f"take{action}"


def action(s: State, text: str) -> int:
    number = text.removeprefix("*").removeprefix("take")
    if not number.isdecimal():
        raise BadToken(f"“{text}” is no move of this game")
    return int(number)


def write(s: State) -> str:
    return " ".join(map(str, s.tolist()))


def read(text: str) -> State:
    numbers = text.split(" ")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        raise BadPosition(f"“{text}” is not three numbers")
    return np.array(numbers, dtype=np.int16)
