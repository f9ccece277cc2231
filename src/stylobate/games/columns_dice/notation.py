"""Columns, the dice game, as text: tokens such as `C2`, positions such as `1223P/-56-/… - I *6 0:8 either`.

`*4` is a throw; `C2` writes the number thrown in column C, square 2; `C2x` writes a cross there; `wild`
enters the number in the WILD row; `pass` is a lost turn.

A position is the six columns from top to bottom, each square a number, `x` or `-`, a full column with the
initial of the seat that completed it (`I` Ink, `P` Pencil); the wild numbers, ascending, or `-`; the seat to
throw or write; the die in hand, or `-` before the throw; both seats' points; the order.  When all is full
there is no seat to write and no die in hand: `- -`.
"""

import re

import numpy as np

from stylobate.errors import BadPosition, BadToken
from stylobate.games.columns_dice.rules import (
    ASCENDING,
    COLUMNS,
    CROSS,
    DIE,
    LENGTH,
    MOVER,
    OPEN,
    ORDER,
    ORDERS,
    OWNER,
    PASS,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
    WRITE,
    WRITE_WILD,
    room,
)
from stylobate.kernel import State

LETTERS = "ABCDEF"
INITIALS = "IP"
SEATS = ("Ink", "Pencil")
CELLS = "-123456x"

_THROW = re.compile(r"\*([0-9]+)")
_SQUARE = re.compile(r"([A-Z])([0-9])(x?)")
_COLUMN = re.compile(r"([-1-6x]{4})([IP]?)")
_POINTS = re.compile(r"(0|[1-9][0-9]{0,2}):(0|[1-9][0-9]{0,2})")


def token(s: State, action: int) -> str:
    """How the action is written."""
    if action <= SIDES:
        return f"*{action}"
    if action == WRITE_WILD:
        return "wild"
    if action == PASS:
        return "pass"
    return square_name((action - WRITE) >> 1) + ("x" if action & 1 else "")


def action(s: State, text: str) -> int:
    """The action a token means, legal or not; refuses what is no token of this game."""
    if text == "wild":
        return WRITE_WILD
    if text == "pass":
        return PASS
    if throw := _THROW.fullmatch(text):
        if not re.fullmatch(f"[1-{SIDES}]", throw[1]):
            raise BadToken(f"“{text}” is no throw of the die; it shows 1 to {SIDES}, as in *4")
        return int(throw[1])
    entry = _SQUARE.fullmatch(text)
    if not entry:
        raise BadToken(
            f"“{text}” is not a Columns token; write a throw as *4, a square as C2, "
            "a cross there as C2x, or wild, or pass"
        )
    if entry[1] not in LETTERS or not 1 <= int(entry[2]) <= ROWS:
        raise BadToken(f"“{text}” is no square of the sheet; its squares are A1 to F4")
    square = LETTERS.index(entry[1]) * ROWS + int(entry[2]) - 1
    return WRITE + 2 * square + (1 if entry[3] else 0)


def explain(s: State, action: int) -> str:
    """Why this well-formed token is not legal here."""
    number = int(s[DIE])
    if number == 0:
        return "the die has not been thrown yet"
    if action <= SIDES:
        return f"the die is thrown, and the {number} is to be written"
    if action in (WRITE_WILD, PASS):
        return _why_it_must_be_written(s, number, action)
    square = (action - WRITE) >> 1
    name, cell = square_name(square), int(s[square])
    if cell == CROSS:
        return f"there is a cross at {name} already"
    if cell:
        return f"there is a {cell} at {name} already"
    if action & 1:
        return f"{number} is not wild, and only a wild number is crossed in"
    return _why_it_does_not_fit(s, number, square)


def _why_it_must_be_written(s: State, number: int, action: int) -> str:
    """Why the number thrown can neither go to the WILD row nor be a lost turn, or not the one asked for."""
    fitting = _fitting(s, number)
    if fitting:
        return f"the {number} can still be written, at {square_name(fitting[0])}"
    if number in wild_numbers(s):
        return f"{number} is wild, so a cross must be written"
    if action == WRITE_WILD:
        return f"all {WILD_SQUARES} squares of the WILD row are taken, so the turn is lost: pass"
    return f"the WILD row has an empty square, so the {number} goes there: wild"


