"""Columns to look at: the board, plans of its levels beside it, and under it what both have in hand.

The token that placed it is written on every piece as `data-token`, its name on the foot of every pin as
`data-pin`, and each hint has the token that it stands for.  With controls there is something to hit on every
pin, and the mover's pieces in hand can be taken from where they lie.
"""

from collections.abc import Sequence

from stylobate.colours import FADED_ON_CLOTH
from stylobate.drawing import Svg, element, hits, lettered, picture, small_picture
from stylobate.game import Position
from stylobate.games.columns.board import plank, towers
from stylobate.games.columns.cells import cells
from stylobate.games.columns.hands import both_hands, in_hand, shelves
from stylobate.games.columns.placing import marks, pin_hit
from stylobate.games.columns.plans import level_plans, plans_by_level
from stylobate.games.columns.rules import DARK, LIGHT, PINS
from stylobate.games.columns.solids import roundel
from stylobate.games.columns.view import HEADER, MARGIN, View
from stylobate.games.columns.words import describe, standing, text
from stylobate.parts import Spread

__all__ = ["cells", "sign", "spread", "svg", "text"]

FOOTER = 30.0
HANDS = 62.0


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The board as a picture; `last` marks the token that led here, `hints` shows the legal placements.

    A turn is one token, so `earlier` ones are not marked.
    """
    view = View(position, last)
    plans, right, low = level_plans(view)
    width = 2 * MARGIN + max(view.width + right, 500.0)
    hands = max(view.bottom, low) + 10
    height = hands + HANDS + FOOTER
    parts = [_header(view, width, last), plank(view), *towers(view), *plans, both_hands(view, width, hands)]
    if hints and not position.is_over:
        parts.append(marks(view))
    if controls:
        parts.append(hits([*(pin_hit(view, pin) for pin in range(PINS)), *shelves(view, width, hands)]))
    byline = "Columns · David Ward · Pin International, Out of the Box Publishing, 2001"
    return picture(
        width,
        height,
        f"Columns: {standing(position)}",
        describe(position, last),
        *parts,
        lettered(byline, width / 2, height - 12, 8, FADED_ON_CLOTH, "middle", 1.2, "byline"),
        class_="columns",
    )


def spread(
    position: Position, last: str | None = None, hints: bool = False, earlier: Sequence[str] = ()
) -> Spread:
    """The board, what both have in hand, and the plans of its levels."""
    view = View(position, last)
    counts, wide = ([], 0.0) if view.ranks > 1 else level_plans(view)[:2]
    parts = [plank(view, every=2), *towers(view), *counts]
    if hints and not position.is_over:
        parts.append(marks(view))
    parts.append(hits(pin_hit(view, pin) for pin in range(PINS)))
    top = HEADER + 6
    return Spread(
        picture(
            view.width + wide + 6,
            view.bottom + 12 - top,
            f"Columns: {standing(position)}",
            describe(position, last),
            *parts,
            class_="columns",
            left=MARGIN - 2,
            top=top,
        ),
        trays=[in_hand(view, seat) for seat in (LIGHT, DARK)],
        aside=[] if view.ranks == 1 else plans_by_level(view),
    )


def sign(seat: int) -> str:
    """A small picture of a seat's roundel."""
    return small_picture(roundel(12, 18.5, seat, 21))


def _header(view: View, width: float, last: str | None) -> Svg:
    position = view.position
    said = standing(position)
    seats = position.winners if position.is_over else (position.turn,)
    x = MARGIN
    parts = []
    for seat in seats:
        parts.append(roundel(x + 13, 36, seat, 24))
        x += 34
    parts.append(lettered(said, x, 34, 12, weight=1.45))
    if last:
        parts.append(lettered(last, width - MARGIN, 34, 12, FADED_ON_CLOTH, "end", 1.45, "last"))
    return element("g", *parts, class_="standing")
