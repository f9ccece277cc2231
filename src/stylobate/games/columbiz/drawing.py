"""Columbiz to look at: the board and its dice, the hands beside it, the score pad; and all that in letters.

Square 6 is at the top of a column and square 1 at its foot, so that a counter captures what stands below it.
Nobody needs to see hues to tell the counters apart: Purple's are round, Blue's diamonds, Grey's square,
Black's three-cornered.  The dice lie in a tray; where some have been used or are to be thrown there is an
empty place.  Beside them a little track tells how many of three throws are made, and how many of four
counters are placed.

Every empty square carries its name (`3:2`) as `data-square`, every die its face as `data-die`.  With hints
the squares that may be taken show a ghost of the counter with its token as `data-token`; as long as dice are
chosen, a ring shows what those on the table could reach.  With controls every square can be hit.

Dice, squares and counters come again and again in the same places, so each is drawn once and remembered.
"""

from collections.abc import Sequence
from functools import cache

from stylobate.colours import (
    DARK_SQUARE,
    DIE_BODY,
    FADED,
    FADED_ON_CLOTH,
    HANDWRITING,
    INK,
    INLAY,
    LEAF,
    MARK,
    ON_CLOTH,
    PAPER,
    PAPER_EDGE,
    PLANK,
    PLANK_EDGE,
    RULE,
    SHADOW,
    SQUARE,
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
)
from stylobate.game import Position
from stylobate.games.columbiz.colours import COUNTERS, FELT, FELT_EDGE, NUMBER, THROWN
from stylobate.games.columbiz.notation import (
    LETTERS,
    NAMES,
    action,
    dice_text,
    open_squares,
    square_name,
)
from stylobate.games.columbiz.rules import (
    COLUMNS,
    DICE,
    FINISHED,
    GIVEN_UP,
    HAND,
    MOMENT,
    MOST_PLACED,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SQUARES,
    ransom,
)
from stylobate.telling import counted, listed

CELL = 47.0
MARGIN = 16.0
WIDTH = 452.0
TRAY_TOP, TRAY_HEIGHT, TRAY_WIDTH = 52.0, 54.0, 338.0
DIE_SIZE, DIE_PITCH = 33.0, 41.0
TRACK = MARGIN + TRAY_WIDTH + 11.0  # where the track of the turn begins
BOARD_TOP = TRAY_TOP + TRAY_HEIGHT + 14.0
EDGE, LEFT_EDGE, FACES_HEIGHT = 9.0, 24.0, 40.0
LEFT = MARGIN + LEFT_EDGE  # of column 1
TOP = BOARD_TOP + FACES_HEIGHT  # of the row of sixes
BOARD_WIDTH = LEFT_EDGE + COLUMNS * CELL + EDGE
BOARD_END = TOP + SQUARES * CELL + EDGE
HANDS = MARGIN + BOARD_WIDTH + 15.0  # where the hands begin
IN_A_ROW = {2: 4, 3: 5, 4: 5}  # counters in hand, by seats: the more seats, the lower their boxes
PAD_TOP, PAD_HEIGHT, PAD_LABELS = BOARD_END + 16.0, 128.0, 78.0
HEIGHT = PAD_TOP + PAD_HEIGHT + 36.0

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TUMBLE = (-6, 4, 9, -3, 7, -9, 3, -5)  # degrees, a die each, so that thrown dice look thrown


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The table as a picture; `last` marks the token that led here, `hints` shows where counters may go.

    Counters that the tokens of `earlier` placed are marked as well, more faintly.
    """
    _check(position, last, *earlier)
    return picture(
        WIDTH,
        HEIGHT,
        f"Columbiz: {_standing(position)}",
        describe(position, last),
        _header(position, last),
        _tray(position, last),
        _track(position),
        _board(position, last, earlier),
        *(_hand(position, seat) for seat in range(position.seats)),
        _pad(position),
        *(_hints(position) if hints else ()),
        *([_hits()] if controls else ()),
        lettered(
            "Columbiz · its sheet names no author",
            WIDTH / 2,
            HEIGHT - 14,
            9,
            FADED_ON_CLOTH,
            "middle",
            1.2,
            "byline",
        ),
        class_="columbiz",
    )


def sign(seat: int) -> str:
    """A small picture of a seat's counter."""
    return small_picture(_counter(seat, 12, 12, 8.8))


