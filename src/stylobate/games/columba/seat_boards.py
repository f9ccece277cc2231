"""The little board of each seat at Columba: points, dovecotes left, the objective, the stock, the falcon."""

from collections import Counter
from collections.abc import Iterator

from stylobate.colours import FADED, INK, LEAF, MARK
from stylobate.drawing import Svg, element, gilded, lettered, path, rounded
from stylobate.games.columba import colours
from stylobate.games.columba.colours import DISC_EDGE, TILE_EDGE
from stylobate.games.columba.deck import BREEDS, name
from stylobate.games.columba.notation import missing
from stylobate.games.columba.pigeons import birds, card, dovecote, falcon, grounds
from stylobate.games.columba.position import COLOURS, FALCONS, SEATS
from stylobate.games.columba.rules import (
    FIRST,
    FULL,
    LAY,
)
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    COTES,
    FALCONRY,
    HAND,
    LARGE,
    MOVER,
    OBJECTIVE,
    PHASE,
    PLAYERS,
    RULES,
    SMALL,
    STOCK,
)
from stylobate.games.columba.view import MARGIN, View

BOARD_HEIGHT = 88.0
GAP = 10.0


def emblem(seat: int, x: float, y: float, r: float) -> Svg:
    """A seat's disc with its initial."""
    look = colours.SEATS[seat]
    return element(
        "g",
        element("circle", cx=x, cy=y, r=r, fill=look.colour, stroke=DISC_EDGE, stroke_width=0.9),
        lettered(COLOURS[seat], x, y + r * 0.52, r * 1.04, look.ink, "middle", 1.7),
        class_=f"seat {SEATS[seat].lower()}",
    )


def seat_boards(view: View) -> tuple[Svg, float]:
    """All little boards, and where they end."""
    frames = [frame(view, seat) for seat in range(view.state[PLAYERS])]
    parts = [_board(view, seat, *frame) for seat, frame in enumerate(frames)]
    _, y, _, tall = frames[-1]
    return element("g", *parts, class_="boards"), y + tall + 6


def frame(view: View, seat: int) -> tuple[float, float, float, float]:
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
            fill=colours.SEATS[seat].board,
            stroke=MARK if mine else colours.SEATS[seat].colour,
            stroke_width=3 if mine else 1.2,
        ),
        emblem(seat, x + 15, y + 16, 8),
        lettered(SEATS[seat], x + 28, y + 20.5, 9.5, INK, "start", 1.45),
        lettered(str(view.position.scores[seat]), x + wide - 10, y + 21.5, 12, INK, "end", 1.6, "points"),
    ]
    team = SEATS[(seat + 2) % 4] if s[PLAYERS] == 4 else ""
    if team:
        parts.append(lettered(f"with {team}", x + 28, y + 31, 6.2, FADED, "start", 1.25))
    for kind, left, top, size in cotes(view, seat):
        parts.append(dovecote(seat, kind == LARGE, left, top, size))
    if s[RULES] == FULL:
        parts += [objective(view, seat, x + 10, y + 36), _stock(view, seat)]
        parts.append(_mews(view, seat, x + wide - 50, y + 40))
    return element("g", *parts, class_="board", data_seat=str(seat))


def cotes(view: View, seat: int) -> Iterator[tuple[int, float, float, float]]:
    """The dovecotes that a seat has left: the kind of each, its corner and its size."""
    x, y, wide, _ = frame(view, seat)
    right = x + wide - 58
    for kind in (LARGE, SMALL):
        for _ in range(view.state[BOARDS + seat * BOARD + COTES + kind - 1]):
            size = 17.0 if kind == LARGE else 14.0
            yield kind, right - size, y + 24 - size, size
            right -= size + 1


def objective(view: View, seat: int, x: float, y: float) -> Svg:
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
        parts.insert(0, gilded("path", 1, MARK, "fresh", d=frame))
    for corner in set(range(4)) - set(faint):
        cx, cy = x + corner % 2 * 21.5 + 17.5, y + corner // 2 * 21.5 + 4
        tick = path("M", cx - 2.6, cy, "L", cx - 0.6, cy + 2.2, "L", cx + 2.8, cy - 2.6)
        parts.append(element("circle", cx=cx, cy=cy, r=4.4, fill=LEAF, stroke=INK, stroke_width=0.7))
        parts.append(
            element("path", d=tick, fill="none", stroke=INK, stroke_width=1.3, stroke_linecap="round")
        )
    return element("g", *parts, class_="objective", data_caught=str(4 - len(faint)))


def _stock(view: View, seat: int) -> Svg:
    """The stock: a tile of each breed and how many there are, in a row or, on a narrow board, two by two."""
    parts = []
    for breed in range(4):
        count = int(view.state[BOARDS + seat * BOARD + STOCK + breed])
        left, top, size, narrow = tile_in_stock(view, seat, breed)
        box = {"x": left, "y": top, "width": size, "height": size, "rx": 4}
        if count:
            parts.append(grounds(breed, [(left, top)], size))
        parts.append(birds(breed, [(left + 2, top + 2)], size - 4, faint=not count))
        edge: dict[str, str | float] = {"stroke": TILE_EDGE, "stroke_width": 1.8}
        parts.append(element("rect", **box, **(edge if count else {"stroke": FADED}), fill="none"))
        colour, weight = (INK, 1.5) if count else (FADED, 1.2)
        if narrow:
            label = str(count) if count else BREEDS[breed]
            parts.append(lettered(label, left + size + 6, top + 12, 7.2, colour, "middle", weight))
        else:
            label = f"{BREEDS[breed]} ×{count}" if count else BREEDS[breed]
            parts.append(lettered(label, left + size / 2, top + size + 13, 7.6, colour, "middle", weight))
    return element("g", *parts, class_="stock")


def tile_in_stock(view: View, seat: int, breed: int) -> tuple[float, float, float, bool]:
    """A breed's corner in the stock, the size of its tile, and whether the board is a narrow one."""
    x, y, wide, _ = frame(view, seat)
    room = wide - 118
    if room < 100:
        return x + 62 + breed % 2 * room / 2, y + 38 + breed // 2 * 23, 17.0, True
    return x + 62 + breed * min(room / 4, 46.0), y + 38, 24.0, False


def _mews(view: View, seat: int, x: float, y: float) -> Svg:
    """The falcon's place: an empty perch, a young falcon (an eyas), or an adult."""
    kept = int(view.state[BOARDS + seat * BOARD + FALCONRY])
    mark = view.bred.get(seat) if kept else None
    parts = [element("path", d=path("M", x + 2, y + 33, "H", x + 40), stroke=INK, stroke_width=2)]
    if mark:
        parts.append(
            gilded("path", 3 if mark == "fresh" else 1.8, "none", mark, d=rounded(x - 1, y - 5, 44, 46, 5))
        )
    if kept:
        parts.append(falcon(x + 3, y - 3, 36, kept == ADULT))
    parts.append(lettered(FALCONS[kept] if kept else "no falcon", x + 21, y + 43, 6.4, FADED, "middle", 1.25))
    return element("g", *parts, class_="mews")
