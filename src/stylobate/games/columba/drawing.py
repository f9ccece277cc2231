"""Columba to look at: the territory as a landscape, estates fenced in, a little board for each seat.

The landscape is drawn as large as the page allows, with two bare squares all around it, and its x and y stand
along the edges.  Light seams set cards apart.  A tile is a smaller square that lies on top: a domesticated
one has the initial of who laid it, one laid this turn a dot beside that.  An estate is fenced in its owner's
colour and kind of fence, and a plate at its dovecote counts its pigeons.

With hints a dot stands wherever the middle of the card in hand may lie, a number where it would capture so
many; or each square tells by small signs what may be placed there.  With controls every square of the
territory can be hit, and every bare one that may be chosen: for a card, where its upper left square may lie;
and what the mover may place can be taken from where it lies.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from stylobate import lettering
from stylobate.drawing import (
    CREAM,
    FADED,
    GOLD,
    GOLD_LEAF,
    INK,
    LINEN_EDGE,
    Svg,
    element,
    hit,
    hits,
    lettered,
    number,
    path,
    picture,
    rounded,
    shelf,
    small_picture,
)
from stylobate.game import Position
from stylobate.games.columba.deck import BREED_NAMES, BREEDS, name
from stylobate.games.columba.notation import action, missing
from stylobate.games.columba.pigeons import (
    DASHES,
    SEAT_COLOURS,
    SEAT_TINTS,
    birds,
    card,
    dovecote,
    falcon,
    grounds,
    scaled,
)
from stylobate.games.columba.position import COLOURS, FALCONS, SEATS
from stylobate.games.columba.rules import ADULT, CHOOSE, DRAW, EYAS, FIRST, FULL, LAY, NEW_GOAL, OPTIONS
from stylobate.games.columba.telling import places, steps
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    BRED,
    CAUGHT,
    COTE,
    COTED,
    COTES,
    FALCON,
    FALCONRY,
    FRESH,
    HAND,
    LARGE,
    LAYER,
    LEFT,
    MOVER,
    OBJECTIVE,
    ORIGIN,
    OWNER,
    PHASE,
    PLAYERS,
    RULES,
    SMALL,
    STOCK,
    TAME,
    TILE,
    Territory,
    sides,
)

Place = tuple[int, int]
Point = tuple[float, float]

WIDTH = 580.0
MARGIN = 16.0
HEADER = 98.0
LOW_HEADER = 72.0  # with no cards to show
RULER = 20.0
BARE = 2  # squares around the territory
LARGEST_CELL, SMALLEST_CELL = 58.0, 15.0
TALLEST = 620.0
BOARD_HEIGHT = 88.0
GAP = 10.0
FOOTER = 28.0
MEADOW = "#e4dbc3"
SEAM = "#fbf4e2"
TILE_EDGE = "#fffaf0"
BYLINE = "Columba · Laurent Escoffier · pictures of the printed game: Sylvie Eder · Ludocom, 2012"


class View:
    """A position, and where its squares lie on the page."""

    def __init__(self, position: Position, last: str | None, earlier: Sequence[str] = ()) -> None:
        self.position = position
        self.state = position.state
        self.last = last
        self.earlier = earlier
        for token in filter(None, (last, *earlier)):
            action(self.state, token)
        self.territory = Territory(self.state)
        self.what = self.territory.what
        xs = [x for x, _ in self.what] or [0, 1]
        ys = [y for _, y in self.what] or [0, 1]
        self.left, self.right = min(xs) - BARE, max(xs) + BARE
        self.top, self.bottom = min(ys) - BARE, max(ys) + BARE
        columns, rows = self.right - self.left + 1, self.bottom - self.top + 1
        room = WIDTH - 2 * MARGIN - RULER
        self.cell = max(min(LARGEST_CELL, room / columns, TALLEST / rows), SMALLEST_CELL)
        self.width = max(WIDTH, columns * self.cell + 2 * MARGIN + RULER)
        self.field_width, self.field_height = columns * self.cell, rows * self.cell
        self.x0 = MARGIN + RULER + (self.width - 2 * MARGIN - RULER - self.field_width) / 2
        self.y0 = (HEADER if self.state[HAND] or self.state[LEFT] else LOW_HEADER) + RULER
        self.boards_top = self.y0 + self.field_height + 16

    def at(self, x: float, y: float) -> Point:
        """Where the upper left corner of a square lies."""
        return self.x0 + (x - self.left) * self.cell, self.y0 + (y - self.top) * self.cell

    @cached_property
    def estates(self) -> dict[int, list[Place]]:
        """The squares of each group that has a dovecote."""
        found = defaultdict(list)
        for place, group in self.territory.group.items():
            if group and self.territory.owner(place) >= 0:
                found[group].append(place)
        return found

    @cached_property
    def marked(self) -> list[Place]:
        """The squares that the last token was about."""
        if squares := _about(self.last or ""):
            return squares
        first = (self.last or "").startswith("*") and self.state[PHASE] == DRAW
        return [(0, 0), (1, 0), (0, 1), (1, 1)] if first else []

    @cached_property
    def bred(self) -> dict[int, str]:
        """The seats that have bred a falcon, this turn or in the one before it, with the mark for that."""
        found: dict[int, str] = {}
        seat = int(self.state[MOVER])
        for mark, token in [("fresh", self.last or ""), *(("lately", token) for token in self.earlier[::-1])]:
            if token == "end":
                seat = (seat - 1) % int(self.state[PLAYERS])
            elif token.startswith(("eyas", "adult")):
                found.setdefault(seat, mark)
        return found


def _about(token: str) -> list[Place]:
    """The squares that a token names: of a card all four."""
    kind, _, rest = token.partition(":")
    numbers = [int(part) for part in rest.split(",") if part.lstrip("-").isdigit()]
    if kind == "card":
        return [(numbers[0] + i % 2, numbers[1] + i // 2) for i in range(4)]
    return [(numbers[0], numbers[1])] if kind in ("cote", "tile", "falcon") else []


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The table as a picture; `last` marks the token that led here, `hints` what may be placed where.

    What the tokens of `earlier` laid and built is marked as well, more faintly.
    """
    view = View(position, last, earlier)
    boards, low = _boards(view)
    height = low + FOOTER
    parts = [
        _header(view),
        _field(view),
        *_land(view),
        *_estates(view),
        _things(view),
        *_lately(view),
        _last(view),
    ]
    if hints and position.turn >= 0:
        parts += _hints(view)
    parts.append(boards)
    if controls:
        parts.append(hits([*(_hit(view, place) for place in places(position)), *_shelves(view)]))
    return picture(
        view.width,
        height,
        f"Columba: {standing(position)}",
        describe(position, last),
        *parts,
        lettered(BYLINE, view.width / 2, height - 11, 7.6, FADED, "middle", 1.2, "byline"),
        class_="columba",
    )


