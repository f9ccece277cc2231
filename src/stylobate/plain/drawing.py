"""A board for a game that brings no drawing: its text board, one letter to a cell, on cloth."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING

from stylobate.colours import FADED_ON_CLOTH, INLAY, ON_CLOTH, SEAT_LINE, SEATS
from stylobate.drawing import Svg, element, lettered, path, picture, small_picture
from stylobate.parts import Beside, Cell, Drawing, Spread

if TYPE_CHECKING:
    from stylobate.game import Game, Position

CELL, LINE = 14.0, 24.0
MARGIN = 28.0
LEAST = 24  # letters that a board is wide, so that few of them do not fill the page


class PlainDrawing(Drawing):
    """Sets the lines of the text board in our own lettering; nothing on it can be clicked."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def text(self, position: Position, last: str | None = None) -> str:
        """The position as the notation writes it."""
        return str(position)

    def svg(
        self,
        position: Position,
        last: str | None = None,
        hints: bool = False,
        controls: bool = False,
        earlier: Sequence[str] = (),
    ) -> str:
        """Every letter in a cell of its own, because boards of letters stand in columns."""
        lines = self._game.drawing.text(position, last).splitlines()
        across = max(LEAST, *map(len, lines)) if lines else LEAST
        width, height = 2 * MARGIN + across * CELL, 2 * MARGIN + len(lines) * LINE + 14
        inset = MARGIN + (across - max(map(len, lines), default=0)) * CELL / 2
        return picture(
            width,
            height,
            f"{self._game.title}: {standing(position)}",
            f"{self._game.byline}. {position}. {standing(position)}." + (f" Last: {last}." if last else ""),
            *(
                lettered(
                    letter, inset + (column + 0.5) * CELL, MARGIN + (row + 0.8) * LINE, 13, ON_CLOTH, "middle"
                )
                for row, line in enumerate(lines)
                for column, letter in enumerate(line)
                if letter != " "
            ),
            lettered(self._game.byline, width / 2, height - 13, 9, FADED_ON_CLOTH, "middle", 1.2, "byline"),
            class_="plain",
        )

    def spread(
        self,
        position: Position,
        last: str | None = None,
        hints: bool = False,
        earlier: Sequence[str] = (),
    ) -> Spread:
        """The game's whole picture is its board."""
        return Spread(self._game.drawing.svg(position, last, hints, True, earlier))

    def cells(
        self, position: Position, last: str | None = None, large: bool = False
    ) -> Sequence[Sequence[Cell]]:
        """The lines of letters, in one colour; nothing to click."""
        return [[Cell(line)] for line in self._game.drawing.text(position, last).splitlines()]

    def beside(self, position: Position) -> Beside:
        """Nothing: all is on the board."""
        return Beside()

    def sign(self, seat: int) -> str:
        """A disc, with as many pips round its middle as the number of the seat, for the colour-blind."""
        return small_picture(
            element("circle", cx=12, cy=12, r=10, fill=SEATS[seat % len(SEATS)], stroke=SEAT_LINE),
            *(_pip(place, seat + 1) for place in range(seat + 1)),
        )


def _pip(place: int, of: int) -> Svg:
    angle, far = 2 * pi * place / of - pi / 2, 4.5 if of > 1 else 0.0
    x, y = 12 + far * cos(angle), 12 + far * sin(angle)
    return element(
        "path", d=path("M", x, y, "L", x, y + 0.01), stroke=INLAY, stroke_width=3, stroke_linecap="round"
    )


def standing(position: Position) -> str:
    """Whose turn it is, or who has won."""
    if position.is_over:
        return f"{' and '.join(map(position.game.seat_name, position.winners))} won"
    return "chance decides" if position.is_chance else f"{position.game.seat_name(position.turn)} to move"
