"""Columba to look at: the territory as a landscape, estates fenced in, a little board for each seat.

The landscape (see `landscape`) is drawn as large as the page allows, with two bare squares all around it, and
its x and y stand along the edges; under it lie the boards of the seats (`seat_boards`).  With hints one sees
what may be placed where, and with controls a page can make controls of that (`placing`).
"""

from collections.abc import Sequence
from itertools import groupby

from stylobate.colours import FADED_ON_CLOTH, INK, INLAY, MARK
from stylobate.drawing import Svg, element, gilded, hits, lettered, picture, rounded, small_picture
from stylobate.game import Position
from stylobate.games.columba.cells import beside as beside
from stylobate.games.columba.cells import cells as cells
from stylobate.games.columba.chart import chart
from stylobate.games.columba.colours import CARD_BACK
from stylobate.games.columba.deck import BREED_NAMES, BREEDS, in_words, name
from stylobate.games.columba.landscape import landscape
from stylobate.games.columba.notation import missing
from stylobate.games.columba.pigeons import card
from stylobate.games.columba.placing import areas, every_square, marks
from stylobate.games.columba.position import COLOURS, FALCONS, SEATS
from stylobate.games.columba.rules import (
    CHOOSE,
    DRAW,
    FIRST,
    FULL,
    LAY,
    NEW_GOAL,
    OPTIONS,
)
from stylobate.games.columba.seat_boards import emblem, seat_boards
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    BRED,
    CAUGHT,
    COTE,
    COTED,
    COTES,
    EYAS,
    FALCON,
    FALCONRY,
    HAND,
    LARGE,
    LAYER,
    LEFT,
    MOVER,
    OBJECTIVE,
    ORIGIN,
    OWNER,
    PHASE,
    PLAYERS,
    RULES,
    SMALL,
    STOCK,
    TAME,
    TILE,
    sides,
)
from stylobate.games.columba.trays import in_hand, tray
from stylobate.games.columba.view import MARGIN, Land, Place, View
from stylobate.parts import Spread

FOOTER = 28.0
BYLINE = "Columba · Laurent Escoffier · pictures of the printed game: Sylvie Eder · Ludocom, 2012"


def svg(
    position: Position,
    last: str | None = None,
    hints: bool = False,
    controls: bool = False,
    earlier: Sequence[str] = (),
) -> str:
    """The position as a picture; `last` marks the token that led here, `hints` what may be placed where.

    What the tokens of `earlier` laid and built is marked as well, more faintly.
    """
    view = View(position, last, earlier)
    boards, low = seat_boards(view)
    height = low + FOOTER
    parts = [_header(view), *landscape(view)]
    if hints and position.turn >= 0:
        parts += marks(view)
    parts.append(boards)
    if controls:
        parts.append(areas(view))
    return picture(
        view.width,
        height,
        f"Columba: {standing(position)}",
        describe(position, last),
        *parts,
        lettered(BYLINE, view.width / 2, height - 11, 7.6, FADED_ON_CLOTH, "middle", 1.2, "byline"),
        class_="columba",
    )


def spread(
    position: Position, last: str | None = None, hints: bool = False, earlier: Sequence[str] = ()
) -> Spread:
    """The land, as large as it has grown; the card in hand and the seats' boards are laid beside it."""
    land = Land(position, last, earlier)
    left, top, wide, tall = land.frame
    return Spread(
        picture(
            wide,
            tall,
            f"Columba: {standing(position)}",
            describe(position, last),
            *landscape(land),
            *(marks(land) if hints and position.turn >= 0 else ()),
            hits(every_square(land)),
            class_="columba",
            left=left,
            top=top,
        ),
        hand=in_hand(land),
        trays=[tray(land, seat) for seat in range(position.seats)],
        square=land.cell,
        chart=chart(land),
    )


def sign(seat: int) -> str:
    """A small picture of a seat's disc."""
    return small_picture(emblem(seat, 12, 12, 10.4))


def standing(position: Position) -> str:
    """Whose turn it is and what is to be done in it, or who has won."""
    s = position.state
    who = SEATS[s[MOVER]]
    if position.is_over:
        points = [position.scores[seat] for seat in range(position.seats)]
        winners = " and ".join(SEATS[seat] for seat in position.winners)
        if len(position.winners) == 1 or set(position.winners) in ({0, 2}, {1, 3}):
            others = max((p for seat, p in enumerate(points) if seat not in position.winners), default=0)
            verb = "has" if len(position.winners) == 1 else "have"
            most = points[position.winners[0]]
            decided = f"{most} to {others}" + (", by the largest estate" if most == others else "")
            return f"{winners} {verb} won, {decided}"
        return f"{winners} share it, with {points[position.winners[0]]} each"
    return {
        FIRST: "the first card is drawn",
        DRAW: f"{who} draws a card",
        LAY: f"{who} to lay a card",
        CHOOSE: f"{who} to draw a new objective, or none",
        NEW_GOAL: f"{who} draws an objective",
        OPTIONS: f"{who} {_options(position)}",
    }[int(s[PHASE])]


