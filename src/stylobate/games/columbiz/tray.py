"""The dice in their tray, and beside them the track of the turn.

Where dice have been used or are to be thrown there is an empty place.  The track tells how many of three
throws are made, and how many of four counters are placed.
"""

from collections.abc import Sequence
from functools import cache

from stylobate.colours import DIE_BODY, FADED_ON_CLOTH, INK, INLAY, ON_CLOTH, PLANK_EDGE, SHADOW
from stylobate.drawing import Svg, element, gilded, lettered
from stylobate.game import Position
from stylobate.games.columbiz.colours import FELT, FELT_EDGE, THROWN
from stylobate.games.columbiz.counters import counter, outline
from stylobate.games.columbiz.layout import (
    DIE_PITCH,
    DIE_SIZE,
    MARGIN,
    TRACK,
    TRAY_HEIGHT,
    TRAY_TOP,
    TRAY_WIDTH,
)
from stylobate.games.columbiz.notation import dice_text
from stylobate.games.columbiz.rules import DICE, FINISHED, MOMENT, MOST_PLACED, MOVER, PLACING

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TUMBLE = (-6, 4, 9, -3, 7, -9, 3, -5)  # degrees, a die each, so that thrown dice look thrown


def tray(position: Position, last: str | None, earlier: Sequence[str] = ()) -> Svg:
    """Eight places for dice on green cloth: those that show something, then the others' empty places.

    Dice that were kept lie straight and unmarked beside those that were thrown with the last throw.
    """
    dice = dice_text(position.state)
    marked = last is not None and last[0] in "*k" and position.state[MOMENT] != FINISHED
    tumbled = position.turn >= 0 and position.state[MOMENT] <= PLACING
    throws = last is not None and last[0] == "*"
    kept = _kept(dice, [*earlier, last or ""]) if tumbled else set()
    parts = [
        element("rect", x=MARGIN, y=TRAY_TOP, width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=10, fill=PLANK_EDGE),
        element(
            "rect",
            x=MARGIN + 4,
            y=TRAY_TOP + 4,
            width=TRAY_WIDTH - 8,
            height=TRAY_HEIGHT - 8,
            rx=7,
            fill=FELT,
            stroke=FELT_EDGE,
            stroke_width=2,
        ),
    ]
    for place in range(DICE):
        x = MARGIN + 26 + place * DIE_PITCH
        y = TRAY_TOP + TRAY_HEIGHT / 2
        if place < len(dice):
            stays = place in kept
            turned = TUMBLE[place] if tumbled and not stays else 0
            fresh, lies = marked and not stays, stays or not throws
            parts.append(die(int(dice[place]), x, y, DIE_SIZE, turned, fresh, lies))
        else:
            parts.append(_empty_place(x, y))
    return element("g", *parts, class_="tray")


def _kept(dice: str, played: Sequence[str]) -> set[int]:
    """The places of those dice that were kept when the others were last thrown; of equals the first."""
    throw = max((number for number, token in enumerate(played) if token.startswith("*")), default=0)
    before = played[throw - 1] if throw else ""
    kept: set[int] = set()
    for face in before.removeprefix("keep:").strip("-") if before.startswith("keep:") else "":
        kept |= {*[place for place, shown in enumerate(dice) if shown == face and place not in kept][:1]}
    return kept


def _empty_place(x: float, y: float) -> Svg:
    half = DIE_SIZE / 2 - 2
    return element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=6,
        fill=FELT_EDGE,
        stroke=INLAY,
        stroke_opacity=0.45,
        stroke_dasharray="3 4",
        class_="no-die",
        data_tells="The place of a die that has been used, or is still to be thrown.",
    )


@cache
def die(
    face: int,
    x: float,
    y: float,
    size: float,
    turned: float = 0,
    fresh: bool = False,
    lies: bool = False,
) -> Svg:
    """A die that shows this face, its middle at x, y; a fresh one is marked, one that lies was not thrown."""
    half = size / 2
    box = {"x": x - half, "y": y - half, "width": size, "height": size, "rx": size * 0.2}
    reach = size * 0.27
    parts = [
        element("rect", **{**box, "y": box["y"] + 2.4}, fill=SHADOW, fill_opacity=0.3),
        gilded("rect", 2.8, DIE_BODY, "fresh", **box)
        if fresh
        else element("rect", **box, fill=DIE_BODY, stroke=INK, stroke_width=1.0),
        *(
            element("circle", cx=x + reach * dx, cy=y + reach * dy, r=size * 0.1, fill=INK)
            for dx, dy in PIPS[face]
        ),
    ]
    return element(
        "g",
        *parts,
        transform=f"rotate({turned} {x:g} {y:g})" if turned else None,
        class_="die lies" if lies else "die",
        data_die=str(face),
    )


def track(position: Position) -> Svg:
    """How far the turn is: three little dice for the throws, four little counters for what is placed."""
    if position.is_over:
        return element("g", class_="track")
    s = position.state
    moment = int(s[MOMENT])
    thrown = 3 if moment >= PLACING else (moment + 1) // 2
    placed = max(0, moment - PLACING)
    throwing = moment < PLACING
    parts = []
    for place in range(3):
        x, made = TRACK + 8 + place * 19, place < thrown
        box = {"x": x - 7.0, "y": TRAY_TOP + 1, "width": 14.0, "height": 14.0, "rx": 3.5}
        fill = THROWN if made and throwing else "none"
        parts.append(
            element("rect", **box, fill=fill, stroke=ON_CLOTH, stroke_width=1.1)
            if throwing
            else element("rect", **box, fill="none", stroke=FADED_ON_CLOTH, stroke_opacity=0.5)
        )
        if throwing:
            shade = ON_CLOTH if made else FADED_ON_CLOTH
            parts.append(lettered(str(place + 1), x, TRAY_TOP + 11.7, 7.4, shade, "middle", 1.5))
    for place in range(MOST_PLACED):
        x, y = TRACK + 8 + place * 19, TRAY_TOP + 28
        if place < placed:
            parts.append(counter(int(s[MOVER]), x, y, 7.2))
        else:
            parts.append(outline(int(s[MOVER]), x, y, 6.4, FADED_ON_CLOTH, 0.5 if throwing else 1.0))
    return element("g", *parts, class_="track")
