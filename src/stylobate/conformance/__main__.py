"""`python -m stylobate.conformance NAME …`: what is wrong, in sentences; exit code 1 if anything is."""

from __future__ import annotations

import os
import sys

from stylobate.conformance import broken, stand_ins
from stylobate.errors import StylobateError
from stylobate.registry import load
from stylobate.telling import counted


def main(names: list[str]) -> int:
    """Check each of these games and print what is wrong; the exit code."""
    if not names:
        print("name a game: python -m stylobate.conformance NAME", file=sys.stderr)
        return 2
    return max(map(_look, names))


def _look(name: str) -> int:
    try:
        game = load(name)
    except StylobateError as error:
        print(error)
        return 1
    sentences = list(dict.fromkeys(broken(game)))  # what stops several parts is told once
    for sentence in sentences:
        print(sentence)
    many = counted(len(sentences), "promise")
    print(f"{name}: {many} broken." if sentences else f"{name} keeps its promises.")
    for sentence in () if sentences else stand_ins(game):
        print(f"  {sentence}")
    return 1 if sentences else 0


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read it, `head` for one, has seen enough
        code = 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left to say
    sys.exit(code)