def _why_it_does_not_fit(s: State, number: int, square: int) -> str:
    column, row = divmod(square, ROWS)
    cells = [int(cell) for cell in s[column * ROWS : (column + 1) * ROWS]]
    cells[row] = number
    read = "-".join(str(cell) for cell in cells if 0 < cell < CROSS)
    rule = "never fall" if s[ORDER] == ASCENDING else "never fall or never rise"
    return f"column {LETTERS[column]} would read {read}, and from top to bottom its numbers must {rule}"


def write(s: State) -> str:
    """The position as one line of text."""
    columns = []
    for column in range(COLUMNS):
        owner = int(s[OWNER + column])
        cells = "".join(CELLS[cell] for cell in s[column * ROWS : (column + 1) * ROWS])
        columns.append(cells + (INITIALS[owner - 1] if owner else ""))
    wild = "".join(map(str, wild_numbers(s))) or "-"
    seat = INITIALS[s[MOVER]] if s[OPEN] else "-"
    die = f"*{s[DIE]}" if s[DIE] else "-"
    return f"{'/'.join(columns)} {wild} {seat} {die} {s[POINTS]}:{s[POINTS + 1]} {ORDERS[s[ORDER]]}"


def read(text: str) -> State:
    """The position that a line of text tells; refuses a sheet that no play could have filled."""
    parts = text.split(" ")
    if len(parts) != 6:
        raise BadPosition(
            f"“{text}” should be six parts with single spaces between: the columns, the wild numbers, "
            "the seat, the die, the points and the order, as in "
            "1223P/-56-/----/----/----/---- - I *4 0:8 ascending"
        )
    columns, wild, seat, die, points, order = parts
    s = np.zeros(LENGTH, dtype=np.int16)
    if order not in ORDERS:
        raise BadPosition(f"the order reads “{order}”; it is one of {', '.join(ORDERS)}")
    s[ORDER] = ORDERS.index(order)
    _read_columns(s, columns)
    _read_wild(s, wild)
    _read_turn(s, seat, die)
    _read_points(s, points)
    _check_wild(s)
    _check_last_entry(s)
    return s


def _read_columns(s: State, text: str) -> None:
    columns = text.split("/")
    if len(columns) != COLUMNS:
        raise BadPosition(f"“{text}” has {len(columns)} columns; the sheet has {COLUMNS}, joined by /")
    for column, given in enumerate(columns):
        letter = LETTERS[column]
        match = _COLUMN.fullmatch(given)
        if not match:
            raise BadPosition(
                f"column {letter} reads “{given}”; write four squares, each 1 to {SIDES}, x or -, "
                "and after a full column the initial of who completed it, I or P, as in 1223P"
            )
        cells = [CELLS.index(cell) for cell in match[1]]
        s[column * ROWS : (column + 1) * ROWS] = cells
        if 0 in cells and match[2]:
            raise BadPosition(f"column {letter} is not full, so nobody completed it; drop the {match[2]}")
        if 0 not in cells and not match[2]:
            raise BadPosition(f"column {letter} is full; say who completed it, as in {given}I or {given}P")
        numbers = [cell for cell in cells if 0 < cell < CROSS]
        rises, falls = numbers == sorted(numbers), numbers == sorted(numbers, reverse=True)
        if not rises and not (falls and s[ORDER] != ASCENDING):
            rule = "never fall" if s[ORDER] == ASCENDING else "never fall or never rise"
            raise BadPosition(
                f"column {letter} reads {'-'.join(map(str, numbers))}; "
                f"from top to bottom its numbers must {rule}"
            )
        s[OWNER + column] = INITIALS.index(match[2]) + 1 if match[2] else 0
    s[OPEN] = int((s[OWNER : OWNER + COLUMNS] == 0).sum())


def _read_wild(s: State, text: str) -> None:
    if text == "-":
        return
    if not re.fullmatch(f"[1-{SIDES}]+", text) or list(text) != sorted(set(text)):
        raise BadPosition(
            f"the wild numbers read “{text}”; write them in ascending order and each once, as in 25, "
            "or - if there are none"
        )
    if len(text) > WILD_SQUARES:
        raise BadPosition(f"“{text}” has {len(text)} wild numbers; the WILD row has {WILD_SQUARES} squares")
    s[WILD] = sum(1 << int(number) for number in text)


