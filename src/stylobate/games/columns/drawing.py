"""Columns to look at: the pins with all that is threaded on them, plans of the levels; and all in letters.

The board is seen from the front and from so high that no rank hides another: each stands on the page above
the one before it.  A blocker over two pins of one file reaches away from the eye; it is drawn as two blocks
and a narrow bridge, which hides nothing behind it.  Beside the board stand plans of the five levels, level
5, the one that is scored, first.  On each the roundels of Light and Dark are counted, so that it can be seen
where a tie is broken.

Light and Dark differ in lightness, not only in hue, and in ornament: light pieces have a groove, dark ones
are inlaid with pale studs.  The token that placed it is written on every piece as `data-token`, its name on
the foot of every pin as `data-pin`, and each hint has the token that it stands for.  With controls there is
something to hit on every pin, and the mover's pieces in hand can be taken from where they lie.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from stylobate.colours import (
    FADED_ON_CLOTH,
    INK,
    INLAY,
    LEAF,
    MARK,
    ON_CLOTH,
    PLANK,
    PLANK_EDGE,
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
    shelf,
    small_picture,
)
from stylobate.errors import BadToken
from stylobate.game import Position
from stylobate.games.columns.colours import PIN, PLANK_END, TINTS
from stylobate.games.columns.notation import (
    KIND_NAMES,
    KINDS,
    SEAT_NAMES,
    Piece,
    Shape,
    action,
    pieces,
    pin_name,
    shape,
    token,
)
from stylobate.games.columns.rules import (
    DARK,
    DOUBLE,
    HAND,
    HEIGHT,
    LEVELS,
    LIGHT,
    MOVER,
    PINS,
    RANKS,
    ROUNDEL,
    SINGLE,
    TRIPLE,
    roundels,
)

MARGIN = 22.0
HEADER = 48.0
FOOTER = 30.0
PITCH = 62.0  # from file to file; narrower in one long row
ROW_PITCH = 52.0
BLOCK = 44.0  # how wide a piece is on its pin, and how thick a level
THICK = 13.0
SLANT = 26.0  # from rank to rank: to the right, and up by more than a full pin's height
RISE = 98.0
DEEP = 0.15  # of the way to the next rank, a piece's depth
LEFT = 34.0  # room for the numbers of the levels
EDGE = 12.0
BRIDGE = 12.0
HANDS = 62.0
DRUM = THICK / (BLOCK - 3)  # how thick a roundel is for its width


class View:
    """A position, where its pins stand on the page, and the piece that came last."""

    def __init__(self, position: Position, last: str | None) -> None:
        self.position = position
        self.state = position.state
        self.ranks = int(self.state[RANKS])
        self.files = PINS // self.ranks
        self.pieces = pieces(self.state)
        self.last = _last(position, self.pieces, last) if last else None
        self.pitch = PITCH if self.ranks > 1 else ROW_PITCH
        self.width = LEFT + self.files * self.pitch + (self.ranks - 1) * SLANT + 16
        self.floor = HEADER + self.ranks * RISE - 4
        self.bottom = self.floor + 24 + EDGE

    def foot(self, pin: int, level: int = 1) -> tuple[float, float]:
        """Where the front of a piece on that level meets the one below."""
        file, rank = divmod(pin, self.ranks)
        x = MARGIN + LEFT + (file + 0.5) * self.pitch + rank * SLANT
        return x, self.floor - rank * RISE - (level - 1) * THICK

    def height(self, pin: int) -> int:
        """How high the pin stands."""
        return int(self.state[HEIGHT + pin])


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The board as a picture; `last` marks the token that led here, `hints` shows the legal placements.

    A turn is one token, so `earlier` ones are not marked.
    """
    view = View(position, last)
    plans, right, low = _plans(view)
    width = 2 * MARGIN + max(view.width + right, 500.0)
    hands = max(view.bottom, low) + 10
    height = hands + HANDS + FOOTER
    parts = [_header(view, width, last), _board(view), *_towers(view), *plans, _hands(view, width, hands)]
    if hints and not position.is_over:
        parts.append(_hints(view))
    if controls:
        parts.append(hits([*(_hit(view, pin) for pin in range(PINS)), *_shelves(view, width, hands)]))
    byline = "Columns · David Ward · Pin International, Out of the Box Publishing, 2001"
    return picture(
        width,
        height,
        f"Columns: {standing(position)}",
        describe(position, last),
        *parts,
        lettered(byline, width / 2, height - 12, 8, FADED_ON_CLOTH, "middle", 1.2, "byline"),
        class_="columns",
    )


