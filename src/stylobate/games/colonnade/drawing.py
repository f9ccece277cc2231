"""Colonnade to look at: a wooden board from the side, its stacks like columns; and the same in letters.

The two colours are turned on the lathe differently, so that nobody needs to see hues to tell them apart.  A
red checker is a torus, as masons say: it swells, and its top bears a ring.  A blue one is a scotia: it is
hollowed at the waist, darker, inlaid with diamonds all round, and its top bears a diamond.

With controls there is something to hit for every square (`b`), which shows itself where checkers would land
there, and, over it, for every checker that may be picked (`b2`: its square and its place from the top).
Checkers are thin and thumbs are not, so the whole height over and under a stack is shared out among those
that may be picked.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, radians, sin

from stylobate.colours import (
    CLOTH,
    DARK_SQUARE,
    FADED_ON_CLOTH,
    INLAY,
    LEAF,
    MARK,
    MARK_LINE,
    ON_CLOTH,
    PLANK,
    PLANK_EDGE,
    SHADOW,
    SQUARE,
)
from stylobate.drawing import (
    FINE,
    Svg,
    element,
    hit,
    hits,
    lettered,
    path,
    picture,
    small_picture,
    telling,
)
from stylobate.game import Position
from stylobate.games.colonnade.cells import cells as cells
from stylobate.games.colonnade.colours import TINTS
from stylobate.games.colonnade.notation import COLOURS, FILES, NAMES
from stylobate.games.colonnade.rules import BLUE, MOVER, RED, SQUARES
from stylobate.games.colonnade.stacks import Move, colour, last_move, stacks
from stylobate.parts import Spread
from stylobate.telling import counted

PITCH = 68.0  # from one square to the next
MARGIN = 28.0
RADIUS = 24.0  # of a checker, and how much of it the eye sees from above
TILT = 8.5
THICK = 15.0
FACE = 24.0  # of a square as seen from above, the rim round it, and the front edge of the board
RIM = 4.0
EDGE = 26.0
HEADER = 50.0
FOOTER = 34.0
SPARED = 10.0  # of the margin, where the board is by itself
LEAST_ROOM = 5  # checkers; the picture grows in steps, so that it seldom jumps while a game goes on
MORE_ROOM = 3
TALL = 4  # higher than that, a stack's height is written above it

WIDTH = 2 * MARGIN + SQUARES * PITCH
SWELL = (3.2, -5.5)  # a red checker swells at the waist, a blue one is hollowed


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The board as a picture; `last` marks the token that led here, `hints` shows the legal moves.

    A turn is one token, so `earlier` ones are not marked: what they moved has moved on.
    """
    move = last_move(position, last) if last else None
    floor = _floor(position, move)
    height = _lowest(floor) + FOOTER
    return picture(
        WIDTH,
        height,
        f"Colonnade: {_standing(position)}",
        describe(position, last),
        _header(position, move),
        *_played_on(position, move, floor, hints, controls),
        lettered(
            "Colonnade · Mark Steere", WIDTH / 2, height - 13, 9, FADED_ON_CLOTH, "middle", 1.2, "byline"
        ),
        class_="colonnade",
    )


def spread(
    position: Position, last: str | None = None, hints: bool = False, earlier: Sequence[str] = ()
) -> Spread:
    """The plank and its stacks, with a little cloth round them."""
    move = last_move(position, last) if last else None
    floor = _floor(position, move)
    return Spread(
        picture(
            WIDTH - 2 * SPARED,
            _lowest(floor) + 14 - HEADER,
            f"Colonnade: {_standing(position)}",
            describe(position, last),
            *_played_on(position, move, floor, hints, controls=True),
            class_="colonnade",
            left=SPARED,
            top=HEADER,
        )
    )


def _floor(position: Position, move: Move | None) -> float:
    """Where the stacks stand: there is room over the highest, and for one that has just gone."""
    heights = [abs(h) for h in stacks(position)]
    if move:
        heights[move.origin] += move.depth
    room = LEAST_ROOM + MORE_ROOM * ceil(max(0, max(heights) - LEAST_ROOM) / MORE_ROOM)
    return HEADER + room * THICK + FACE / 2 + TILT


def _played_on(
    position: Position, move: Move | None, floor: float, hints: bool, controls: bool
) -> Iterator[Svg]:
    yield _board(floor, move)
    yield from (_square(position, square, floor, move) for square in range(SQUARES))
    yield from (_hint(position, Move(position, text), floor) for text in (position.legal if hints else ()))
    if controls:
        yield hits(_hits(position, floor))


def sign(seat: int) -> str:
    """A small picture of a seat's checker."""
    return small_picture(_checker(12, 12 + 0.21 * THICK, seat, 0.42))


