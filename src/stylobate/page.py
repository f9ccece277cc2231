"""What a browser gets of a game: the files in its folder `page`, and pictures drawn where it has none.

    widget.js      a script with a function `widget`, where clicks along the tree of steps would be poor; what
                   it gets and gives is written down in web/types.d.ts
    chances.js     a script with a function `chances`, by which pages make throws again to check them: what
                   chance may do after given tokens; without it they check all but what was thrown
    style.css      how that looks
    portrait.svg   a game under way, for the card on the front page
    sign.svg       a small sign of the game, for lists
    seat-0.svg …   the piece that each seat plays with

Each may be left out.  A picture that is left out is drawn by the game's own drawing when it is first asked
for.  `python -m stylobate.pictures NAME …` does that beforehand, and keeps portrait and pieces as files: a
front page should be whole at once, and a game's rules may still be compiling.

Pages show a picture by `<use href="portrait.svg#picture">`, so that it follows the theme: it has the id
`picture`, and its colours are roles (`stylobate.palette`).
"""

from __future__ import annotations

import re
from importlib import resources
from random import Random
from typing import TYPE_CHECKING

from stylobate.parts import Portrait

if TYPE_CHECKING:
    from stylobate.game import Game, Position

WIDGET, CHANCES, STYLE = "widget.js", "chances.js", "style.css"
PORTRAIT, SIGN = "portrait.svg", "sign.svg"
PICTURE = "picture"  # the id by which pages refer to a picture
LONGEST = 200  # tokens of a game that is only played to show its middle

_CLOTH = re.compile(r'<rect class="cloth"[^>]*/>')
_FRAME = re.compile(r'viewBox="([^"]*)" width="[^"]*" height="[^"]*"')


class Page:
    """The files and pictures that a browser gets of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def files(self) -> dict[str, bytes]:
        """The content of all files that the game brings, by name; read again on each call."""
        folder = resources.files(self._game.package).joinpath("page")
        if not folder.is_dir():
            return {}
        files = sorted((file for file in folder.iterdir() if file.is_file()), key=lambda file: file.name)
        return {file.name: file.read_bytes() for file in files}

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of all pictures that a page may ask for: those that are not files can be drawn."""
        return PORTRAIT, SIGN, *(piece(seat) for seat in range(max(self._game.players)))

    def draw(self, name: str) -> str:
        """Draw one of the pictures, from the game's drawing."""
        if name == PORTRAIT:
            drawn = self._portrait()
        elif name == SIGN:
            drawn = self._sign()
        else:
            drawn = self._game.drawing.sign(self.pictures[2:].index(name))
        return drawn.replace("<svg ", f'<svg id="{PICTURE}" ', 1)

    def _portrait(self) -> str:
        """The part of the drawing that the game's portrait names, without the cloth around it.

        So all games lie on the same cloth.
        """
        shown = self._game.portrait or middle(self._game)
        drawn = _CLOTH.sub("", self._game.position(shown.position).svg(shown.last, theme="page"), count=1)
        return _framed(drawn, shown.part) if shown.part else drawn

    def _sign(self) -> str:
        """The middle of the portrait, as high as it is wide."""
        drawn = self._portrait()
        frame = _FRAME.search(drawn)
        if frame is None:
            return drawn
        x, y, width, height = map(float, frame[1].split())
        side = min(width, height)
        return _framed(drawn, f"{x + (width - side) / 2:g} {y + (height - side) / 2:g} {side:g} {side:g}")


def piece(seat: int) -> str:
    """The name of the file with a seat's piece."""
    return f"seat-{seat}.svg"


def middle(game: Game) -> Portrait:
    """A position from the middle of a random game with a fixed seed, for a game that names no portrait."""
    choice, position = Random(game.id), game.start()
    seen: list[tuple[Position, str | None]] = [(position, None)]
    while not position.is_over and len(seen) < LONGEST:
        token = choice.choice(position.legal)
        position = position.play(token)
        seen.append((position, token))
    shown, last = seen[len(seen) // 2]
    return Portrait(str(shown), last)


def _framed(drawn: str, part: str) -> str:
    width, height = part.split()[2:]
    return _FRAME.sub(f'viewBox="{part}" width="{width}" height="{height}"', drawn, count=1)