def sign(seat: int) -> str:
    """A small picture of a seat's roundel."""
    return small_picture(_roundel(12, 18.5, seat, 21))


def standing(position: Position) -> str:
    """Whose turn it is, or who has won and on which level that was decided."""
    names = position.game.seat_names
    if not position.is_over:
        return f"{names[position.turn]} to move"
    state = position.state
    for level in range(LEVELS, 0, -1):
        counts = [roundels(state, seat, level) for seat in (LIGHT, DARK)]
        if counts[LIGHT] != counts[DARK]:
            more, less = max(counts), min(counts)
            above = {5: "", 4: ", level 5 being level"}.get(level, f", levels 5 to {level + 1} being level")
            return f"{names[counts.index(more)]} has won, {more} to {less} on level {level}{above}"
    return "Light and Dark share it, level on all five levels"


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    view = View(position, last)
    pins = []
    for pin in range(PINS):
        name = pin_name(view.ranks, pin)
        on_pin = [(level, piece) for piece in view.pieces for at, level in piece.places if at == pin]
        stack = [_told(view, pin, piece) for _, piece in sorted(on_pin, key=lambda place: place[0])]
        pins.append(f"{name}: {', '.join(stack)}" if stack else f"{name} bare")
    hands = [f"{SEAT_NAMES[seat]} has {_in_hand(view, seat)} left" for seat in (LIGHT, DARK)]
    light, dark = position.scores
    moved = f" Last move: {last}." if last else ""
    return (
        "Columns, a game by David Ward (Pin International; Out of the Box Publishing, 2001). "
        f"Twelve pins, each from the board upwards: {'; '.join(pins)}. {'; '.join(hands)}. "
        f"Roundels on level 5: Light {light}, Dark {dark}. {standing(position)}.{moved}"
    )


def _told(view: View, pin: int, piece: Piece) -> str:
    """A piece on one of its pins, in words."""
    others = [pin_name(view.ranks, other) for other in piece.shape.pins if other != pin]
    words = f"{SEAT_NAMES[piece.seat].lower()} {KIND_NAMES[piece.shape.kind]}"
    return f"{words} over {others[0]} too" if others else words


def _in_hand(view: View, seat: int) -> str:
    hand = view.state[HAND + 4 * seat : HAND + 4 * seat + 4]
    return ", ".join(
        f"{left} {name}{'' if left == 1 else 's'}" for left, name in zip(hand, KIND_NAMES, strict=True)
    )


def _last(position: Position, board: list[Piece], text: str) -> Piece:
    """The piece that was placed last; a token that cannot have led here is refused."""
    state = position.state
    number = action(state, text)
    for piece in board:
        bare = all((pin, int(state[HEIGHT + pin])) in piece.places for pin in piece.shape.pins)
        if bare and piece.action == number and piece.seat != state[MOVER]:
            return piece
    raise BadToken(f"“{text}” cannot have led to {position}, so it cannot be marked as the last move")


def _header(view: View, width: float, last: str | None) -> Svg:
    position = view.position
    said = standing(position)
    seats = position.winners if position.is_over else (position.turn,)
    x = MARGIN
    parts = []
    for seat in seats:
        parts.append(_roundel(x + 13, 36, seat, 24))
        x += 34
    parts.append(lettered(said, x, 34, 12, weight=1.45))
    if last:
        parts.append(lettered(last, width - MARGIN, 34, 12, FADED_ON_CLOTH, "end", 1.45, "last"))
    return element("g", *parts, class_="standing")


