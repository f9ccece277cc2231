"""Columba's territory: where everything stands in a state, and the groups that its squares form.

An endless grid cannot be an array, so the state lists the squares that there are, in reading order: x, y and
what is there.  A territory never loses a square, and a card that captures makes fewer new squares and as many
pigeons to be tiles later.  So four squares for each card of a game, starting objectives included, are room
enough, in whatever direction they are laid.  To look around, `survey` spreads the squares out on a sheet.

What is there, in bits: the breed; where the pigeon comes from (0 to 3 for a card's upper left, upper right,
lower left or lower right square, or TILE); for a domesticated one TAME, the seat that laid it, and FRESH if
that was this turn; the points a pigeon that its dovecote brings (SMALL, LARGE) and whose it is; FALCON.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numba import boolean, int16, int32, int64, types, void

from stylobate.compiled import compiled, inlined
from stylobate.games.columba.deck import NAMES
from stylobate.games.columba.scratch import for_places, for_sheets, part
from stylobate.kernel import ACTIONS, STATE, Actions, State

MOST_SEATS = 4

PLAYERS, RULES, PHASE, MOVER, HAND, COTED, BRED, LEFT, LAID, COUNT = range(10)
BOARDS = 10
OBJECTIVE, CAUGHT, STOCK, COTES, FALCONRY = 0, 1, 5, 9, 11
BOARD = 12
EYAS, ADULT = 1, 2
DECK = BOARDS + MOST_SEATS * BOARD
SQUARES = DECK + NAMES
SQUARE = 3

ORIGIN = 2
TILE = 4
TAMED = 5
TAME = 1 << TAMED
LAYER = 6
FRESHLY = 8
FRESH = 1 << FRESHLY
COTE = 9
SMALL, LARGE = 1, 2
OWNER = 11
HUNTED = 13
FALCON = 1 << HUNTED
BUILT = 3 << COTE | FALCON

MARGIN = 3  # bare cells between what lies on a sheet and what lies there one row later: a card's two, and one

Cells = Actions
CELLS = ACTIONS
# A sheet's cells hold little, and are looked at many at once: so they are small.
Sheet = np.ndarray[tuple[int], np.dtype[np.int16]]
SHEET = types.Array(int16, 1, "C")
Places = np.ndarray[tuple[int], np.dtype[np.int32]]
PLACES = types.Array(int32, 1, "C")
SURVEY = types.Tuple((CELLS, SHEET, PLACES, CELLS, CELLS))  # type: ignore[no-untyped-call]


@inlined
def index(place: int) -> int:
    """A place in an array, which is not negative: so nobody has to see whether to count from the end."""
    return np.uintp(place)  # type: ignore[return-value]


def length(cards: int) -> int:
    """How long the state of a game with so many cards is, starting objectives included."""
    return SQUARES + SQUARE * 4 * cards


@compiled(int64(STATE, int64, int64))
def find(s: State, x: int, y: int) -> int:
    """Which square of the list is there, or, if none is, -1 minus the place where it would belong."""
    low, high = 0, int(s[COUNT])
    while low < high:
        middle = (low + high) >> 1
        at = SQUARES + SQUARE * middle
        if s[at + 1] < y or (s[at + 1] == y and s[at] < x):
            low = middle + 1
        else:
            high = middle
    at = SQUARES + SQUARE * low
    if low < s[COUNT] and s[at] == x and s[at + 1] == y:
        return low
    return -1 - low


@compiled(void(STATE, int64, int64, int64))
def put(s: State, x: int, y: int, what: int) -> None:
    """Let the square at x, y show this from now on."""
    place = find(s, x, y)
    if place < 0:
        place = -1 - place
        for at in range(SQUARES + SQUARE * s[COUNT] - 1, SQUARES + SQUARE * place - 1, -1):
            s[index(at + SQUARE)] = s[index(at)]
        s[COUNT] += 1
    at = SQUARES + SQUARE * place
    s[at], s[at + 1], s[at + 2] = x, y, what


class Frame(NamedTuple):
    """The sheet that a territory has room on: the x and y of its upper left cell, its width and height."""

    left: int
    top: int
    width: int
    height: int


class Ground(NamedTuple):
    """The territory on sheets, looked at once for all that is asked.

    `left` and `top` are the x and y of the upper left cell, `width` the sheet's, `cells` how many there are.
    `at` says for each cell which square lies there, plus 1; `bred` 1 plus the breed that is there, 0 where
    there is none, or under a falcon; `cell` each square's cell.  `estate` says for each cell the estate that
    it is in, from 1 on, or 0; `owners` of each estate whose it is, -1 for none.

    To make an array takes longer than to look through it, so all are parts of two that the caller gives, and
    means no more once that returns (`scratch`).  Among them `blank` are two more sheets, of noughts, `bare`
    two of which nothing is known, and `places` room for as many cells as there are, twice.  Before the
    estates are known, the first of those are the cells of the `cotes` that have one.
    """

    left: int
    top: int
    width: int
    cells: int
    cotes: int
    at: Sheet
    bred: Sheet
    cell: Places
    estate: Sheet
    owners: Sheet
    blank: Sheet
    bare: Sheet
    places: Places


FRAME = types.NamedUniTuple(int64, 4, Frame)  # type: ignore[no-untyped-call]
GROUND = types.NamedTuple(  # type: ignore[no-untyped-call]
    (int64, int64, int64, int64, int64, SHEET, SHEET, PLACES, SHEET, SHEET, SHEET, SHEET, PLACES), Ground
)
BLANK, BARE = 2, 2
LANES = 32  # cells that a processor looks at in one go


@compiled(FRAME(STATE), inlined=True)
def frame(s: State) -> Frame:
    """How large a sheet has to be.  What is right of the last column is the next row's beginning: the margin
    between them is shared.
    """
    count = int(s[COUNT])
    left, right = 0, 0
    for square in range(count):
        left = min(left, s[index(SQUARES + SQUARE * square)])
        right = max(right, s[index(SQUARES + SQUARE * square)])
    top = int(s[SQUARES + 1]) if count else 0
    bottom = int(s[SQUARES + SQUARE * count - 2]) if count else 0
    left, right, top = int(left) - MARGIN, int(right), top - MARGIN
    return Frame(left, top, right - left + 1, bottom - top + 1 + MARGIN)


@inlined
def rows_share(width: int) -> int:
    """How many 2**32nds of a row a cell is, and a bit: to multiply by it is sooner done than to divide."""
    return (1 << 32) // width + 1


@inlined
def span(frame: Frame) -> int:
    """How many numbers a sheet takes: whole goes over its cells, and noughts for one more behind them."""
    return (frame.width * frame.height + MARGIN + 2 * LANES - 1) // LANES * LANES


@inlined
def of_sheets(s: State, frame: Frame) -> int:
    """How many numbers all sheets take, and the owners of the estates."""
    return (3 + BLANK + BARE) * span(frame) + int(s[COUNT]) + 2


@inlined
def of_places(s: State, frame: Frame) -> int:
    """And how many the cells of the squares take, and the room for places."""
    return int(s[COUNT]) + 2 * span(frame)


@compiled(GROUND(STATE, FRAME, SHEET, PLACES), inlined=True)
def spread(s: State, frame: Frame, sheets: Sheet, places: Places) -> Ground:
    """Spread the territory out on a sheet; its estates are not known yet."""
    count, each = int(s[COUNT]), span(frame)
    left, top, width = frame.left, frame.top, frame.width
    for k in range((3 + BLANK) * each):
        sheets[index(k)] = 0
    at, bred, estate = part(sheets, 0, each), part(sheets, each, each), part(sheets, 2 * each, each)
    blank, bare = part(sheets, 3 * each, BLANK * each), part(sheets, (3 + BLANK) * each, BARE * each)
    owners = part(sheets, (3 + BLANK + BARE) * each, count + 2)
    cell, built = part(places, 0, count), part(places, count, 2 * each)
    cotes = 0
    owners[0] = -1
    for square in range(count):
        place = index(SQUARES + SQUARE * square)
        what = int(s[place + index(2)])
        here = index((s[place + index(1)] - top) * width + s[place] - left)
        cell[index(square)] = here
        at[here] = square + 1
        bred[here] = (1 + (what & 3)) * (1 - (what >> HUNTED & 1))
        built[index(cotes)] = here
        owners[index(cotes + 1)] = what >> OWNER & 3
        cotes += int(what >> COTE & 3 != 0) & int(what & FALCON == 0)
    cells = width * frame.height + MARGIN
    return Ground(left, top, width, cells, cotes, at, bred, cell, estate, owners, blank, bare, built)


@compiled(void(SHEET, int64, SHEET, PLACES, int64))
def fill(bred: Sheet, width: int, labels: Sheet, waiting: Places, count: int) -> None:
    """Give the labels of so many cells that wait to all cells of their groups that have none.

    Whether a neighbour belongs to it a processor could not guess, so nothing branches there: each is written
    behind those that wait, and then counted or not.
    """
    done = 0
    while done < count:
        here = int(waiting[index(done)])
        done += 1
        breed, label = bred[index(here)], labels[index(here)]
        for cell in (here - width, here - 1, here + 1, here + width):
            beside = index(cell)
            alike = int(bred[beside] == breed) & int(labels[beside] == 0)
            labels[beside] |= label & -alike
            waiting[index(count)] = cell
            count += alike


@compiled(void(GROUND), inlined=True)
def settle(ground: Ground) -> None:
    """Find the estates.  Most squares are in none, so this takes less time than all groups do."""
    estate, waiting = ground.estate, ground.places
    for k in range(ground.cotes):
        estate[index(waiting[index(k)])] = k + 1
    fill(ground.bred, ground.width, estate, waiting, ground.cotes)


@compiled(GROUND(STATE, FRAME, SHEET, PLACES), inlined=True)
def lie(s: State, frame: Frame, sheets: Sheet, places: Places) -> Ground:
    """How the land lies."""
    ground = spread(s, frame, sheets, places)
    settle(ground)
    return ground


@compiled(SHEET(int64, SHEET, PLACES))
def groups(width: int, bred: Sheet, cell: Places) -> Sheet:
    """For each cell its group, numbered from 1 on by first squares; 0 where none is, or under a falcon."""
    group = np.zeros(len(bred), dtype=np.int16)
    waiting = np.empty(len(cell) + 1, dtype=np.int32)
    last = 0
    for here in cell:
        if bred[here] and not group[here]:
            last += 1
            group[here] = last
            waiting[0] = here
            fill(bred, width, group, waiting, 1)
    return group


@compiled(SURVEY(STATE))
def survey(s: State) -> tuple[Cells, Sheet, Places, Cells, Cells]:
    """Spread the territory out on a sheet and tell its groups.

    `sheet` is the x and y of its upper left cell, its width and its height; `at` and `cell` are those of
    `spread`; `group` is each square's group, from 1 on, 0 under a falcon; `keeper` for each group the square
    with its dovecote, plus 1, or 0.
    """
    on = frame(s)
    sheets = np.empty(of_sheets(s, on), dtype=np.int16)
    places = np.empty(of_places(s, on), dtype=np.int32)
    found = groups(on.width, spread(s, on, sheets, places).bred, places[: s[COUNT]])
    at, cell = sheets[: on.width * on.height + MARGIN], places[: s[COUNT]]
    group = np.empty(len(cell), dtype=np.int64)
    keeper = np.zeros(len(cell) + 1, dtype=np.int64)
    for square in range(len(cell)):
        group[square] = found[cell[square]]
        if s[SQUARES + SQUARE * square + 2] >> COTE & 3:
            keeper[group[square]] = square + 1
    return np.array([on.left, on.top, on.width, on.height]), at, cell, group, keeper


@compiled(int64(STATE, int64))
def owner(s: State, kept: int) -> int:
    """Whose estate it is, given its group's keeper; -1 if it is nobody's."""
    return int(s[SQUARES + SQUARE * kept - 1] >> OWNER & 3) if kept else -1


@compiled(boolean(STATE, int64, int64))
def is_foreign(s: State, seat: int, owner: int) -> bool:
    """Whether an estate of that owner is neither the seat's nor its teammate's."""
    partners = (s[PLAYERS] == 4) & (owner ^ seat == 2)
    return bool((owner >= 0) & (owner != seat) & (not partners))


@compiled(void(STATE, FRAME, SHEET, PLACES))
def part_with(s: State, on: Frame, sheets: Sheet, places: Places) -> None:
    """The same, where there are such tiles."""
    ground = lie(s, on, sheets, places)
    estate, cell = ground.estate, ground.cell
    for square in range(s[COUNT]):
        what = SQUARES + SQUARE * square + 2
        if s[what] & (TAME | FRESH) == TAME and estate[cell[square]] == 0:
            s[what] &= ~(TAME | 3 << LAYER)


@compiled(void(STATE))
def turn_wild(s: State) -> None:
    """Let every tile that stands outside every estate turn wild, but those laid this very turn."""
    tame = 0
    for square in range(s[COUNT]):
        tame += s[SQUARES + SQUARE * square + 2] & (TAME | FRESH) == TAME
    if not tame:
        return
    on = frame(s)
    part_with(s, on, for_sheets(of_sheets(s, on)), for_places(of_places(s, on)))


class Territory:
    """The territory of a state to look things up in, by x and y."""

    def __init__(self, s: State) -> None:
        _, _, _, group, keeper = survey(s)
        xs, ys, whats = s[SQUARES : SQUARES + SQUARE * int(s[COUNT])].reshape(-1, SQUARE).T.tolist()
        places: list[tuple[int, int]] = [*zip(xs, ys, strict=True)]
        self.what: dict[tuple[int, int], int] = dict(zip(places, whats, strict=True))
        self.group: dict[tuple[int, int], int] = dict(zip(places, group.tolist(), strict=True))
        self.owners = [whats[kept - 1] >> OWNER & 3 if kept else -1 for kept in keeper.tolist()]

    def owner(self, where: tuple[int, int]) -> int:
        """Whose estate the square is in, or -1."""
        return self.owners[self.group[where]]

    def crowded(self) -> list[tuple[int, int]]:
        """Squares with dovecotes that share their group with another one."""
        built = [where for where, what in self.what.items() if what >> COTE & 3]
        often = Counter(self.group[where] for where in built)
        return [where for where in built if often[self.group[where]] > 1]


def sides(x: int, y: int) -> list[tuple[int, int]]:
    """The four squares edge to edge with this one."""
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
