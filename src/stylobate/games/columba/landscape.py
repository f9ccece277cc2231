"""Columba's territory as a landscape: grounds and birds, cards and tiles, estates behind their fences.

Light seams set cards apart.  A tile is a smaller square that lies on top: a domesticated one has the initial
of who laid it, one laid this turn a dot beside that.  An estate is fenced in its owner's colour and kind of
fence, and a plate at its dovecote counts its pigeons.
"""

from collections import defaultdict

from stylobate import lettering
from stylobate.colours import FADED_ON_CLOTH, INK, INLAY, MARK, SHADOW
from stylobate.drawing import Svg, element, gilded, lettered, number, path, rounded, telling
from stylobate.games.columba.colours import MEADOW, MEADOW_EDGE, MEADOW_LINE, SEAM, SEATS, TILE_EDGE
from stylobate.games.columba.pigeons import DASHES, birds, dovecote, falcon, grounds, scaled
from stylobate.games.columba.position import COLOURS
from stylobate.games.columba.position import SEATS as SEAT_NAMES
from stylobate.games.columba.territory import COTE, FALCON, FRESH, LARGE, LAYER, ORIGIN, OWNER, TAME, TILE
from stylobate.games.columba.view import Place, Point, View, about
from stylobate.telling import counted


def landscape(view: View) -> list[Svg]:
    """The territory, layer by layer: from the cloth under it to the golden frame around the last move."""
    return [
        _field(view),
        *_land(view),
        *_estates(view),
        _things(view),
        *_lately(view),
        _last(view),
    ]


def _field(view: View) -> Svg:
    """The cloth that the territory lies on, and the coordinates along its edges."""
    x, y = view.x0, view.y0
    box = {"x": x, "y": y, "width": view.field_width, "height": view.field_height, "rx": 6}
    parts = [element("rect", **box, fill=MEADOW, stroke=MEADOW_EDGE)]
    lines: list[str | float] = []
    for column in range(view.left + 1, view.right + 1):
        lines += ["M", view.at(column, 0)[0], y + 4, "V", y + view.field_height - 4]
    for row in range(view.top + 1, view.bottom + 1):
        lines += ["M", x + 4, view.at(0, row)[1], "H", x + view.field_width - 4]
    parts.append(element("path", d=path(*lines), stroke=MEADOW_LINE, stroke_opacity=0.5, stroke_width=0.8))
    height = view.lettering(min(9.0, max(view.cell * 0.22, 6.0)))
    every = 1 if view.cell >= 22 else 2 if view.cell >= 16 else 5
    for column in range(view.left, view.right + 1):
        if column % every == 0:
            at = view.at(column + 0.5, 0)[0]
            parts.append(lettered(str(column), at, y - 6, height, FADED_ON_CLOTH, "middle", 1.3, "x"))
    for row in range(view.top, view.bottom + 1):
        if row % every == 0:
            at = view.at(0, row + 0.5)[1] + height / 2
            parts.append(lettered(str(row), x - 6, at, height, FADED_ON_CLOTH, "end", 1.3, "y"))
    return element("g", *parts, class_="field")


def _land(view: View) -> list[Svg]:
    """The shadow, the grounds, the seams between cards, the tiles, and the birds of all of them."""
    cell = view.cell
    corners = {place: view.at(*place) for place in view.what}
    if not corners:
        return []
    shadow = "".join(_box(x + 2, y + 3, cell) for x, y in corners.values())
    parts = [element("path", d=shadow, fill=SHADOW, fill_opacity=0.2)]
    flat = {place: what for place, what in view.what.items() if what >> ORIGIN & 7 != TILE}
    for breed in range(4):
        # Under a tile lies whatever it covered; that cannot be seen, so the tile's own ground is drawn.
        places = [corners[place] for place, what in view.what.items() if what & 3 == breed]
        if places:
            parts.append(grounds(breed, places, cell))
    parts += _seams(view)
    tiles = [place for place in view.what if place not in flat]
    if tiles:
        parts.append(_tiles(view, tiles))
    for breed in range(4):
        inset = cell * 0.1
        places = [
            (corners[place][0] + inset, corners[place][1] + inset)
            for place, what in view.what.items()
            if what & 3 == breed and not what >> COTE & 3 and not what & FALCON
        ]
        if places:
            parts.append(birds(breed, places, cell - 2 * inset))
    return [element("g", *parts, class_="territory")]


def _box(x: float, y: float, side: float) -> str:
    text = number(side)
    return f"M{number(x)} {number(y)}h{text}v{text}h-{text}Z"