# The board and what stands on it


def _board(view: View) -> Svg:
    """The plank, its front edge, its shadow, the names of the pins and the numbers of the levels."""
    front, back = view.floor + 24, view.floor - (view.ranks - 1 + DEEP) * RISE - 14
    lean = SLANT / RISE
    near, far = -24 * lean, (view.floor - back) * lean
    left, right = MARGIN + LEFT - 8, MARGIN + LEFT + view.files * view.pitch + 4
    face = _polygon((left + near, front), (left + far, back), (right + far, back), (right + near, front))
    end = _polygon(
        (right + near, front), (right + far, back), (right + far, back + EDGE), (right + near, front + EDGE)
    )
    shadow = _polygon(
        *((left + near + 5, front + EDGE + 5), (right + near + 3, front + EDGE + 5)),
        *((right + far + 6, back + EDGE + 4), (right + far, back + EDGE), (left + near, front)),
    )
    edge = {"x": left + near, "y": front, "width": right - left, "height": EDGE}
    parts = [
        element("path", d=shadow, fill=SHADOW, fill_opacity=0.14),
        element("path", d=end, fill=PLANK_END),
        element("rect", **edge, fill=PLANK_EDGE),
        element("path", d=face, fill=PLANK),
        element("path", d=path("M", left + near, front, "H", right + near), stroke=INLAY, stroke_opacity=0.5),
    ]
    for pin in range(PINS):
        x, y = view.foot(pin)
        parts.append(lettered(pin_name(view.ranks, pin), x + 14, y + 13, 8.5, INK, "middle", 1.4))
    for rank, level in product(range(view.ranks), range(1, LEVELS + 1)):
        x, y = view.foot(rank, level)
        colour = ON_CLOTH if level == LEVELS else FADED_ON_CLOTH
        parts.append(lettered(str(level), x - view.pitch / 2 - 14, y - 3, 7, colour, "middle", 1.3, "level"))
    return element("g", *parts, class_="board")


def _towers(view: View) -> Iterator[Svg]:
    """Rank by rank from the back, each from the board up; then the bridges that lead to the rank in front."""
    for rank in reversed(range(view.ranks)):
        yield element("g", *(_socket(view, pin) for pin in range(rank, PINS, view.ranks)), class_="sockets")
        for piece in view.pieces:
            if any(pin % view.ranks == rank for pin in piece.shape.pins):
                yield _solid(view, piece, rank)
        yield element("g", *(_rod(view, pin) for pin in range(rank, PINS, view.ranks)), class_="pins")
        for piece in view.pieces:
            pins = sorted(piece.shape.pins)
            if len(pins) == 2 and pins[1] == pins[0] + 1 and pins[1] % view.ranks == rank and view.ranks > 1:
                yield _bridge(view, piece, pins[0], pins[1])


def _socket(view: View, pin: int) -> Svg:
    """The foot of a pin on the board."""
    x, y = view.foot(pin)
    return element(
        "ellipse",
        data_pin=pin_name(view.ranks, pin),
        cx=x + DEEP * SLANT / 2,
        cy=y - DEEP * RISE / 2,
        rx=BLOCK / 2 - 3,
        ry=DEEP * RISE / 2 - 1.5,
        fill=SQUARE,
        stroke=PLANK_EDGE,
        stroke_opacity=0.6,
    )


def _rod(view: View, pin: int) -> Svg:
    """The part of a pin above its pieces, with a notch at every level."""
    height = view.height(pin)
    x, y = view.foot(pin, height + 1)
    x, y = x + DEEP * SLANT / 2, y - DEEP * RISE / 2
    tip = y - (LEVELS - height) * THICK - 2
    rod = path("M", x - 3, tip, "V", y, "A", 3, 1.4, 0, 0, 0, x + 3, y, "V", tip, "Z")
    notches = "".join(path("M", x - 3, y - level * THICK, "h", 6) for level in range(1, LEVELS - height + 1))
    return element(
        "g",
        element("path", d=rod + notches, fill=PIN, stroke=PLANK_EDGE, stroke_width=0.9),
        element("ellipse", cx=x, cy=tip, rx=3, ry=1.4, fill=INLAY, stroke=PLANK_EDGE, stroke_width=0.8),
    )