def text(position: Position, last: str | None = None) -> str:
    """The board as lines of letters; the checkers that `last` moved stand in brackets."""
    heights = stacks(position)
    move = last_move(position, last) if last else None
    tallest = max(1, *map(abs, heights))
    rows = [
        "".join(_cell(stack, level, move, square) for square, stack in enumerate(heights))
        for level in range(tallest, 0, -1)
    ]
    letters = "".join(_letter(square, move) for square in range(SQUARES))
    rows += ["=" * (4 * SQUARES - 1), f"{letters}   {_standing(position)}"]
    if tallest > TALL:
        rows.append("".join(f" {abs(stack) or '-':<3}" for stack in heights) + "   high")
    return "\n".join(row.rstrip() for row in rows)


def _cell(stack: int, level: int, move: Move | None, square: int) -> str:
    depth = abs(stack) - level + 1
    if depth < 1:
        return " .  " if level == 1 else "    "
    letter = COLOURS[colour(stack, depth)]
    return f"({letter}) " if move and square == move.target and depth <= move.depth else f" {letter}  "


def _letter(square: int, move: Move | None) -> str:
    """The letter under a square; the left one of the last move's two squares has an arrow after it."""
    arrow = "  "
    if move and square == min(move.origin, move.target):
        arrow = "->" if square == move.origin else "<-"
    return f" {FILES[square]}{arrow}"


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    told = [
        f"{FILES[square]} {_told(stack)}" if stack else f"{FILES[square]} empty"
        for square, stack in enumerate(stacks(position))
    ]
    moved = f" Last move: {last}." if last else ""
    return (
        f"Colonnade, a game by Mark Steere. A row of stacks in which red and blue alternate: "
        f"{', '.join(told)}. {_standing(position)}.{moved}"
    )


def _standing(position: Position) -> str:
    names = position.game.seat_names
    mover = int(position.state[MOVER])
    if position.is_over:
        return f"{names[1 - mover]} has won, {names[mover]} cannot move"
    return f"{names[mover]} to move"


def _told(stack: int) -> str:
    return f"{abs(stack)} high under {NAMES[colour(stack, 1)]}"


def _centre(square: int) -> float:
    return MARGIN + PITCH * (square + 0.5)


def _header(position: Position, move: Move | None) -> Svg:
    mover = int(position.state[MOVER])
    shown = 1 - mover if position.is_over else mover
    parts = [
        _checker(MARGIN + 8, 34, shown, scale=0.66),
        lettered(_standing(position), MARGIN + 34, 36, 12.5, weight=1.45),
    ]
    if move:
        parts.append(lettered(move.token, WIDTH - MARGIN + 8, 36, 12.5, FADED_ON_CLOTH, "end", 1.45, "last"))
    return element("g", *parts, class_="standing")


def _board(floor: float, move: Move | None) -> Svg:
    """The plank: its shadow, its front edge, its face, and on the edge which way the last move went."""
    x, width = MARGIN - 10, WIDTH - 2 * MARGIN + 20
    back, front = floor - FACE / 2 - RIM, floor + FACE / 2 + RIM
    shadow = {"x": x + 5, "y": front, "width": width - 10, "height": EDGE + 4, "rx": 7.0}
    face = path(
        *("M", x, front, "V", back + 6, "Q", x, back, x + 6, back, "H", x + width - 6),
        *("Q", x + width, back, x + width, back + 6, "V", front, "Z"),
    )
    parts = [
        element("rect", **shadow, fill=SHADOW, fill_opacity=0.13),
        element("rect", x=x, y=back, width=width, height=front + EDGE - back, rx=6, fill=PLANK_EDGE),
        element("path", d=face, fill=PLANK),
        element("path", d=path("M", x, front, "H", x + width), stroke=INLAY, stroke_opacity=0.45),
    ]
    if move:
        parts.append(_way(move, front + EDGE / 2))
    return element("g", *parts, class_="board")


