"""Colonnade with single checkers and plain recursion, to hold the solver's values against.

A row is eight strings of R and B from the board upwards.  Nothing here comes from the package.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

Row = tuple[str, ...]
OTHER = {"R": "B", "B": "R"}


def rows(checkers: int) -> Iterator[Row]:
    """Every row with exactly so many checkers."""

    def heights(squares: int, left: int) -> Iterator[tuple[int, ...]]:
        if squares == 0:
            if left == 0:
                yield ()
            return
        for height in range(left + 1):
            for rest in heights(squares - 1, left - height):
                yield (height, *rest)

    for tall in heights(8, checkers):
        for tops in product(*("RB" if height else "R" for height in tall)):
            yield tuple(stack(top, height) for top, height in zip(tops, tall, strict=True))


def stack(top: str, height: int) -> str:
    """A stack of alternating colours under that top."""
    return "".join(top if level % 2 == 0 else OTHER[top] for level in range(height))[::-1]


def moves(row: Row, mover: str) -> Iterator[tuple[str, Row]]:
    """Every move with its token."""
    for origin, checkers in enumerate(row):
        for target in (origin - 1, origin + 1):
            if not 0 <= target < 8:
                continue
            for bottom, picked in enumerate(checkers):
                if picked != mover:
                    continue
                if row[target]:
                    if row[target][-1] != mover:
                        continue
                elif bottom == 0:
                    continue
                landed = row[target][:-1] + checkers[bottom:]
                after = list(row)
                after[origin], after[target] = checkers[:bottom], landed
                yield f"{'abcdefgh'[origin]}{len(checkers) - bottom}{'abcdefgh'[target]}", tuple(after)


@cache
def value(row: Row, mover: str) -> int:
    """How many moves are left when the winner hurries and the loser delays."""
    replies = [value(after, OTHER[mover]) for _, after in moves(row, mover)]
    losing_for_them = [reply for reply in replies if reply % 2 == 0]
    if losing_for_them:
        return 1 + min(losing_for_them)
    return 1 + max(replies, default=-1)


def text(row: Row, mover: str) -> str:
    """The position as the package writes it."""
    return "/".join(f"{checkers[-1]}{len(checkers)}" if checkers else "-" for checkers in row) + f" {mover}"
