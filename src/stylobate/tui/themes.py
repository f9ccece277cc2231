"""The house's colours for a terminal, dark and light: Textual's themes, made of the palette's roles."""

from __future__ import annotations

from textual.theme import Theme

from stylobate.colours import (
    CLOTH,
    CLOTH_EDGE,
    FADED_ON_CLOTH,
    HOUSE,
    INK,
    LEAF,
    MARK,
    ON_CLOTH,
    PAPER,
    PLANK,
    PLANK_EDGE,
    PRINT,
    SHEET,
)
from stylobate.game import Game
from stylobate.palette import Palette

Paint = dict[tuple[str, bool], str]
"""The colour of each role, on dark and on light."""


def colour(role: str, dark: bool, *palettes: Palette) -> str:
    """The colour of a role."""
    found = next(palette.colours[role] for palette in palettes if role in palette.colours)
    return (found.dark if dark else found.light)[:7]


def paint(game: Game) -> Paint:
    """The colours of all roles that a game may name."""
    return {
        (role, dark): colour(role, dark, *game.palettes)
        for palette in game.palettes
        for role in palette.colours
        for dark in (False, True)
    }


def _theme(dark: bool) -> Theme:
    def of(role: str) -> str:
        return colour(role, dark, HOUSE)

    return Theme(
        name="dark" if dark else "light",
        dark=dark,
        primary=of(PLANK if dark else PLANK_EDGE),
        secondary=of(FADED_ON_CLOTH),
        accent=of(MARK if dark else PLANK_EDGE),
        warning=of(MARK),
        foreground=of(PRINT if dark else ON_CLOTH),
        background=of(SHEET if dark else PAPER),
        surface=of(CLOTH),
        panel=of(CLOTH_EDGE),
        variables={
            "block-cursor-background": of(LEAF),
            "block-cursor-foreground": of(INK),
            "footer-key-foreground": of(MARK if dark else PLANK_EDGE),
            "faded": of(FADED_ON_CLOTH),
        },
    )


THEMES = {name: _theme(name == "dark") for name in ("dark", "light")}
