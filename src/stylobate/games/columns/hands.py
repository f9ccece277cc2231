"""The pieces that both players have left, and where the mover's can be taken from."""

from collections.abc import Iterator

from stylobate.colours import FADED_ON_CLOTH, ON_CLOTH
from stylobate.drawing import Svg, element, lettered, shelf, small_picture
from stylobate.games.columns.notation import KIND_NAMES, KINDS, SEAT_NAMES, shape
from stylobate.games.columns.rules import DARK, HAND, LIGHT, ROUNDEL, SINGLE, TRIPLE
from stylobate.games.columns.solids import Column, face, front_face, ornament, roundel
from stylobate.games.columns.view import MARGIN, View
from stylobate.parts import Item
from stylobate.telling import counted


def both_hands(view: View, width: float, y: float) -> Svg:
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


def in_hand(view: View, seat: int) -> list[Item]:
    """A seat's pieces by itself, kind by kind; what the mover can place may be taken there."""
    mine = view.position.turn == seat
    placeable = {shape(view.ranks, number).kind for number in view.position.actions.values()} if mine else ()
    found = []
    for kind in range(4):
        left = int(view.state[HAND + 4 * seat + kind])
        drawn = small_picture(
            element("g", *_icon(-5, 13, seat, kind), opacity=None if left else 0.35), width=42, height=26
        )
        says = f"{SEAT_NAMES[seat]} has {counted(left, KIND_NAMES[kind])} in hand"
        found.append(Item(says, drawn, f"×{left}", KINDS[kind] if kind in placeable else ""))
    return found


def _in_the_row(seat: int, kind: int, width: float, y: float) -> tuple[float, float, float]:
    """Where a kind of piece lies: from x on, its middle on a line, so much room to the next."""
    step = min(104.0, (width - 2 * MARGIN - 74) / 4)
    return MARGIN + 74 + kind * step, y + 16 + seat * 28, step


def shelves(view: View, width: float, y: float) -> Iterator[Svg]:
    """The mover's kinds of pieces that can be placed."""
    kinds = {shape(view.ranks, number).kind for number in view.position.actions.values()}
    for kind in sorted(kinds):
        x, row, step = _in_the_row(view.position.turn, kind, width, y)
        yield shelf(KINDS[kind], x, row - 14, step, 28)


def _icon(x: float, y: float, seat: int, kind: int) -> list[Svg]:
    """A small picture of a kind of piece, 40 wide, its middle on the line y."""
    if kind == ROUNDEL:
        return [roundel(x + 26, y + 9, seat, 26)]
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
        face(front_face(columns), seat, "front"),
        *(ornament(middle, base - high / 2, seat, 16) for middle in middles),
    ]
