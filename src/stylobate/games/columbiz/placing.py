"""Where counters may go: ghosts and prospects for the legal tokens, and areas to hit on the squares."""

from functools import cache

from stylobate.colours import FADED, INK, LEAF, ON_CLOTH
from stylobate.drawing import Svg, element, hit, hits, lettered, rounded
from stylobate.game import Position
from stylobate.games.columbiz.counters import shape
from stylobate.games.columbiz.layout import CELL, TRACK, TRAY_HEIGHT, TRAY_TOP, corner
from stylobate.games.columbiz.notation import action, open_squares, square_name
from stylobate.games.columbiz.rules import COLUMNS, GIVEN_UP, HAND, MOMENT, PLACING, SQUARES


def marks(position: Position) -> list[Svg]:
    """Ghosts where a counter may go; dots where these dice could put one."""
    if position.turn < 0:
        return []
    if position.state[MOMENT] < PLACING:
        return [_prospect(square) for square in open_squares(position.state)]
    return [_ghost(position, token) for token in position.legal if token not in ("end", "give-up")]


def words_beside(position: Position) -> list[Svg]:
    """Words for what may be done and is no square."""
    if position.turn < 0:
        return []
    s = position.state
    if s[MOMENT] < PLACING:
        return [_word("stop", "or stop")]
    given_up = min(GIVEN_UP, int(s[HAND + position.turn]))
    said = {"end": "or end", "give-up": f"give up {given_up}"}
    return [_word(token, said[token]) for token in position.legal if token in said]


def _prospect(square: int) -> Svg:
    x, y = (at + CELL / 2 for at in corner(square))
    return element(
        "g",
        element(
            "circle",
            cx=x,
            cy=y,
            r=13,
            fill=LEAF,
            fill_opacity=0.6,
            stroke=FADED,
            stroke_dasharray="1.5 3.5",
        ),
        lettered(str(square % SQUARES + 1), x, y + 6, 12, INK, "middle", 1.5),
        class_="prospect",
        data_tells="With the dice as they lie, a counter could be placed here.",
    )


def _ghost(position: Position, token: str) -> Svg:
    square = action(position.state, token)
    x, y = (at + CELL / 2 for at in corner(square))
    seat = position.turn
    return element(
        "g",
        element("path", d=shape(seat, x, y, 15), fill=LEAF, fill_opacity=0.75),
        element(
            "path",
            d=shape(seat, x, y, 15),
            fill="none",
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray="3.5 3",
        ),
        lettered(str(square % SQUARES + 1), x, y + 5, 10, INK, "middle", 1.5),
        class_="hint",
        data_token=token,
        data_tells="A counter may be placed here.",
    )


def _word(token: str, said: str) -> Svg:
    return element(
        "g",
        lettered(said, TRACK + 1, TRAY_TOP + TRAY_HEIGHT - 2, 9.5, ON_CLOTH, "start", 1.4),
        class_="hint",
        data_token=token,
    )


@cache
def square_hits() -> Svg:
    """Every square, column by column."""
    corners = [(square_name(square), *corner(square)) for square in range(COLUMNS * SQUARES)]
    return hits(
        hit(name, x, y, CELL, CELL, rounded(x + 2, y + 2, CELL - 4, CELL - 4)) for name, x, y in corners
    )