def _solid(view: View, piece: Piece, rank: int) -> Svg:
    """A piece, or as much of it as stands in that rank."""
    if piece.shape.kind == ROUNDEL:
        x, y = view.foot(*piece.places[0])
        x += DEEP * SLANT / 2
        outline = _drum(x, y, BLOCK - 3)
        parts = [_roundel(x, y, piece.seat, BLOCK - 3)]
    else:
        columns = _columns(view, piece, rank)
        front, tops, sides = _front(columns), _tops(columns), _sides(columns)
        outline = "".join([front, *tops, *sides])
        faces = [(d, "side") for d in sides] + [(d, "top") for d in tops] + [(front, "front")]
        parts = [_face(d, piece.seat, which) for d, which in faces]
        for pin, level in piece.places:
            if pin % view.ranks == rank:
                x, y = view.foot(pin, level)
                parts.append(_ornament(x, y - THICK / 2, piece.seat, BLOCK))
    if piece is view.last:
        parts.insert(0, _halo(outline))
    kind = KIND_NAMES[piece.shape.kind].removesuffix(" blocker")
    words = f"piece {SEAT_NAMES[piece.seat].lower()} {kind}"
    return element("g", *parts, class_=words, data_token=token(view.state, piece.action))


class Column(NamedTuple):
    """The front of that part of a blocker that stands on one pin."""

    left: float
    right: float
    foot: float
    head: float


def _columns(view: View, piece: Piece, rank: int) -> list[Column]:
    """A blocker's columns in one rank from left to right; of two the thicker ends with its block."""
    found = []
    for pin in sorted(pin for pin in piece.shape.pins if pin % view.ranks == rank):
        levels = [level for at, level in piece.places if at == pin]
        x, y = view.foot(pin, min(levels))
        found.append(Column(x - BLOCK / 2, x + BLOCK / 2, y, y - len(levels) * THICK))
    if len(found) == 2:
        one, two = found
        if one.foot - one.head >= two.foot - two.head:
            return [one, two._replace(left=one.right)]
        return [one._replace(right=two.left), two]
    return found


def _front(columns: list[Column]) -> str:
    """The front of a blocker as one face."""
    upper = [point for c in columns for point in ((c.left, c.head), (c.right, c.head))]
    lower = [point for c in reversed(columns) for point in ((c.right, c.foot), (c.left, c.foot))]
    return _polygon(*upper, *lower)


def _tops(columns: list[Column]) -> list[str]:
    """What is seen of a blocker from above; columns of one height have one top."""
    dx, dy = DEEP * SLANT, -DEEP * RISE
    spans = [(c.left, c.right, c.head) for c in columns]
    if len({head for _, _, head in spans}) == 1:
        spans = [(columns[0].left, columns[-1].right, columns[0].head)]
    return [
        _polygon((left, head), (left + dx, head + dy), (right + dx, head + dy), (right, head))
        for left, right, head in spans
    ]


def _sides(columns: list[Column]) -> list[str]:
    """The right sides of a blocker, as far as no other column of it stands before them."""
    dx, dy = DEEP * SLANT, -DEEP * RISE
    spans = [(columns[-1].right, columns[-1].foot, columns[-1].head)]
    if len(columns) == 2:
        one, two = columns
        spans += [(one.right, one.foot, two.foot), (one.right, two.head, one.head)]
    return [
        _polygon((x, foot), (x, head), (x + dx, head + dy), (x + dx, foot + dy))
        for x, foot, head in spans
        if foot > head
    ]


