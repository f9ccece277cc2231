"""The pieces of Columns as solid things: the faces of a blocker, a roundel, and what tells Light from Dark.

Light and Dark differ in lightness, not only in hue, and in ornament: light pieces have a groove, dark ones
are inlaid with pale studs.
"""

from typing import NamedTuple

from stylobate.colours import MARK
from stylobate.drawing import Svg, element, gilded, path
from stylobate.games.columns.colours import TINTS
from stylobate.games.columns.rules import LIGHT
from stylobate.games.columns.view import BLOCK, DEEP, RISE, SLANT, THICK

DRUM = THICK / (BLOCK - 3)  # how thick a roundel is for its width


def face(d: str, seat: int, which: str) -> Svg:
    """A face of a piece, tinted as that side of it is: front, top or side."""
    tint = TINTS[seat]
    fill = {"front": tint.front, "top": tint.top, "side": tint.side}[which]
    return element("path", d=d, fill=fill, stroke=tint.line, stroke_width=0.9, stroke_linejoin="round")


def polygon(*points: tuple[float, float]) -> str:
    """A closed path with straight lines from point to point."""
    steps = [step for x, y in points for step in ("L", x, y)]
    return path("M", *steps[1:], "Z")


def halo(d: str) -> Svg:
    """A golden glow behind the piece that was placed last."""
    return gilded("path", 6, MARK, "halo", d=d)


class Column(NamedTuple):
    """The front of that part of a blocker that stands on one pin."""

    left: float
    right: float
    foot: float
    head: float


def front_face(columns: list[Column]) -> str:
    """The front of a blocker as one face."""
    upper = [point for c in columns for point in ((c.left, c.head), (c.right, c.head))]
    lower = [point for c in reversed(columns) for point in ((c.right, c.foot), (c.left, c.foot))]
    return polygon(*upper, *lower)


def top_faces(columns: list[Column]) -> list[str]:
    """What is seen of a blocker from above; columns of one height have one top."""
    dx, dy = DEEP * SLANT, -DEEP * RISE
    spans = [(c.left, c.right, c.head) for c in columns]
    if len({head for _, _, head in spans}) == 1:
        spans = [(columns[0].left, columns[-1].right, columns[0].head)]
    return [
        polygon((left, head), (left + dx, head + dy), (right + dx, head + dy), (right, head))
        for left, right, head in spans
    ]


def side_faces(columns: list[Column]) -> list[str]:
    """The right sides of a blocker, as far as no other column of it stands before them."""
    dx, dy = DEEP * SLANT, -DEEP * RISE
    spans = [(columns[-1].right, columns[-1].foot, columns[-1].head)]
    if len(columns) == 2:
        one, two = columns
        spans += [(one.right, one.foot, two.foot), (one.right, two.head, one.head)]
    return [
        polygon((x, foot), (x, head), (x + dx, head + dy), (x + dx, foot + dy))
        for x, foot, head in spans
        if foot > head
    ]


def roundel(x: float, y: float, seat: int, wide: float) -> Svg:
    """A roundel whose front touches the level at y."""
    line: dict[str, str | float] = {"stroke": TINTS[seat].line, "stroke_width": 0.9}
    thick, ry = wide * DRUM, wide / 6
    top = {"cx": x, "cy": y - ry - thick, "rx": wide / 2, "ry": ry}
    return element(
        "g",
        element("path", d=drum(x, y, wide), fill=TINTS[seat].front, **line),
        element("ellipse", **top, fill=TINTS[seat].top, **line),
        ornament(x, y - thick / 2, seat, wide, ry * 0.12),
    )


def drum(x: float, y: float, wide: float) -> str:
    """The outline of a roundel whose front touches the level at y."""
    r, ry, thick, swell = wide / 2, wide / 6, wide * DRUM, wide / 18
    y -= ry
    return path(
        *("M", x - r, y - thick, "Q", x - r - swell, y - thick / 2, x - r, y, "A", r, ry, 0, 0, 0, x + r, y),
        *("Q", x + r + swell, y - thick / 2, x + r, y - thick, "A", r, ry, 0, 0, 0, x - r, y - thick, "Z"),
    )


def ornament(x: float, y: float, seat: int, wide: float, bend: float = 0.0) -> Svg:
    """A light piece's groove, or the studs of a dark one."""
    tint, reach = TINTS[seat], wide * 0.33
    if seat == LIGHT:
        d = path("M", x - reach, y - bend, "Q", x, y + bend, x + reach, y - bend)
        return element("path", d=d, fill="none", stroke=tint.inlay, stroke_width=1.5, stroke_linecap="round")
    studs = [step for at in (-1, 0, 1) for step in stud(x + at * reach * 0.8, y - abs(at) * bend, wide / 18)]
    return element("path", d=path(*studs), fill=tint.inlay)


def stud(x: float, y: float, r: float) -> tuple[str | float, ...]:
    """A small lozenge, as the steps of a path."""
    return ("M", x - r, y, "L", x, y - r, "L", x + r, y, "L", x, y + r, "Z")
