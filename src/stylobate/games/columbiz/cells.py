"""Columbiz for a terminal in colour: the board of six columns, the dice beside it, everybody's pad below."""

from stylobate.colours import (
    DARK_SQUARE,
    DIE_BODY,
    FADED_ON_CLOTH,
    INK,
    INLAY,
    LEAF,
    MARK,
    ON_CLOTH,
    PLANK_EDGE,
    SQUARE,
)
from stylobate.game import Position
from stylobate.games.columbiz.colours import COUNTERS, FELT, FELT_EDGE, NUMBER
from stylobate.games.columbiz.notation import LETTERS, NAMES, dice_text, open_squares, square_name
from stylobate.games.columbiz.rules import (
    COLUMNS,
    DICE,
    HAND,
    MOMENT,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SQUARES,
    ransom,
)
from stylobate.games.columbiz.telling import THROW, die_key, switches
from stylobate.parts import Cell

INKS = (INLAY, INLAY, INK, INLAY)  # on each seat's counters


SMALL, LARGE = 4, 6  # how wide a square is; a large one is three lines high


def cells(position: Position, last: str | None = None, large: bool = False) -> list[list[Cell]]:
    """The board, square 6 at the top; squares that the dice could reach are gilded, `last` is golden."""
    s, wide = position.state, LARGE if large else SMALL
    reach = set(open_squares(s)) if position.turn >= 0 else set()
    rows = [[Cell("   ", ground=PLANK_EDGE)]]
    for column in range(COLUMNS):
        rows[0] += _in_the_middle(Cell(f" {column + 1} ", INK, DIE_BODY), wide, PLANK_EDGE, ())
    for n in range(SQUARES, 0, -1):
        for line in (-1, 0, 1) if large else (0,):
            row = [Cell("   " if line else f" {n} ", INLAY, PLANK_EDGE)]
            for column in range(COLUMNS):
                square = column * SQUARES + n - 1
                row += _square(int(s[square]), square, square in reach, last, wide, line)
            rows.append(row)
    for row, beside in zip(rows, _dice(position), strict=False):
        row += [Cell("  "), *beside]
    return [*rows, [], *_pads(position)]


def _square(owner: int, square: int, reached: bool, last: str | None, wide: int, line: int) -> list[Cell]:
    """One line of a square: the one with its number or its counter, or one above or below it."""
    column, n = divmod(square, SQUARES)
    name = square_name(square)
    wood = SQUARE if (column + n) % 2 else DARK_SQUARE
    ground = MARK if last == name else LEAF if reached else wood
    if not owner:
        number = " " if line else n + 1
        return [Cell(f"{number:^{wide}}", NUMBER if ground == wood else INK, ground, (name,))]
    body = COUNTERS[owner - 1].body
    if line:
        counter = Cell(("▀" if line > 0 else "▄") * (wide - 2), body, ground)
    else:
        counter = Cell(f"{LETTERS[owner - 1]:^{wide - 2}}", INKS[owner - 1], body)
    return _in_the_middle(counter, wide, ground, (name,))


def _in_the_middle(shown: Cell, wide: int, ground: str, keys: tuple[str, ...]) -> list[Cell]:
    before = (wide - len(shown.text)) // 2
    after = wide - len(shown.text) - before
    return [
        Cell(" " * before, ground=ground, keys=keys),
        Cell(shown.text, shown.ink, shown.ground, keys),
        Cell(" " * after, ground=ground, keys=keys),
    ]


def _dice(position: Position) -> list[list[Cell]]:
    """The dice on their felt, four in a row, how far the turn is, and what may be done with them."""
    if position.is_over:
        return []
    s = position.state
    shown = dice_text(s)
    chosen = switches(position)
    rows = []
    for start in range(0, DICE, DICE // 2):
        row = [Cell(" ", ground=FELT)]
        for place in range(start, start + DICE // 2):
            if place < len(shown):
                row.append(Cell(f" {shown[place]} ", INK, DIE_BODY, (die_key(place),) if chosen else ()))
            else:
                row.append(Cell("   ", ground=FELT_EDGE))
            row.append(Cell(" ", ground=FELT))
        rows.append(row)
    bare = [Cell(" " * (4 * (DICE // 2) + 1), ground=FELT)]
    moment = int(s[MOMENT])
    throw = f"throw {moment // 2 + 1} of 3" if moment < PLACING else f"{moment - PLACING} of 4 placed"
    who = Cell(f"{NAMES[s[MOVER]]}: {throw}", ON_CLOTH)
    return [bare, rows[0], bare, rows[1], bare, [who], _buttons(position)]


def _buttons(position: Position) -> list[Cell]:
    """What may be done that is no square: throw the other dice again, stop, end the turn, give up."""
    if position.turn < 0:
        return []
    offered = {THROW: "throw again"} if switches(position) else {}
    offered |= {
        token: token.replace("-", " ") for token in ("stop", "end", "give-up") if token in position.legal
    }
    row: list[Cell] = []
    for key, label in offered.items():
        row += [Cell(f" {label} ", INK, DIE_BODY, (key,)), Cell(" ")]
    return row


def _pads(position: Position) -> list[list[Cell]]:
    s = position.state
    rows = [[Cell("              hand  runs  prisoners  points", FADED_ON_CLOTH)]]
    for seat in range(position.seats):
        prisoners = int(s[PRISONERS + seat])
        worth = f"{prisoners} for {ransom(prisoners)}" if prisoners else "0"
        numbers = f"{s[HAND + seat]:>4}  {s[RUNS + seat]:>4}  {worth:>9}  {position.scores[seat]:>6}"
        mark = "▸" if not position.is_over and seat == s[MOVER] else " "
        rows.append(
            [
                Cell(mark, ON_CLOTH),
                Cell(f" {LETTERS[seat]} ", INKS[seat], COUNTERS[seat].body),
                Cell(f" {NAMES[seat]:8} {numbers}", ON_CLOTH),
            ]
        )
    return rows
