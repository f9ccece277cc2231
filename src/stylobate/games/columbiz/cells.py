"""Columbiz for a terminal in colour: the dice on their felt, the board of six columns, everybody's pad.

The dice lie in a row, large enough to be seen and clicked, each with the number of the key that chooses it.
"""

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
SMALL_DIE, LARGE_DIE = 5, 7  # and a die; both are three lines high
ALL = "● ●"
PIPS = (
    ("   ", " ● ", "   "),
    ("●  ", "   ", "  ●"),
    ("●  ", " ● ", "  ●"),
    (ALL, "   ", ALL),
    (ALL, " ● ", ALL),
    (ALL, ALL, ALL),
)


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
    for row, beside in zip(rows[1 :: 2 if large else 1], _pads(position), strict=False):
        row += [Cell(" "), *beside]
    return [*_dice(position, LARGE_DIE if large else SMALL_DIE), *rows]


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


def _dice(position: Position, wide: int) -> list[list[Cell]]:
    """The dice, the keys that choose them, how far the turn is, and what may be done."""
    if position.is_over:
        return []
    s = position.state
    shown = dice_text(s)
    can_choose = switches(position) is not None
    gap = Cell(" ", ground=FELT)
    rows = [[gap] for _ in range(5)]
    for place in range(DICE):
        there, keys = place < len(shown), (die_key(place),) if can_choose else ()
        rows[0].append(Cell(" " * wide, ground=FELT))
        for row, line in zip(rows[1:4], range(3), strict=True):
            if there:
                row.append(Cell(_pips(int(shown[place]), line, wide), INK, DIE_BODY, keys))
            else:
                row.append(Cell(" " * wide, ground=FELT_EDGE))
        rows[4].append(Cell(f"{place + 1 if keys else '':^{wide}}", INLAY, FELT, keys))
        for row in rows:
            row.append(gap)
    return [*rows, [*_turn(position), *_buttons(position)]]


def _pips(face: int, line: int, wide: int) -> str:
    """One of the three lines of a die: a left, a middle and a right place for a pip."""
    apart = " " * ((wide - 5) // 2)
    return f" {apart.join(PIPS[face - 1][line])} "


def _turn(position: Position) -> list[Cell]:
    moment = int(position.state[MOMENT])
    throw = f"throw {moment // 2 + 1} of 3" if moment < PLACING else f"{moment - PLACING} of 4 placed"
    return [Cell(f" {NAMES[position.state[MOVER]]}: {throw}  ", ON_CLOTH)]


def _buttons(position: Position) -> list[Cell]:
    """What may be done that is no square: throw the other dice again, stop, end the turn, give up."""
    if position.turn < 0:
        return []
    offered = {THROW: "0 throw again"} if switches(position) else {}
    offered |= {
        token: token.replace("-", " ") for token in ("stop", "end", "give-up") if token in position.legal
    }
    row: list[Cell] = []
    for key, label in offered.items():
        row += [Cell(f" {label} ", INLAY, PLANK_EDGE, (key,)), Cell(" ")]
    return row


def _pads(position: Position) -> list[list[Cell]]:
    """A column for each seat: what is in hand, runs, prisoners with what they are worth, points."""
    s, seats = position.state, range(position.seats)
    head = [Cell(" " * 10)]
    for seat in seats:
        mark = "▸" if not position.is_over and seat == s[MOVER] else " "
        head += [Cell(mark, ON_CLOTH), Cell(f"{LETTERS[seat]} ", INKS[seat], COUNTERS[seat].body)]
    prisoners = [int(s[PRISONERS + seat]) for seat in seats]
    numbers: dict[str, list[int]] = {
        "hand": [int(s[HAND + seat]) for seat in seats],
        "runs": [int(s[RUNS + seat]) for seat in seats],
        "prisoners": prisoners,
        "worth": [ransom(held) for held in prisoners],
        "points": [*position.scores],
    }
    return [
        head,
        *(
            [Cell(f"{name:<10}", FADED_ON_CLOTH), Cell("".join(f"{n:>2} " for n in row), ON_CLOTH)]
            for name, row in numbers.items()
        ),
    ]