def _options(position: Position) -> str:
    """What the mover may or must still do this turn, in words."""
    kinds = {token.partition(":")[0] for token in position.legal}
    if "end" not in kinds:
        return "still needs a dovecote for a tile"
    doing = ["place"] if kinds & {"tile", "falcon"} else ["build"] if "cote" in kinds else []
    doing += ["breed"] if kinds & {"eyas", "adult"} else []
    return f"to {' or '.join(doing)}, or to end the turn" if doing else "to end the turn"


def _header(view: View) -> Svg:
    """Whose turn it is; the deck; the card in hand."""
    s = view.state
    said = standing(view.position)
    winners = view.position.winners or (int(s[MOVER]),)
    x = MARGIN + 4
    parts = []
    for seat in winners:
        parts.append(emblem(seat, x + 9, 31, 9))
        x += 24
    parts.append(lettered(said[0].upper() + said[1:], x + 2, 36, 12.5, weight=1.45))
    if view.last:
        parts.append(lettered(view.last, MARGIN + 4, 62, 11, FADED_ON_CLOTH, "start", 1.35, "last"))
    right = view.width - MARGIN - 4
    if s[HAND]:
        if view.last == f"*{name(int(s[HAND]) - 1)}" and s[PHASE] == LAY:
            parts.append(gilded("path", 1, MARK, "fresh", d=rounded(right - 63, 13, 66, 66, 6)))
        parts.append(card(name(int(s[HAND]) - 1), right - 60, 16, 60))
        parts.append(lettered("in hand", right - 30, 89, 8, FADED_ON_CLOTH, "middle", 1.25))
        right -= 78
    if s[LEFT]:
        for lift in range(3 if s[LEFT] > 2 else int(s[LEFT])):
            box = {"x": right - 44 - 2.5 * lift, "y": 26 - 2.5 * lift, "width": 44, "height": 44, "rx": 3}
            parts.append(element("rect", **box, fill=CARD_BACK, stroke=INK, stroke_width=0.9))
        parts.append(lettered(str(s[LEFT]), right - 27, 50, 12, INLAY, "middle", 1.5))
        parts.append(lettered("deck", right - 24, 83, 8, FADED_ON_CLOTH, "middle", 1.25))
    return element("g", *parts, class_="standing")


# In words and letters


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    view = View(position, last)
    s = view.state
    sentences = ["Columba, a game by Laurent Escoffier (Ludocom, 2012)."]
    if view.what:
        in_order = groupby(view.what, key=lambda place: place[1])
        rows = [
            f"row {y}: {', '.join(f'{place[0]} {_in_words(view, place)}' for place in places)}"
            for y, places in in_order
        ]
        sentences.append(f"The territory has {len(view.what)} squares. {'; '.join(rows)}.")
    else:
        sentences.append("The table is bare.")
    sentences += [f"{_estate_in_words(view, squares)}." for squares in view.estates.values()]
    sentences += [f"{_board_in_words(view, seat)}." for seat in range(s[PLAYERS])]
    if s[HAND]:
        sentences.append(f"In hand: {in_words(name(int(s[HAND]) - 1))}.")
    sentences.append(f"{s[LEFT]} cards are left in the deck.")
    said = standing(position)
    sentences.append(f"{said[0].upper()}{said[1:]}.")
    if last:
        sentences.append(f"Last: {last}.")
    return " ".join(sentences)


def _in_words(view: View, place: Place) -> str:
    what = view.what[place]
    if what & FALCON:
        return "falcon"
    words = BREED_NAMES[what & 3]
    if what & TAME:
        words += f" laid by {SEATS[what >> LAYER & 3]}"
    kind = what >> COTE & 3
    if kind:
        words += f" with {SEATS[what >> OWNER & 3]}'s {'large' if kind == LARGE else 'small'} dovecote"
    return words


def _estate_in_words(view: View, squares: list[Place]) -> str:
    seat = view.territory.owner(squares[0])
    [kind] = [view.what[place] >> COTE & 3 for place in squares if view.what[place] >> COTE & 3]
    breed = BREED_NAMES[view.what[squares[0]] & 3]
    count = f"{len(squares)} {breed}{'' if len(squares) == 1 else 's'}"
    return f"{SEATS[seat]} has an estate of {count} with a {'large' if kind == LARGE else 'small'} dovecote"