def _bridge(view: View, piece: Piece, near: int, far: int) -> Svg:
    """The narrow part of a piece that leads from a rank to the one behind it."""
    level = next(level for pin, level in piece.places if pin == near and (far, level) in piece.places)
    (x, y), (far_x, far_y) = view.foot(near, level + 1), view.foot(far, level + 1)
    x, y = x + DEEP * SLANT, y - DEEP * RISE
    half, drop = BRIDGE / 2, THICK * 0.75
    top = _polygon((x - half, y), (far_x - half, far_y), (far_x + half, far_y), (x + half, y))
    side = _polygon((x + half, y), (far_x + half, far_y), (far_x + half, far_y + drop), (x + half, y + drop))
    parts = [_halo(top + side)] if piece is view.last else []
    parts += [_face(side, piece.seat, "side"), _face(top, piece.seat, "top")]
    return element("g", *parts, class_=f"bridge {SEAT_NAMES[piece.seat].lower()}")


def _face(d: str, seat: int, which: str) -> Svg:
    tint = TINTS[seat]
    fill = {"front": tint.front, "top": tint.top, "side": tint.side}[which]
    return element("path", d=d, fill=fill, stroke=tint.line, stroke_width=0.9, stroke_linejoin="round")


def _polygon(*points: tuple[float, float]) -> str:
    steps = [step for x, y in points for step in ("L", x, y)]
    return path("M", *steps[1:], "Z")


def _halo(d: str) -> Svg:
    """A golden glow behind the piece that was placed last."""
    return gilded("path", 6, MARK, "halo", d=d)


def _drum(x: float, y: float, wide: float) -> str:
    """The outline of a roundel whose front touches the level at y."""
    r, ry, thick, swell = wide / 2, wide / 6, wide * DRUM, wide / 18
    y -= ry
    return path(
        *("M", x - r, y - thick, "Q", x - r - swell, y - thick / 2, x - r, y, "A", r, ry, 0, 0, 0, x + r, y),
        *("Q", x + r + swell, y - thick / 2, x + r, y - thick, "A", r, ry, 0, 0, 0, x - r, y - thick, "Z"),
    )


def _roundel(x: float, y: float, seat: int, wide: float) -> Svg:
    """A roundel whose front touches the level at y."""
    line: dict[str, str | float] = {"stroke": TINTS[seat].line, "stroke_width": 0.9}
    thick, ry = wide * DRUM, wide / 6
    top = {"cx": x, "cy": y - ry - thick, "rx": wide / 2, "ry": ry}
    return element(
        "g",
        element("path", d=_drum(x, y, wide), fill=TINTS[seat].front, **line),
        element("ellipse", **top, fill=TINTS[seat].top, **line),
        _ornament(x, y - thick / 2, seat, wide, ry * 0.12),
    )


def _ornament(x: float, y: float, seat: int, wide: float, bend: float = 0.0) -> Svg:
    """A light piece's groove, or the studs of a dark one."""
    tint, reach = TINTS[seat], wide * 0.33
    if seat == LIGHT:
        d = path("M", x - reach, y - bend, "Q", x, y + bend, x + reach, y - bend)
        return element("path", d=d, fill="none", stroke=tint.inlay, stroke_width=1.5, stroke_linecap="round")
    studs = [step for at in (-1, 0, 1) for step in _stud(x + at * reach * 0.8, y - abs(at) * bend, wide / 18)]
    return element("path", d=path(*studs), fill=tint.inlay)


def _stud(x: float, y: float, r: float) -> tuple[str | float, ...]:
    return ("M", x - r, y, "L", x, y - r, "L", x + r, y, "L", x, y + r, "Z")


# The plans of the levels


