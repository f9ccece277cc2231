"""Columns (stacking) with unit cubes: every place holds the name of the piece that fills it.

A placement is tried as a person would: take the piece's cubes, let them down over the pins until something is
in the way, and look whether both ends touch something below, and what that is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tests.reference import Reference

TOP = 5
SET = {"R": 12, "S": 3, "D": 3, "T": 3}
NAMES = ("Light", "Dark")

Pin = tuple[int, int]
Cube = tuple[Pin, int]


class Piece(NamedTuple):
    """A piece that stands on the board; its name tells it from all others."""

    name: str
    owner: int
    token: str
    cubes: frozenset[Cube]

    @property
    def kind(self) -> str:
        return self.token[0]


class Columns(Reference):
    """The cubes on the board, and both players' pieces in hand."""

    games = 160

    def __init__(self, files: int, ranks: int) -> None:
        self.files = files
        self.ranks = ranks
        self.pins: list[Pin] = [(file, rank) for file in range(files) for rank in range(ranks)]
        self.board: dict[Cube, Piece] = {}
        self.heights: dict[Pin, int] = dict.fromkeys(self.pins, 0)
        self.hands = [dict(SET), dict(SET)]
        self.mover = 0
        self._found: list[str] | None = None

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Columns:
        if "setup" in options:
            return cls.from_text(options["setup"].replace("_", " "))
        files, ranks = options.get("layout", "4x3").split("x")
        return cls(int(files), int(ranks))

    @classmethod
    def from_text(cls, text: str) -> Columns:
        layout, pieces, mover = text.split(" ")
        told = cls.start({"layout": layout})
        for piece in pieces.split(",") if pieces != "-" else []:
            told.mover = 0 if piece[0].isupper() else 1
            told.play(piece[0].upper() + piece[1:])
        told.mover = "LD".index(mover)
        told._found = None
        return told

    def copy(self) -> Columns:
        other = Columns(self.files, self.ranks)
        other.board = dict(self.board)
        other.heights = dict(self.heights)
        other.hands = [dict(hand) for hand in self.hands]
        other.mover = self.mover
        return other

    def turn(self) -> int | str:
        return self.mover if self.legal() else "over"

    def legal(self) -> list[str]:
        if self._found is None:
            kinds = [kind for kind, left in self.hands[self.mover].items() if left]
            tokens = [token for kind in kinds for token in ways(kind, self.files, self.ranks)]
            self._found = sorted(token for token in tokens if self._resting_place(token))
        return list(self._found)

    def play(self, token: str) -> None:
        cubes = self._resting_place(token)
        assert cubes, f"{token} does not fit"
        hand = self.hands[self.mover]
        hand[token[0]] -= 1
        name = f"{NAMES[self.mover]} {token[0]} number {SET[token[0]] - hand[token[0]]}"
        piece = Piece(name, self.mover, token, cubes)
        for pin, level in cubes:
            self.board[pin, level] = piece
            self.heights[pin] = max(self.heights[pin], level)
        self.mover = 1 - self.mover
        self._found = None

    def scores(self) -> list[int]:
        return self._roundels(TOP)

    def result(self) -> list[int]:
        if self.turn() != "over":
            return []
        for level in range(TOP, 0, -1):
            light, dark = self._roundels(level)
            if light != dark:
                return [0] if light > dark else [1]
        return [0, 1]

    def position(self) -> str:
        pieces = sorted(set(self.board.values()), key=lambda piece: place_in_text(piece.token, piece.cubes))
        told = [piece.token if piece.owner == 0 else piece.kind.lower() + piece.token[1:] for piece in pieces]
        return f"{self.files}x{self.ranks} {','.join(told) or '-'} {'LD'[self.mover]}"

    def _roundels(self, level: int) -> list[int]:
        there = [self.board[pin, level] for pin in self.pins if (pin, level) in self.board]
        return [sum(piece.kind == "R" and piece.owner == seat for piece in there) for seat in (0, 1)]

    def _resting_place(self, token: str) -> frozenset[Cube]:
        """The cubes that the piece fills when it has come down; none if it may not lie there."""
        for cubes in held(token):
            if self._are_open(cubes):
                return cubes if self._may_rest(token[0], cubes) else frozenset()
        return frozenset()

    def _are_open(self, cubes: frozenset[Cube]) -> bool:
        """Whether each pin is free from the piece up to its tip."""
        for pin, level in cubes:  # noqa: SIM110 - of all that is done here this is done most often
            if level <= self.heights[pin]:
                return False
        return True

    def _may_rest(self, kind: str, cubes: frozenset[Cube]) -> bool:
        under: list[Piece] = []
        for pin, level in bottoms(cubes):
            if level == 1:
                continue
            if (pin, level - 1) not in self.board:
                return False
            under.append(self.board[pin, level - 1])
        if kind == "R":
            return not any(piece.kind != "R" and piece.owner != self.mover for piece in under)
        if len(under) == 2:
            return under[0].name != under[1].name
        return True


@cache
def ways(kind: str, files: int, ranks: int) -> list[str]:
    """Every way to hold such a piece over the board."""
    pins = [(file, rank) for file in range(files) for rank in range(ranks)]
    if kind in "RS":
        return [kind + name(pin) for pin in pins]
    sides = [(p, q) for p in pins for q in pins if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]
    if kind == "D":
        return [f"D{name(p)}{name(q)}" for p, q in sides if p < q]
    return [f"T{name(p)}{name(q)}{end}" for p, q in sides for end in "^v"]


def name(pin: Pin) -> str:
    return "abcdefghijkl"[pin[0]] + "123"[pin[1]]


@cache
def held(token: str) -> list[frozenset[Cube]]:
    """The cubes of the piece at every level where all of it is within the five, from the lowest up."""
    levels = [cubes_of(token, level) for level in range(1, TOP + 1)]
    return [cubes for cubes in levels if all(level <= TOP for _, level in cubes)]


def cubes_of(token: str, level: int) -> frozenset[Cube]:
    """The cubes of a piece held over its pins so that its lowest are on that level."""
    pins = [("abcdefghijkl".index(file), int(rank) - 1) for file, rank in re.findall("([a-l])([1-3])", token)]
    if token[0] != "T":
        return frozenset((pin, level) for pin in pins)
    thick, thin = pins
    return frozenset(
        {(thick, level), (thick, level + 1), (thin, level if token.endswith("^") else level + 1)}
    )


@cache
def place_in_text(token: str, cubes: frozenset[Cube]) -> tuple[int, bool, Pin]:
    """From the board upwards, thick ends that hang down last, then as the pins are named."""
    lowest = min(level for _, level in cubes)
    return lowest, token.endswith("v"), min(pin for pin, _ in cubes)


@cache
def bottoms(cubes: frozenset[Cube]) -> list[Cube]:
    """The lowest cube over each pin."""
    return [(pin, level) for pin, level in cubes if (pin, level - 1) not in cubes]


REFERENCE = Columns
