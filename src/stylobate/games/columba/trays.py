"""What lies beside Columba's land, piece by piece: the card in hand, the deck, and each seat's own board."""

from collections.abc import Iterator

from stylobate.colours import FADED, INK, MARK
from stylobate.drawing import Svg, element, gilded, rounded, small_picture
from stylobate.games.columba.colours import CARD_BACK, SEATS, TILE_EDGE
from stylobate.games.columba.deck import BREED_NAMES, BREEDS, in_words, name
from stylobate.games.columba.pigeons import birds, card, dovecote, falcon, grounds
from stylobate.games.columba.placing import first_steps
from stylobate.games.columba.position import FALCONS
from stylobate.games.columba.rules import (
    FULL,
    LAY,
)
from stylobate.games.columba.seat_boards import objective
from stylobate.games.columba.telling import UNFINISHED
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    CAUGHT,
    COTES,
    FALCONRY,
    HAND,
    LARGE,
    LEFT,
    OBJECTIVE,
    PHASE,
    RULES,
    SMALL,
    STOCK,
)
from stylobate.games.columba.view import View
from stylobate.parts import Item
from stylobate.telling import counted

CARD, TILE = 52.0, 28.0


def in_hand(view: View) -> list[Item]:
    """The card that is to be laid, and how many are left to draw."""
    s = view.state
    found = []
    if s[HAND]:
        pigeons = name(int(s[HAND]) - 1)
        fresh = view.last == f"*{pigeons}" and s[PHASE] == LAY
        frame = [gilded("path", 1, MARK, "fresh", d=rounded(1, 1, CARD + 4, CARD + 4, 5))] if fresh else []
        drawn = small_picture(*frame, card(pigeons, 3, 3, CARD), width=CARD + 6, height=CARD + 6)
        found.append(Item(f"The card in hand: {in_words(pigeons)}", drawn))
    if s[LEFT]:
        found.append(
            Item(f"{counted(int(s[LEFT]), 'card')} left in the deck", _deck(int(s[LEFT])), f"{s[LEFT]} left")
        )
    return found


def _deck(left: int) -> str:
    backs = [
        element("rect", x=5 - 2 * lift, y=5 - 2 * lift, width=24, height=24, rx=3, fill=CARD_BACK, stroke=INK)
        for lift in range(min(left, 3))
    ]
    return small_picture(*backs, width=31, height=31)


def tray(view: View, seat: int) -> list[Item]:
    """The objective with what is caught of it, tiles in stock, the falcon, dovecotes to build."""
    takes = first_steps(view) if view.position.turn == seat else set()
    full = view.state[RULES] == FULL
    return [*(_goal_and_stock(view, seat, takes) if full else ()), *_cotes(view, seat, takes)]


def _goal_and_stock(view: View, seat: int, takes: set[str]) -> Iterator[Item]:
    s, board = view.state, BOARDS + seat * BOARD
    goal = int(s[board + OBJECTIVE])
    caught = int(s[board + CAUGHT : board + CAUGHT + 4].sum())
    said = "No objective"
    if goal:
        costs = f"Unfinished at the end it costs {UNFINISHED} points"
        said = f"The objective: {in_words(name(goal - 1))}; {caught} of four caught. {costs}"
    yield Item(said, small_picture(objective(view, seat, 3, 3), width=49, height=49))
    for breed, letter in enumerate(BREEDS):
        count = int(s[board + STOCK + breed])
        key = f"tile:{letter}"
        yield Item(
            f"{counted(count, f'{BREED_NAMES[breed]} tile')} in stock",
            small_picture(*_tile(seat, breed, count), width=TILE, height=TILE),
            str(count) if count else "",
            key if key in takes else "",
        )
    kept = int(s[board + FALCONRY])
    if kept:
        mark = view.bred.get(seat)
        box = rounded(2, 2, 38, 38, 5)
        ground = element("path", d=box, fill=SEATS[seat].board)
        frame = gilded("path", 2, "none", mark, d=box) if mark else Svg("")
        key = next((key for key in ("eyas", "adult", "falcon") if key in takes), "")
        drawn = small_picture(ground, frame, falcon(3, 3, 36, kept == ADULT), width=42, height=42)
        yield Item(
            "An adult falcon" if kept == ADULT else "An eyas, a young falcon", drawn, FALCONS[kept], key
        )


def _tile(seat: int, breed: int, count: int) -> Iterator[Svg]:
    if count:
        yield grounds(breed, [(1, 1)], TILE - 2)
    box = {"x": 1, "y": 1, "width": TILE - 2, "height": TILE - 2, "rx": 4}
    ground, edge = ("none", TILE_EDGE) if count else (SEATS[seat].board, FADED)
    yield element("rect", **box, fill=ground, stroke=edge, stroke_width=1.6 if count else 1)
    yield birds(breed, [(3, 3)], TILE - 6, faint=not count)


def _cotes(view: View, seat: int, takes: set[str]) -> Iterator[Item]:
    for kind, letter, size in ((LARGE, "L", "large"), (SMALL, "S", "small")):
        count = int(view.state[BOARDS + seat * BOARD + COTES + kind - 1])
        key = f"cote:{letter}"
        if count:
            yield Item(
                f"{counted(count, f'{size} dovecote')} to build",
                small_picture(dovecote(seat, kind == LARGE, 1, 1, 30), width=32, height=32),
                f"×{count}" if count > 1 else "",
                key if key in takes else "",
            )
