"""The colours of the site's pages: paper, wood and ink, the same as in the drawings, for both themes.

`style_sheet` is the one place where the site's colours are written for browsers: those of its pages, of what
all drawings share, and of every game.  Each is a CSS variable with a value for either theme, so switching the
theme needs nothing but another `color-scheme`.  No other style sheet and no script names a colour.
"""

from __future__ import annotations

from collections.abc import Iterable

from stylobate.colours import CLOTH, DARK_SQUARE, DIE_BODY, LEAF, PLANK, SQUARE
from stylobate.colours import INK as BOARD_INK
from stylobate.colours import PAPER as SHEET
from stylobate.palette import Palette

PAGE = Palette()

PAPER = PAGE.role("paper", "#f8f3e9", dark="#1c1611")
LINEN = PAGE.role("linen", "#f1e8d8", dark="#261e17")
RAISED = PAGE.role("raised", "#fdfaf3", dark="#2f261d")
EDGE = PAGE.role("edge", "#dccdb2", dark="#46392b")
LINE = PAGE.role("line", "#9f8a6a", dark="#86714f")
INK = PAGE.role("ink", "#2e241b", dark="#f1e7d6")
FADED = PAGE.role("faded", "#67563f", dark="#c0ae92")
WALNUT = PAGE.role("walnut", "#74492a", dark="#d3a266")
WALNUT_DEEP = PAGE.role("walnut-deep", "#5d3a20", dark="#e2b881")
ON_WALNUT = PAGE.role("on-walnut", "#fdf4e2", dark="#24190f")
OAK = PAGE.role("oak", "#c79a60", dark="#8a6434")
GOLD = PAGE.role("gold", "#a86c00", dark="#efb93f")
GOLD_LEAF = PAGE.role("gold-leaf", "#f7e3ac", dark="#4b3a15")
GREEN = PAGE.role("green", "#2d6a36", dark="#93cf93")
GREEN_LEAF = PAGE.role("green-leaf", "#e1efd9", dark="#22341f")
RED = PAGE.role("red", "#9c2f1d", dark="#f3a08c")
RED_LEAF = PAGE.role("red-leaf", "#f8e0d8", dark="#43221a")
SHADOW = PAGE.role("shadow", "#462d1424", dark="#00000073")
# What a phone reads: dark on light, in both themes
CODE = PAGE.role("code", "#000000")
UNDER_CODE = PAGE.role("under-code", "#ffffff")

BEHIND = PAGE.role("behind", "#140c0580")  # over the page, behind a question

# Over a board: where one may go, what is chosen, where the keyboard is
OFFER = PAGE.role("offer", "#8a5a00")
CHOSEN = PAGE.role("chosen", "#2e241b", dark="#fff1c9")
FOCUS = PAGE.role("focus", "#174ea6")
FOCUS_HALO = PAGE.role("focus-halo", "#ffffff")

PAGE.letters(INK, PAPER, LINEN, RAISED, GOLD_LEAF, GREEN_LEAF, RED_LEAF)
PAGE.letters(FADED, PAPER, LINEN, RAISED, GOLD_LEAF, GREEN_LEAF)
PAGE.letters(WALNUT_DEEP, PAPER, LINEN, RAISED)
PAGE.letters(ON_WALNUT, WALNUT, WALNUT_DEEP)
PAGE.letters(RED, PAPER, LINEN, RAISED, GOLD_LEAF)
PAGE.letters(PAPER, INK)
PAGE.letters(CODE, UNDER_CODE)
PAGE.shapes(LINE, RAISED)
PAGE.shapes(GOLD, PAPER, LINEN, RAISED)
PAGE.shapes(WALNUT, PAPER, LINEN, GOLD_LEAF)
PAGE.shapes(GREEN, LINEN, GREEN_LEAF)
PAGE.shapes(RED, RED_LEAF)
PAGE.shapes(OFFER, SQUARE, DARK_SQUARE, SHEET, LEAF)
PAGE.shapes((FOCUS, FOCUS_HALO), CLOTH, PLANK, SQUARE, DARK_SQUARE, SHEET)
PAGE.shapes(BOARD_INK, DIE_BODY)


def style_sheet(palettes: Iterable[Palette]) -> str:
    """The page's colours and those of these palettes, as CSS."""
    declared = "".join(palette.css() for palette in dict.fromkeys((PAGE, *palettes)))
    return f":root {{\n{declared}}}\n"