def sign(seat: int) -> str:
    """A seat's sign: its disc."""
    return small_picture(_emblem(seat, 12, 12, 10.4))


def standing(position: Position) -> str:
    """Whose turn it is and what is to be done in it, or who has won."""
    s = position.state
    who = SEATS[s[MOVER]]
    if position.is_over:
        points = [position.scores[seat] for seat in range(position.seats)]
        winners = " and ".join(SEATS[seat] for seat in position.winners)
        if len(position.winners) == 1 or set(position.winners) in ({0, 2}, {1, 3}):
            others = max((p for seat, p in enumerate(points) if seat not in position.winners), default=0)
            verb = "has" if len(position.winners) == 1 else "have"
            most = points[position.winners[0]]
            decided = f"{most} to {others}" + (", by the largest estate" if most == others else "")
            return f"{winners} {verb} won, {decided}"
        return f"{winners} share it, with {points[position.winners[0]]} each"
    return {
        FIRST: "the first card is drawn",
        DRAW: f"{who} draws a card",
        LAY: f"{who} to lay a card",
        CHOOSE: f"{who} to draw a new objective, or none",
        NEW_GOAL: f"{who} draws an objective",
        OPTIONS: f"{who} {_options(position)}",
    }[int(s[PHASE])]


def _options(position: Position) -> str:
    """What the mover may still do this turn, or must."""
    kinds = {token.partition(":")[0] for token in position.legal}
    if "end" not in kinds:
        return "still needs a dovecote for a tile"
    doing = ["place"] if kinds & {"tile", "falcon"} else ["build"] if "cote" in kinds else []
    doing += ["breed"] if kinds & {"eyas", "adult"} else []
    return f"to {' or '.join(doing)}, or to end the turn" if doing else "to end the turn"


# The table from top to bottom