def text(position: Position, last: str | None = None) -> str:
    """The table as lines of letters; a counter that `last` placed stands in brackets."""
    _check(position, last)
    s = position.state
    reach = set(open_squares(s)) if position.turn >= 0 else set()
    lines = ["     " + "".join(f"[{column}] " for column in range(1, COLUMNS + 1))]
    for n in range(SQUARES, 0, -1):
        cells = []
        for column in range(COLUMNS):
            square = column * SQUARES + n - 1
            mark = LETTERS[s[square] - 1] if s[square] else "+" if square in reach else "."
            cells.append(f"({mark}) " if last == square_name(square) else f" {mark}  ")
        lines.append(f"  {n}  {''.join(cells)}")
    lines += ["", f"dice  {_dice_in_letters(position)}", ""]
    lines.append("            hand  runs  prisoners  points")
    for seat in range(position.seats):
        prisoners = int(s[PRISONERS + seat])
        worth = f"{prisoners} for {ransom(prisoners)}" if prisoners else "0"
        mark = ">" if not position.is_over and seat == s[MOVER] else " "
        lines.append(
            f"{mark} {LETTERS[seat]} {NAMES[seat]:8}{s[HAND + seat]:>4}  {s[RUNS + seat]:>4}  "
            f"{worth:>9}  {position.scores[seat]:>6}"
        )
    lines += ["", *_where_in_the_turn(position)]
    return "\n".join(line.rstrip() for line in lines)


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    s = position.state
    columns = []
    for column in range(COLUMNS):
        taken = [(n, int(s[column * SQUARES + n])) for n in range(SQUARES) if s[column * SQUARES + n]]
        marks = [f"{NAMES[owner - 1]} on {n + 1}" for n, owner in taken]
        columns.append(f"column {column + 1}: {', '.join(marks) or 'empty'}")
    seats = [
        f"{NAMES[seat]} has {s[HAND + seat]} in hand, {s[RUNS + seat]} for runs, "
        f"{counted(int(s[PRISONERS + seat]), 'prisoner')} and {position.scores[seat]} points in all"
        for seat in range(position.seats)
    ]
    moved = f" Last: {last}." if last else ""
    dice = f"The dice: {_dice_in_letters(position)}. " if not position.is_over else ""
    return (
        "Columbiz, a game whose printed sheet names no author. Six columns of squares 1 to 6. "
        f"{'; '.join(columns)}. {dice}{'; '.join(seats)}. {_standing(position)}.{moved}"
    )


def _check(position: Position, *tokens: str | None) -> None:
    """Raise `BadToken` for what is no token of this game."""
    for token in filter(None, tokens):
        action(position.state, token)


def _standing(position: Position) -> str:
    """Whose turn it is and what they are to do, or how it ended."""
    if position.is_over:
        points = sorted(position.scores, reverse=True)
        winners = listed(NAMES[seat] for seat in position.winners)
        if len(position.winners) > 1:
            return f"{winners} share the win with {points[0]}"
        return f"{winners} has won, {' to '.join(map(str, points[:2]))}"
    s = position.state
    name, moment = NAMES[s[MOVER]], int(s[MOMENT])
    if position.is_chance:
        return f"{name} to throw"
    if moment < PLACING:
        return f"{name} to keep dice or stop"
    if position.legal == ("give-up",):
        return f"{name} can place nothing"
    return f"{name} to place a counter"


def _where_in_the_turn(position: Position) -> list[str]:
    """For the text board: how far the turn is, which tokens may be typed, and what ends the turn."""
    s = position.state
    name, moment = NAMES[s[MOVER]], int(s[MOMENT])
    if position.is_over:
        standing = _standing(position)
        return [f"{standing[0].upper()}{standing[1:]}."]
    if position.is_chance:
        return [f"{name} to throw: throw {moment // 2 + 1} of 3."]
    if moment < PLACING:
        return [
            f"{name}, throw {moment // 2 + 1} of 3 (+ is what these dice could reach).",
            "keep:… keeps those dice and throws the others, keep:- throws all; stop begins placing.",
        ]
    if position.legal == ("give-up",):
        given = counted(min(GIVEN_UP, int(s[HAND + s[MOVER]])), "counter")
        return [f"{name} can place nothing: give-up takes {given} from the hand and ends the turn."]
    placed = moment - PLACING
    if not placed:
        return [f"{name} places the first of at most 4 counters, where + is.  One must be placed."]
    return [
        f"{name} has placed {placed} of at most 4 counters; the next may go where + is.",
        "end ends the turn; it ends by itself with the fourth, with the last in hand, or when none fits.",
    ]


