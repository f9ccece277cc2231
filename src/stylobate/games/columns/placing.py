"""Where the pieces in hand may go: marks for the legal placements, and areas to hit on the pins."""

from stylobate.colours import INK, LEAF
from stylobate.drawing import Svg, element, hit, path, rounded
from stylobate.games.columns.notation import KIND_NAMES, Shape, pin_name, shape
from stylobate.games.columns.rules import DOUBLE, ROUNDEL, SINGLE
from stylobate.games.columns.view import BLOCK, DEEP, RISE, SLANT, View


def marks(view: View) -> Svg:
    """A mark for every legal placement, there where the piece would lie.

    A ring is a roundel, a square a single, a bar a double; a triangle is a triple, at its thick end, and
    points as that end does.
    """
    parts = []
    for text, number in view.position.actions.items():
        lies = shape(view.ranks, number)
        tops = [view.foot(pin, view.height(pin) + 1) for pin in lies.pins]
        points = [(x + DEEP * SLANT / 2, y - DEEP * RISE / 2) for x, y in tops]
        told = _told(lies, pin_name(view.ranks, lies.pins[0]))
        parts.append(element("g", _mark(lies, points), class_="hint", data_token=text, data_tells=told))
    return element("g", *parts, class_="hints")


def _told(lies: Shape, pin: str) -> str:
    """What the mark of a placement says to whoever asks it."""
    if lies.kind <= DOUBLE:
        return f"A {KIND_NAMES[lies.kind]} may go here."
    way = "down" if lies.down else "up"
    return f"A triple blocker may stand here, its thick end on {pin} and pointing {way}."


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


def pin_hit(view: View, pin: int) -> Svg:
    """A place to click: a pin from its name up to its tip."""
    x, y = view.foot(pin)
    x += DEEP * SLANT / 2
    wide = min(BLOCK + 10, view.pitch - 4)
    glow = rounded(x - wide / 2, y - 80, wide, 96, 8)
    return hit(pin_name(view.ranks, pin), x - view.pitch / 2, y + 18 - RISE, view.pitch, RISE, glow)
