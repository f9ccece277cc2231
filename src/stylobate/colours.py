"""The roles that the pictures of several games share: cloth, wood, paper, dice, and what marks a move.

In the dark theme the cloth under a board is dark: what is written on it turns light, paper is dimmed, and
pieces that are dark themselves get a light rim.  Wood keeps its colour, and so does what is written on it.
"""

from stylobate.palette import Palette

HOUSE = Palette("board")

CLOTH = HOUSE.role("cloth", "#efe6d5", dark="#3d3329")
CLOTH_EDGE = HOUSE.role("cloth-edge", "#d9cbb0", dark="#5a4b3b")
ON_CLOTH = HOUSE.role("on-cloth", "#2e241b", dark="#f1e7d6")
FADED_ON_CLOTH = HOUSE.role("faded-on-cloth", "#75644f", dark="#c0ae92")
SHADOW = HOUSE.role("shadow", "#2e241b", dark="#0d0906")

PLANK = HOUSE.role("plank", "#c79a60")
PLANK_EDGE = HOUSE.role("plank-edge", "#7b5230")
SQUARE = HOUSE.role("square", "#e8cfa2")
DARK_SQUARE = HOUSE.role("dark-square", "#dcbb86")
INLAY = HOUSE.role("inlay", "#fbefd7")  # light, in dark wood and dark pieces
INK = HOUSE.role("ink", "#2e241b")  # on whatever is light in both themes: wood, paper, dice
FADED = HOUSE.role("faded", "#6b5a45", dark="#4d402f")

PAPER = HOUSE.role("paper", "#fffdf6", dark="#cdc3b1")
PAPER_EDGE = HOUSE.role("paper-edge", "#d9cbb0", dark="#5a4b3b")
RULE = HOUSE.role("rule", "#7a889c", dark="#4f5a6b")  # the printed lines
HANDWRITING = HOUSE.role("handwriting", "#23324d")
DIE_BODY = HOUSE.role("die", "#fdf8ec")

SHEET = HOUSE.role("sheet", "#ffffff", dark="#1c1611")  # a score sheet to print, or to look at on a screen
PRINT = HOUSE.role("print", "#000000", dark="#f1e7d6")

MARK = HOUSE.role("mark", "#e2a112")  # what came last is golden,
MARK_LINE = HOUSE.role("mark-line", "#2e241b")  # with a fine dark line where gold alone would not be seen
LEAF = HOUSE.role("leaf", "#edc563")

# Who plays, where a game says nothing of its own about that
SEATS = tuple(
    HOUSE.role(f"seat-{number}", colour)
    for number, colour in enumerate(
        ("#a83a2a", "#21406f", "#3f7a3a", "#7a4a94", "#a86c12", "#2b7a78", "#8a4b2a", "#444444"), start=1
    )
)
SEAT_LINE = HOUSE.role("seat-line", "#7b5230", dark="#d9cbb0")

HOUSE.letters(ON_CLOTH, CLOTH)
HOUSE.letters(FADED_ON_CLOTH, CLOTH)
HOUSE.letters(INK, PLANK, SQUARE, DARK_SQUARE, PAPER, LEAF)
HOUSE.letters(FADED, PAPER)
HOUSE.letters(HANDWRITING, PAPER, LEAF)
HOUSE.letters(INLAY, PLANK_EDGE)
HOUSE.letters(PRINT, SHEET)
HOUSE.shapes(INK, DIE_BODY, MARK, LEAF)
HOUSE.shapes(RULE, PAPER)
HOUSE.shapes((MARK, MARK_LINE), CLOTH, PLANK, PLANK_EDGE, SQUARE, DARK_SQUARE, PAPER, DIE_BODY)
HOUSE.shapes(MARK, MARK_LINE)
for seat in SEATS:
    HOUSE.shapes((seat, SEAT_LINE), CLOTH)
    HOUSE.shapes(INLAY, seat)