def _header(view: View) -> Svg:
    """Whose turn it is; the deck; the card in hand."""
    s = view.state
    said = standing(view.position)
    winners = view.position.winners or (int(s[MOVER]),)
    x = MARGIN + 4
    parts = []
    for seat in winners:
        parts.append(_emblem(seat, x + 9, 31, 9))
        x += 24
    parts.append(lettered(said[0].upper() + said[1:], x + 2, 36, 12.5, weight=1.45))
    if view.last:
        parts.append(lettered(view.last, MARGIN + 4, 62, 11, FADED, "start", 1.35, "last"))
    right = view.width - MARGIN - 4
    if s[HAND]:
        if view.last == f"*{name(int(s[HAND]) - 1)}" and s[PHASE] == LAY:
            parts.append(element("path", d=rounded(right - 63, 13, 66, 66, 6), fill=GOLD, class_="fresh"))
        parts.append(card(name(int(s[HAND]) - 1), right - 60, 16, 60))
        parts.append(lettered("in hand", right - 30, 89, 8, FADED, "middle", 1.25))
        right -= 78
    if s[LEFT]:
        for lift in range(3 if s[LEFT] > 2 else int(s[LEFT])):
            box = {"x": right - 44 - 2.5 * lift, "y": 26 - 2.5 * lift, "width": 44, "height": 44, "rx": 3}
            parts.append(element("rect", **box, fill="#8d6b4a", stroke=INK, stroke_width=0.9))
        parts.append(lettered(str(s[LEFT]), right - 27, 50, 12, CREAM, "middle", 1.5))
        parts.append(lettered("deck", right - 24, 83, 8, FADED, "middle", 1.25))
    return element("g", *parts, class_="standing")


def _field(view: View) -> Svg:
    """The table cloth that the territory lies on, and the numbers along its edges."""
    x, y = view.x0, view.y0
    box = {"x": x, "y": y, "width": view.field_width, "height": view.field_height, "rx": 6}
    parts = [element("rect", **box, fill=MEADOW, stroke=LINEN_EDGE)]
    lines: list[str | float] = []
    for column in range(view.left + 1, view.right + 1):
        lines += ["M", view.at(column, 0)[0], y + 4, "V", y + view.field_height - 4]
    for row in range(view.top + 1, view.bottom + 1):
        lines += ["M", x + 4, view.at(0, row)[1], "H", x + view.field_width - 4]
    parts.append(element("path", d=path(*lines), stroke=SEAM, stroke_opacity=0.5, stroke_width=0.8))
    height = min(9.0, max(view.cell * 0.22, 6.0))
    every = 1 if view.cell >= 22 else 2 if view.cell >= 16 else 5
    for column in range(view.left, view.right + 1):
        if column % every == 0:
            at = view.at(column + 0.5, 0)[0]
            parts.append(lettered(str(column), at, y - 6, height, FADED, "middle", 1.3, "x"))
    for row in range(view.top, view.bottom + 1):
        if row % every == 0:
            at = view.at(0, row + 0.5)[1] + height / 2
            parts.append(lettered(str(row), x - 6, at, height, FADED, "end", 1.3, "y"))
    return element("g", *parts, class_="field")


def _land(view: View) -> list[Svg]:
    """The shadow, the grounds, the seams between cards, the tiles, and the birds of all of them."""
    cell = view.cell
    corners = {place: view.at(*place) for place in view.what}
    if not corners:
        return []
    shadow = "".join(_box(x + 2, y + 3, cell) for x, y in corners.values())
    parts = [element("path", d=shadow, fill=INK, fill_opacity=0.2)]
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
    """The upper left square of the card that the square is part of; None for a tile or the bare table."""
    what = view.what.get(place)
    if what is None or what >> ORIGIN & 7 == TILE:
        return None
    corner = what >> ORIGIN & 7
    return place[0] - corner % 2, place[1] - corner // 2


def _seams(view: View) -> list[Svg]:
    """Light seams between cards, fine lines within them, a dark rim around it all."""
    inner: list[str | float] = []
    seam: list[str | float] = []
    rim: list[str | float] = []
    for x, y in view.what:
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            beside = (x + dx, y + dy)
            ends = _side(view, x, y, dx, dy)
            if beside not in view.what:
                rim += ends
            elif (dx, dy) in ((1, 0), (0, 1)):
                same = _card_of(view, (x, y)) is not None and _card_of(view, (x, y)) == _card_of(view, beside)
                (inner if same else seam).extend(ends)
    lines = [(inner, INK, 0.6, 0.22), (seam, SEAM, max(view.cell * 0.06, 1.2), 1.0), (rim, INK, 1.3, 0.8)]
    return [
        element(
            "path",
            d=path(*ends),
            stroke=colour,
            stroke_width=width,
            stroke_opacity=None if opacity == 1.0 else opacity,
            stroke_linecap="round",
        )
        for ends, colour, width, opacity in lines
        if ends
    ]


