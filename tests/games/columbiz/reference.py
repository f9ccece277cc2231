"""Columbiz at the table: a dictionary of squares, dice as a string of digits, and the rules word by word."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

from tests.reference import Reference

LETTERS = "PBGK"
DIGITS = "123456"
VALUES = [0, 1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42]


@cache
def throws(kept: str) -> dict[str, Fraction]:
    """All eight dice after the others were thrown, each way with its probability."""
    free = 8 - len(kept)
    found = {}
    for dice in combinations_with_replacement(DIGITS, free):
        ways = factorial(free)
        for face in DIGITS:
            ways //= factorial(dice.count(face))
        found["*" + "".join(sorted(kept + "".join(dice)))] = Fraction(ways, 6**free)
    return dict(sorted(found.items()))


@cache
def keeps(dice: str) -> list[str]:
    """Every choice of some of the dice, none included, all excluded."""
    chosen = {"".join(some) for count in range(8) for some in combinations(dice, count)}
    return [f"keep:{some or '-'}" for some in chosen]


class Columbiz(Reference):
    """The board, what each player has, and how far the turn is."""

    games = 12

    def __init__(self, players: int) -> None:
        self.players = players
        self.board: dict[tuple[int, int], int] = {}
        self.hands = [{2: 18, 3: 13, 4: 10}[players]] * players
        self.prisoners = [0] * players
        self.run_points = [0] * players
        self.player = 0
        self.is_over = False
        self.new_turn()

    def new_turn(self) -> None:
        self.throws_made = 0
        self.kept = ""
        self.dice = ""
        self.is_placing = False
        self.placed = 0

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Columbiz:
        if "setup" in options:
            return cls.from_text(options["setup"].replace("_", " "))
        return cls(int(options.get("players", "2")))

    @classmethod
    def from_text(cls, text: str) -> Columbiz:
        board, hands, prisoners, runs, letter, moment, dice = text.split(" ")
        game = cls(len(hands.split(",")))
        for column, squares in enumerate(board.split("/"), 1):
            for number, mark in enumerate(squares, 1):
                if mark != "-":
                    game.board[column, number] = LETTERS.index(mark)
        game.hands = [int(n) for n in hands.split(",")]
        game.prisoners = [int(n) for n in prisoners.split(",")]
        game.run_points = [int(n) for n in runs.split(",")]
        dice = dice.strip("-")
        if moment == "over":
            game.is_over = True
            return game
        game.player = LETTERS.index(letter)
        stage, count = moment[:-1], int(moment[-1])
        if stage == "throw":
            game.throws_made, game.kept = count - 1, dice
        elif stage == "keep":
            game.throws_made, game.dice = count, dice
        else:
            game.is_placing, game.placed, game.dice = True, count, dice
        return game

    def copy(self) -> Columbiz:
        other = copy(self)
        other.board = dict(self.board)
        other.hands, other.prisoners = list(self.hands), list(self.prisoners)
        other.run_points = list(self.run_points)
        return other

    def turn(self) -> int | str:
        if self.is_over:
            return "over"
        return self.player if self.dice else "chance"

    def legal(self) -> list[str]:
        if self.is_over:
            return []
        if not self.dice:
            return list(throws(self.kept))
        if not self.is_placing:
            return sorted([*keeps(self.dice), "stop"])
        tokens = self.squares_for_a_counter()
        if not tokens:
            return ["give-up"]
        if self.placed >= 1:
            tokens.append("end")
        return sorted(tokens)

    def squares_for_a_counter(self) -> list[str]:
        return [
            f"{column}:{number}"
            for column in range(1, 7)
            for number in range(1, 7)
            if (column, number) not in self.board and self.dice.count(str(column)) >= number
        ]

    def play(self, token: str) -> None:
        if token.startswith("*"):
            self.dice = token[1:]
            self.kept = ""
            self.throws_made += 1
            if self.throws_made == 3:
                self.is_placing = True
        elif token.startswith("keep:"):
            self.kept = token[5:].strip("-")
            self.dice = ""
        elif token == "stop":
            self.is_placing = True
        elif token == "end":
            self.end_turn()
        elif token == "give-up":
            for _ in range(3):
                if self.hands[self.player] > 0:
                    self.hands[self.player] -= 1
            self.end_turn()
        else:
            column, number = token.split(":")
            self.place(int(column), int(number))

    def place(self, column: int, number: int) -> None:
        self.board[column, number] = self.player
        self.hands[self.player] -= 1
        self.dice = self.dice.replace(str(column), "", number)
        self.placed += 1
        for lower in range(1, number):
            if self.board.get((column, lower), self.player) != self.player:
                del self.board[column, lower]
                self.prisoners[self.player] += 1
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = self.run_length((column, number), step)
            self.run_points[self.player] += {3: 1, 4: 2, 5: 3, 6: 4}.get(length, 0)
        if self.placed == 4 or self.hands[self.player] == 0 or not self.squares_for_a_counter():
            self.end_turn()

    def run_length(self, square: tuple[int, int], step: tuple[int, int]) -> int:
        """Walk to one end of the run, then count to the other."""
        column, number = square
        while self.board.get((column - step[0], number - step[1])) == self.player:
            column, number = column - step[0], number - step[1]
        length = 0
        while self.board.get((column, number)) == self.player:
            column, number = column + step[0], number + step[1]
            length += 1
        return length

    def end_turn(self) -> None:
        self.new_turn()
        if self.player < self.players - 1:
            self.player += 1
        else:
            self.player = 0
            self.is_over = 0 in self.hands

    def scores(self) -> list[int]:
        return [
            points + self.value(prisoners)
            for points, prisoners in zip(self.run_points, self.prisoners, strict=True)
        ]

    def value(self, prisoners: int) -> int:
        """The sheet's table; beyond it two steps of seven, two of eight, and so on."""
        table = list(VALUES)
        while len(table) <= prisoners:
            table.append(table[-1] + len(table) // 2 + len(table) % 2)
        return table[prisoners]

    def result(self) -> list[int]:
        if not self.is_over:
            return []
        points = self.scores()
        return [seat for seat in range(self.players) if points[seat] == max(points)]

    def chance(self) -> dict[str, Fraction]:
        return throws(self.kept) if self.turn() == "chance" else {}

    def position(self) -> str:
        board = "/".join(
            "".join(
                LETTERS[self.board[column, number]] if (column, number) in self.board else "-"
                for number in range(1, 7)
            )
            for column in range(1, 7)
        )
        numbers = [",".join(map(str, each)) for each in (self.hands, self.prisoners, self.run_points)]
        return " ".join([board, *numbers, self.whose_moment()])

    def whose_moment(self) -> str:
        if self.is_over:
            return "- over -"
        letter = LETTERS[self.player]
        if self.is_placing:
            return f"{letter} place{self.placed} {self.dice}"
        if self.dice:
            return f"{letter} keep{self.throws_made} {self.dice}"
        return f"{letter} throw{self.throws_made + 1} {self.kept or '-'}"


REFERENCE = Columbiz
