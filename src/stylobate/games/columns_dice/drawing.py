"""The dice game of Columns to look at: the paper sheet with its die; and the same in letters.

Nobody needs to see hues to tell the two hands apart: a column that Ink completed bears a drop, one that
Pencil completed the six-sided end of a pencil.  A wedge beside the columns grows as their numbers may grow.

Every empty square carries its name (`C2`) as `data-square`, and every hint its token as `data-token`.  With
controls there is something to hit on every square, gaps between columns included, and on those of the WILD
row (`W2`).
"""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from stylobate.colours import (
    DIE_BODY,
    FADED,
    FADED_ON_CLOTH,
    HANDWRITING,
    INK,
    INLAY,
    LEAF,
    PAPER,
    PAPER_EDGE,
    RULE,
    SHADOW,
)
from stylobate.drawing import (
    Svg,
    element,
    gilded,
    hit,
    hits,
    lettered,
    path,
    picture,
    rounded,
    small_picture,
    telling,
)
from stylobate.game import Position
from stylobate.games.columns_dice.cells import cells as cells
from stylobate.games.columns_dice.colours import CLOSED, DROP, DROP_LINE, LATELY, PENCIL, PENCIL_WOOD
from stylobate.games.columns_dice.notation import INITIALS, LETTERS, SEATS, action, square_name, wild_numbers
from stylobate.games.columns_dice.rules import (
    ASCENDING,
    COLUMNS,
    CROSS,
    DIE,
    MOVER,
    ORDER,
    OWNER,
    POINTS,
    ROWS,
    WILD_SQUARES,
)
from stylobate.games.columns_dice.telling import wild_name
from stylobate.kernel import State
from stylobate.parts import Spread

CELL = 50.0
PITCH = 62.0  # from one column to the next
MARGIN = 16.0
HEADER = 50.0
FOOTER = 34.0
LEFT = MARGIN + 40.0  # of column A
TOP = HEADER + 40.0  # of the first row
BASE = TOP + ROWS * CELL  # where the totals begin
TOTAL = 36.0
WILD_TOP = BASE + TOTAL + 22.0
TALLY = WILD_TOP + CELL + 30.0  # the baseline of the points
PAPER_END = TALLY + 18.0
SHORT_END = WILD_TOP + CELL + 26.0  # of the paper, where nobody's points are written on it
WIDTH = LEFT + COLUMNS * PITCH - (PITCH - CELL) + 36.0 + MARGIN
HEIGHT = PAPER_END + FOOTER
WILD_LEFT = LEFT + PITCH  # the WILD row stands under B to E
DIE_X, DIE_Y, DIE_SIZE = LEFT + 5 * PITCH + 26.0, WILD_TOP + CELL / 2 + 6.0, 54.0

WILD_TOLD = (
    "A number that fits nowhere goes into this row and is wild: whoever throws it then writes a cross."
)
CROSS_TOLD = "A cross: it fills its square, fits anywhere, and is worth nothing."

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TUMBLE = {1: -7, 2: 9, 3: -12, 4: 6, 5: -4, 6: 11}  # degrees, so that a new throw is seen to be one


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The sheet as a picture; `last` marks the token that led here, `hints` shows where the number may go.

    What the tokens of `earlier` wrote is marked as well, more faintly.
    """
    _check(position, last, *earlier)
    return picture(
        WIDTH,
        HEIGHT,
        f"Columns (dice): {_standing(position)}",
        describe(position, last),
        _header(position, last),
        _paper(PAPER_END),
        *_columns(position, last, earlier),
        _points(position),
        *_played_on(position, last, hints, controls),
        lettered(
            "Columns · Stephen Tallevi", WIDTH / 2, HEIGHT - 13, 9, FADED_ON_CLOTH, "middle", 1.2, "byline"
        ),
        class_="columns-dice",
    )


def spread(
    position: Position, last: str | None = None, hints: bool = False, earlier: Sequence[str] = ()
) -> Spread:
    """The sheet with its die; whose the points are is told beside it."""
    _check(position, last, *earlier)
    return Spread(
        picture(
            WIDTH - MARGIN,
            SHORT_END - HEADER + MARGIN,
            f"Columns (dice): {_standing(position)}",
            describe(position, last),
            _paper(SHORT_END),
            *_columns(position, last, earlier),
            *_played_on(position, last, hints, controls=True),
            class_="columns-dice",
            left=MARGIN / 2,
            top=HEADER - MARGIN / 2,
        )
    )


def _columns(position: Position, last: str | None, earlier: Sequence[str]) -> Iterator[Svg]:
    yield from (_column(position, column, last, earlier) for column in range(COLUMNS))
    yield _wedges(int(position.state[ORDER]))
    yield _wild_row(position, last, earlier)


def _played_on(position: Position, last: str | None, hints: bool, controls: bool) -> Iterator[Svg]:
    yield _die(int(position.state[DIE]), last)
    if hints and not position.is_chance:
        yield from (_hint(position, token) for token in position.legal)
    if controls:
        yield hits(_hits())


def sign(seat: int) -> str:
    """A small picture of a seat's pen: a drop of ink, or the end of a pencil."""
    return small_picture(_sign(seat, 12, 12.5, 1.08))


