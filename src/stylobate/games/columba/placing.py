"""What may be placed where at Columba: marks for it in the picture, and the areas to click.

A dot stands wherever the middle of the card in hand may lie, a number where it would capture so many; or
small signs tell what may be placed on a square.  Every square of the territory can be hit, and every bare one
that may be chosen: for a card, where its upper left square may lie.  What the mover may place can be taken
from where it lies.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from stylobate.colours import INK, INLAY, LEAF, MARK
from stylobate.drawing import Svg, element, hit, hits, lettered, rounded, shelf
from stylobate.games.columba.deck import BREEDS
from stylobate.games.columba.pigeons import scaled
from stylobate.games.columba.rules import OPTIONS
from stylobate.games.columba.seat_boards import cotes, frame, tile_in_stock
from stylobate.games.columba.telling import places, steps
from stylobate.games.columba.territory import LARGE, PHASE
from stylobate.games.columba.view import Place, View
from stylobate.telling import counted


def marks(view: View) -> list[Svg]:
    """Dots where the middle of the card may lie; or small signs on squares where something may be placed."""
    cards: dict[Place, str] = defaultdict(str)
    signs: dict[tuple[Place, str], list[str]] = defaultdict(list)
    for token in view.position.legal:
        kind, _, rest = token.partition(":")
        numbers = rest.split(",")
        if kind == "card":
            cards[int(numbers[0]), int(numbers[1])] += numbers[2]
        elif kind in ("cote", "tile", "falcon"):
            place = int(numbers[-2]), int(numbers[-1])
            signs[place, kind].append(token)
    parts = [_spot(view, place, turns) for place, turns in sorted(cards.items())]
    return parts + [_sign(view, *what, tokens) for what, tokens in sorted(signs.items())]


def _spot(view: View, place: Place, turns: str) -> Svg:
    x, y = view.at(place[0] + 1, place[1] + 1)
    covers = sum((place[0] + i % 2, place[1] + i // 2) in view.what for i in range(4))
    r = view.lettering(max(view.cell * 0.21, 4.2)) / 2.1 if covers else max(view.cell * 0.1, 2.0)
    parts = [element("circle", cx=x, cy=y, r=r, fill=MARK, stroke=INK, stroke_width=max(r * 0.22, 0.6))]
    if covers:
        parts.insert(0, element("circle", cx=x, cy=y, r=r * 2.1, fill=INLAY, stroke=INK, stroke_width=1.2))
        if r > 3.4:
            parts[1:] = [lettered(str(covers), x, y + r * 1.05, r * 2.1, INK, "middle", 1.6)]
    return element(
        "g",
        *parts,
        class_="hint capture" if covers else "hint",
        data_place=f"{place[0]},{place[1]}",
        data_turns=turns,
        data_tells=f"Laid with its middle here, the card covers {counted(covers, 'pigeon')}."
        if covers
        else "The middle of the card may lie here.",
    )


def _sign(view: View, place: Place, kind: str, tokens: list[str]) -> Svg:
    """A little house where a dovecote may stand, a little square for a tile, a cross for the falcon."""
    x, y = view.at(*place)
    size = view.cell * 0.26
    line: dict[str, str | float] = {"stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    if kind == "cote":
        house = scaled("M10 45L50 5L90 45V95H10Z", x + view.cell * 0.06, y + view.cell * 0.68, size)
        parts = [element("path", d=house, fill=LEAF, **line)]
    elif kind == "tile":
        tile = rounded(x + view.cell * 0.68, y + view.cell * 0.69, size * 0.92, size * 0.92, size * 0.2)
        parts = [element("path", d=tile, fill=LEAF, **line)]
    else:
        cross = scaled("M15 15L85 85M85 15L15 85", x + view.cell * 0.36, y + view.cell * 0.06, size)
        parts = [
            element("path", d=cross, stroke=INK, stroke_width=size * 0.3, stroke_linecap="round"),
            element("path", d=cross, stroke=LEAF, stroke_width=size * 0.16, stroke_linecap="round"),
        ]
    told = {"cote": "A dovecote may stand here.", "tile": "A tile may go here."}
    says = told.get(kind, "The falcon may strike here.")
    return element("g", *parts, class_="hint", data_token=" ".join(tokens), data_tells=says)


def areas(view: View) -> Svg:
    """The areas to click: every square, and the pieces on the mover's board."""
    return hits([*every_square(view), *_shelves(view)])


def every_square(view: View) -> Iterator[Svg]:
    """A place to click on every square of the land."""
    return (_hit(view, place) for place in places(view.position))


def _hit(view: View, place: Place) -> Svg:
    return _area(f"{place[0]},{place[1]}", *view.at(*place), view.cell)


@lru_cache(maxsize=4096)
def _area(key: str, left: float, top: float, size: float) -> Svg:
    """A square to click; on a page it lies at the same place in every board of every game."""
    return hit(key, left, top, size, size, rounded(left, top, size, size, 4))


def _shelves(view: View) -> Iterator[Svg]:
    """The pieces that the mover may place, clickable where they lie: dovecotes, tiles, the falcon."""
    first, seat = first_steps(view), view.position.turn
    if not first:
        return
    for kind, left, top, size in cotes(view, seat):
        if (key := f"cote:{'L' if kind == LARGE else 'S'}") in first:
            yield shelf(key, left - 0.5, top - 2, size + 1, size + 4)
    for breed, letter in enumerate(BREEDS):
        if f"tile:{letter}" in first:
            left, top, size, narrow = tile_in_stock(view, seat, breed)
            yield shelf(f"tile:{letter}", left - 3, top - 3, size + 6, size + (6 if narrow else 19))
    x, y, wide, _ = frame(view, seat)
    yield from (
        shelf(key, x + wide - 51, y + 35, 44, 46) for key in ("eyas", "adult", "falcon") if key in first
    )


def first_steps(view: View) -> set[str]:
    """The keys of what the mover may take from their board now."""
    if view.state[PHASE] != OPTIONS or view.position.turn < 0:
        return set()
    return {steps(view.position, token)[0].key for token in view.position.legal}
