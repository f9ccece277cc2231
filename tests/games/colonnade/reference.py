"""Colonnade with single checkers: a square is a list of R and B from the board upwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.reference import Reference

SQUARES = "abcdefgh"


class Colonnade(Reference):
    """The row of squares and the colour to move."""

    games = 1000

    def __init__(self, stacks: list[list[str]], mover: str) -> None:
        self.stacks = stacks
        self.mover = mover
        self._found: list[str] | None = None

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Colonnade:
        if "setup" in options:
            return cls.from_text(options["setup"].replace("_", " "))
        red_topped, blue_topped = ["R", "B", "R"], ["B", "R", "B"]
        return cls([list(red_topped if square in "aceg" else blue_topped) for square in SQUARES], "R")

    @classmethod
    def from_text(cls, text: str) -> Colonnade:
        row, mover = text.split(" ")
        stacks: list[list[str]] = []
        for told in row.split("/"):
            stack: list[str] = []
            colour = told[0]
            for _ in range(int(told[1:] or 0)):
                stack.insert(0, colour)
                colour = other(colour)
            stacks.append(stack)
        return cls(stacks, mover)

    def turn(self) -> int | str:
        return "RB".index(self.mover) if self.legal() else "over"

    def legal(self) -> list[str]:
        if self._found is None:
            self._found = sorted(self._moves())
        return list(self._found)

    def _moves(self) -> Iterator[str]:
        for origin, square in enumerate(SQUARES):
            for target in (origin - 1, origin + 1):
                if not 0 <= target < len(SQUARES):
                    continue
                stack, onto = self.stacks[origin], self.stacks[target]
                if onto and onto[-1] != self.mover:
                    continue
                for index, checker in enumerate(stack):
                    if checker == self.mover and (onto or index > 0):
                        yield f"{square}{len(stack) - index}{SQUARES[target]}"

    def play(self, token: str) -> None:
        origin, target = SQUARES.index(token[0]), SQUARES.index(token[-1])
        taken = int(token[1:-1])
        stack = self.stacks[origin]
        self.stacks[origin], group = stack[:-taken], stack[-taken:]
        self.stacks[target] = reduced(self.stacks[target] + group)
        self.mover = other(self.mover)
        self._found = None

    def scores(self) -> list[int]:
        winners = self.result()
        return [int(seat in winners) for seat in (0, 1)]

    def result(self) -> list[int]:
        return [] if self.legal() else ["RB".index(other(self.mover))]

    def position(self) -> str:
        row = "/".join(f"{stack[-1]}{len(stack)}" if stack else "-" for stack in self.stacks)
        return f"{row} {self.mover}"

    def copy(self) -> Colonnade:
        return Colonnade(list(self.stacks), self.mover)  # a move makes new stacks, and changes none


def other(colour: str) -> str:
    return "B" if colour == "R" else "R"


def reduced(stack: list[str]) -> list[str]:
    """The stack with like-coloured neighbours reduced to one, from the board upwards."""
    left: list[str] = []
    for checker in stack:
        if not left or left[-1] != checker:
            left.append(checker)
    return left


REFERENCE = Colonnade
