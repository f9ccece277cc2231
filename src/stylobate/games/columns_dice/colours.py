"""The roles of the dice game's pictures: the sheet's squares, and what both hands write with."""

from stylobate.colours import CLOTH, FADED, HANDWRITING, INK, MARK, MARK_LINE, PAPER, RULE
from stylobate.palette import Palette

PALETTE = Palette("columns-dice")

CLOSED = PALETTE.role("closed", "#f1ead9", dark="#b4a995")  # a column that is full
LATELY = PALETTE.role("lately", "#faeec6", dark="#dcc88d")  # a square that was written in a little earlier
DROP = PALETTE.role("drop", "#21406f")
DROP_LINE = PALETTE.role("drop-line", "#21406f", dark="#a9c2e4")
PENCIL = PALETTE.role("pencil", "#e3a72f")
PENCIL_WOOD = PALETTE.role("pencil-wood", "#f0cf9a")

PALETTE.letters(HANDWRITING, CLOSED, LATELY)
PALETTE.letters(FADED, LATELY)
PALETTE.shapes(RULE, CLOSED)
PALETTE.shapes((MARK, MARK_LINE), CLOSED, LATELY)
PALETTE.shapes((DROP, DROP_LINE), PAPER, CLOTH)
PALETTE.shapes((PENCIL, INK), PAPER, CLOTH)
PALETTE.shapes(INK, PENCIL, PENCIL_WOOD)
