"""The roles of Columns' pictures: Light's wood and Dark's, each with its shades, and the pins."""

from dataclasses import dataclass

from stylobate.colours import CLOTH, PLANK, PLANK_EDGE
from stylobate.palette import Palette

PALETTE = Palette("columns")


@dataclass(frozen=True)
class Tint:
    """The shades of one player's wood."""

    front: str
    top: str
    side: str
    line: str
    inlay: str


LIGHT_TINT = Tint(
    front=PALETTE.role("light-front", "#ecd3a0"),
    top=PALETTE.role("light-top", "#f9ebc8"),
    side=PALETTE.role("light-side", "#d3b277"),
    line=PALETTE.role("light-line", "#6d4d22"),
    inlay=PALETTE.role("light-inlay", "#8f6a30"),
)
DARK_TINT = Tint(
    front=PALETTE.role("dark-front", "#5e3c26"),
    top=PALETTE.role("dark-top", "#845c41"),
    side=PALETTE.role("dark-side", "#3f2513"),
    line=PALETTE.role("dark-line", "#190c04", dark="#a98459"),
    inlay=PALETTE.role("dark-inlay", "#e5c48f"),
)
TINTS = (LIGHT_TINT, DARK_TINT)
PIN = PALETTE.role("pin", "#d9b884")
PLANK_END = PALETTE.role("plank-end", "#5e3c26")  # of the board, at its right

PALETTE.shapes(LIGHT_TINT.front, DARK_TINT.front)
for tint in TINTS:
    PALETTE.shapes((tint.front, tint.line), CLOTH, PLANK)
    PALETTE.shapes(tint.inlay, tint.front)
PALETTE.shapes((PIN, PLANK_EDGE), CLOTH)
