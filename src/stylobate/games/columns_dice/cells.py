"""The dice game for a terminal in colour: the ruled sheet, the WILD row under it, the die beside it."""

from stylobate.colours import (
    DIE_BODY,
    FADED,
    FADED_ON_CLOTH,
    HANDWRITING,
    INK,
    MARK,
    ON_CLOTH,
    PAPER,
    PLANK_EDGE,
    RULE,
)
from stylobate.game import Position
from stylobate.games.columns_dice.colours import CLOSED
from stylobate.games.columns_dice.notation import LETTERS, SEATS, square_name, wild_numbers
from stylobate.games.columns_dice.rules import COLUMNS, CROSS, DIE, OWNER, ROWS, WILD_SQUARES
from stylobate.games.columns_dice.telling import wild_name
from stylobate.kernel import State
from stylobate.parts import Cell

SMALL, LARGE = 5, 7  # how wide a square is; a large one is three lines high
NO_PIPS = ("     ", "  ?  ", "     ")
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def cells(position: Position, last: str | None = None, large: bool = False) -> list[list[Cell]]:
    """The sheet with what `last` wrote on gold; a full column is dimmed and says who has its points."""
    s, wide = position.state, LARGE if large else SMALL
    rows = [[Cell("   "), *(Cell(f"{letter:^{wide}} ", ON_CLOTH) for letter in LETTERS)]]
    for row in range(ROWS):
        rows += [_squares(s, row, last, wide, line) for line in ((1, 0, 1) if large else (0,))]
        if row < ROWS - 1:
            rows.append(_rules(s, wide))
    scored = [Cell(f"{_scored(s, column):^{wide}} ", ON_CLOTH) for column in range(COLUMNS)]
    rows += [[Cell("   "), *scored], [], _wild(s, last, wide)]
    for line, beside in zip(rows[1:], _die(s), strict=False):
        line += [Cell("   "), *beside]
    return rows


def _squares(s: State, row: int, last: str | None, wide: int, line: int) -> list[Cell]:
    """One line of a row of squares: the one with the numbers, or one above or below it."""
    found = [Cell("   " if line else f" {row + 1} ", FADED_ON_CLOTH)]
    for column in range(COLUMNS):
        square = column * ROWS + row
        number = int(s[square])
        written = " " if line else "×" if number == CROSS else str(number) if number else "·"
        fresh = last is not None and last[:2] == square_name(square)
        ground = MARK if fresh else _ground(s, column)
        ink = INK if fresh else HANDWRITING if number else FADED
        found += [Cell(f"{written:^{wide}}", ink, ground, (square_name(square),)), Cell(" ")]
    return found


def _rules(s: State, wide: int) -> list[Cell]:
    """The printed line between two rows."""
    line = [Cell("   ")]
    for column in range(COLUMNS):
        line += [Cell("─" * wide, RULE, _ground(s, column)), Cell(" ")]
    return line


def _ground(s: State, column: int) -> str:
    return CLOSED if s[OWNER + column] else PAPER


def _scored(s: State, column: int) -> str:
    """Whose column it is, and what it brought."""
    owner = int(s[OWNER + column])
    numbers = [int(cell) for cell in s[column * ROWS : (column + 1) * ROWS] if cell != CROSS]
    return f"{sum(numbers)} {SEATS[owner - 1][0]}" if owner else ""


def _wild(s: State, last: str | None, wide: int) -> list[Cell]:
    numbers = wild_numbers(s)
    line = [Cell("   "), Cell(f"{'WILD':^{wide}} ", FADED_ON_CLOTH)]
    for place in range(WILD_SQUARES):
        there = place < len(numbers)
        fresh = last == "wild" and place == len(numbers) - 1
        ground, ink = (MARK, INK) if fresh else (PAPER, HANDWRITING if there else FADED)
        written = numbers[place] if there else "·"
        line += [Cell(f"{written:^{wide}}", ink, ground, (wild_name(place),)), Cell(" ")]
    return line


def _die(s: State) -> list[list[Cell]]:
    """The die with an edge around it, as paper and cloth are as light as it is."""
    face = int(s[DIE])
    edge = Cell(" ", ground=PLANK_EDGE)
    lines = [Cell(f" {line} ", INK if face else FADED, DIE_BODY) for line in PIPS.get(face, NO_PIPS)]
    return [
        [Cell("▄" * 9, PLANK_EDGE)],
        *([edge, line, edge] for line in lines),
        [Cell("▀" * 9, PLANK_EDGE)],
    ]