def _side(view: View, x: int, y: int, dx: int, dy: int) -> list[str | float]:
    left, top = view.at(x, y)
    right, bottom = left + view.cell, top + view.cell
    if dx:
        edge = right if dx > 0 else left
        return ["M", edge, top, "L", edge, bottom]
    edge = bottom if dy > 0 else top
    return ["M", left, edge, "L", right, edge]


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
            )
        )
    return element("g", *parts, class_="tiles")


def _layer(view: View, place: Place) -> Svg:
    """Who laid the tile, in its upper left corner, with a dot beside it if that was this turn."""
    what = view.what[place]
    x, y = view.at(*place)
    seat, r = what >> LAYER & 3, max(view.cell * 0.13, 3.2)
    x, y = x + view.cell * 0.2, y + view.cell * 0.2
    parts = [
        element("circle", cx=x, cy=y, r=r, fill=SEAT_COLOURS[seat], stroke=TILE_EDGE, stroke_width=0.8),
        lettered(COLOURS[seat], x, y + r * 0.58, r * 1.16, TILE_EDGE, "middle", 1.7),
    ]
    if what & FRESH:
        parts.append(
            element("circle", cx=x + r * 1.8, cy=y, r=r * 0.5, fill=GOLD, stroke=INK, stroke_width=0.7)
        )
    return element("g", *parts, class_="laid")


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
                element("path", **common, stroke=CREAM, stroke_width=width + 1.6, stroke_opacity=0.85),
                element(
                    "path",
                    **common,
                    stroke=SEAT_COLOURS[seat],
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
    """Without the points along its straight sides."""
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
            parts.append(element("path", d=hatch, stroke=CREAM, stroke_opacity=0.6, stroke_width=1))
            parts.append(falcon(x + view.cell * 0.08, y + view.cell * 0.1, view.cell * 0.84))
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
    height = max(view.cell * 0.24, 5.0)
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
            fill=SEAT_COLOURS[seat],
            stroke=CREAM,
            stroke_width=1,
        ),
        lettered(text, middle, top + height * 1.3, height, TILE_EDGE, "middle", 1.7),
        class_="count",
    )


def _last(view: View) -> Svg:
    """A golden frame around what came last."""
    return _framed(view, view.marked, "fresh", max(view.cell * 0.09, 3))


def _lately(view: View) -> list[Svg]:
    """A thinner frame around what came a little earlier: the larger first, a dovecote within its card."""
    marked = sorted(map(_about, view.earlier), key=len, reverse=True)
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
    return element("path", class_=mark, d=d, fill="none", stroke=GOLD, stroke_width=width)


# The boards


def _emblem(seat: int, x: float, y: float, r: float) -> Svg:
    """A seat's disc with its initial."""
    return element(
        "g",
        element("circle", cx=x, cy=y, r=r, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=0.9),
        lettered(COLOURS[seat], x, y + r * 0.52, r * 1.04, TILE_EDGE, "middle", 1.7),
        class_=f"seat {SEATS[seat].lower()}",
    )


def _boards(view: View) -> tuple[Svg, float]:
    """All little boards, and where they end."""
    frames = [_frame(view, seat) for seat in range(view.state[PLAYERS])]
    parts = [_board(view, seat, *frame) for seat, frame in enumerate(frames)]
    _, y, _, tall = frames[-1]
    return element("g", *parts, class_="boards"), y + tall + 6


def _frame(view: View, seat: int) -> tuple[float, float, float, float]:
    """Where a seat's board lies: x, y, how wide, how tall."""
    columns = 3 if view.state[PLAYERS] == 3 else 2
    wide = (view.width - 2 * MARGIN - (columns - 1) * GAP) / columns
    tall = BOARD_HEIGHT if view.state[RULES] == FULL else 44.0
    x = MARGIN + seat % columns * (wide + GAP)
    return x, view.boards_top + seat // columns * (tall + GAP), wide, tall