def text(position: Position, last: str | None = None) -> str:
    """The sheet as lines of letters; what `last` wrote stands in brackets."""
    _check(position, last)
    s = position.state
    lines = ["    " + "".join(f" {letter}  " for letter in LETTERS)]
    for row in range(ROWS):
        cells = []
        for column in range(COLUMNS):
            square = column * ROWS + row
            mark = ".123456x"[s[square]]
            cells.append(f"({mark}) " if _wrote(last, square) else f" {mark}  ")
        lines.append(f" {row + 1}  {''.join(cells)}")
    lines.append("    " + "--- " * COLUMNS)
    owners = [int(owner) for owner in s[OWNER : OWNER + COLUMNS]]
    totals = [f"{_total(s, c)}{INITIALS[owner - 1]}" if owner else "" for c, owner in enumerate(owners)]
    lines.append("    " + "".join(f"{total:>3} " for total in totals))
    wild = [*map(str, wild_numbers(s)), *"...."][:WILD_SQUARES]
    die = f"     die {s[DIE]}" if s[DIE] else ""
    row_of_wild = f"WILD ({' '.join(wild)})" if last == "wild" else f"WILD  {' '.join(wild)} "
    lines.append(f"{row_of_wild}{die}")
    points = "   ".join(f"{name} {s[POINTS + seat]}" for seat, name in enumerate(SEATS))
    lines.append(f"{points}   {_standing(position)}")
    return "\n".join(line.rstrip() for line in lines)


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    s = position.state
    columns = []
    for column in range(COLUMNS):
        marks = ["cross" if cell == CROSS else str(cell) if cell else "empty" for cell in _cells(s, column)]
        content = "empty" if set(marks) == {"empty"} else " ".join(marks)
        owner = int(s[OWNER + column])
        scored = f", {_total(s, column)} for {SEATS[owner - 1]}" if owner else ""
        columns.append(f"{LETTERS[column]} {content}{scored}")
    wild = ", ".join(map(str, wild_numbers(s))) or "none"
    run = "never fall" if s[ORDER] == ASCENDING else "never fall or never rise"
    moved = f" Last: {last}." if last else ""
    return (
        f"Columns, a dice game by Stephen Tallevi. Six columns whose numbers {run} from top to bottom: "
        f"{'; '.join(columns)}. Wild numbers: {wild}. Ink has {s[POINTS]}, Pencil {s[POINTS + 1]}. "
        f"{_standing(position)}.{moved}"
    )


def _check(position: Position, *tokens: str | None) -> None:
    """Raise `BadToken` for what is no token of this game."""
    for token in filter(None, tokens):
        action(position.state, token)


def _standing(position: Position) -> str:
    s = position.state
    ink, pencil = position.scores
    if position.is_over:
        if ink == pencil:
            return f"shared, {ink} to {pencil}"
        winner = SEATS[position.winners[0]]
        return f"{winner} has won, {max(ink, pencil)} to {min(ink, pencil)}"
    if position.is_chance:
        return f"{SEATS[s[MOVER]]} to throw"
    if position.legal == ("pass",):
        return f"{SEATS[s[MOVER]]} cannot write the {s[DIE]}"
    return f"{SEATS[s[MOVER]]} to write the {s[DIE]}"


def _cells(s: State, column: int) -> list[int]:
    return [int(cell) for cell in s[column * ROWS : (column + 1) * ROWS]]