def _plans(view: View) -> tuple[list[Svg], float, float]:
    """Plans of the levels to the right of the board, how wide they are together, and where they end.

    A single row of pins needs none: it is all there to be seen from the front.
    """
    x = MARGIN + view.width + 14
    if view.ranks == 1:
        counts = [
            _count(view, level, x + 16, view.foot(0, level)[1] - 3, 8) for level in range(1, LEVELS + 1)
        ]
        return counts, 30.0, 0.0
    y = HEADER + 8.0
    if view.ranks == 2:
        cell = 16.5
        plans = []
        for level in range(LEVELS, 0, -1):
            plans.append(_plan(view, level, x, y, cell))
            y += view.ranks * cell + 19
        return plans, 14 + view.files * cell, y - 8
    large, cell = 40.0, 18.0
    plans = [_plan(view, LEVELS, x, y, large)]
    y += view.ranks * large + 24
    across = view.files * large - view.files * cell
    for number, level in enumerate(range(LEVELS - 1, 0, -1)):
        row, column = divmod(number, 2)
        plans.append(_plan(view, level, x + column * across, y + row * (view.ranks * cell + 21), cell))
    return plans, 14 + view.files * large, y + 2 * (view.ranks * cell + 21)


def _plan(view: View, level: int, x: float, y: float, cell: float) -> Svg:
    """One level from above, a1 at the bottom left, its roundels counted."""
    wide, high = view.files * cell, view.ranks * cell
    label = f"level {level}" if level == LEVELS else str(level)
    parts = [
        lettered(label, x + 1, y + 8, 8, ON_CLOTH if level == LEVELS else FADED_ON_CLOTH, weight=1.4),
        _count(view, level, x + wide - 1, y + 8, 8),
        element("rect", x=x, y=y + 12, width=wide, height=high, rx=3, fill=PLANK, fill_opacity=0.75),
    ]

    def centre(pin: int) -> tuple[float, float]:
        file, rank = divmod(pin, view.ranks)
        return x + (file + 0.5) * cell, y + 12 + (view.ranks - rank - 0.5) * cell

    for pin in range(PINS):
        cx, cy = centre(pin)
        parts.append(element("circle", cx=cx, cy=cy, r=cell * 0.09, fill=INLAY))
    for piece in view.pieces:
        at = [pin for pin, on in piece.places if on == level]
        if at:
            parts.append(_seen_from_above(piece, [centre(pin) for pin in at], cell, piece is view.last))
    return element("g", *parts, class_="plan", data_level=str(level))


def _count(view: View, level: int, x: float, y: float, size: float) -> Svg:
    """The roundels of both on a level."""
    light, dark = (roundels(view.state, seat, level) for seat in (LIGHT, DARK))
    colour = ON_CLOTH if level == LEVELS else FADED_ON_CLOTH
    return lettered(f"{light} : {dark}", x, y, size, colour, "end", 1.4, "count")


def _seen_from_above(piece: Piece, centres: list[tuple[float, float]], cell: float, last: bool) -> Svg:
    """What a plan shows of a piece; a triple bears a triangle on its thick end, the way that end points."""
    tint, half = TINTS[piece.seat], cell * 0.42
    (x, y), (end_x, end_y) = centres[0], centres[-1]
    if piece.shape.kind == ROUNDEL:
        outline, where = "circle", {"cx": x, "cy": y, "r": half}
    else:
        outline, where = (
            "rect",
            {
                "x": min(x, end_x) - half,
                "y": min(y, end_y) - half,
                "width": abs(end_x - x) + 2 * half,
                "height": abs(end_y - y) + 2 * half,
                "rx": 1.5,
            },
        )
    if last:
        body = gilded(outline, 2.6, tint.front, None, **where)
    else:
        body = element(outline, **where, fill=tint.front, stroke=tint.line, stroke_width=0.9)
    marks = []
    if piece.shape.kind == TRIPLE:
        side = cell * (0.2 if not piece.shape.down else -0.2)
        d = path("M", x - abs(side), y + side * 0.8, "H", x + abs(side), "L", x, y - side, "Z")
        marks.append(element("path", d=d, fill=tint.inlay, stroke=tint.line, stroke_width=0.5))
    elif piece.shape.kind == ROUNDEL and piece.seat == LIGHT:
        marks.append(
            element("circle", cx=x, cy=y, r=half * 0.55, fill="none", stroke=tint.inlay, stroke_width=1.2)
        )
    elif piece.shape.kind == ROUNDEL:
        marks.append(element("path", d=path(*_stud(x, y, half * 0.5)), fill=tint.inlay))
    return element("g", body, *marks)