def _way(move: Move, y: float) -> Svg:
    """An arrow along the board's edge, from the square that the last move left to the one it went to."""
    side = move.target - move.origin
    start, end = _centre(move.origin) + 15 * side, _centre(move.target) - 15 * side
    return element(
        "path",
        class_="way",
        data_tells=f"The last move: from {FILES[move.origin]} to {FILES[move.target]}.",
        d=path("M", start, y, "H", end, "M", end - 6 * side, y - 5, "L", end, y, "L", end - 6 * side, y + 5),
        fill="none",
        stroke=MARK,
        stroke_width=2.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _square(position: Position, square: int, floor: float, move: Move | None) -> Svg:
    """One square with all that stands on it."""
    stack = stacks(position)[square]
    x, height, name = _centre(square), abs(stack), FILES[square]
    moved = move.depth if move and square == move.target else 0
    parts = [_tile(x, floor, square, bool(moved))]
    if stack:
        foot = {"cx": x + 2.5, "cy": floor + 1.5, "rx": RADIUS + 2.5, "ry": TILT + 0.5}
        parts.append(element("ellipse", **foot, fill=SHADOW, fill_opacity=0.25))
    parts += [
        halo(x, floor - (height - depth) * THICK, colour(stack, depth))
        for halo in (_halo_line, _halo)
        for depth in range(moved, 0, -1)
    ]
    for depth in range(height, 0, -1):
        foot_y = floor - (height - depth) * THICK
        parts.append(_checker(x, foot_y, colour(stack, depth), top=depth == 1))
    if move and square == move.origin:
        parts.append(_ghost(x, floor - height * THICK, move.depth))
    if height > TALL:
        patch, label = _height(x, floor - height * THICK - TILT - 8, height)
        told = f"{counted(height, 'checker').capitalize()} stand on {name}."
        parts += [patch, telling(told, label)]
    parts.append(lettered(name, x, floor + FACE / 2 + RIM + EDGE / 2 + 4.4, 13, INLAY, "middle", 1.5))
    return element("g", *parts, class_="square", data_square=name)


def _tile(x: float, floor: float, square: int, moved: bool) -> Svg:
    return element(
        "rect",
        class_="tile",
        x=x - PITCH / 2 + 1.5,
        y=floor - FACE / 2,
        width=PITCH - 3,
        height=FACE,
        rx=2.5,
        fill=LEAF if moved else (SQUARE, DARK_SQUARE)[square % 2],
    )


def _outline(x: float, y: float, colour: int, scale: float = 1.0) -> str:
    """A checker's side and face together; its foot is centred on (x, y)."""
    r, ry, t = RADIUS * scale, TILT * scale, THICK * scale
    swell = SWELL[colour] * scale
    return path(
        *("M", x - r, y - t, "Q", x - r - swell, y - t / 2, x - r, y),
        *("A", r, ry, 0, 0, 0, x + r, y),
        *("Q", x + r + swell, y - t / 2, x + r, y - t),
        *("A", r, ry, 0, 0, 0, x - r, y - t, "Z"),
    )


def _checker(x: float, y: float, colour: int, scale: float = 1.0, top: bool = True) -> Svg:
    """One checker whose foot is centred on (x, y); of those below the top only the side is seen."""
    tint = TINTS[colour]
    parts = [
        element("path", d=_outline(x, y, colour, scale), fill=tint.side, stroke=tint.line, stroke_width=0.9),
        element("path", d=_shade(x, y, colour, scale), fill=tint.shade),
        (_bead, _diamonds)[colour](x, y - THICK * scale / 2, scale),
    ]
    if top:
        face = {"cx": x, "cy": y - THICK * scale, "rx": RADIUS * scale, "ry": TILT * scale}
        parts.append(element("ellipse", **face, fill=tint.top, stroke=tint.line, stroke_width=0.9))
        parts.append((_ring, _diamond)[colour](x, y - THICK * scale, scale))
    return element("g", *parts, class_=f"checker {NAMES[colour]}")


def _shade(x: float, y: float, colour: int, scale: float) -> str:
    """The part of a checker's side that is turned from the light."""
    r, ry, t = RADIUS * scale, TILT * scale, THICK * scale
    across, drop = r * cos(radians(55)), ry * sin(radians(55))
    return path(
        *("M", x + across, y - t + drop, "V", y + drop, "A", r, ry, 0, 0, 0, x + r, y),
        *("Q", x + r + SWELL[colour] * scale, y - t / 2, x + r, y - t),
        *("A", r, ry, 0, 0, 1, x + across, y - t + drop, "Z"),
    )


def _bead(x: float, y: float, scale: float) -> Svg:
    """A line of light round a red checker."""
    r, ry = RADIUS * scale, TILT * scale
    reach, drop = r * sin(radians(66)), ry * cos(radians(66))
    return element(
        "path",
        d=path("M", x - reach, y + drop, "A", r, ry, 0, 0, 0, x + reach, y + drop),
        fill="none",
        stroke=TINTS[RED].inlay,
        stroke_width=1.8 * scale,
        stroke_linecap="round",
    )


def _diamonds(x: float, y: float, scale: float) -> Svg:
    """Inlays round a blue checker, narrower as they turn away."""
    steps: list[str | float] = []
    for turned in (-62, -31, 0, 31, 62):
        facing = cos(radians(turned))
        cx, cy = x + RADIUS * 0.93 * scale * sin(radians(turned)), y + TILT * scale * facing
        w, h = 3.4 * scale * facing, 2.9 * scale
        steps += ["M", cx - w, cy, "L", cx, cy - h, "L", cx + w, cy, "L", cx, cy + h, "Z"]
    return element("path", d=path(*steps), fill=TINTS[BLUE].inlay)


def _ring(x: float, y: float, scale: float) -> Svg:
    rx, ry = RADIUS * 0.58 * scale, TILT * 0.58 * scale
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill="none", stroke=INLAY, stroke_width=2.5 * scale)