def _card_of(view: View, place: Place) -> Place | None:
    """The upper left square of the card that the square is part of; None for a tile."""
    corner = view.what[place] >> ORIGIN & 7
    return None if corner == TILE else (place[0] - corner % 2, place[1] - corner // 2)


def _seams(view: View) -> list[Svg]:
    """Light seams between cards, fine lines within them, a dark rim around it all."""
    inner: list[str] = []
    seam: list[str] = []
    rim: list[str] = []
    cards = {place: _card_of(view, place) for place in view.what}
    for place in view.what:
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            beside = (place[0] + dx, place[1] + dy)
            if beside not in cards:
                rim.append(_side(view, place, dx, dy))
            elif dx + dy > 0:
                same = cards[place] is not None and cards[place] == cards[beside]
                (inner if same else seam).append(_side(view, place, dx, dy))
    lines = [(inner, INK, 0.6, 0.22), (seam, SEAM, max(view.cell * 0.06, 1.2), 1.0), (rim, INK, 1.3, 0.8)]
    return [
        element(
            "path",
            d="".join(ends),
            stroke=colour,
            stroke_width=width,
            stroke_opacity=None if opacity == 1.0 else opacity,
            stroke_linecap="round",
        )
        for ends, colour, width, opacity in lines
        if ends
    ]


def _side(view: View, place: Place, dx: int, dy: int) -> str:
    left, top = view.at(*place)
    right, bottom = left + view.cell, top + view.cell
    if dx:
        edge = number(right if dx > 0 else left)
        return f"M{edge} {number(top)}L{edge} {number(bottom)}"
    edge = number(bottom if dy > 0 else top)
    return f"M{number(left)} {edge}L{number(right)} {edge}"


def _tiles(view: View, tiles: list[Place]) -> Svg:
    """Tiles lie on top: a light frame around each, broken where the pigeon is wild."""
    inset = view.cell * 0.075
    parts = []
    for place in tiles:
        x, y = view.at(*place)
        side = view.cell - 2 * inset
        tame = view.what[place] & TAME
        box = {"x": x + inset, "y": y + inset, "width": side, "height": side, "rx": view.cell * 0.14}
        if tame:
            dark = {**box, "y": y + inset + view.cell * 0.03}
            parts.append(
                element("rect", **dark, fill="none", stroke=INK, stroke_opacity=0.5, stroke_width=1.2)
            )
        parts.append(
            element(
                "rect",
                **box,
                fill="none",
                stroke=TILE_EDGE,
                stroke_width=max(view.cell * 0.065, 1.3),
                stroke_dasharray=None if tame else f"{number(view.cell * 0.12)} {number(view.cell * 0.1)}",
                data_tells=None if tame else "A tile that has turned wild: it stood in no estate.",
            )
        )
    return element("g", *parts, class_="tiles")


def _layer(view: View, place: Place) -> Svg:
    """Who laid the tile, in its upper left corner, with a dot beside it if that was this turn."""
    what = view.what[place]
    x, y = view.at(*place)
    seat, r = what >> LAYER & 3, view.lettering(max(view.cell * 0.13, 3.2))
    height = r * 1.16
    if view.is_land:
        r, height = r * 0.72, r
    x, y = x + view.cell * 0.2, y + view.cell * 0.2
    parts = [
        element("circle", cx=x, cy=y, r=r, fill=SEATS[seat].colour, stroke=TILE_EDGE, stroke_width=0.8),
        lettered(COLOURS[seat], x, y + height / 2, height, SEATS[seat].ink, "middle", 1.7),
    ]
    if what & FRESH:
        parts.append(
            element("circle", cx=x + r * 1.8, cy=y, r=r * 0.5, fill=MARK, stroke=INK, stroke_width=0.7)
        )
    when = " this turn" if what & FRESH else ""
    told = f"A tile that {SEAT_NAMES[seat]} laid{when}: its pigeon is domesticated."
    return element("g", *parts, class_="laid", data_tells=told)


# Estates and what stands on the squares


def _estates(view: View) -> list[Svg]:
    """The fence of each estate in its owner's colour."""
    parts = []
    for squares in view.estates.values():
        seat = view.territory.owner(squares[0])
        d = "".join(_loop(loop) for loop in _fence(view, set(squares)))
        width = max(view.cell * 0.085, 1.8)
        dash = DASHES[seat]
        common = {"d": d, "fill": "none", "stroke_linejoin": "round"}
        parts.append(
            element(
                "g",
                element("path", **common, stroke=INLAY, stroke_width=width + 1.6, stroke_opacity=0.85),
                element(
                    "path",
                    **common,
                    stroke=SEATS[seat].colour,
                    stroke_width=width,
                    stroke_dasharray=dash,
                    stroke_linecap="round" if dash == DASHES[2] else "butt",
                ),
                class_="estate",
                data_seat=str(seat),
                data_pigeons=str(len(squares)),
            )
        )
    return parts


def _fence(view: View, squares: set[Place]) -> list[list[Point]]:
    """The outline of a group, a little inside it, as loops: clockwise, but the other way around holes."""
    inset = view.cell * 0.07
    following: dict[Point, list[Point]] = defaultdict(list)
    for x, y in squares:
        left, top = view.at(x, y)
        # Each side from its start to its end, clockwise: outwards, and along.
        for out, along, start, end in (
            ((0, -1), (1, 0), (0, 0), (1, 0)),
            ((1, 0), (0, 1), (1, 0), (1, 1)),
            ((0, 1), (-1, 0), (1, 1), (0, 1)),
            ((-1, 0), (0, -1), (0, 1), (0, 0)),
        ):
            if (x + out[0], y + out[1]) in squares:
                continue
            ends = []
            for point, way in ((start, -1), (end, 1)):
                ahead = (x + way * along[0], y + way * along[1])
                beyond = (ahead[0] + out[0], ahead[1] + out[1])
                shift = -inset if ahead not in squares else inset if beyond in squares else 0.0
                px, py = left + point[0] * view.cell, top + point[1] * view.cell
                px += way * along[0] * shift - out[0] * inset
                py += way * along[1] * shift - out[1] * inset
                ends.append((round(px, 2), round(py, 2)))
            following[ends[0]].append(ends[1])
    loops = []
    while following:
        first = next(iter(following))
        loop = [first]
        while loop[-1] in following:
            here = loop[-1]
            loop.append(following[here].pop())
            if not following[here]:
                del following[here]
            if loop[-1] == first:
                break
        loops.append(_straightened(loop[:-1]))
    return loops


def _straightened(loop: list[Point]) -> list[Point]:
    """The outline without the points in the middle of straight sides."""
    kept = []
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % len(loop)]
        if not (ax == x == bx or ay == y == by):
            kept.append((x, y))
    return kept