# The pieces in hand


def _hands(view: View, width: float, y: float) -> Svg:
    """The pieces that both players have left, one line each."""
    parts: list[Svg] = []
    for seat in (LIGHT, DARK):
        parts.append(lettered(SEAT_NAMES[seat], MARGIN + 4, y + 21 + seat * 28, 10, weight=1.4))
        for kind in range(4):
            left = int(view.state[HAND + 4 * seat + kind])
            x, row, _ = _in_the_row(seat, kind, width, y)
            parts.append(
                element(
                    "g",
                    *_icon(x, row, seat, kind),
                    lettered(
                        f"× {left}", x + 48, row + 5, 10, ON_CLOTH if left else FADED_ON_CLOTH, weight=1.4
                    ),
                    class_=f"hand {SEAT_NAMES[seat].lower()} {KINDS[kind]}",
                    opacity=None if left else 0.35,
                )
            )
    return element("g", *parts, class_="hands")


def _in_the_row(seat: int, kind: int, width: float, y: float) -> tuple[float, float, float]:
    """Where a kind of piece lies: from x on, its middle on a line, so much room to the next."""
    step = min(104.0, (width - 2 * MARGIN - 74) / 4)
    return MARGIN + 74 + kind * step, y + 16 + seat * 28, step


def _shelves(view: View, width: float, y: float) -> Iterator[Svg]:
    """The mover's kinds of pieces that can be placed."""
    kinds = {shape(view.ranks, number).kind for number in view.position.actions.values()}
    for kind in sorted(kinds):
        x, row, step = _in_the_row(view.position.turn, kind, width, y)
        yield shelf(KINDS[kind], x, row - 14, step, 28)


def _icon(x: float, y: float, seat: int, kind: int) -> list[Svg]:
    """A small picture of a kind of piece, 40 wide, its middle on the line y."""
    if kind == ROUNDEL:
        return [_roundel(x + 26, y + 9, seat, 26)]
    high, wide = 9.0, 18.0 if kind == SINGLE else 36.0
    left, base = x + 26 - wide / 2, y + (9 if kind == TRIPLE else 5)
    if kind == TRIPLE:
        columns = [
            Column(left, left + 18, base, base - 2 * high),
            Column(left + 18, left + 36, base, base - high),
        ]
    else:
        columns = [Column(left, left + wide, base, base - high)]
    middles = [left + high, left + 3 * high][: 1 if kind == SINGLE else 2]
    return [
        _face(_front(columns), seat, "front"),
        *(_ornament(middle, base - high / 2, seat, 16) for middle in middles),
    ]


# Where the pieces in hand may go


def _hints(view: View) -> Svg:
    """A mark for every legal placement, there where the piece would lie.

    A ring is a roundel, a square a single, a bar a double; a triangle is a triple, at its thick end, and
    points as that end does.
    """
    parts = []
    for text, number in view.position.actions.items():
        lies = shape(view.ranks, number)
        tops = [view.foot(pin, view.height(pin) + 1) for pin in lies.pins]
        points = [(x + DEEP * SLANT / 2, y - DEEP * RISE / 2) for x, y in tops]
        parts.append(element("g", _mark(lies, points), class_="hint", data_token=text))
    return element("g", *parts, class_="hints")


def _mark(lies: Shape, points: list[tuple[float, float]]) -> Svg:
    """The mark of one placement, beside its pin or between its pins."""
    line: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.2}
    x, y = points[0]
    if lies.kind == ROUNDEL:
        return element("circle", cx=x - 11, cy=y - 3, r=4, fill=LEAF, **line)
    if lies.kind == SINGLE:
        return element("rect", x=x + 7.4, y=y - 6.6, width=7.2, height=7.2, fill=LEAF, **line)
    end_x, end_y = points[1]
    across, up = (end_x - x), (end_y - y)
    if lies.kind == DOUBLE:
        mx, my = (x + end_x) / 2, (y + end_y) / 2 - 3
        d = rounded(mx - 5, my - 2, 10, 4, 1) if abs(across) > abs(up) else rounded(mx - 2, my - 5, 4, 10, 1)
        return element("path", d=d, fill=LEAF, **line)
    tx, ty = x + across * 0.34, y + up * 0.34 - 3
    side = 4.0 if not lies.down else -4.0
    d = path("M", tx - 4, ty + side * 0.8, "h", 8, "L", tx, ty - side * 0.9, "Z")
    return element("path", d=d, fill=LEAF, **line)


