"""Columella told a second time, plainly, to be compared with the kernel: columns are lists of widths."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction


class Game:
    """A game in progress as people at a table see it."""

    def __init__(self, players: int) -> None:
        self.columns: list[list[int]] = [[] for _ in range(players)]
        self.left: int | None = None
        self.thrown: int | None = None
        self.turns = 0

    @property
    def is_over(self) -> bool:
        return self.turns == 5 * len(self.columns)

    @property
    def seat(self) -> int:
        return self.turns % len(self.columns)

    def turn(self) -> int:
        """As `Position.turn` tells it: the seat, -1 for the die, -2 at the end."""
        return -2 if self.is_over else -1 if self.thrown is None else self.seat

    def legal(self) -> list[str]:
        if self.is_over:
            return []
        if self.thrown is None:
            return [f"*{side}" for side in range(1, 7)]
        mine = self.columns[self.seat]
        in_yard = {drum for drum in (self.left, self.thrown) if drum is not None}
        return sorted(["leave", *(f"set{drum}" for drum in in_yard if not mine or drum <= mine[-1])])

    def chance(self) -> dict[str, Fraction]:
        return {token: Fraction(1, 6) for token in self.legal()} if self.turn() == -1 else {}

    def play(self, token: str) -> Game:
        after = deepcopy(self)
        if token.startswith("*"):
            after.thrown = int(token[1])
            return after
        yard = [drum for drum in (self.left, self.thrown) if drum is not None]
        if token == "leave":
            yard = yard[-1:]
        else:
            yard.remove(int(token[-1]))
            after.columns[self.seat].append(int(token[-1]))
        after.left, after.thrown = yard[0] if yard else None, None
        after.turns += 1
        return after

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(column) for column in self.columns)

    def winners(self) -> tuple[int, ...]:
        best = max(self.scores())
        return tuple(seat for seat, sum in enumerate(self.scores()) if sum == best) if self.is_over else ()

    def count(self, length: int) -> int:
        """How many sequences of that many tokens there are from here."""
        return 1 if length == 0 else sum(self.play(token).count(length - 1) for token in self.legal())