def _loop(points: list[Point]) -> str:
    steps: list[str | float] = []
    for i, (x, y) in enumerate(points):
        steps += ["L" if i else "M", x, y]
    return path(*steps, "Z")


def _things(view: View) -> Svg:
    """Who laid which tile; falcons; dovecotes, each with the plate that counts its estate."""
    parts = [_layer(view, place) for place, what in view.what.items() if what & TAME]
    for place, what in view.what.items():
        x, y = view.at(*place)
        if what & FALCON:
            hatch = scaled("M8 8L92 92M92 8L8 92", x, y, view.cell)
            parts.append(element("path", d=hatch, stroke=INLAY, stroke_opacity=0.6, stroke_width=1))
            bird = falcon(x + view.cell * 0.08, y + view.cell * 0.1, view.cell * 0.84)
            parts.append(telling("A falcon: it stays for good, and its square belongs to no group.", bird))
        kind = what >> COTE & 3
        if kind:
            seat = what >> OWNER & 3
            size = view.cell * 0.86
            tower = dovecote(seat, kind == LARGE, x + view.cell * 0.07, y + view.cell * 0.01, size)
            pigeons = len(view.estates[view.territory.group[place]])
            parts.append(element("g", tower, _plate(view, place, seat, pigeons, kind)))
    return element("g", *parts, class_="things")


def _plate(view: View, place: Place, seat: int, pigeons: int, kind: int) -> Svg:
    """How many pigeons the estate has, twice with the large dovecote; and whose it is."""
    x, y = view.at(*place)
    text = f"{COLOURS[seat]}{pigeons}" + ("×2" if kind == LARGE else "")
    height = view.lettering(max(view.cell * 0.24, 5.0))
    wide = lettering.width(text) * height / lettering.CAP + height * 0.5
    middle = x + view.cell / 2
    top = y + view.cell - height * 1.55
    return element(
        "g",
        element(
            "rect",
            x=middle - wide / 2,
            y=top,
            width=wide,
            height=height * 1.6,
            rx=height * 0.5,
            fill=SEATS[seat].colour,
            stroke=INLAY,
            stroke_width=1,
        ),
        lettered(text, middle, top + height * 1.3, height, SEATS[seat].ink, "middle", 1.7),
        class_="count",
        data_tells=f"{SEAT_NAMES[seat]}'s estate: {counted(pigeons, 'pigeon')}"
        + (", counted twice for the large dovecote." if kind == LARGE else "."),
    )


def _last(view: View) -> Svg:
    """A golden frame around the squares of the last token."""
    return _framed(view, view.marked, "fresh", max(view.cell * 0.09, 3))


def _lately(view: View) -> list[Svg]:
    """Thinner frames around the tokens just before it; larger ones first, so that none hides another."""
    marked = sorted(map(about, view.earlier), key=len, reverse=True)
    return [
        _framed(view, squares, "lately", max(view.cell * 0.055, 1.8))
        for squares in marked
        if squares != view.marked
    ]


def _framed(view: View, places: list[Place], mark: str, width: float) -> Svg:
    squares = {place for place in places if place in view.what}
    if not squares:
        return Svg("")
    left, top = view.at(min(x for x, _ in squares), min(y for _, y in squares))
    right, bottom = view.at(max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1)
    d = rounded(left - 1, top - 1, right - left + 2, bottom - top + 2, 3)
    return gilded("path", width, "none", mark, d=d)
