"""The roles of Columbiz' pictures: the dice's tray, the numbers on the squares, the counters."""

from dataclasses import dataclass

from stylobate.colours import CLOTH, DARK_SQUARE, DIE_BODY, LEAF, MARK, ON_CLOTH, PAPER, SQUARE
from stylobate.palette import Palette

PALETTE = Palette("columbiz")


@dataclass(frozen=True)
class Counter:
    """The colours of a seat's counters."""

    body: str
    line: str
    gleam: str


FELT = PALETTE.role("felt", "#38634f")
FELT_EDGE = PALETTE.role("felt-edge", "#2d5240")
THROWN = PALETTE.role("thrown", "#fdf8ec", dark="#6a5a47")  # a throw that is made, on the track of the turn
NUMBER = PALETTE.role("number", "#6b4524")  # of a square

COUNTERS = (
    Counter(
        PALETTE.role("purple", "#8a56b5", dark="#9d69c8"),
        PALETTE.role("purple-line", "#4b2769"),
        PALETTE.role("purple-gleam", "#d8bdec"),
    ),
    Counter(
        PALETTE.role("blue", "#2f78c4", dark="#3a84d0"),
        PALETTE.role("blue-line", "#14406f"),
        PALETTE.role("blue-gleam", "#b9dbf7"),
    ),
    Counter(
        PALETTE.role("grey", "#a7a9ab"),
        PALETTE.role("grey-line", "#55585c"),
        PALETTE.role("grey-gleam", "#eceded"),
    ),
    Counter(
        PALETTE.role("black", "#333236"),
        PALETTE.role("black-line", "#0f0e11", dark="#99969c"),
        PALETTE.role("black-gleam", "#8b898f"),
    ),
)

PALETTE.letters(NUMBER, SQUARE, DARK_SQUARE)
PALETTE.letters(ON_CLOTH, THROWN)
PALETTE.shapes(MARK, FELT)
PALETTE.shapes(DIE_BODY, FELT)
for counter in COUNTERS:
    PALETTE.shapes((counter.body, counter.line), CLOTH, SQUARE, DARK_SQUARE, LEAF, PAPER)