def _dice_in_letters(position: Position) -> str:
    """The dice on the table, and how many others are to be thrown or were used, as text."""
    s = position.state
    shown = " ".join(dice_text(s))
    others = DICE - len(dice_text(s))
    if position.is_over:
        return "-"
    if position.is_chance:
        return f"{shown} kept, {others} to throw" if shown else f"{others} to throw"
    return f"{shown}, {others} used" if others else shown


def _corner(square: int) -> tuple[float, float]:
    column, n = divmod(square, SQUARES)
    return LEFT + column * CELL, TOP + (SQUARES - 1 - n) * CELL


def _header(position: Position, last: str | None) -> Svg:
    shown = position.winners if position.is_over else (int(position.state[MOVER]),)
    signs = [_counter(seat, MARGIN + 14 + 27 * place, 30, 12) for place, seat in enumerate(shown)]
    said = f"share the win with {max(position.scores)}" if len(shown) > 1 else _standing(position)
    parts = [*signs, lettered(said, MARGIN + 8 + 27 * len(shown), 35, 12.5, weight=1.45)]
    if last:
        parts.append(lettered(last, WIDTH - MARGIN - 2, 35, 11, FADED_ON_CLOTH, "end", 1.4, "last"))
    return element("g", *parts, class_="standing")


def _tray(position: Position, last: str | None) -> Svg:
    """Eight places for dice on green cloth: those that show something, then the others' empty places."""
    dice = dice_text(position.state)
    fresh = last is not None and last[0] in "*k" and position.state[MOMENT] != FINISHED
    thrown = position.turn >= 0 and position.state[MOMENT] <= PLACING
    parts = [
        element("rect", x=MARGIN, y=TRAY_TOP, width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=10, fill=PLANK_EDGE),
        element(
            "rect",
            x=MARGIN + 4,
            y=TRAY_TOP + 4,
            width=TRAY_WIDTH - 8,
            height=TRAY_HEIGHT - 8,
            rx=7,
            fill=FELT,
            stroke=FELT_EDGE,
            stroke_width=2,
        ),
    ]
    for place in range(DICE):
        x = MARGIN + 26 + place * DIE_PITCH
        y = TRAY_TOP + TRAY_HEIGHT / 2
        if place < len(dice):
            turned = TUMBLE[place] if thrown else 0
            parts.append(_die(int(dice[place]), x, y, DIE_SIZE, turned, fresh))
        else:
            parts.append(_empty_place(x, y))
    return element("g", *parts, class_="tray")


def _empty_place(x: float, y: float) -> Svg:
    half = DIE_SIZE / 2 - 2
    return element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=6,
        fill=FELT_EDGE,
        stroke=INLAY,
        stroke_opacity=0.45,
        stroke_dasharray="3 4",
        class_="no-die",
    )


@cache
def _die(face: int, x: float, y: float, size: float, turned: float = 0, fresh: bool = False) -> Svg:
    half = size / 2
    box = {"x": x - half, "y": y - half, "width": size, "height": size, "rx": size * 0.2}
    reach = size * 0.27
    parts = [
        element("rect", **{**box, "y": box["y"] + 2.4}, fill=SHADOW, fill_opacity=0.3),
        gilded("rect", 2.8, DIE_BODY, "fresh", **box)
        if fresh
        else element("rect", **box, fill=DIE_BODY, stroke=INK, stroke_width=1.0),
        *(
            element("circle", cx=x + reach * dx, cy=y + reach * dy, r=size * 0.1, fill=INK)
            for dx, dy in PIPS[face]
        ),
    ]
    return element(
        "g",
        *parts,
        transform=f"rotate({turned} {x:g} {y:g})" if turned else None,
        class_="die",
        data_die=str(face),
    )


