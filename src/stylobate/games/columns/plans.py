"""Plans of the five levels from above, level 5, the one that is scored, first.

On each the roundels of Light and Dark are counted, so that it can be seen where a tie is broken.
"""

from stylobate.colours import FADED_ON_CLOTH, INLAY, ON_CLOTH, PLANK
from stylobate.drawing import Svg, element, gilded, lettered, path, small_picture, telling
from stylobate.games.columns.colours import TINTS
from stylobate.games.columns.notation import Piece
from stylobate.games.columns.rules import DARK, LEVELS, LIGHT, PINS, ROUNDEL, TRIPLE, roundels
from stylobate.games.columns.solids import stud
from stylobate.games.columns.view import HEADER, MARGIN, View
from stylobate.parts import Item


def level_plans(view: View) -> tuple[list[Svg], float, float]:
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
    wide = view.files * cell
    label = f"level {level}" if level == LEVELS else str(level)
    parts = [
        lettered(label, x + 1, y + 8, 8, ON_CLOTH if level == LEVELS else FADED_ON_CLOTH, weight=1.4),
        _count(view, level, x + wide - 1, y + 8, 8),
        *_ground(view, level, x, y + 12, cell),
    ]
    return element("g", *parts, class_="plan", data_level=str(level))


def _ground(view: View, level: int, x: float, y: float, cell: float) -> list[Svg]:
    """The plank from above with its pins, and what lies there on one level."""
    wide, high = view.files * cell, view.ranks * cell
    parts = [element("rect", x=x, y=y, width=wide, height=high, rx=3, fill=PLANK, fill_opacity=0.75)]

    def centre(pin: int) -> tuple[float, float]:
        file, rank = divmod(pin, view.ranks)
        return x + (file + 0.5) * cell, y + (view.ranks - rank - 0.5) * cell

    for pin in range(PINS):
        cx, cy = centre(pin)
        parts.append(element("circle", cx=cx, cy=cy, r=cell * 0.09, fill=INLAY))
    for piece in view.pieces:
        at = [pin for pin, on in piece.places if on == level]
        if at:
            parts.append(_seen_from_above(piece, [centre(pin) for pin in at], cell, piece is view.last))
    return parts


def plans_by_level(view: View) -> list[Item]:
    """The plans one by one, level 5 first, to lie beside the board."""
    cell = 16.5 if view.ranks == 2 else 19.0
    found = []
    for level in range(LEVELS, 0, -1):
        light, dark = (roundels(view.state, seat, level) for seat in (LIGHT, DARK))
        drawn = small_picture(
            *_ground(view, level, 0, 0, cell), width=view.files * cell, height=view.ranks * cell
        )
        says = f"Level {level} from above; roundels on it: Light {light}, Dark {dark}"
        if any(
            piece.shape.kind == TRIPLE and (piece.shape.pins[0], level) in piece.places
            for piece in view.pieces
        ):
            says += ". A triangle is a triple's thick end, and points up or down as that end does"
        found.append(Item(says, drawn, f"Level {level} · {light} : {dark}"))
    return found


def _count(view: View, level: int, x: float, y: float, size: float) -> Svg:
    """The roundels of both on a level."""
    light, dark = (roundels(view.state, seat, level) for seat in (LIGHT, DARK))
    colour = ON_CLOTH if level == LEVELS else FADED_ON_CLOTH
    label = lettered(f"{light} : {dark}", x, y, size, colour, "end", 1.4, "count")
    return telling(f"Roundels on level {level}: Light {light}, Dark {dark}.", label)


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
        marks.append(element("path", d=path(*stud(x, y, half * 0.5)), fill=tint.inlay))
    return element("g", body, *marks)
