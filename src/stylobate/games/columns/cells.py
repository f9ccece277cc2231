"""Columns for a terminal in colour: its levels from above, side by side, and what both have in hand.

Light's pieces are capitals and Dark's small letters, as in `words.text`; a piece over two pins fills the gap
between them.  One long row of pins is seen from the front, level above level.
"""

from collections.abc import Iterator, Sequence

from stylobate.colours import (
    FADED_ON_CLOTH,
    INK,
    INLAY,
    MARK,
    MARK_LINE,
    ON_CLOTH,
    PLANK,
    PLANK_EDGE,
    SQUARE,
)
from stylobate.game import Position
from stylobate.games.columns.colours import TINTS
from stylobate.games.columns.notation import FILES, KINDS, SEAT_NAMES, pin_name
from stylobate.games.columns.rules import DARK, HAND, LEVELS, LIGHT, PINS, roundels
from stylobate.games.columns.view import View
from stylobate.parts import Cell

INKS = (INK, INLAY)
SMALL, LARGE = 1, 3  # how wide a pin is


def cells(position: Position, last: str | None = None, large: bool = False) -> list[list[Cell]]:
    """The levels and both hands; the piece that `last` placed stands in golden brackets."""
    view, wide = View(position, last), LARGE if large else SMALL
    if view.ranks == 1:
        board = _in_one_row(view, wide)
    elif large:
        board = [*_from_above(view, (1, 2, 3), wide), [], *_from_above(view, (4, 5), wide)]
    else:
        board = _from_above(view, range(1, LEVELS + 1), wide)
    return [*board, [], *(_hand(view, seat) for seat in (LIGHT, DARK))]


def _from_above(view: View, levels: Sequence[int], wide: int) -> list[list[Cell]]:
    """Some levels side by side, each with its number and below it the roundels of both."""
    panels = [_level(view, level, wide) for level in levels]
    across = (wide + 1) * view.files + 1
    heads = [Cell(f"{f'level {level}'[:across]:^{across}} ", ON_CLOTH) for level in levels]
    tallies = [Cell(f"{_tally(view, level):^{across}} ", ON_CLOTH) for level in levels]
    rows = []
    for number in range(2 * view.ranks - 1):
        rank = " " if number % 2 else str(view.ranks - number // 2)
        line = [cell for panel in panels for cell in (*panel[number], Cell(" "))]
        rows.append([Cell(f"{rank} ", FADED_ON_CLOTH), *line])
    margin = Cell("  ")
    names = [Cell(f"{_names(view, wide)} ", FADED_ON_CLOTH) for _ in levels]
    return [[margin, *heads], *rows, [margin, *names], [margin, *tallies]]


def _in_one_row(view: View, wide: int) -> list[list[Cell]]:
    rows = [
        [Cell(f"{level} ", FADED_ON_CLOTH), *_level(view, level, wide)[0], Cell(f"  {_tally(view, level)}")]
        for level in range(LEVELS, 0, -1)
    ]
    return [*rows, [Cell(f"  {_names(view, wide)}", FADED_ON_CLOTH)]]


def _names(view: View, wide: int) -> str:
    """The letters of the files."""
    return "".join(f" {letter:^{wide}}" for letter in FILES[: view.files]) + " "


def _tally(view: View, level: int) -> str:
    """The roundels of both on a level."""
    return "{}:{}".format(*(roundels(view.state, seat, level) for seat in (LIGHT, DARK)))


def _level(view: View, level: int, wide: int) -> list[list[Cell]]:
    """One level from above: rows of pins, and between them what joins them."""
    grid = [
        [Cell(" " * (wide if column % 2 else 1), ground=PLANK) for column in range(2 * view.files + 1)]
        for _ in range(2 * view.ranks - 1)
    ]
    for pin in range(PINS):
        file, rank = divmod(pin, view.ranks)
        free = "·" if view.height(pin) < level else " "
        name = pin_name(view.ranks, pin)
        grid[2 * (view.ranks - 1 - rank)][2 * file + 1] = Cell(f"{free:^{wide}}", PLANK_EDGE, SQUARE, (name,))
    for piece in view.pieces:
        kind = KINDS[piece.shape.kind]
        letter = kind if piece.seat == LIGHT else kind.lower()
        ink, ground = INKS[piece.seat], TINTS[piece.seat].front
        places = [divmod(pin, view.ranks) for pin, on in sorted(piece.places) if on == level]
        for file, rank in places:
            row, column = 2 * (view.ranks - 1 - rank), 2 * file + 1
            if piece is view.last:
                grid[row][column - 1] = Cell("[", MARK_LINE, MARK)
                grid[row][column + 1] = Cell("]", MARK_LINE, MARK)
            grid[row][column] = Cell(f"{letter:^{wide}}", ink, ground, grid[row][column].keys)
        if len(places) == 2:
            (file, rank), (other, _) = places
            row, column = 2 * (view.ranks - 1 - rank), 2 * file + 1
            if other == file:
                grid[row - 1][column] = Cell(f"{'│':^{wide}}", ink, ground)
            else:
                grid[row][column + 1] = Cell("─", ink, ground)
    return grid


def _hand(view: View, seat: int) -> list[Cell]:
    """What a seat has left; the mover's pieces can be taken from here."""
    return [Cell(f"  {SEAT_NAMES[seat]:<5} in hand ", FADED_ON_CLOTH), *_pieces(view, seat)]


def _pieces(view: View, seat: int) -> Iterator[Cell]:
    usable = {token[0] for token in view.position.legal} if seat == view.position.turn else set()
    for kind, letter in enumerate(KINDS):
        left = int(view.state[HAND + 4 * seat + kind])
        keys = (letter,) if letter in usable else ()
        shown = letter if seat == LIGHT else letter.lower()
        yield Cell(" ")
        yield Cell(f" {shown} ", INKS[seat], TINTS[seat].front, keys)
        yield Cell(f" {left} ", ON_CLOTH, keys=keys)
