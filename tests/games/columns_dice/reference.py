"""The dice game of Columns on paper: each column a list of what its squares hold, "" for nothing yet."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from fractions import Fraction

from tests.reference import Reference

COLUMNS = "ABCDEF"
SQUARES = "1234"
INITIALS = "IP"


class ColumnsDice(Reference):
    """The sheet, the die if it is thrown, and who plays."""

    games = 400

    def __init__(self, order: str) -> None:
        self.order = order
        self.columns: dict[str, list[str]] = {letter: ["", "", "", ""] for letter in COLUMNS}
        self.initials: dict[str, str] = {}
        self.wild: list[str] = []
        self.thrown = ""
        self.player = 0
        self.points = [0, 0]

    @classmethod
    def start(cls, options: Mapping[str, str]) -> ColumnsDice:
        if "setup" in options:
            return cls.from_text(options["setup"].replace("_", " "))
        return cls(options.get("order", "ascending"))

    @classmethod
    def from_text(cls, text: str) -> ColumnsDice:
        columns, wild, player, die, points, order = text.split(" ")
        sheet = cls(order)
        for letter, told in zip(COLUMNS, columns.split("/"), strict=True):
            sheet.columns[letter] = [mark.replace("-", "").upper() for mark in told[:4]]
            if told[4:]:
                sheet.initials[letter] = told[4:]
        sheet.wild = list(wild.replace("-", ""))
        sheet.thrown = die.strip("*-")
        sheet.player = INITIALS.index(player) if player != "-" else 0
        sheet.points = [int(number) for number in points.split(":")]
        return sheet

    def copy(self) -> ColumnsDice:
        other = copy(self)
        other.columns = {letter: list(column) for letter, column in self.columns.items()}
        other.initials = dict(self.initials)
        other.wild, other.points = list(self.wild), list(self.points)
        return other

    def turn(self) -> int | str:
        if all("" not in column for column in self.columns.values()):
            return "over"
        return self.player if self.thrown else "chance"

    def legal(self) -> list[str]:
        if self.turn() == "over":
            return []
        if self.turn() == "chance":
            return ["*1", "*2", "*3", "*4", "*5", "*6"]
        tokens = self.squares_for_the_number()
        if self.thrown in self.wild:
            tokens += [square + "x" for square in self.empty_squares()]
        if not tokens:
            tokens = ["wild"] if len(self.wild) < 4 else ["pass"]
        return sorted(tokens)

    def empty_squares(self) -> list[str]:
        return [c + s for c in COLUMNS for s in SQUARES if self.columns[c][SQUARES.index(s)] == ""]

    def squares_for_the_number(self) -> list[str]:
        fitting = []
        for square in self.empty_squares():
            column = list(self.columns[square[0]])
            column[SQUARES.index(square[1])] = self.thrown
            if self.is_in_order([int(mark) for mark in column if mark.isdigit()]):
                fitting.append(square)
        return fitting

    def is_in_order(self, numbers: list[int]) -> bool:
        pairs = [(numbers[i], numbers[i + 1]) for i in range(len(numbers) - 1)]
        never_falls = all(upper <= lower for upper, lower in pairs)
        never_rises = all(upper >= lower for upper, lower in pairs)
        return never_falls or (self.order == "either" and never_rises)

    def play(self, token: str) -> None:
        if token.startswith("*"):
            self.thrown = token[1]
            return
        if token == "wild":
            self.wild.append(self.thrown)
        elif token != "pass":
            column = self.columns[token[0]]
            column[SQUARES.index(token[1])] = "X" if token.endswith("x") else self.thrown
            if "" not in column:
                self.points[self.player] += sum(int(mark) for mark in column if mark != "X")
                self.initials[token[0]] = INITIALS[self.player]
        self.thrown = ""
        self.player = 1 if self.player == 0 else 0

    def scores(self) -> list[int]:
        return list(self.points)

    def result(self) -> list[int]:
        if self.turn() != "over":
            return []
        return [seat for seat in (0, 1) if self.points[seat] == max(self.points)]

    def chance(self) -> dict[str, Fraction]:
        if self.turn() != "chance":
            return {}
        return {token: Fraction(1, 6) for token in self.legal()}

    def position(self) -> str:
        columns = [
            "".join(mark.lower() or "-" for mark in self.columns[letter]) + self.initials.get(letter, "")
            for letter in COLUMNS
        ]
        player = "-" if self.turn() == "over" else INITIALS[self.player]
        die = f"*{self.thrown}" if self.thrown else "-"
        wild = "".join(sorted(self.wild)) or "-"
        return f"{'/'.join(columns)} {wild} {player} {die} {self.points[0]}:{self.points[1]} {self.order}"


REFERENCE = ColumnsDice