def _total(s: State, column: int) -> int:
    return sum(cell for cell in _cells(s, column) if cell != CROSS)


def _wrote(last: str | None, square: int) -> bool:
    return last is not None and last[:2] == square_name(square)


def _wrote_one(earlier: Sequence[str], square: int) -> bool:
    return any(_wrote(token, square) for token in earlier)


def _corner(square: int) -> tuple[float, float]:
    column, row = divmod(square, ROWS)
    return LEFT + column * PITCH, TOP + row * CELL


def _header(position: Position, last: str | None) -> Svg:
    shown = position.winners if position.is_over else (int(position.state[MOVER]),)
    signs = [_sign(seat, MARGIN + 16 + 24 * place, 31) for place, seat in enumerate(shown)]
    standing = _standing(position)
    parts = [
        *signs,
        lettered(standing[0].upper() + standing[1:], MARGIN + 10 + 24 * len(shown), 36, 12.5, weight=1.45),
    ]
    if last:
        parts.append(lettered(last, WIDTH - MARGIN - 4, 36, 12.5, FADED_ON_CLOTH, "end", 1.45, "last"))
    return element("g", *parts, class_="standing")


def _paper(end: float) -> Svg:
    """The sheet down to there with its shadow, and the rows' numbers."""
    x, y, width, height = MARGIN, HEADER, WIDTH - 2 * MARGIN, end - HEADER
    rows = [
        lettered(str(row + 1), LEFT - 17, TOP + row * CELL + CELL / 2 + 5, 10, FADED, "middle", 1.2)
        for row in range(ROWS)
    ]
    return element(
        "g",
        element("rect", x=x + 3, y=y + 4, width=width, height=height, rx=3, fill=SHADOW, fill_opacity=0.14),
        element("rect", x=x, y=y, width=width, height=height, rx=3, fill=PAPER, stroke=PAPER_EDGE),
        *rows,
        class_="paper",
    )


def _column(position: Position, column: int, last: str | None, earlier: Sequence[str]) -> Svg:
    """A column with its letter above and its total below."""
    s = position.state
    owner = int(s[OWNER + column])
    x = LEFT + column * PITCH
    parts = [lettered(LETTERS[column], x + CELL / 2, TOP - 13, 13, INK, "middle", 1.5)]
    for square in range(column * ROWS, (column + 1) * ROWS):
        mark = "fresh" if _wrote(last, square) else "lately" if _wrote_one(earlier, square) else None
        parts.append(_square(int(s[square]), square, bool(owner), mark))
    box = {"x": x, "y": BASE + 6, "width": CELL, "height": TOTAL - 6}
    told = f"Whoever fills the last square of column {LETTERS[column]} scores the sum of its numbers."
    if owner:
        told = f"{SEATS[owner - 1]} completed column {LETTERS[column]} and scores {_total(s, column)}."
    total = element("rect", **box, rx=3, fill="none", stroke=RULE, stroke_dasharray="2 3", data_tells=told)
    parts.append(total)
    if owner:
        y = BASE + 6 + (TOTAL - 6) / 2
        parts.append(
            lettered(str(_total(s, column)), x + 17, y + 6, 12.5, HANDWRITING, "middle", 1.7, "total")
        )
        parts.append(_sign(owner - 1, x + 38, y, 0.8))
    return element("g", *parts, class_="column", data_column=LETTERS[column])


def _square(cell: int, square: int, closed: bool, mark: str | None) -> Svg:
    x, y = _corner(square)
    parts = [_frame(x, y, mark, CLOSED if closed else PAPER)]
    if cell:
        parts.append(_mark(cell, x + CELL / 2, y + CELL / 2))
    return element("g", *parts, class_="square", data_square=None if cell else square_name(square))


def _frame(x: float, y: float, mark: str | None, fill: str) -> Svg:
    """A square's frame: golden if it was written in last, a thinner gold if that was a little earlier."""
    if not mark:
        return element("rect", x=x, y=y, width=CELL, height=CELL, fill=fill, stroke=RULE, stroke_width=1.2)
    line, fill = {"fresh": (3.2, LEAF), "lately": (2.2, LATELY)}[mark]
    side = CELL - line
    return gilded("rect", line, fill, mark, x=x + line / 2, y=y + line / 2, width=side, height=side)


