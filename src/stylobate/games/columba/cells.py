"""Columba for a terminal in colour: the territory, and beside it the card in hand and what the seats have.

The territory outgrows small windows, which then show a part of it; the card in hand, what its seat may use,
the rulers and a line for each seat stay in sight.

A square is the letter of its breed on the breed's ground.  Before it stands a dovecote in its owner's colour,
a capital for the large one; after it, in the colour of whose estate it is, who laid the tile.
"""

from collections.abc import Set

from stylobate.colours import FADED_ON_CLOTH, INK, INLAY, MARK, MARK_LINE, ON_CLOTH, PLANK_EDGE
from stylobate.game import Position
from stylobate.games.columba.colours import (
    CARD_BACK,
    MEADOW,
    MEADOW_LINE,
    ROCK,
    SEATS,
    STOCK,
    TURTLE,
    WOOD,
)
from stylobate.games.columba.deck import BREEDS, name
from stylobate.games.columba.notation import missing
from stylobate.games.columba.placing import first_steps
from stylobate.games.columba.position import COLOURS, FALCONS
from stylobate.games.columba.position import SEATS as NAMES
from stylobate.games.columba.rules import FULL
from stylobate.games.columba.telling import places
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    COTE,
    COTES,
    FALCON,
    FALCONRY,
    HAND,
    LAYER,
    LEFT,
    MOVER,
    OBJECTIVE,
    ORIGIN,
    OWNER,
    RULES,
    TAME,
    TILE,
    sides,
)
from stylobate.games.columba.territory import LARGE as LARGE_COTE
from stylobate.games.columba.territory import SMALL as SMALL_COTE
from stylobate.games.columba.territory import STOCK as IN_STOCK
from stylobate.games.columba.view import Place, View
from stylobate.parts import WIDEST_TRAY, Beside, Cell

GROUNDS = tuple(breed.ground for breed in (WOOD, ROCK, STOCK, TURTLE))
SMALL, LARGE = 3, 5  # how wide a square is; a large one is two lines high
RULER = 4  # how wide the ruler at the left is
BUTTONS = {"goal": "goal", "nogoal": "none", "end": "end"}
MOST_TILES = 8  # that are shown one by one; more are counted


def cells(position: Position, last: str | None = None, large: bool = False) -> list[list[Cell]]:
    """The land with its rulers; squares of `last` have a golden edge.

    Of the bare squares at the right and below the outermost are left out: nothing begins there.
    """
    view = View(position, last)
    clickable = set(places(position))
    wide = LARGE if large else SMALL
    rulers = [Cell(f"{x:^{wide}}", FADED_ON_CLOTH) for x in range(view.left, view.right)]
    rows = [[Cell(" " * RULER), *rulers]]
    for y in range(view.top, view.bottom):
        for line in range(2 if large else 1):
            rows.append([Cell(" " * RULER if line else f"{y:>3} ", FADED_ON_CLOTH)])
            for x in range(view.left, view.right):
                keys = (f"{x},{y}",) if (x, y) in clickable else ()
                rows[-1] += _square(view, (x, y), keys, wide, line)
    return rows


def beside(position: Position) -> Beside:
    """Whose turn it is, with the card in hand and all that may be used; a line for each seat."""
    view = View(position, None)
    takes = first_steps(view) if position.turn >= 0 else set()
    hand = [] if position.is_over else _turn(view, int(view.state[MOVER]), takes)
    return Beside(hand, [_tray(view, seat) for seat in range(position.seats)], (1, RULER))


def _turn(view: View, seat: int, takes: Set[str]) -> list[list[Cell]]:
    """The card in hand, in two lines, and beside it what its seat has; the deck; what may be done besides."""
    s = view.state
    card = [Cell("   ", ground=MEADOW)] * 4
    if s[HAND]:
        card = [Cell(f" {letter} ", INK, GROUNDS[BREEDS.index(letter)]) for letter in name(int(s[HAND]) - 1)]
    first = [*card[:2], Cell(" "), *_standing(view, seat), Cell(" "), Cell(f" {s[LEFT]} ", INLAY, CARD_BACK)]
    first.append(Cell(" left", FADED_ON_CLOTH))
    for key, label in BUTTONS.items():
        if view.position.turn >= 0 and key in view.position.legal:
            first += [Cell(" "), _button(key, label)]
    return [first, [*card[2:], *_stock(view, seat, takes)]]


def _button(key: str, label: str) -> Cell:
    return Cell(f" {label} ", INLAY, PLANK_EDGE, (key,))


def _square(view: View, at: Place, keys: tuple[str, ...], wide: int, line: int) -> list[Cell]:
    """One line of a square: what stands before the bird, the bird, what stands after it."""
    what = view.what.get(at)
    if what is None:
        if keys and not line:
            return [Cell(f"{'+':^{wide}}", ON_CLOTH, MEADOW, keys)]
        is_beside = any(side in view.what for side in sides(*at))
        return [Cell(f"{'·' if is_beside and not line else ' ':^{wide}}", MEADOW_LINE, MEADOW, keys)]
    if what & FALCON:
        return [Cell(f"{' ' if line else '#':^{wide}}", INLAY, CARD_BACK, keys)]
    ground, before, after = GROUNDS[what & 3], " ", " "
    left, right = (INK, ground), (INK, ground)
    if at in view.marked:
        before, left = "▌", (MARK, MARK_LINE)
    if what >> COTE & 3:
        owner = what >> OWNER & 3
        initial = " " if line else _initial(owner, what >> COTE & 3)
        before, left = initial, (SEATS[owner].ink, SEATS[owner].colour)
    if (keeper := view.territory.owner(at)) >= 0:
        right = SEATS[keeper].ink, SEATS[keeper].colour
    if what >> ORIGIN & 7 == TILE and not line:
        after = COLOURS[what >> LAYER & 3].lower() if what & TAME else "'"
    bird = f"{' ' if line else BREEDS[what & 3]:^{wide - 2}}"
    return [Cell(before, *left, keys), Cell(bird, INK, ground, keys), Cell(after, *right, keys)]


