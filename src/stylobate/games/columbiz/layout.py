"""Where everything lies on the page: the tray above the board, the hands beside it, the pad below."""

from stylobate.games.columbiz.rules import COLUMNS, SQUARES

CELL = 47.0
MARGIN = 16.0
WIDTH = 452.0
TRAY_TOP, TRAY_HEIGHT, TRAY_WIDTH = 52.0, 54.0, 338.0
DIE_SIZE, DIE_PITCH = 33.0, 41.0
TRACK = MARGIN + TRAY_WIDTH + 11.0  # where the track of the turn begins
BOARD_TOP = TRAY_TOP + TRAY_HEIGHT + 14.0
EDGE, LEFT_EDGE, FACES_HEIGHT = 9.0, 24.0, 40.0
LEFT = MARGIN + LEFT_EDGE  # of column 1
TOP = BOARD_TOP + FACES_HEIGHT  # of the row of sixes
BOARD_WIDTH = LEFT_EDGE + COLUMNS * CELL + EDGE
BOARD_END = TOP + SQUARES * CELL + EDGE
HANDS = MARGIN + BOARD_WIDTH + 15.0  # where the hands begin
PAD_TOP, PAD_HEIGHT, PAD_LABELS = BOARD_END + 16.0, 128.0, 78.0
HEIGHT = PAD_TOP + PAD_HEIGHT + 36.0


def corner(square: int) -> tuple[float, float]:
    """The upper left corner of a square."""
    column, n = divmod(square, SQUARES)
    return LEFT + column * CELL, TOP + (SQUARES - 1 - n) * CELL