def _mark(cell: int, x: float, y: float) -> Svg:
    """A number or a cross, written by hand."""
    if cell == CROSS:
        falling = ("M", x - 12, y - 13, "Q", x + 1, y, x + 12, y + 12)
        rising = ("M", x + 13, y - 12, "Q", x, y - 1, x - 13, y + 13)
        return element(
            "path",
            class_="cross",
            data_tells=CROSS_TOLD,
            d=path(*falling, *rising),
            fill="none",
            stroke=HANDWRITING,
            stroke_width=2.6,
            stroke_linecap="round",
        )
    return lettered(str(cell), x, y + 13, 26, HANDWRITING, "middle", 1.15, "number")


def _wedges(order: int) -> Svg:
    """Beside the columns: thin where numbers are small, thick where they are large."""
    x = LEFT + (COLUMNS - 1) * PITCH + CELL + 18
    top, end = TOP + 4, BASE - 4
    if order == ASCENDING:
        d = _wedge(x, top, end, 6)
    else:
        d = _wedge(x - 5.5, top, end, 4.5) + _wedge(x + 5.5, end, top, 4.5)
    told = "The wedge grows downwards, and so do the numbers: from top to bottom they never fall."
    if order != ASCENDING:
        told = "Two wedges: from top to bottom the numbers of a column never fall, or they never rise."
    return element("path", d=d, fill=RULE, fill_opacity=0.55, class_="order", data_tells=told)


def _wedge(x: float, thin: float, thick: float, half: float) -> str:
    return path("M", x - 0.8, thin, "L", x + 0.8, thin, "L", x + half, thick, "L", x - half, thick, "Z")


def _wild_row(position: Position, last: str | None, earlier: Sequence[str]) -> Svg:
    wild = wild_numbers(position.state)
    mark = "fresh" if last == "wild" else "lately" if "wild" in earlier else None
    label = lettered("WILD", WILD_LEFT - 10, WILD_TOP + CELL / 2 + 5, 11, INK, "end", 1.5)
    parts = [telling(WILD_TOLD, label)]
    for place in range(WILD_SQUARES):
        x = WILD_LEFT + place * CELL
        parts.append(_frame(x, WILD_TOP, mark if place < len(wild) else None, PAPER))
        if place < len(wild):
            parts.append(_mark(wild[place], x + CELL / 2, WILD_TOP + CELL / 2))
    return element("g", *parts, class_="wild")


def _points(position: Position) -> Svg:
    """Both hands' points so far, on lines to sign on."""
    parts = []
    for seat, points in enumerate(position.scores):
        x = LEFT + seat * 154.0
        parts += [
            _sign(seat, x + 8, TALLY - 5, 0.9),
            lettered(SEATS[seat], x + 22, TALLY, 11, INK, "start", 1.35),
            lettered(str(points), x + 124, TALLY, 13, HANDWRITING, "end", 1.6, "points"),
            element("path", d=path("M", x, TALLY + 6, "H", x + 130), stroke=RULE),
        ]
    return element("g", *parts, class_="tally")


def _sign(seat: int, x: float, y: float, scale: float = 1.0) -> Svg:
    """The drop of Ink or the six-sided end of Pencil, centred on (x, y)."""
    return (_drop, _pencil)[seat](x, y, scale)


def _drop(x: float, y: float, scale: float) -> Svg:
    r = 7.2 * scale
    d = path(
        *("M", x, y - 1.6 * r, "C", x + 0.4 * r, y - 0.7 * r, x + r, y - 0.2 * r, x + r, y + 0.4 * r),
        *("A", r, r, 0, 1, 1, x - r, y + 0.4 * r),
        *("C", x - r, y - 0.2 * r, x - 0.4 * r, y - 0.7 * r, x, y - 1.6 * r, "Z"),
    )
    gleam = path("M", x - 0.55 * r, y + 0.4 * r, "A", 0.55 * r, 0.55 * r, 0, 0, 0, x - 0.1 * r, y + 0.93 * r)
    return element(
        "g",
        element("path", d=d, fill=DROP, stroke=DROP_LINE, stroke_width=0.9 * scale),
        element("path", d=gleam, fill="none", stroke=INLAY, stroke_width=1.5 * scale, stroke_linecap="round"),
        class_="sign ink",
    )


