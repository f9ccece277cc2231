"""Columbiz to look at: the board and its dice, the hands beside it, the score pad.

Every empty square carries its name (`3:2`) as `data-square`, every die its face as `data-die`.  With hints
the squares that may be taken show a ghost of the counter with its token as `data-token`; as long as dice are
chosen, a ring shows what those on the table could reach.  With controls every square can be hit.

Dice, squares and counters come again and again in the same places, so each is drawn once and remembered.
"""

from collections.abc import Sequence

from stylobate.colours import FADED_ON_CLOTH
from stylobate.drawing import Svg, element, lettered, picture, small_picture
from stylobate.game import Position
from stylobate.games.columbiz.board import board
from stylobate.games.columbiz.cells import cells
from stylobate.games.columbiz.counters import counter
from stylobate.games.columbiz.layout import BOARD_END, EDGE, HEIGHT, MARGIN, TRAY_TOP, TRAY_WIDTH, WIDTH
from stylobate.games.columbiz.placing import marks, square_hits, words_beside
from stylobate.games.columbiz.possessions import hand, pad, possessions
from stylobate.games.columbiz.rules import MOVER
from stylobate.games.columbiz.tray import track, tray
from stylobate.games.columbiz.words import check_tokens, describe, standing, text
from stylobate.parts import Spread

__all__ = ["cells", "sign", "spread", "svg", "text"]


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The table as a picture; `last` marks the token that led here, `hints` shows where counters may go.

    Counters that the tokens of `earlier` placed are marked as well, more faintly.
    """
    check_tokens(position, last, *earlier)
    return picture(
        WIDTH,
        HEIGHT,
        f"Columbiz: {standing(position)}",
        describe(position, last),
        _header(position, last),
        tray(position, last, earlier),
        track(position),
        board(position, last, earlier),
        *(hand(position, seat) for seat in range(position.seats)),
        pad(position),
        *([*marks(position), *words_beside(position)] if hints else ()),
        *([square_hits()] if controls else ()),
        lettered(
            "Columbiz · its sheet names no author",
            WIDTH / 2,
            HEIGHT - 14,
            9,
            FADED_ON_CLOTH,
            "middle",
            1.2,
            "byline",
        ),
        class_="columbiz",
    )


def spread(
    position: Position, last: str | None = None, hints: bool = False, earlier: Sequence[str] = ()
) -> Spread:
    """The dice over the board; what stands on the pad and lies in the hands is told beside it."""
    check_tokens(position, last, *earlier)
    return Spread(
        picture(
            TRAY_WIDTH + 2 * EDGE,
            BOARD_END - TRAY_TOP + 2 * EDGE + 4,
            f"Columbiz: {standing(position)}",
            describe(position, last),
            tray(position, last, earlier),
            board(position, last, earlier),
            *(marks(position) if hints else ()),
            square_hits(),
            class_="columbiz",
            left=MARGIN - EDGE,
            top=TRAY_TOP - EDGE,
        ),
        trays=[possessions(position, seat) for seat in range(position.seats)],
    )


def sign(seat: int) -> str:
    """A small picture of a seat's counter."""
    return small_picture(counter(seat, 12, 12, 8.8))


def _header(position: Position, last: str | None) -> Svg:
    shown = position.winners if position.is_over else (int(position.state[MOVER]),)
    signs = [counter(seat, MARGIN + 14 + 27 * place, 30, 12) for place, seat in enumerate(shown)]
    said = f"share the win with {max(position.scores)}" if len(shown) > 1 else standing(position)
    parts = [*signs, lettered(said, MARGIN + 8 + 27 * len(shown), 35, 12.5, weight=1.45)]
    if last:
        parts.append(lettered(last, WIDTH - MARGIN - 2, 35, 11, FADED_ON_CLOTH, "end", 1.4, "last"))
    return element("g", *parts, class_="standing")
