"""A blank sheet of the dice game, to print and write on."""

from stylobate.games.columns_dice.notation import LETTERS
from stylobate.games.columns_dice.rules import COLUMNS, ROWS, WILD_SQUARES
from stylobate.sheet import Mark, Sheet, box, line, words

CELL = 28.0  # a centimetre: room for a number by hand
PITCH = 41.0
LEFT, TOP = 16.0, 34.0
TOTALS = TOP + ROWS * CELL + 5
WILD_LEFT, WILD_TOP = LEFT + PITCH, TOTALS + 28.0
NAMES = WILD_TOP + CELL + 25.0
WIDTH, HEIGHT = LEFT + (COLUMNS - 1) * PITCH + CELL + 4, NAMES + 1
PALE = 0.45


def blank() -> Sheet:
    """One blank sheet: title, six columns with totals, the WILD row, and two lines for names."""
    return Sheet(WIDTH, HEIGHT, (*_title(), *_columns(), *_wild_row(), *_order(), *_names()))


def _title() -> list[Mark]:
    return [
        words("Columns", LEFT - 1, 11, 10, weight=1.5),
        words("a dice game by Stephen Tallevi", WIDTH - 4, 11, 5.4, "end", 1.1, PALE),
    ]


def _columns() -> list[Mark]:
    marks = [
        words(str(row + 1), 6, TOP + row * CELL + CELL / 2 + 2.6, 5.2, "middle", 1.1, PALE)
        for row in range(ROWS)
    ]
    for column, letter in enumerate(LETTERS):
        x = LEFT + column * PITCH
        marks.append(words(letter, x + CELL / 2, TOP - 4.5, 7, "middle", 1.3))
        marks += [box(x, TOP + row * CELL, CELL, CELL) for row in range(ROWS)]
        marks.append(box(x, TOTALS, CELL, 18, 0.5, PALE))
    return marks


def _wild_row() -> list[Mark]:
    label = words("WILD", WILD_LEFT - 6, WILD_TOP + CELL / 2 + 3.2, 6.4, "end", 1.4)
    return [label, *(box(WILD_LEFT + place * CELL, WILD_TOP, CELL, CELL) for place in range(WILD_SQUARES))]


def _order() -> list[Mark]:
    """Two boxes to tick before the game: which way the columns are filled."""
    x = WILD_LEFT + WILD_SQUARES * CELL + 16
    marks = []
    for y, way in ((WILD_TOP + 5, "ascending"), (WILD_TOP + 17, "up or down")):
        marks += [box(x, y, 6, 6, 0.5), words(way, x + 10, y + 5.4, 5, weight=1.1)]
    return marks


def _names() -> list[Mark]:
    """For each player a line for the name and a box for the points."""
    marks = []
    for x in (LEFT, LEFT + 3 * PITCH):
        marks += [line(x, NAMES, x + 72, NAMES, 0.5), box(x + 77, NAMES - 18, CELL + 5, 18, 0.7)]
    return marks
