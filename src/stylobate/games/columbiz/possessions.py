"""What each seat has: the counters in its hand, and its points and prisoners on the score pad."""

from stylobate.colours import HANDWRITING, INK, LEAF, MARK, ON_CLOTH, PAPER, PAPER_EDGE, RULE, SHADOW
from stylobate.drawing import Svg, element, gilded, lettered, path, small_picture
from stylobate.game import Position
from stylobate.games.columbiz.counters import counter
from stylobate.games.columbiz.layout import (
    BOARD_END,
    BOARD_TOP,
    HANDS,
    MARGIN,
    PAD_HEIGHT,
    PAD_LABELS,
    PAD_TOP,
    WIDTH,
)
from stylobate.games.columbiz.notation import LETTERS, NAMES
from stylobate.games.columbiz.rules import HAND, MOVER, PRISONERS, RUNS, ransom
from stylobate.parts import Item
from stylobate.telling import counted

IN_A_ROW = {2: 4, 3: 5, 4: 5}  # counters in hand, by seats: the more seats, the lower their boxes


def hand(position: Position, seat: int) -> Svg:
    """The counters that a seat has left, in rows, with their number."""
    share = (BOARD_END - BOARD_TOP) / position.seats
    top = BOARD_TOP + seat * share
    count = int(position.state[HAND + seat])
    mine = not position.is_over and position.state[MOVER] == seat
    parts = [
        element(
            "rect",
            x=HANDS - 4,
            y=top + 1,
            width=WIDTH - MARGIN - HANDS + 8,
            height=share - 8,
            rx=7,
            fill=LEAF if mine else ON_CLOTH,
            fill_opacity=0.28 if mine else 0.045,
            stroke=MARK if mine else None,
            stroke_width=1.6 if mine else None,
        ),
        lettered(str(count), WIDTH - MARGIN - 3, top + 16, 9, ON_CLOTH, "end", 1.5, "count"),
        lettered(NAMES[seat], HANDS + 3, top + 16, 8.4, ON_CLOTH, "start", 1.4),
    ]
    in_a_row = IN_A_ROW[position.seats]
    pitch, r = (22.0, 7.6) if in_a_row == 4 else (17.6, 6.8)
    for place in range(count):
        row, column = divmod(place, in_a_row)
        parts.append(counter(seat, HANDS + 11 + column * pitch, top + 33 + row * 19.5, r))
    return element("g", *parts, class_="hand", data_hand=LETTERS[seat])


def pad(position: Position) -> Svg:
    """The score pad: a column a seat, runs above the line, prisoners below it, and the sum."""
    s = position.state
    x, width = MARGIN, WIDTH - 2 * MARGIN
    heads, runs, prisoners, total = PAD_TOP + 21, PAD_TOP + 49, PAD_TOP + 80, PAD_TOP + 112
    line, foot = PAD_TOP + 60, PAD_TOP + 91
    parts = [
        element(
            "rect",
            x=x + 3,
            y=PAD_TOP + 4,
            width=width,
            height=PAD_HEIGHT,
            rx=3,
            fill=SHADOW,
            fill_opacity=0.14,
        ),
        element("rect", x=x, y=PAD_TOP, width=width, height=PAD_HEIGHT, rx=3, fill=PAPER, stroke=PAPER_EDGE),
        element("path", d=path("M", x + 8, PAD_TOP + 30, "H", x + width - 8), stroke=RULE),
        element("path", d=path("M", x + 8, line, "H", x + width - 8), stroke=INK, stroke_width=2.4),
        element("path", d=path("M", x + 8, foot, "H", x + width - 8), stroke=RULE),
        lettered("runs", x + 12, runs, 9.5, INK, "start", 1.3),
        _prison(x + 25, prisoners - 6),
        lettered("points", x + 12, total, 9.5, INK, "start", 1.3),
    ]
    share = (width - PAD_LABELS - 8) / position.seats
    for seat in range(position.seats):
        left = x + PAD_LABELS + seat * share
        middle = left + share / 2
        held = int(s[PRISONERS + seat])
        name = NAMES[seat]
        if seat in position.winners:
            parts.append(_laurel(middle, total - 6))
        parts += [
            element("path", d=path("M", left, PAD_TOP + 8, "V", PAD_TOP + PAD_HEIGHT - 8), stroke=RULE),
            counter(seat, middle - 2 - len(name) * 4.2, heads - 4.5, 6.4),
            lettered(name, middle + 8, heads, 9.5, INK, "middle", 1.35),
            lettered(str(s[RUNS + seat]), middle, runs, 12.5, HANDWRITING, "middle", 1.6, "runs"),
            lettered(_held(held), middle, prisoners, 12.5, HANDWRITING, "middle", 1.6, "prisoners"),
            lettered(
                str(position.scores[seat]), middle, total + 1, 14.5, HANDWRITING, "middle", 1.8, "points"
            ),
        ]
    return element("g", *parts, class_="pad")


def possessions(position: Position, seat: int) -> list[Item]:
    """The same for a seat by itself: counters in hand, runs, prisoners and what they are worth."""
    s = position.state
    left, runs, held = (int(s[start + seat]) for start in (HAND, RUNS, PRISONERS))
    worth = f", worth {ransom(held)} together: the more there are, the more each is worth" if held else ""
    return [
        Item(f"{counted(left, 'counter')} in hand", small_picture(counter(seat, 12, 12, 8.8)), str(left)),
        Item(f"{runs} from runs, which are three to six counters in a row", text=f"runs {runs}"),
        Item(
            f"{counted(held, 'prisoner')}{worth}",
            small_picture(_prison(13, 12, ON_CLOTH), width=26),
            _held(held),
        ),
    ]


def _held(prisoners: int) -> str:
    return f"{prisoners} → {ransom(prisoners)}" if prisoners else "0"


def _prison(x: float, y: float, colour: str = INK) -> Svg:
    """A barred window."""
    bars: list[str | float] = []
    for dx in (-6, 0, 6):
        bars += ["M", x + dx, y - 9, "V", y + 9]
    return element(
        "g",
        element(
            "rect",
            x=x - 12,
            y=y - 9,
            width=24,
            height=18,
            rx=2.5,
            fill="none",
            stroke=colour,
            stroke_width=1.6,
        ),
        element("path", d=path(*bars), stroke=colour, stroke_width=1.8),
        class_="prison",
    )


def _laurel(x: float, y: float) -> Svg:
    """A ring of gold round the winner's points."""
    box = {"x": x - 21, "y": y - 12.5, "width": 42.0, "height": 25.0, "rx": 12.5}
    return gilded("rect", 2.2, LEAF, "winner", **box, fill_opacity=0.35)
