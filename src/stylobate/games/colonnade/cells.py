"""Colonnade for a terminal in colour: stacks of checkers, red ones with a ring, blue ones with a diamond."""

from collections.abc import Iterator

from stylobate.colours import DARK_SQUARE, INK, INLAY, MARK, MARK_LINE, PLANK, PLANK_EDGE, SQUARE
from stylobate.game import Position
from stylobate.games.colonnade.colours import TINTS
from stylobate.games.colonnade.notation import FILES
from stylobate.games.colonnade.rules import SQUARES
from stylobate.games.colonnade.stacks import Move, colour, last_move, stacks
from stylobate.parts import Cell

LEAST = 5  # levels that there is room for, so that the board seldom grows
SMALL, LARGE = 5, 9  # how wide a checker is
GLYPHS = ("○", "◆")


def cells(position: Position, last: str | None = None, large: bool = False) -> list[list[Cell]]:
    """The stacks from the top down, then the squares with their letters and how high each stack is.

    The checkers that `last` moved have golden edges, and an arrow shows where they came from.
    """
    heights, move = stacks(position), last_move(position, last) if last else None
    wide, lines = (LARGE, 2) if large else (SMALL, 1)
    picked = {token[:-1] for token in position.legal}
    rows = [
        [
            cell
            for square in range(SQUARES)
            for cell in _level(heights, square, level, line, wide, move, picked)
        ]
        for level in range(max(LEAST, *map(abs, heights)), 0, -1)
        for line in range(lines)
    ]
    return [*rows, _squares(move, wide), _heights(heights, wide)]


def _level(
    heights: list[int], square: int, level: int, line: int, wide: int, move: Move | None, picked: set[str]
) -> Iterator[Cell]:
    """What is on one level of a square, and the gap to the next; large checkers have a second line."""
    stack, name = heights[square], FILES[square]
    depth = abs(stack) - level + 1
    if depth < 1:
        yield Cell(" " * wide)
    else:
        tint, checker = TINTS[colour(stack, depth)], f"{name}{depth}"
        keys = (name, checker) if checker in picked else (name,)
        moved = move is not None and square == move.target and depth <= move.depth
        glyph = "▁" * (wide - 2) if line else f"{GLYPHS[colour(stack, depth)]:^{wide - 2}}"
        yield Cell("▌" if moved else " ", MARK, tint.side, keys)
        yield Cell(glyph, tint.shade if line else tint.inlay, tint.side, keys)
        yield Cell("▐" if moved else " ", MARK, tint.side, keys)
    yield Cell(" ")


def _squares(move: Move | None, wide: int) -> list[Cell]:
    row = []
    for square, name in enumerate(FILES):
        row.append(Cell(f"{name:^{wide}}", INK, DARK_SQUARE if square % 2 else SQUARE, (name,)))
        arrow = " "
        if move is not None and square == min(move.origin, move.target):
            arrow = "→" if square == move.origin else "←"
        row.append(Cell(arrow, MARK_LINE, MARK if arrow != " " else PLANK))
    return row[:-1]


def _heights(heights: list[int], wide: int) -> list[Cell]:
    row = []
    for name, stack in zip(FILES, heights, strict=True):
        row.append(Cell(f"{abs(stack) or '-':^{wide}}", INLAY, PLANK_EDGE, (name,)))
        row.append(Cell(" ", ground=PLANK_EDGE))
    return row[:-1]