def _board(view: View, seat: int, x: float, y: float, wide: float, tall: float) -> Svg:
    """One seat's board: points, dovecotes left; the objective with what is caught, stock and falcon."""
    s = view.state
    mine = not view.position.is_over and s[PHASE] != FIRST and s[MOVER] == seat
    frame = {"x": x, "y": y, "width": wide, "height": tall, "rx": 7}
    parts = [
        element(
            "rect",
            **frame,
            fill=SEAT_TINTS[seat],
            stroke=GOLD if mine else SEAT_COLOURS[seat],
            stroke_width=3 if mine else 1.2,
        ),
        _emblem(seat, x + 15, y + 16, 8),
        lettered(SEATS[seat], x + 28, y + 20.5, 9.5, INK, "start", 1.45),
        lettered(str(view.position.scores[seat]), x + wide - 10, y + 21.5, 12, INK, "end", 1.6, "points"),
    ]
    team = SEATS[(seat + 2) % 4] if s[PLAYERS] == 4 else ""
    if team:
        parts.append(lettered(f"with {team}", x + 28, y + 31, 6.2, FADED, "start", 1.25))
    for kind, left, top, size in _cotes(view, seat):
        parts.append(dovecote(seat, kind == LARGE, left, top, size))
    if s[RULES] == FULL:
        parts += [_objective(view, seat, x + 10, y + 36), _stock(view, seat)]
        parts.append(_mews(view, seat, x + wide - 50, y + 40))
    return element("g", *parts, class_="board", data_seat=str(seat))


def _cotes(view: View, seat: int) -> Iterator[tuple[int, float, float, float]]:
    """The dovecotes that a seat has left: the kind of each, its corner and its size."""
    x, y, wide, _ = _frame(view, seat)
    right = x + wide - 58
    for kind in (LARGE, SMALL):
        for _ in range(view.state[BOARDS + seat * BOARD + COTES + kind - 1]):
            size = 17.0 if kind == LARGE else 14.0
            yield kind, right - size, y + 24 - size, size
            right -= size + 1


def _objective(view: View, seat: int, x: float, y: float) -> Svg:
    """The objective: birds in full where they are caught, faint where they are missing."""
    s = view.state
    objective = int(s[BOARDS + seat * BOARD + OBJECTIVE])
    if not objective:
        box = {"x": x, "y": y, "width": 43, "height": 43, "rx": 3}
        return element(
            "rect", **box, fill="none", stroke=FADED, stroke_dasharray="3 3", class_="objective none"
        )
    pigeons = name(objective - 1)
    left = Counter(missing(s, seat))
    faint = []
    for corner in reversed(range(4)):
        if left[pigeons[corner]]:
            left[pigeons[corner]] -= 1
            faint.append(corner)
    parts = [card(pigeons, x, y, 43, tuple(faint))]
    if view.last == f"*{pigeons}" and s[MOVER] == seat and s[PHASE] == LAY and s[HAND] != objective:
        frame = rounded(x - 3, y - 3, 49, 49, 4)
        parts.insert(0, element("path", class_="fresh", d=frame, fill=GOLD))
    for corner in set(range(4)) - set(faint):
        cx, cy = x + corner % 2 * 21.5 + 17.5, y + corner // 2 * 21.5 + 4
        tick = path("M", cx - 2.6, cy, "L", cx - 0.6, cy + 2.2, "L", cx + 2.8, cy - 2.6)
        parts.append(element("circle", cx=cx, cy=cy, r=4.4, fill=GOLD_LEAF, stroke=INK, stroke_width=0.7))
        parts.append(
            element("path", d=tick, fill="none", stroke=INK, stroke_width=1.3, stroke_linecap="round")
        )
    return element("g", *parts, class_="objective", data_caught=str(4 - len(faint)))


def _stock(view: View, seat: int) -> Svg:
    """The stock: a tile of each breed and how many there are, in a row or, on a narrow board, two by two."""
    parts = []
    for breed in range(4):
        count = int(view.state[BOARDS + seat * BOARD + STOCK + breed])
        left, top, size, narrow = _tile_in_stock(view, seat, breed)
        box = {"x": left, "y": top, "width": size, "height": size, "rx": 4}
        if count:
            parts.append(grounds(breed, [(left, top)], size))
        parts.append(birds(breed, [(left + 2, top + 2)], size - 4, faint=not count))
        edge: dict[str, str | float] = {"stroke": TILE_EDGE, "stroke_width": 1.8}
        parts.append(element("rect", **box, **(edge if count else {"stroke": FADED}), fill="none"))
        colour, weight = (INK, 1.5) if count else (FADED, 1.2)
        if narrow:
            told = str(count) if count else BREEDS[breed]
            parts.append(lettered(told, left + size + 6, top + 12, 7.2, colour, "middle", weight))
        else:
            told = f"{BREEDS[breed]} ×{count}" if count else BREEDS[breed]
            parts.append(lettered(told, left + size / 2, top + size + 13, 7.6, colour, "middle", weight))
    return element("g", *parts, class_="stock")