def _pencil(x: float, y: float, scale: float) -> Svg:
    r = 9.4 * scale
    corners = [(x + r * cos(radians(60 * i)), y + r * sin(radians(60 * i))) for i in range(6)]
    steps: list[str | float] = []
    for place, (cx, cy) in enumerate(corners):
        steps += ["L" if place else "M", cx, cy]
    return element(
        "g",
        element(
            "path", d=path(*steps, "Z"), fill=PENCIL, stroke=INK, stroke_width=1.1, stroke_linejoin="round"
        ),
        element("circle", cx=x, cy=y, r=0.62 * r, fill=PENCIL_WOOD),
        element("circle", cx=x, cy=y, r=0.27 * r, fill=INK),
        class_="sign pencil",
    )


def _die(number: int, last: str | None) -> Svg:
    """The die as it lies: the side thrown, or, before the throw, only where it will fall."""
    half = DIE_SIZE / 2
    box = {"x": DIE_X - half, "y": DIE_Y - half, "width": DIE_SIZE, "height": DIE_SIZE, "rx": 11.0}
    if not number:
        return element(
            "rect",
            **box,
            fill="none",
            stroke=FADED,
            stroke_width=1.3,
            stroke_dasharray="4 5",
            class_="die",
            data_tells="Here the die will fall.",
        )
    turned = f"rotate({TUMBLE[number]} {DIE_X:g} {DIE_Y:g})"
    shadow = {**box, "x": box["x"] + 3, "y": box["y"] + 4}
    fresh = last is not None and last.startswith("*")
    parts = [
        element("rect", **shadow, fill=SHADOW, fill_opacity=0.2),
        gilded("rect", 3.2, DIE_BODY, "fresh", **box)
        if fresh
        else element("rect", **box, fill=DIE_BODY, stroke=INK, stroke_width=1.3),
    ]
    reach = DIE_SIZE * 0.27
    parts += [
        element("circle", cx=DIE_X + reach * dx, cy=DIE_Y + reach * dy, r=5.2, fill=INK)
        for dx, dy in PIPS[number]
    ]
    told = f"The die shows {number}: that number is to be written."
    return element("g", *parts, transform=turned, class_="die", data_die=str(number), data_tells=told)


def _hint(position: Position, token: str) -> Svg:
    """What may be written, faintly, where it may be written."""
    s = position.state
    if token == "pass":
        x, y = DIE_X, DIE_Y + DIE_SIZE / 2 + 24
        return element(
            "g",
            lettered("lost turn", x, y, 9.5, INK, "middle", 1.4),
            class_="hint",
            data_token=token,
            data_tells="The number fits nowhere, and the WILD row is full: the turn is lost.",
        )
    if token == "wild":
        x, y = WILD_LEFT + len(wild_numbers(s)) * CELL, WILD_TOP
    else:
        x, y = _corner(LETTERS.index(token[0]) * ROWS + int(token[1]) - 1)
    told = "A cross may be written here." if token.endswith("x") else f"The {s[DIE]} may be written here."
    square = {"x": x + 5, "y": y + 5, "width": CELL - 10, "height": CELL - 10, "rx": 4.0}
    written = (
        lettered("×", x + CELL / 2, y + CELL / 2 + 7, 17, FADED, "middle", 1.1)
        if token.endswith("x")
        else lettered(str(s[DIE]), x + CELL / 2, y + CELL / 2 + 7, 14, FADED, "middle", 1.1)
    )
    return element(
        "g",
        element("rect", **square, fill=LEAF, fill_opacity=0.28, stroke=FADED, stroke_dasharray="3 3"),
        written,
        class_="hint",
        data_token=token,
        data_tells=told if token != "wild" else f"The {s[DIE]} fits nowhere: it goes here and turns wild.",
    )


def _hits() -> Iterator[Svg]:
    """Every square of the columns and of the WILD row."""
    for square in range(COLUMNS * ROWS):
        x, y = _corner(square)
        glow = rounded(x + 3, y + 3, CELL - 6, CELL - 6)
        yield hit(square_name(square), x - (PITCH - CELL) / 2, y, PITCH, CELL, glow)
    for place in range(WILD_SQUARES):
        x = WILD_LEFT + place * CELL
        glow = rounded(x + 3, WILD_TOP + 3, CELL - 6, CELL - 6)
        yield hit(wild_name(place), x, WILD_TOP, CELL, CELL, glow)
