"""The board: six columns of squares, square 6 at the top, so that a counter captures what stands below it."""

from collections.abc import Sequence
from functools import cache

from stylobate.colours import DARK_SQUARE, INLAY, LEAF, PLANK, PLANK_EDGE, SHADOW, SQUARE
from stylobate.drawing import Svg, element, gilded, lettered, telling
from stylobate.game import Position
from stylobate.games.columbiz.colours import NUMBER
from stylobate.games.columbiz.counters import counter
from stylobate.games.columbiz.layout import (
    BOARD_END,
    BOARD_TOP,
    BOARD_WIDTH,
    CELL,
    FACES_HEIGHT,
    LEFT,
    LEFT_EDGE,
    MARGIN,
    TOP,
    corner,
)
from stylobate.games.columbiz.notation import square_name
from stylobate.games.columbiz.rules import COLUMNS, SQUARES
from stylobate.games.columbiz.tray import die
from stylobate.telling import counted


def board(position: Position, last: str | None, earlier: Sequence[str]) -> Svg:
    """The wooden board: a die's face above each column, the number of dice it takes in every square."""
    plank = {"x": MARGIN, "width": BOARD_WIDTH, "rx": 8.0}
    height = BOARD_END - BOARD_TOP
    parts = [
        element("rect", **plank, y=BOARD_TOP + 4, height=height, fill=SHADOW, fill_opacity=0.18),
        element("rect", **plank, y=BOARD_TOP, height=height, fill=PLANK_EDGE),
        element(
            "rect",
            x=LEFT - 2,
            y=TOP - 2,
            width=COLUMNS * CELL + 4,
            height=SQUARES * CELL + 4,
            rx=3,
            fill=PLANK,
        ),
    ]
    for column in range(COLUMNS):
        face = die(column + 1, LEFT + (column + 0.5) * CELL, BOARD_TOP + FACES_HEIGHT / 2, 25)
        parts.append(telling(f"Column {column + 1}: its squares take dice that show {column + 1}.", face))
    for n in range(SQUARES):
        y = TOP + (SQUARES - 0.5 - n) * CELL
        label = lettered(str(n + 1), MARGIN + LEFT_EDGE / 2 - 1, y + 4.5, 9.5, INLAY, "middle", 1.4)
        takes = counted(n + 1, "die", "dice")
        parts.append(telling(f"Square {n + 1} of a column takes {takes} of the column's face.", label))
    for square in range(COLUMNS * SQUARES):
        owner, name = int(position.state[square]), square_name(square)
        mark = "fresh" if last == name else "lately" if owner and name in earlier else None
        parts.append(_square(owner, square, mark))
    return element("g", *parts, class_="board")


@cache
def _square(owner: int, square: int, mark: str | None) -> Svg:
    x, y = corner(square)
    n = square % SQUARES + 1
    light = (square // SQUARES + n) % 2
    box = {"x": x + 1.5, "y": y + 1.5, "width": CELL - 3, "height": CELL - 3, "rx": 3.0}
    fill = LEAF if mark == "fresh" else SQUARE if light else DARK_SQUARE
    parts = [
        gilded("rect", {"fresh": 2.6, "lately": 2.0}[mark], fill, mark, **box)
        if mark
        else element("rect", **box, fill=fill)
    ]
    if owner:
        parts.append(counter(owner - 1, x + CELL / 2, y + CELL / 2, 16.5))
    else:
        takes = counted(n, "die that shows", "dice that show")
        label = lettered(str(n), x + CELL / 2, y + CELL / 2 + 6, 12, NUMBER, "middle", 1.3)
        parts.append(telling(f"A counter here takes {takes} {square // SQUARES + 1}.", label))
    return element("g", *parts, class_="square", data_square=None if owner else square_name(square))