def _track(position: Position) -> Svg:
    """How far the turn is: three little dice for the throws, four little counters for what is placed."""
    if position.is_over:
        return element("g", class_="track")
    s = position.state
    moment = int(s[MOMENT])
    thrown = 3 if moment >= PLACING else (moment + 1) // 2
    placed = max(0, moment - PLACING)
    throwing = moment < PLACING
    parts = []
    for place in range(3):
        x, made = TRACK + 8 + place * 19, place < thrown
        box = {"x": x - 7.0, "y": TRAY_TOP + 1, "width": 14.0, "height": 14.0, "rx": 3.5}
        fill = THROWN if made and throwing else "none"
        parts.append(
            element("rect", **box, fill=fill, stroke=ON_CLOTH, stroke_width=1.1)
            if throwing
            else element("rect", **box, fill="none", stroke=FADED_ON_CLOTH, stroke_opacity=0.5)
        )
        if throwing:
            shade = ON_CLOTH if made else FADED_ON_CLOTH
            parts.append(lettered(str(place + 1), x, TRAY_TOP + 11.7, 7.4, shade, "middle", 1.5))
    for place in range(MOST_PLACED):
        x, y = TRACK + 8 + place * 19, TRAY_TOP + 28
        if place < placed:
            parts.append(_counter(int(s[MOVER]), x, y, 7.2))
        else:
            parts.append(_outline(int(s[MOVER]), x, y, 6.4, FADED_ON_CLOTH, 0.5 if throwing else 1.0))
    return element("g", *parts, class_="track")


def _board(position: Position, last: str | None, earlier: Sequence[str]) -> Svg:
    """The wooden board: a die's face above each column, the number of dice it takes in every square."""
    plank = {"x": MARGIN, "width": BOARD_WIDTH, "rx": 8.0}
    height = BOARD_END - BOARD_TOP
    parts = [
        element("rect", **plank, y=BOARD_TOP + 4, height=height, fill=SHADOW, fill_opacity=0.18),
        element("rect", **plank, y=BOARD_TOP, height=height, fill=PLANK_EDGE),
        element(
            "rect",
            x=LEFT - 2,
            y=TOP - 2,
            width=COLUMNS * CELL + 4,
            height=SQUARES * CELL + 4,
            rx=3,
            fill=PLANK,
        ),
    ]
    for column in range(COLUMNS):
        parts.append(_die(column + 1, LEFT + (column + 0.5) * CELL, BOARD_TOP + FACES_HEIGHT / 2, 25))
    for n in range(SQUARES):
        y = TOP + (SQUARES - 0.5 - n) * CELL
        parts.append(lettered(str(n + 1), MARGIN + LEFT_EDGE / 2 - 1, y + 4.5, 9.5, INLAY, "middle", 1.4))
    for square in range(COLUMNS * SQUARES):
        owner, name = int(position.state[square]), square_name(square)
        mark = "fresh" if last == name else "lately" if owner and name in earlier else None
        parts.append(_square(owner, square, mark))
    return element("g", *parts, class_="board")