def _board_in_words(view: View, seat: int) -> str:
    s = view.state
    board = BOARDS + seat * BOARD
    parts = [f"{view.position.scores[seat]} points"]
    if s[RULES] == FULL:
        objective = int(s[board + OBJECTIVE])
        if objective:
            caught = _birds(view, board + CAUGHT)
            parts.append(f"the objective {in_words(name(objective - 1))}, caught {caught}")
        parts.append(f"in stock {_birds(view, board + STOCK)}")
        if s[board + FALCONRY]:
            parts.append(
                f"an {FALCONS[s[board + FALCONRY]]} falcon" if s[board + FALCONRY] == ADULT else "an eyas"
            )
    large, small = int(s[board + COTES + LARGE - 1]), int(s[board + COTES + SMALL - 1])
    parts.append(f"{large} large and {small} small dovecotes to place")
    return f"{SEATS[seat]} has {', '.join(parts)}"


def _birds(view: View, start: int) -> str:
    found = [f"{view.state[start + i]} {BREED_NAMES[i]}" for i in range(4) if view.state[start + i]]
    return " and ".join(found) or "nothing"


def text(position: Position, last: str | None = None) -> str:
    """The position as lines of text.

    A square is a letter.  Before it stands who has a dovecote there, a capital for the large one; after it
    who laid the tile, or ' for a wild tile.  A falcon is a #.  What `last` was about stands in brackets.
    """
    view = View(position, last)
    s = view.state
    lines = []
    if view.what:
        lines += _grid(view)
    for squares in sorted(view.estates.values()):
        lines.append(f"{_estate_in_words(view, squares)}, {_at(view, squares)}.")
    if lines:
        lines.append("")
    for seat in range(s[PLAYERS]):
        lines.append(_board_in_letters(view, seat))
    if s[HAND]:
        pigeons = name(int(s[HAND]) - 1)
        lines.append(f"In hand {pigeons}: {pigeons[0]} {pigeons[1]}")
        lines.append(f"{'':14}{pigeons[2]} {pigeons[3]}")
    done = [word for flag, word in ((COTED, "a dovecote placed"), (BRED, "a falcon bred")) if s[flag]]
    this_turn = f"; this turn {' and '.join(done)}" if done else ""
    said = standing(position)
    lines.append(f"{s[LEFT]} in the deck. {said[0].upper()}{said[1:]}{this_turn}.")
    return "\n".join(line.rstrip() for line in lines)


def _grid(view: View) -> list[str]:
    left, right = view.left + 1, view.right - 1
    lines = ["    " + "".join(f"{x:>3} " for x in range(left, right + 1))]
    for y in range(view.top + 1, view.bottom):
        row = f"{y:>3} "
        for x in range(left, right + 1):
            marks = (x, y) in view.marked, (x - 1, y) in view.marked
            row += ("(" if marks[0] else ")" if marks[1] else " ") + _letters(view, (x, y))
        lines.append(row)
    return lines


def _letters(view: View, place: Place) -> str:
    what = view.what.get(place)
    if what is None:
        beside = any(side in view.what for side in sides(*place))
        return " · " if beside else "   "
    if what & FALCON:
        return " # "
    before = after = " "
    if what >> COTE & 3:
        initial = COLOURS[what >> OWNER & 3]
        before = initial if what >> COTE & 3 == LARGE else initial.lower()
    if what >> ORIGIN & 7 == TILE:
        after = COLOURS[what >> LAYER & 3].lower() if what & TAME else "'"
    return before + BREEDS[what & 3] + after


def _at(view: View, squares: list[Place]) -> str:
    [(x, y)] = [place for place in squares if view.what[place] >> COTE & 3]
    return f"at {x},{y}"


def _board_in_letters(view: View, seat: int) -> str:
    s = view.state
    board = BOARDS + seat * BOARD
    parts = []
    if s[RULES] == FULL:
        objective = int(s[board + OBJECTIVE])
        if objective:
            parts.append(f"objective {name(objective - 1)}, missing {missing(s, seat)}")
        else:
            parts.append("no objective")
        stock = "".join(BREEDS[i] * int(s[board + STOCK + i]) for i in range(4))
        parts.append(f"stock {stock or 'empty'}")
        if s[board + FALCONRY]:
            parts.append("eyas" if s[board + FALCONRY] == EYAS else "adult falcon")
    cotes = "L" * int(s[board + COTES + LARGE - 1]) + "S" * int(s[board + COTES + SMALL - 1])
    parts.append(f"dovecotes {cotes or 'none left'}")
    return f"{SEATS[seat]:<7}{view.position.scores[seat]:>3}  {'; '.join(parts)}"