def _tile_in_stock(view: View, seat: int, breed: int) -> tuple[float, float, float, bool]:
    """A breed's corner in the stock, the size of its tile, and whether the board is a narrow one."""
    x, y, wide, _ = _frame(view, seat)
    room = wide - 118
    if room < 100:
        return x + 62 + breed % 2 * room / 2, y + 38 + breed // 2 * 23, 17.0, True
    return x + 62 + breed * min(room / 4, 46.0), y + 38, 24.0, False


def _mews(view: View, seat: int, x: float, y: float) -> Svg:
    """Where the falcon sits: an empty perch, an eyas, an adult."""
    kept = int(view.state[BOARDS + seat * BOARD + FALCONRY])
    mark = view.bred.get(seat) if kept else None
    parts = [element("path", d=path("M", x + 2, y + 33, "H", x + 40), stroke=INK, stroke_width=2)]
    if mark:
        parts.append(
            element(
                "path",
                class_=mark,
                d=rounded(x - 1, y - 5, 44, 46, 5),
                fill="none",
                stroke=GOLD,
                stroke_width=3 if mark == "fresh" else 1.8,
            )
        )
    if kept:
        parts.append(falcon(x + 3, y - 3, 36, kept == ADULT))
    parts.append(lettered(FALCONS[kept] if kept else "no falcon", x + 21, y + 43, 6.4, FADED, "middle", 1.25))
    return element("g", *parts, class_="mews")


# Hints and controls


def _hints(view: View) -> list[Svg]:
    """Dots where the middle of the card may lie; or small signs on squares where something may be placed."""
    cards: dict[Place, str] = defaultdict(str)
    signs: dict[tuple[Place, str], list[str]] = defaultdict(list)
    for token in view.position.legal:
        kind, _, rest = token.partition(":")
        told = rest.split(",")
        if kind == "card":
            cards[int(told[0]), int(told[1])] += told[2]
        elif kind in ("cote", "tile", "falcon"):
            place = int(told[-2]), int(told[-1])
            signs[place, kind].append(token)
    parts = [_spot(view, place, turns) for place, turns in sorted(cards.items())]
    return parts + [_sign(view, *what, tokens) for what, tokens in sorted(signs.items())]