def _hit(view: View, pin: int) -> Svg:
    """A pin from its name up to its tip."""
    x, y = view.foot(pin)
    x += DEEP * SLANT / 2
    wide = min(BLOCK + 10, view.pitch - 4)
    glow = rounded(x - wide / 2, y - 80, wide, 96, 8)
    return hit(pin_name(view.ranks, pin), x - view.pitch / 2, y + 18 - RISE, view.pitch, RISE, glow)


# In letters


def text(position: Position, last: str | None = None) -> str:
    """The levels as lines of letters, capitals for Light; pieces over two pins are joined by - or |.

    Several ranks are shown level beside level from above, one rank as it is seen from the front.  The piece
    that `last` placed stands in brackets.
    """
    view = View(position, last)
    names = "abcdefghijkl"[: view.files]
    if view.ranks == 1:
        rows = [f"{level} {_rows(view, level)[0]}  {_tally(view, level)}" for level in range(LEVELS, 0, -1)]
        rows += [f"   {' '.join(names)}"]
    else:
        levels = range(1, LEVELS + 1)
        wide = 2 * view.files + 1
        rows = ["  " + "  ".join(f" level {level}"[:wide].ljust(wide) for level in levels)]
        for number, row in enumerate(zip(*(_rows(view, level) for level in levels), strict=True)):
            rank = "" if number % 2 else str(view.ranks - number // 2)
            rows.append(f"{rank:<2}" + "  ".join(row))
        rows.append("  " + "  ".join(f" {' '.join(names)} " for _ in levels))
        rows.append("  " + "  ".join(f" {_tally(view, level)}".ljust(wide) for level in levels))
    for seat in (LIGHT, DARK):
        hand = view.state[HAND + 4 * seat : HAND + 4 * seat + 4]
        letters = KINDS if seat == LIGHT else KINDS.lower()
        left = "  ".join(f"{letter} {count}" for letter, count in zip(letters, hand, strict=True))
        rows.append(f"{SEAT_NAMES[seat]:<5} in hand: {left}")
    rows.append(standing(position))
    return "\n".join(row.rstrip() for row in rows)


def _tally(view: View, level: int) -> str:
    """The roundels of both on a level."""
    return "{}:{}".format(*(roundels(view.state, seat, level) for seat in (LIGHT, DARK)))


def _rows(view: View, level: int) -> list[str]:
    """One level from above: rows of pins, and between them what joins them."""
    grid = [[" "] * (2 * view.files + 1) for _ in range(2 * view.ranks - 1)]
    for pin in range(PINS):
        file, rank = divmod(pin, view.ranks)
        grid[2 * (view.ranks - 1 - rank)][2 * file + 1] = "."
    for piece in view.pieces:
        letter = KINDS[piece.shape.kind] if piece.seat == LIGHT else KINDS[piece.shape.kind].lower()
        cells = [divmod(pin, view.ranks) for pin, on in sorted(piece.places) if on == level]
        for file, rank in cells:
            row = 2 * (view.ranks - 1 - rank)
            grid[row][2 * file + 1] = letter
            if piece is view.last:
                grid[row][2 * file], grid[row][2 * file + 2] = "[", "]"
        if len(cells) == 2:
            (file, rank), (other, _) = cells
            if other == file:
                grid[2 * (view.ranks - 1 - rank) - 1][2 * file + 1] = "|"
            else:
                grid[2 * (view.ranks - 1 - rank)][2 * file + 2] = "-"
    return ["".join(row) for row in grid]