def _read_turn(s: State, seat: str, die: str) -> None:
    if s[OPEN] == 0:
        if (seat, die) != ("-", "-"):
            raise BadPosition(
                f"all columns are full: the seat and the die should be “- -”, not “{seat} {die}”"
            )
        return
    if seat not in tuple(INITIALS):
        raise BadPosition(f"the seat to play reads “{seat}”; write I for Ink or P for Pencil")
    if die != "-" and not re.fullmatch(rf"\*[1-{SIDES}]", die):
        raise BadPosition(f"the die reads “{die}”; write *1 to *{SIDES}, or - before the throw")
    s[MOVER] = INITIALS.index(seat)
    s[DIE] = 0 if die == "-" else int(die[1])


def _read_points(s: State, text: str) -> None:
    if not _POINTS.fullmatch(text):
        raise BadPosition(f"the points read “{text}”; write Ink's and Pencil's, as in 16:8")
    for column in range(COLUMNS):
        if s[OWNER + column]:
            numbers = [int(cell) for cell in s[column * ROWS : (column + 1) * ROWS] if cell != CROSS]
            s[POINTS + s[OWNER + column] - 1] += sum(numbers)
    right = f"{s[POINTS]}:{s[POINTS + 1]}"
    if text != right:
        raise BadPosition(f"the points read {text}, but the completed columns make {right}")


def _check_wild(s: State) -> None:
    """A number turns wild only when it fits nowhere, and a cross needs a number that is wild before it.

    Every number on the sheet may have been written before anything turned wild.  So the first wild number
    must have been shut out with all crosses still unwritten, and the others with only the squares unwritten
    that are empty now, or, on a full sheet, the one that was filled last.
    """
    wild = wild_numbers(s)
    crosses = [square for square in range(SQUARES) if s[square] == CROSS]
    if crosses and not wild:
        raise BadPosition(f"there is a cross at {square_name(crosses[0])}, though no number is wild")
    for number in wild:
        if fitting := _fitting(s, number):
            where = square_name(fitting[0])
            raise BadPosition(f"{number} is in the WILD row, though it could be written at {where}")
    numbers = "".join(map(str, wild))
    moments = [s] if s[OPEN] else [_emptied(s, [last]) for last in range(SQUARES)]
    moments = [moment for moment in moments if not any(_fitting(moment, number) for number in wild)]
    if not moments:
        raise BadPosition(
            f"the wild numbers read {numbers}, but in any square that was filled last one could be written"
        )
    unwritten = [_emptied(moment, crosses) for moment in moments]
    if crosses and all(_fitting(moment, number) for moment in unwritten for number in wild):
        raise BadPosition(
            f"the first cross needs a number that is wild before it, but each of {numbers} could be written "
            "while there were no crosses"
        )


def _check_last_entry(s: State) -> None:
    """The last entry was the other seat's.  Where it can only have completed a column, one must be theirs.

    It may have been a wild number, but not the only one if there are crosses, as they came later; with all
    four squares of the WILD row taken, turns may have been lost.
    """
    owners = {int(owner) for owner in s[OWNER : OWNER + COLUMNS] if owner}
    begun = any(s[square] and not s[OWNER + square // ROWS] for square in range(SQUARES))
    wild = len(wild_numbers(s))
    if not s[OPEN] or begun or wild > 1 or (wild and CROSS not in s[:SQUARES]):
        return
    if owners == {int(s[MOVER]) + 1}:
        last = SEATS[1 - s[MOVER]]
        raise BadPosition(
            f"the last entry was {last}'s and can only have completed a column, but {last} has none"
        )


def _emptied(s: State, squares: list[int]) -> State:
    """The same sheet with these squares not yet filled."""
    before = s.copy()
    before[squares] = 0
    return before


def _fitting(s: State, number: int) -> list[int]:
    """The squares in which the number may be written."""
    return [
        column * ROWS + row
        for column in range(COLUMNS)
        for row in range(ROWS)
        if room(s, column, number) >> row & 1
    ]


def options(s: State) -> dict[str, str]:
    """The options that this position is played under."""
    return {"order": ORDERS[s[ORDER]]}


def wild_numbers(s: State) -> list[int]:
    """The numbers in the WILD row, ascending."""
    return [number for number in range(1, SIDES + 1) if s[WILD] >> number & 1]


def square_name(square: int) -> str:
    """The square as it is written in tokens."""
    return f"{LETTERS[square // ROWS]}{square % ROWS + 1}"