@cache
def _square(owner: int, square: int, mark: str | None) -> Svg:
    x, y = _corner(square)
    n = square % SQUARES + 1
    light = (square // SQUARES + n) % 2
    box = {"x": x + 1.5, "y": y + 1.5, "width": CELL - 3, "height": CELL - 3, "rx": 3.0}
    fill = LEAF if mark == "fresh" else SQUARE if light else DARK_SQUARE
    parts = [
        gilded("rect", {"fresh": 2.6, "lately": 2.0}[mark], fill, mark, **box)
        if mark
        else element("rect", **box, fill=fill)
    ]
    if owner:
        parts.append(_counter(owner - 1, x + CELL / 2, y + CELL / 2, 16.5))
    else:
        parts.append(lettered(str(n), x + CELL / 2, y + CELL / 2 + 6, 12, NUMBER, "middle", 1.3))
    return element("g", *parts, class_="square", data_square=None if owner else square_name(square))


def shape(seat: int, x: float, y: float, r: float) -> str:
    """The outline of a seat's counters: a disc, a diamond, a square, a triangle, all about as large."""
    if seat == 0:
        return path("M", x - r, y, "A", r, r, 0, 1, 1, x + r, y, "A", r, r, 0, 1, 1, x - r, y, "Z")
    corners = {
        1: ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
        2: ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
        3: ((0, -1.2), (1.22, 0.9), (-1.22, 0.9)),
    }[seat]
    return _with_round_corners([(x + r * dx, y + r * dy) for dx, dy in corners], 0.24 * r)


def _with_round_corners(corners: list[tuple[float, float]], cut: float) -> str:
    steps: list[str | float] = []
    for place, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[place - 1], corners[(place + 1) % len(corners)]
        to_a, to_b = (
            cut / ((ax - x) ** 2 + (ay - y) ** 2) ** 0.5,
            cut / ((bx - x) ** 2 + (by - y) ** 2) ** 0.5,
        )
        steps += ["L" if place else "M", x + (ax - x) * to_a, y + (ay - y) * to_a]
        steps += ["Q", x, y, x + (bx - x) * to_b, y + (by - y) * to_b]
    return path(*steps, "Z")


@cache
def _counter(seat: int, x: float, y: float, r: float) -> Svg:
    """A counter of that seat: its shape, a shadow under it, and a line inlaid."""
    look = COUNTERS[seat]
    thin = 1.4 if r > 12 else 1.0
    inlay = y + (0.1 * r if seat == 3 else 0)
    return element(
        "g",
        element("path", d=shape(seat, x, y + 0.13 * r, r), fill=SHADOW, fill_opacity=0.32),
        element("path", d=shape(seat, x, y, r), fill=look.body, stroke=look.line, stroke_width=thin),
        element(
            "path",
            d=shape(seat, x, inlay, r * (0.5 if seat == 3 else 0.58)),
            fill="none",
            stroke=look.gleam,
            stroke_width=0.11 * r,
        ),
        class_=f"counter {NAMES[seat].lower()}",
    )


def _outline(seat: int, x: float, y: float, r: float, colour: str, opacity: float = 1.0) -> Svg:
    return element(
        "path",
        d=shape(seat, x, y, r),
        fill="none",
        stroke=colour,
        stroke_opacity=opacity,
        stroke_dasharray="2.5 2.5",
        stroke_width=1.2,
    )


def _hand(position: Position, seat: int) -> Svg:
    """The counters that a seat has left, in rows, with their number."""
    share = (BOARD_END - BOARD_TOP) / position.seats
    top = BOARD_TOP + seat * share
    count = int(position.state[HAND + seat])
    mine = not position.is_over and position.state[MOVER] == seat
    parts = [
        element(
            "rect",
            x=HANDS - 4,
            y=top + 1,
            width=WIDTH - MARGIN - HANDS + 8,
            height=share - 8,
            rx=7,
            fill=LEAF if mine else ON_CLOTH,
            fill_opacity=0.28 if mine else 0.045,
            stroke=MARK if mine else None,
            stroke_width=1.6 if mine else None,
        ),
        lettered(str(count), WIDTH - MARGIN - 3, top + 16, 9, ON_CLOTH, "end", 1.5, "count"),
        lettered(NAMES[seat], HANDS + 3, top + 16, 8.4, ON_CLOTH, "start", 1.4),
    ]
    in_a_row = IN_A_ROW[position.seats]
    pitch, r = (22.0, 7.6) if in_a_row == 4 else (17.6, 6.8)
    for place in range(count):
        row, column = divmod(place, in_a_row)
        parts.append(_counter(seat, HANDS + 11 + column * pitch, top + 33 + row * 19.5, r))
    return element("g", *parts, class_="hand", data_hand=LETTERS[seat])


def _pad(position: Position) -> Svg:
    """The score pad: a column a seat, runs above the line, prisoners below it, and the sum."""
    s = position.state
    x, width = MARGIN, WIDTH - 2 * MARGIN
    heads, runs, prisoners, total = PAD_TOP + 21, PAD_TOP + 49, PAD_TOP + 80, PAD_TOP + 112
    line, foot = PAD_TOP + 60, PAD_TOP + 91
    parts = [
        element(
            "rect",
            x=x + 3,
            y=PAD_TOP + 4,
            width=width,
            height=PAD_HEIGHT,
            rx=3,
            fill=SHADOW,
            fill_opacity=0.14,
        ),
        element("rect", x=x, y=PAD_TOP, width=width, height=PAD_HEIGHT, rx=3, fill=PAPER, stroke=PAPER_EDGE),
        element("path", d=path("M", x + 8, PAD_TOP + 30, "H", x + width - 8), stroke=RULE),
        element("path", d=path("M", x + 8, line, "H", x + width - 8), stroke=INK, stroke_width=2.4),
        element("path", d=path("M", x + 8, foot, "H", x + width - 8), stroke=RULE),
        lettered("runs", x + 12, runs, 9.5, INK, "start", 1.3),
        _prison(x + 25, prisoners - 6),
        lettered("points", x + 12, total, 9.5, INK, "start", 1.3),
    ]
    share = (width - PAD_LABELS - 8) / position.seats
    for seat in range(position.seats):
        left = x + PAD_LABELS + seat * share
        middle = left + share / 2
        held = int(s[PRISONERS + seat])
        name = NAMES[seat]
        if seat in position.winners:
            parts.append(_laurel(middle, total - 6))
        parts += [
            element("path", d=path("M", left, PAD_TOP + 8, "V", PAD_TOP + PAD_HEIGHT - 8), stroke=RULE),
            _counter(seat, middle - 2 - len(name) * 4.2, heads - 4.5, 6.4),
            lettered(name, middle + 8, heads, 9.5, INK, "middle", 1.35),
            lettered(str(s[RUNS + seat]), middle, runs, 12.5, HANDWRITING, "middle", 1.6, "runs"),
            lettered(_held(held), middle, prisoners, 12.5, HANDWRITING, "middle", 1.6, "prisoners"),
            lettered(
                str(position.scores[seat]), middle, total + 1, 14.5, HANDWRITING, "middle", 1.8, "points"
            ),
        ]
    return element("g", *parts, class_="pad")


def _held(prisoners: int) -> str:
    return f"{prisoners} → {ransom(prisoners)}" if prisoners else "0"


def _prison(x: float, y: float) -> Svg:
    """A barred window."""
    bars: list[str | float] = []
    for dx in (-6, 0, 6):
        bars += ["M", x + dx, y - 9, "V", y + 9]
    return element(
        "g",
        element(
            "rect", x=x - 12, y=y - 9, width=24, height=18, rx=2.5, fill="none", stroke=INK, stroke_width=1.6
        ),
        element("path", d=path(*bars), stroke=INK, stroke_width=1.8),
        class_="prison",
    )


def _laurel(x: float, y: float) -> Svg:
    """A ring of gold round the winner's points."""
    box = {"x": x - 21, "y": y - 12.5, "width": 42.0, "height": 25.0, "rx": 12.5}
    return gilded("rect", 2.2, LEAF, "winner", **box, fill_opacity=0.35)


def _hints(position: Position) -> list[Svg]:
    """Ghosts where a counter may go; dots where these dice could put one; words for what is no square."""
    if position.turn < 0:
        return []
    s = position.state
    if s[MOMENT] < PLACING:
        return [*(_prospect(square) for square in open_squares(s)), _word("stop", "or stop")]
    found: list[Svg] = []
    for token in position.legal:
        if token == "end":
            found.append(_word(token, "or end"))
        elif token == "give-up":
            found.append(_word(token, f"give up {min(GIVEN_UP, int(s[HAND + position.turn]))}"))
        else:
            found.append(_ghost(position, token))
    return found


def _prospect(square: int) -> Svg:
    x, y = (at + CELL / 2 for at in _corner(square))
    return element(
        "g",
        element(
            "circle",
            cx=x,
            cy=y,
            r=13,
            fill=LEAF,
            fill_opacity=0.6,
            stroke=FADED,
            stroke_dasharray="1.5 3.5",
        ),
        lettered(str(square % SQUARES + 1), x, y + 6, 12, INK, "middle", 1.5),
        class_="prospect",
    )


def _ghost(position: Position, token: str) -> Svg:
    square = action(position.state, token)
    x, y = (at + CELL / 2 for at in _corner(square))
    seat = position.turn
    return element(
        "g",
        element("path", d=shape(seat, x, y, 15), fill=LEAF, fill_opacity=0.75),
        element(
            "path",
            d=shape(seat, x, y, 15),
            fill="none",
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray="3.5 3",
        ),
        lettered(str(square % SQUARES + 1), x, y + 5, 10, INK, "middle", 1.5),
        class_="hint",
        data_token=token,
    )


def _word(token: str, said: str) -> Svg:
    return element(
        "g",
        lettered(said, TRACK + 1, TRAY_TOP + TRAY_HEIGHT - 2, 9.5, ON_CLOTH, "start", 1.4),
        class_="hint",
        data_token=token,
    )


@cache
def _hits() -> Svg:
    """Every square, column by column."""
    corners = [(square_name(square), *_corner(square)) for square in range(COLUMNS * SQUARES)]
    return hits(
        hit(name, x, y, CELL, CELL, rounded(x + 2, y + 2, CELL - 4, CELL - 4)) for name, x, y in corners
    )