def _diamond(x: float, y: float, scale: float) -> Svg:
    w, h = RADIUS * 0.66 * scale, TILT * 0.66 * scale
    return element(
        "path", d=path("M", x - w, y, "L", x, y - h, "L", x + w, y, "L", x, y + h, "Z"), fill=INLAY
    )


def _halo(x: float, y: float, colour: int) -> Svg:
    """A golden glow behind a checker that has just moved."""
    d = _outline(x, y, colour)
    return element("path", class_="halo", d=d, stroke=MARK, stroke_width=6, stroke_linejoin="round")


def _halo_line(x: float, y: float, colour: int) -> Svg:
    """The fine dark line round a halo."""
    d = _outline(x, y, colour)
    return element("path", d=d, stroke=MARK_LINE, stroke_width=6 + FINE, stroke_linejoin="round")


def _ghost(x: float, y: float, depth: int) -> Svg:
    """Faint outlines where the checkers of the last move stood before."""
    head = y - depth * THICK
    d = path(
        *("M", x - RADIUS, y, "V", head, "A", RADIUS, TILT, 0, 0, 1, x + RADIUS, head, "V", y),
        *("M", x - RADIUS, head, "A", RADIUS, TILT, 0, 0, 0, x + RADIUS, head),
    )
    return element(
        "path",
        class_="ghost",
        data_tells=f"Here stood {counted(depth, 'checker')} before the last move.",
        d=d,
        fill="none",
        stroke=FADED_ON_CLOTH,
        stroke_width=1.3,
        stroke_dasharray="3.5 3.5",
    )


def _height(x: float, y: float, height: int) -> tuple[Svg, Svg]:
    """A tall stack's height as a number, on a patch of cloth so that it can be read on any background."""
    return (
        lettered(str(height), x, y, 10.5, CLOTH, "middle", 6),
        lettered(str(height), x, y, 10.5, ON_CLOTH, "middle", 1.4, "height"),
    )


def _hint(position: Position, move: Move, floor: float) -> Svg:
    """An arrow beside a checker that may be picked, towards where it may go."""
    height = abs(stacks(position)[move.origin])
    side = move.target - move.origin
    x, y = _centre(move.origin) + side * (RADIUS + 3.2), floor - (height - move.depth + 0.5) * THICK
    return element(
        "path",
        class_="hint whole",
        data_token=move.token,
        data_tells=f"This checker, with all on it, may go to {FILES[move.target]}.",
        d=path("M", x, y - 5.5, "L", x + side * 6.5, y, "L", x, y + 5.5, "Z"),
        fill=ON_CLOTH,
    )


def _hits(position: Position, floor: float) -> Iterator[Svg]:
    """Each square and, over it, its checkers that may be picked."""
    moves = [Move(position, text) for text in position.legal]
    mover = int(position.state[MOVER])
    for square, stack in enumerate(stacks(position)):
        x = _centre(square)
        lands = _outline(x, floor - abs(stack) * THICK, mover)
        yield hit(FILES[square], x - PITCH / 2, HEADER, PITCH, _lowest(floor) - HEADER, lands)
        if depths := sorted({move.depth for move in moves if move.origin == square}):
            yield from _picks(square, floor - abs(stack) * THICK, floor, depths)


def _picks(square: int, head: float, floor: float, depths: list[int]) -> Iterator[Svg]:
    """The checkers of one stack that may be picked.

    Between two of them lies one of the other colour, and in it the border.  The first and the last have all
    the room above and below the stack, so borders keep near them: what is between gets as much as can be.
    """
    x = _centre(square)
    between = len(depths) - 2
    borders = [
        head + (upper + (lower - 1 - upper) * (number / between if between else 0.5)) * THICK
        for number, (upper, lower) in enumerate(pairwise(depths))
    ]
    edges = pairwise([HEADER, *borders, _lowest(floor)])
    for depth, (top, end) in zip(depths, edges, strict=True):
        foot = head + depth * THICK
        glow = path(
            *("M", x - RADIUS, foot, "V", head, "A", RADIUS, TILT, 0, 0, 1, x + RADIUS, head),
            *("V", foot, "A", RADIUS, TILT, 0, 0, 1, x - RADIUS, foot, "Z"),
        )
        yield hit(f"{FILES[square]}{depth}", x - PITCH / 2, top, PITCH, end - top, glow)


def _lowest(floor: float) -> float:
    """The y of the lower end of the board's front edge."""
    return floor + FACE / 2 + RIM + EDGE
