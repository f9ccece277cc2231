"""The roles of Colonnade's pictures: the two colours of checkers, each with its shades."""

from dataclasses import dataclass

from stylobate.colours import CLOTH, DARK_SQUARE, INLAY, LEAF, SQUARE
from stylobate.palette import Palette

PALETTE = Palette("colonnade")


@dataclass(frozen=True)
class Tint:
    """The shades of one colour of checkers."""

    side: str
    top: str
    shade: str
    line: str
    inlay: str


RED_TINT = Tint(
    side=PALETTE.role("red-side", "#c64b35", dark="#d95a42"),
    top=PALETTE.role("red-top", "#d96a52"),
    shade=PALETTE.role("red-shade", "#ad3c29"),
    line=PALETTE.role("red-line", "#7a2417"),
    inlay=PALETTE.role("red-inlay", "#f6c9bb", dark="#fbe0d6"),
)
BLUE_TINT = Tint(
    side=PALETTE.role("blue-side", "#21406f"),
    top=PALETTE.role("blue-top", "#365d97"),
    shade=PALETTE.role("blue-shade", "#1a345c"),
    line=PALETTE.role("blue-line", "#10223f", dark="#8aa6d0"),
    inlay=PALETTE.role("blue-inlay", "#a9c2e4"),
)
TINTS = (RED_TINT, BLUE_TINT)

for tint in TINTS:
    PALETTE.shapes((tint.side, tint.line), CLOTH, SQUARE, DARK_SQUARE, LEAF)
    PALETTE.shapes(tint.inlay, tint.side)
    PALETTE.shapes(INLAY, tint.top)
