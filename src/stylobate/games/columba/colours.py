"""The roles of Columba's pictures: grounds and birds, cards and tiles, what belongs to whom."""

from dataclasses import dataclass

from stylobate.colours import CLOTH, CLOTH_EDGE, FADED, INK, INLAY, LEAF, MARK, MARK_LINE
from stylobate.palette import Palette

PALETTE = Palette("columba")

MEADOW = PALETTE.role("meadow", "#e4dbc3", dark="#6d664f")  # the bare table between the cards
MEADOW_LINE = PALETTE.role("meadow-line", "#fbf4e2", dark="#8f876c")
MEADOW_EDGE = CLOTH_EDGE
SEAM = PALETTE.role("seam", "#fbf4e2")  # between cards that lie side by side
TILE_EDGE = PALETTE.role("tile-edge", "#fffaf0")
CARD_BACK = PALETTE.role("card-back", "#7f5f40")
DISC_EDGE = PALETTE.role("disc-edge", "#2e241b", dark="#d8c7aa")  # of a seat's disc
DOWN = PALETTE.role("down", "#f4efe4")  # of an eyas
SIGN = PALETTE.role("sign", "#7d8fa6")  # the pigeon that stands for the game
SIGN_WING = PALETTE.role("sign-wing", "#56677d")
SIGN_LEGS = PALETTE.role("sign-legs", "#c64b35")


@dataclass(frozen=True)
class Feather:
    """A breed's ground with what grows there, and its birds with what they wear."""

    ground: str
    growth: str
    plumage: str
    worn: str


WOOD = Feather(
    PALETTE.role("wood-ground", "#a5bd85"),
    PALETTE.role("wood-growth", "#7f9c5f"),
    PALETTE.role("wood-plumage", "#46565f"),
    PALETTE.role("wood-worn", "#eef1e6"),
)
ROCK = Feather(
    PALETTE.role("rock-ground", "#c4c5c1"),
    PALETTE.role("rock-growth", "#9c9e9b"),
    PALETTE.role("rock-plumage", "#2f3a47"),
    PALETTE.role("rock-worn", "#d7dbdd"),
)
STOCK = Feather(
    PALETTE.role("stock-ground", "#ecd68c"),
    PALETTE.role("stock-growth", "#cdb05c"),
    PALETTE.role("stock-plumage", "#5a74a0"),
    PALETTE.role("stock-worn", "#d9e6c3"),
)
TURTLE = Feather(
    PALETTE.role("turtle-ground", "#e9b49b"),
    PALETTE.role("turtle-growth", "#c9836a"),
    PALETTE.role("turtle-plumage", "#8e3f26"),
    PALETTE.role("turtle-worn", "#f8e3d3"),
)


@dataclass(frozen=True)
class Seat:
    """What belongs to a seat: its colour, what is written on that, and the ground of its little board."""

    colour: str
    ink: str
    board: str


SEATS = (
    Seat(
        PALETTE.role("red", "#a3302a"),
        PALETTE.role("on-red", "#fffaf0"),
        PALETTE.role("red-board", "#f3dcd6", dark="#cdb2a9"),
    ),
    Seat(
        PALETTE.role("yellow", "#b87c00"),
        PALETTE.role("on-yellow", "#1f1509"),
        PALETTE.role("yellow-board", "#f8e8bd", dark="#d2be8c"),
    ),
    Seat(
        PALETTE.role("green", "#2f7045"),
        PALETTE.role("on-green", "#fffaf0"),
        PALETTE.role("green-board", "#d9e8d6", dark="#b1c1ab"),
    ),
    Seat(
        PALETTE.role("purple", "#6b3f92"),
        PALETTE.role("on-purple", "#fffaf0"),
        PALETTE.role("purple-board", "#e6daf0", dark="#bfb0c8"),
    ),
)

PALETTE.letters(INLAY, CARD_BACK)
for breed in (WOOD, ROCK, STOCK, TURTLE):
    PALETTE.shapes(breed.plumage, breed.ground)
    PALETTE.shapes(breed.worn, breed.plumage)
    PALETTE.shapes((MARK, MARK_LINE), breed.ground)
    PALETTE.shapes(INK, breed.ground)  # dots and signs where something may be placed
for seat in SEATS:
    PALETTE.letters(seat.ink, seat.colour)
    PALETTE.letters(INK, seat.board)
    PALETTE.letters(FADED, seat.board)
    PALETTE.shapes(seat.colour, INLAY)  # a fence lies on a light band
    PALETTE.shapes((seat.colour, INK), seat.board)  # dovecotes have a dark outline
    PALETTE.shapes((seat.colour, DISC_EDGE), CLOTH)
PALETTE.shapes(INK, INLAY, LEAF, DOWN)