def _spot(view: View, place: Place, turns: str) -> Svg:
    x, y = view.at(place[0] + 1, place[1] + 1)
    covers = sum((place[0] + i % 2, place[1] + i // 2) in view.what for i in range(4))
    r = max(view.cell * 0.1, 2.0)
    parts = [element("circle", cx=x, cy=y, r=r, fill=GOLD, stroke=INK, stroke_width=max(r * 0.22, 0.6))]
    if covers:
        parts.insert(0, element("circle", cx=x, cy=y, r=r * 2.1, fill=CREAM, stroke=INK, stroke_width=1.2))
        if r > 3.4:
            parts[1:] = [lettered(str(covers), x, y + r * 1.05, r * 2.1, INK, "middle", 1.6)]
    return element(
        "g",
        *parts,
        class_="hint capture" if covers else "hint",
        data_place=f"{place[0]},{place[1]}",
        data_turns=turns,
    )


def _sign(view: View, place: Place, kind: str, tokens: list[str]) -> Svg:
    """A little house where a dovecote may stand, a little square for a tile, a cross for the falcon."""
    x, y = view.at(*place)
    size = view.cell * 0.26
    line: dict[str, str | float] = {"stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    if kind == "cote":
        house = scaled("M10 45L50 5L90 45V95H10Z", x + view.cell * 0.06, y + view.cell * 0.68, size)
        parts = [element("path", d=house, fill=GOLD_LEAF, **line)]
    elif kind == "tile":
        tile = rounded(x + view.cell * 0.68, y + view.cell * 0.69, size * 0.92, size * 0.92, size * 0.2)
        parts = [element("path", d=tile, fill=GOLD_LEAF, **line)]
    else:
        cross = scaled("M15 15L85 85M85 15L15 85", x + view.cell * 0.36, y + view.cell * 0.06, size)
        parts = [
            element("path", d=cross, stroke=INK, stroke_width=size * 0.3, stroke_linecap="round"),
            element("path", d=cross, stroke=GOLD_LEAF, stroke_width=size * 0.16, stroke_linecap="round"),
        ]
    return element("g", *parts, class_="hint", data_token=" ".join(tokens))


def _hit(view: View, place: Place) -> Svg:
    left, top = view.at(*place)
    glow = rounded(left, top, view.cell, view.cell, 4)
    return hit(f"{place[0]},{place[1]}", left, top, view.cell, view.cell, glow)


def _shelves(view: View) -> Iterator[Svg]:
    """What the mover may place: dovecotes, tiles of the stock, the falcon, each where it lies."""
    if view.state[PHASE] != OPTIONS or view.position.turn < 0:
        return
    seat = view.position.turn
    first = {steps(view.position, token)[0].key for token in view.position.legal}
    for kind, left, top, size in _cotes(view, seat):
        if (key := f"cote:{'L' if kind == LARGE else 'S'}") in first:
            yield shelf(key, left - 0.5, top - 2, size + 1, size + 4)
    for breed, letter in enumerate(BREEDS):
        if f"tile:{letter}" in first:
            left, top, size, narrow = _tile_in_stock(view, seat, breed)
            yield shelf(f"tile:{letter}", left - 3, top - 3, size + 6, size + (6 if narrow else 19))
    x, y, wide, _ = _frame(view, seat)
    yield from (
        shelf(key, x + wide - 51, y + 35, 44, 46) for key in ("eyas", "adult", "falcon") if key in first
    )


# In words and letters


def describe(position: Position, last: str | None = None) -> str:
    """The table in words, for those who listen to the picture."""
    view = View(position, last)
    s = view.state
    told = ["Columba, a game by Laurent Escoffier (Ludocom, 2012)."]
    if view.what:
        rows = []
        for y in range(min(y for _, y in view.what), max(y for _, y in view.what) + 1):
            squares = [f"{x} {_in_words(view, (x, y))}" for x, at in sorted(view.what) if at == y]
            rows.append(f"row {y}: {', '.join(squares)}")
        told.append(f"The territory has {len(view.what)} squares. {'; '.join(rows)}.")
    else:
        told.append("The table is bare.")
    told += [f"{_estate_in_words(view, squares)}." for squares in view.estates.values()]
    told += [f"{_board_in_words(view, seat)}." for seat in range(s[PLAYERS])]
    if s[HAND]:
        told.append(f"In hand: {_card_in_words(name(int(s[HAND]) - 1))}.")
    told.append(f"{s[LEFT]} cards are left in the deck.")
    said = standing(position)
    told.append(f"{said[0].upper()}{said[1:]}.")
    if last:
        told.append(f"Last: {last}.")
    return " ".join(told)


def _in_words(view: View, place: Place) -> str:
    what = view.what[place]
    if what & FALCON:
        return "falcon"
    words = BREED_NAMES[what & 3]
    if what & TAME:
        words += f" laid by {SEATS[what >> LAYER & 3]}"
    kind = what >> COTE & 3
    if kind:
        words += f" with {SEATS[what >> OWNER & 3]}'s {'large' if kind == LARGE else 'small'} dovecote"
    return words


def _estate_in_words(view: View, squares: list[Place]) -> str:
    seat = view.territory.owner(squares[0])
    [kind] = [view.what[place] >> COTE & 3 for place in squares if view.what[place] >> COTE & 3]
    breed = BREED_NAMES[view.what[squares[0]] & 3]
    count = f"{len(squares)} {breed}{'' if len(squares) == 1 else 's'}"
    return f"{SEATS[seat]} has an estate of {count} with a {'large' if kind == LARGE else 'small'} dovecote"


def _card_in_words(pigeons: str) -> str:
    names = [BREED_NAMES[BREEDS.index(letter)] for letter in pigeons]
    return f"{names[0]} and {names[1]} above {names[2]} and {names[3]}"


def _board_in_words(view: View, seat: int) -> str:
    s = view.state
    board = BOARDS + seat * BOARD
    parts = [f"{view.position.scores[seat]} points"]
    if s[RULES] == FULL:
        objective = int(s[board + OBJECTIVE])
        if objective:
            caught = _birds(view, board + CAUGHT)
            parts.append(f"the objective {_card_in_words(name(objective - 1))}, caught {caught}")
        parts.append(f"in stock {_birds(view, board + STOCK)}")
        if s[board + FALCONRY]:
            parts.append(
                f"an {FALCONS[s[board + FALCONRY]]} falcon" if s[board + FALCONRY] == ADULT else "an eyas"
            )
    large, small = int(s[board + COTES + LARGE - 1]), int(s[board + COTES + SMALL - 1])
    parts.append(f"{large} large and {small} small dovecotes to place")
    return f"{SEATS[seat]} has {', '.join(parts)}"


def _birds(view: View, start: int) -> str:
    found = [f"{view.state[start + i]} {BREED_NAMES[i]}" for i in range(4) if view.state[start + i]]
    return " and ".join(found) or "nothing"


def text(position: Position, last: str | None = None) -> str:
    """The table as lines of letters.

    A square is a letter.  Before it stands who has a dovecote there, a capital for the large one; after it
    who laid the tile, or ' for a wild tile.  A falcon is a #.  What `last` was about stands in brackets.
    """
    view = View(position, last)
    s = view.state
    lines = []
    if view.what:
        lines += _grid(view)
    for squares in sorted(view.estates.values()):
        lines.append(f"{_estate_in_words(view, squares)}, {_at(view, squares)}.")
    if lines:
        lines.append("")
    for seat in range(s[PLAYERS]):
        lines.append(_board_in_letters(view, seat))
    if s[HAND]:
        pigeons = name(int(s[HAND]) - 1)
        lines.append(f"In hand {pigeons}: {pigeons[0]} {pigeons[1]}")
        lines.append(f"{'':14}{pigeons[2]} {pigeons[3]}")
    done = [word for flag, word in ((COTED, "a dovecote placed"), (BRED, "a falcon bred")) if s[flag]]
    this_turn = f"; this turn {' and '.join(done)}" if done else ""
    said = standing(position)
    lines.append(f"{s[LEFT]} in the deck. {said[0].upper()}{said[1:]}{this_turn}.")
    return "\n".join(line.rstrip() for line in lines)


def _grid(view: View) -> list[str]:
    left, right = view.left + 1, view.right - 1
    lines = ["    " + "".join(f"{x:>3} " for x in range(left, right + 1))]
    for y in range(view.top + 1, view.bottom):
        row = f"{y:>3} "
        for x in range(left, right + 1):
            marks = (x, y) in view.marked, (x - 1, y) in view.marked
            row += ("(" if marks[0] else ")" if marks[1] else " ") + _letters(view, (x, y))
        lines.append(row)
    return lines


def _letters(view: View, place: Place) -> str:
    what = view.what.get(place)
    if what is None:
        beside = any(side in view.what for side in sides(*place))
        return " · " if beside else "   "
    if what & FALCON:
        return " # "
    before = after = " "
    if what >> COTE & 3:
        initial = COLOURS[what >> OWNER & 3]
        before = initial if what >> COTE & 3 == LARGE else initial.lower()
    if what >> ORIGIN & 7 == TILE:
        after = COLOURS[what >> LAYER & 3].lower() if what & TAME else "'"
    return before + BREEDS[what & 3] + after


def _at(view: View, squares: list[Place]) -> str:
    [(x, y)] = [place for place in squares if view.what[place] >> COTE & 3]
    return f"at {x},{y}"


def _board_in_letters(view: View, seat: int) -> str:
    s = view.state
    board = BOARDS + seat * BOARD
    parts = []
    if s[RULES] == FULL:
        objective = int(s[board + OBJECTIVE])
        if objective:
            parts.append(f"objective {name(objective - 1)}, missing {missing(s, seat)}")
        else:
            parts.append("no objective")
        stock = "".join(BREEDS[i] * int(s[board + STOCK + i]) for i in range(4))
        parts.append(f"stock {stock or 'empty'}")
        if s[board + FALCONRY]:
            parts.append("eyas" if s[board + FALCONRY] == EYAS else "adult falcon")
    cotes = "L" * int(s[board + COTES + LARGE - 1]) + "S" * int(s[board + COTES + SMALL - 1])
    parts.append(f"dovecotes {cotes or 'none left'}")
    return f"{SEATS[seat]:<7}{view.position.scores[seat]:>3}  {'; '.join(parts)}"
