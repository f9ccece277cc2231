"""The plank and its pins with all that is threaded on them, seen from the front and from above.

No rank hides another: each stands on the page above the one before it.  A blocker over two pins of one file
reaches away from the eye; it is drawn as two blocks and a narrow bridge, which hides nothing behind it.
"""

from collections.abc import Iterator
from itertools import product

from stylobate.colours import FADED_ON_CLOTH, INK, INLAY, ON_CLOTH, PLANK, PLANK_EDGE, SHADOW, SQUARE
from stylobate.drawing import Svg, element, lettered, path, telling
from stylobate.games.columns.colours import PIN, PLANK_END
from stylobate.games.columns.notation import KIND_NAMES, SEAT_NAMES, Piece, pin_name, token
from stylobate.games.columns.rules import LEVELS, PINS, ROUNDEL
from stylobate.games.columns.solids import (
    Column,
    drum,
    face,
    front_face,
    halo,
    ornament,
    polygon,
    roundel,
    side_faces,
    top_faces,
)
from stylobate.games.columns.view import BLOCK, DEEP, EDGE, LEFT, MARGIN, RISE, SLANT, THICK, View

BRIDGE = 12.0


def plank(view: View, every: int = 1) -> Svg:
    """The plank, its front edge, its shadow, the names of the pins and the numbers of the levels.

    Where letters must be large there is room for `every` second level only.
    """
    front, back = view.floor + 24, view.floor - (view.ranks - 1 + DEEP) * RISE - 14
    lean = SLANT / RISE
    near, far = -24 * lean, (view.floor - back) * lean
    left, right = MARGIN + LEFT - 8, MARGIN + LEFT + view.files * view.pitch + 4
    face = polygon((left + near, front), (left + far, back), (right + far, back), (right + near, front))
    end = polygon(
        (right + near, front), (right + far, back), (right + far, back + EDGE), (right + near, front + EDGE)
    )
    shadow = polygon(
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
    for rank, level in product(range(view.ranks), range(1, LEVELS + 1, every)):
        x, y = view.foot(rank, level)
        colour = ON_CLOTH if level == LEVELS else FADED_ON_CLOTH
        label = lettered(str(level), x - view.pitch / 2 - 14, y - 3, 7, colour, "middle", 1.3, "level")
        parts.append(telling(_level(level), label))
    return element("g", *parts, class_="board")


def _level(level: int) -> str:
    if level == LEVELS:
        return f"Level {level}, the top: roundels up here decide the game."
    return f"Level {level} of {LEVELS}, counted from the board up."


def towers(view: View) -> Iterator[Svg]:
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
        outline = drum(x, y, BLOCK - 3)
        parts = [roundel(x, y, piece.seat, BLOCK - 3)]
    else:
        columns = _columns(view, piece, rank)
        front, tops, sides = front_face(columns), top_faces(columns), side_faces(columns)
        outline = "".join([front, *tops, *sides])
        faces = [(d, "side") for d in sides] + [(d, "top") for d in tops] + [(front, "front")]
        parts = [face(d, piece.seat, which) for d, which in faces]
        for pin, level in piece.places:
            if pin % view.ranks == rank:
                x, y = view.foot(pin, level)
                parts.append(ornament(x, y - THICK / 2, piece.seat, BLOCK))
    if piece is view.last:
        parts.insert(0, halo(outline))
    kind = KIND_NAMES[piece.shape.kind].removesuffix(" blocker")
    words = f"piece {SEAT_NAMES[piece.seat].lower()} {kind}"
    last = "Placed last." if piece is view.last else None
    return element("g", *parts, class_=words, data_token=token(view.state, piece.action), data_tells=last)


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


def _bridge(view: View, piece: Piece, near: int, far: int) -> Svg:
    """The narrow part of a piece that leads from a rank to the one behind it."""
    level = next(level for pin, level in piece.places if pin == near and (far, level) in piece.places)
    (x, y), (far_x, far_y) = view.foot(near, level + 1), view.foot(far, level + 1)
    x, y = x + DEEP * SLANT, y - DEEP * RISE
    half, drop = BRIDGE / 2, THICK * 0.75
    top = polygon((x - half, y), (far_x - half, far_y), (far_x + half, far_y), (x + half, y))
    side = polygon((x + half, y), (far_x + half, far_y), (far_x + half, far_y + drop), (x + half, y + drop))
    parts = [halo(top + side)] if piece is view.last else []
    parts += [face(side, piece.seat, "side"), face(top, piece.seat, "top")]
    return element("g", *parts, class_=f"bridge {SEAT_NAMES[piece.seat].lower()}")
