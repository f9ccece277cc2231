"""A blank score pad of Columbiz, to print and write on: four columns, and the prisoners' table."""

from stylobate.drawing import path
from stylobate.games.columbiz.counters import shape
from stylobate.games.columbiz.rules import MOST_SEATS, ransom
from stylobate.sheet import Mark, Sheet, box, line, words

LABELS, COLUMN = 30.0, 43.0
PAD_WIDTH = LABELS + MOST_SEATS * COLUMN
NAMES = 19.0  # the top of the names, then of the runs, and the line between runs and prisoners
RUNS = NAMES + 26.0
ROW, ROWS = 18.0, 6
LINE = RUNS + ROWS * ROW
TOTAL = LINE + 30.0
END = TOTAL + 26.0
TABLE, TABLE_WIDTH = PAD_WIDTH + 13.0, 46.0
TABLED = 12
WIDTH, HEIGHT = TABLE + TABLE_WIDTH, END + 17.0
PALE = 0.45
PALER = 0.7


def blank() -> Sheet:
    """One blank sheet: title, score pad, prisoners' values, and what a run is worth."""
    return Sheet(WIDTH, HEIGHT, (*_title(), *_pad(), *_labels(), *_table(), *_runs()))


def _title() -> list[Mark]:
    return [
        words("Columbiz", 0, 11, 10, weight=1.5),
        words("two to four players, eight dice", WIDTH, 11, 5.4, "end", 1.1, PALE),
    ]


def _pad() -> list[Mark]:
    """A column a player: a name, runs line by line, prisoners with their value, and the sum."""
    marks = [
        line(LABELS, RUNS + row * ROW, PAD_WIDTH, RUNS + row * ROW, 0.4, PALER) for row in range(1, ROWS)
    ]
    for seat in range(MOST_SEATS):
        x = LABELS + seat * COLUMN
        marks += [
            box(x, NAMES, COLUMN, END - NAMES),
            Mark(shape(seat, x + 8.5, NAMES + 8.5, 4.2), 0.7, PALE),
            words("=", x + COLUMN / 2, LINE + 19, 6, "middle", 1.2, PALER),
        ]
    return [
        *marks,
        line(LABELS, RUNS, PAD_WIDTH, RUNS),
        line(0, LINE, PAD_WIDTH, LINE, 2.0),
        line(LABELS, TOTAL, PAD_WIDTH, TOTAL),
    ]


def _labels() -> list[Mark]:
    return [
        words("runs", LABELS - 6, RUNS + 12, 5.4, "end", 1.2),
        *_prison(LABELS - 15, LINE + 15, 8.5, 6.5),
        words("total", LABELS - 6, TOTAL + 15.5, 5.4, "end", 1.2),
    ]


def _prison(x: float, y: float, across: float, up: float) -> list[Mark]:
    """A barred window."""
    bars = [path("M", x + dx * across, y - up, "V", y + up) for dx in (-0.5, 0, 0.5)]
    return [box(x - across, y - up, 2 * across, 2 * up, 0.9), *(Mark(bar, 1.0) for bar in bars)]


def _table() -> list[Mark]:
    """How many prisoners, and what they are worth; below it how that goes on."""
    number, worth = TABLE + TABLE_WIDTH * 0.25, TABLE + TABLE_WIDTH * 0.7
    top = NAMES + 22.0
    marks = [
        box(TABLE, NAMES, TABLE_WIDTH, END - NAMES),
        *_prison(number, NAMES + 11, 6.6, 5.2),
        words("worth", worth, NAMES + 13.3, 4.8, "middle", 1.2),
        line(TABLE, top, TABLE + TABLE_WIDTH, top),
    ]
    for prisoners in range(1, TABLED + 1):
        y = top + prisoners * (END - top) / TABLED - 4
        marks += [
            words(str(prisoners), number, y, 6, "middle", 1.2),
            words(str(ransom(prisoners)), worth, y, 6, "middle", 1.4),
        ]
    beyond = ", ".join(str(ransom(TABLED + more)) for more in (1, 2, 3))
    return [*marks, words(f"then {beyond}", TABLE + TABLE_WIDTH, HEIGHT - 5, 4.8, "end", 1.1, PALE)]


def _runs() -> list[Mark]:
    said = "in a row: three 1, four 2, five 3, six 4"
    return [words(said, LABELS, HEIGHT - 5, 4.8, "start", 1.1, PALE)]
