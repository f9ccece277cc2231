"""The counters, each seat's of a shape of its own.

Nobody needs to see hues to tell them apart: Purple's are round, Blue's diamonds, Grey's square, Black's
three-cornered.
"""

from functools import cache

from stylobate.colours import SHADOW
from stylobate.drawing import Svg, element, path
from stylobate.games.columbiz.colours import COUNTERS
from stylobate.games.columbiz.notation import NAMES


@cache
def counter(seat: int, x: float, y: float, r: float) -> Svg:
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


def outline(seat: int, x: float, y: float, r: float, colour: str, opacity: float = 1.0) -> Svg:
    """The shape of a seat's counter, as a line alone."""
    return element(
        "path",
        d=shape(seat, x, y, r),
        fill="none",
        stroke=colour,
        stroke_opacity=opacity,
        stroke_dasharray="2.5 2.5",
        stroke_width=1.2,
    )


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