def _standing(view: View, seat: int) -> list[Cell]:
    """Whose it is, points, and what the objective still needs."""
    s = view.state
    row = [
        Cell(f" {NAMES[seat]:<7}", SEATS[seat].ink, SEATS[seat].colour),
        Cell(f"{view.position.scores[seat]:>3}", ON_CLOTH),
    ]
    if s[RULES] == FULL:
        needs = missing(s, seat) if s[BOARDS + seat * BOARD + OBJECTIVE] else ""
        row += [Cell(" needs ", FADED_ON_CLOTH), *_birds(needs)]
    return row


def _stock(view: View, seat: int, takes: Set[str]) -> list[Cell]:
    """Tiles, the falcon, dovecotes to build; those that may be taken now can be clicked."""
    s, board = view.state, BOARDS + seat * BOARD
    row = []
    if s[RULES] == FULL:
        row += [Cell("  tiles ", FADED_ON_CLOTH), *_tiles(view, seat, MOST_TILES, takes)]
        if s[board + FALCONRY]:
            key = next((key for key in ("eyas", "adult", "falcon") if key in takes), "")
            falcon = f" {FALCONS[int(s[board + FALCONRY])]} "
            row += [Cell("  "), Cell(falcon, INLAY, CARD_BACK, (key,) if key else ())]
        elif "eyas" in takes:
            row += [Cell("  "), _button("eyas", "eyas")]
    for kind, letter in ((LARGE_COTE, "L"), (SMALL_COTE, "S")):
        count, key = int(s[board + COTES + kind - 1]), f"cote:{letter}"
        if count:
            keys = (key,) if key in takes else ()
            shown = f" {_initial(seat, kind)}×{count} "
            row += [Cell("  "), Cell(shown, SEATS[seat].ink, SEATS[seat].colour, keys)]
    return row


def _tray(view: View, seat: int) -> list[Cell]:
    """The same in a short line: dovecotes to build, the falcon, what is needed, the tiles."""
    s, board = view.state, BOARDS + seat * BOARD
    cotes = "".join(
        _initial(seat, kind) * int(s[board + COTES + kind - 1]) for kind in (LARGE_COTE, SMALL_COTE)
    )
    row = [Cell(f"{cotes or ' '}", SEATS[seat].ink, SEATS[seat].colour), Cell(" ")]
    if s[RULES] != FULL:
        return [*row, Cell("to build" if cotes else "all built", FADED_ON_CLOTH)]
    if s[board + FALCONRY]:
        row += [Cell(FALCONS[int(s[board + FALCONRY])][0], INLAY, CARD_BACK), Cell(" ")]
    needs = _birds(missing(s, seat) if s[board + OBJECTIVE] else "")
    tiles, many = _tiles(view, seat, 4), int(s[board + IN_STOCK : board + IN_STOCK + 4].sum())
    shorter = [("needs ", " has ", tiles), ("needs ", " + ", tiles), ("", " + ", tiles)]
    for before, between, stock in (*shorter, ("", " + ", [Cell(f"{many}", ON_CLOTH)])):
        whole = [*row, Cell(before, FADED_ON_CLOTH), *needs, Cell(between, FADED_ON_CLOTH), *stock]
        if sum(len(cell.text) for cell in whole) <= WIDEST_TRAY:
            break
    return whole


def _initial(seat: int, kind: int) -> str:
    """The letter of a dovecote, a capital for the large one."""
    return COLOURS[seat] if kind == LARGE_COTE else COLOURS[seat].lower()


def _tiles(view: View, seat: int, most: int, takes: Set[str] = frozenset()) -> list[Cell]:
    """The tiles in stock, letter by letter; if they are more than that, how many of each breed."""
    s, board = view.state, BOARDS + seat * BOARD
    counts = {letter: int(s[board + IN_STOCK + breed]) for breed, letter in enumerate(BREEDS)}
    if sum(counts.values()) <= most:
        return _birds("".join(letter * count for letter, count in counts.items()), takes)
    return [
        Cell(f"{letter}{count}", INK, GROUNDS[BREEDS.index(letter)], _taken(letter, takes))
        for letter, count in counts.items()
        if count
    ]


def _birds(letters: str, takes: Set[str] = frozenset()) -> list[Cell]:
    if not letters:
        return [Cell("-", FADED_ON_CLOTH)]
    return [Cell(letter, INK, GROUNDS[BREEDS.index(letter)], _taken(letter, takes)) for letter in letters]


def _taken(letter: str, takes: Set[str]) -> tuple[str, ...]:
    return (key,) if (key := f"tile:{letter}") in takes else ()
