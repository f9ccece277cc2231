"""Columba for learners: numbers for what is done on an endless table, and what a seat sees of it.

The territory has no edge, but never more squares than the deck allows (`territory`).  So whatever is done on
it is told by one of its squares, numbered in reading order as the state lists them, and where it is from
there.  A card is told by the first square that it covers or touches: that one is one of the twelve cells that
the card and its sides make.  A tile is told by the square that it covers, or else by the first that it
touches.  With room for n squares, the numbers are

    (square · 12 + cell) · 4 + quarter turns   of a card: cells row by row, two, four, four, two
    (square · 5 + side) · 4 + breed            of a tile: it covers the square, or lies below, to the right,
                                               to the left of it, above it
    square · 2 + 1 for a large dovecote        of a dovecote
    square                                     of a falcon
    pair                                       of an eyas bred: WW, WR, WS, WT, RR … TT; then of one raised
    0, 1, 2                                    goal, nogoal, end

one kind after the other.  The same number means the same square in an observation: a learner can point at it.
A square's number grows when others are laid above it or to its left.
"""

from collections.abc import Sequence

import numpy as np
from numba import int64, void

from stylobate import space
from stylobate.compiled import compiled, inlined
from stylobate.games.columba.actions import (
    BREED,
    BUILD,
    END,
    FAR,
    GOAL,
    HUNT,
    LAYING,
    NOGOAL,
    RAISE,
    RELEASE,
    act,
)
from stylobate.games.columba.at_once import write_flags
from stylobate.games.columba.deck import BREEDS, NAMES
from stylobate.games.columba.laying import ways_to_lay
from stylobate.games.columba.options import (
    can_only_end,
    choices,
)
from stylobate.games.columba.rules import (
    FINISHED,
    JUNIOR,
    LAY,
    OPTIONS,
    lacks,
    needs,
)
from stylobate.games.columba.rules import legal as list_actions
from stylobate.games.columba.scratch import for_places, for_sheets, lent, part
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    BRED,
    CAUGHT,
    COTE,
    COTED,
    COTES,
    COUNT,
    DECK,
    EYAS,
    FALCONRY,
    FRAME,
    FRESHLY,
    GROUND,
    HAND,
    HUNTED,
    LANES,
    LARGE,
    LAYER,
    LEFT,
    MOST_SEATS,
    MOVER,
    OBJECTIVE,
    OWNER,
    PHASE,
    PLACES,
    PLAYERS,
    RULES,
    SHEET,
    SMALL,
    SQUARE,
    SQUARES,
    STOCK,
    TAMED,
    Frame,
    Ground,
    Places,
    Sheet,
    find,
    frame,
    index,
    lie,
    of_places,
    of_sheets,
    spread,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State
from stylobate.space import OBSERVATION, Field, Observation, Space, from_seat

# The cells that a card covers or touches, row by row from its upper left square; and of each row where the
# first lies, how many there are and how many came before.
CELLS = np.array(
    [
        *((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (2, 0)),
        *((-1, 1), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)),
    ],
    dtype=np.int64,
)
ROWS = np.array([(0, 2, 0), (-1, 4, 2), (-1, 4, 6), (0, 2, 10)], dtype=np.int64)
# The square itself, and where a tile lies from the square above it, left of it, right of it, below it.
SIDES = np.array([(0, 0), (0, 1), (1, 0), (-1, 0), (0, -1)], dtype=np.int64)
PAIRS = np.array([(a << 2 | b) for a in range(4) for b in range(a, 4)], dtype=np.int64)
TURNS = 4

# Where each kind begins: so many for each square that there is room for, then so many more.
TILES = len(CELLS) * TURNS
DOVECOTES = TILES + len(SIDES) * len(BREEDS)
FALCONS = DOVECOTES + 2
OTHERS = FALCONS + 1
WORDS = 2 * len(PAIRS)


@compiled(int64(STATE))
def room(s: State) -> int:
    """For how many squares the state has room."""
    return (len(s) - SQUARES) // SQUARE


def actions(s: State) -> int:
    """How many numbers there are: those of all kinds of actions together."""
    return int(OTHERS * room(s) + WORDS + 3)


@compiled(int64(STATE, int64, int64))
def lain(s: State, x: int, y: int) -> int:
    """The first square that a card there covers or touches, times twelve, plus the cell that it is; or -1."""
    for row in range(len(ROWS)):
        first, cells, before = ROWS[row]
        place = find(s, x + first, y + row - 1)
        if place < 0:
            place = -1 - place
        at = SQUARES + SQUARE * place
        if place < s[COUNT] and s[at + 1] == y + row - 1 and s[at] < x + first + cells:
            return int(len(CELLS) * place + before + s[at] - x - first)
    return -1


@inlined
def from_the(cell: int, square: int, other: int) -> int:
    """That cell of the twelve, if a square (plus 1) lies there; or else what is told of those after it."""
    told = np.int16((square - 1) * len(CELLS) + cell)
    return told if square else np.int16(other)  # type: ignore[return-value]


@compiled(int64(STATE, int64, int64))
def put_down(s: State, x: int, y: int) -> int:
    """The square that a tile there covers, or else touches first, times five, plus on which side; or -1."""
    for side in range(len(SIDES)):
        place = find(s, x - SIDES[side, 0], y - SIDES[side, 1])
        if place >= 0:
            return int(len(SIDES) * place + side)
    return -1


@compiled(SHEET(GROUND), inlined=True)
def first_squares(ground: Ground) -> Sheet:
    """`lain` of a card on each cell: for all cells at once."""
    at, width = ground.at, ground.width
    told = part(ground.bare, len(at), len(at))
    for k in range((ground.cells - 3 * width - 2 + LANES - 1) // LANES * LANES):
        i, j, last = k + width, k + 2 * width, k + 3 * width
        below = from_the(10, at[index(last + 1)], from_the(11, at[index(last + 2)], 0))
        lower = from_the(8, at[index(j + 2)], from_the(9, at[index(j + 3)], below))
        lower = from_the(6, at[index(j)], from_the(7, at[index(j + 1)], lower))
        upper = from_the(4, at[index(i + 2)], from_the(5, at[index(i + 3)], lower))
        upper = from_the(2, at[index(i)], from_the(3, at[index(i + 1)], upper))
        told[index(i + 1)] = from_the(0, at[index(k + 1)], from_the(1, at[index(k + 2)], upper))
    return told


@space.number
def number(s: State, action: int) -> int:
    """An action's number, made of its kind, its square, and its detail: a turn, a breed, a size."""
    kind, detail = action >> 40, action & 255
    x, y = (action >> 8 & 0xFFFF) - FAR, (action >> 24 & 0xFFFF) - FAR
    most = room(s)
    if kind == LAYING:
        return int(lain(s, x, y) * TURNS + detail)
    if kind == RELEASE:
        return int(TILES * most + put_down(s, x, y) * 4 + detail)
    if kind == BUILD:
        return int(DOVECOTES * most + find(s, x, y) * 2 + detail)
    if kind == HUNT:
        return int(FALCONS * most + find(s, x, y))
    rest = OTHERS * most
    if kind in (BREED, RAISE):
        return int(rest + (len(PAIRS) if kind == RAISE else 0) + np.searchsorted(PAIRS, detail))
    return int(rest + WORDS + (0 if kind == GOAL else 1 if kind == NOGOAL else 2))


@compiled(void(STATE, FRAME, SHEET, PLACES, ACTIONS, ACTIONS))
def number_cards(s: State, on: Frame, sheets: Sheet, places: Places, legal: Actions, out: Actions) -> None:
    """The number of each way to lay a card; what lies where is looked up on a sheet."""
    ground = spread(s, on, sheets, places)
    first, width = first_squares(ground), ground.width
    corner = (FAR + ground.top) * width + FAR + ground.left
    for k in range(len(legal)):
        x, y = legal[k] >> 8 & 0xFFFF, legal[k] >> 24 & 0xFFFF
        out[k] = first[index(y * width + x - corner)] * TURNS + (legal[k] & 255)


@space.numbers
def numbers(s: State, legal: Actions, out: Actions) -> None:
    """The number of each legal action, in the order of the list."""
    if s[PHASE] == LAY:
        on = frame(s)
        number_cards(s, on, for_sheets(of_sheets(s, on)), for_places(of_places(s, on)), legal, out)
        return
    for k in range(len(legal)):
        out[k] = number(s, legal[k])


@compiled(void(STATE, GROUND, ACTIONS, ACTIONS), inlined=True)
def number_choices(s: State, ground: Ground, legal: Actions, out: Actions) -> None:
    """The same of options, of which dovecotes and tiles are many: the ground knows what is there."""
    most, at, width = room(s), ground.at, ground.width
    corner = (FAR + ground.top) * width + FAR + ground.left
    for k in range(len(legal)):
        kind, detail = legal[k] >> 40, legal[k] & 255
        here = (legal[k] >> 24 & 0xFFFF) * width + (legal[k] >> 8 & 0xFFFF) - corner
        if kind == BUILD:
            out[k] = DOVECOTES * most + (at[index(here)] - 1) * 2 + detail
        elif kind == RELEASE:
            side = 0
            while at[index(here - SIDES[side, 1] * width - SIDES[side, 0])] == 0:
                side += 1
            square = at[index(here - SIDES[side, 1] * width - SIDES[side, 0])] - 1
            out[k] = TILES * most + (square * len(SIDES) + side) * 4 + detail
        else:
            out[k] = number(s, legal[k])


@space.action
def action(s: State, number: int) -> int:
    """The action again; -1 where no such square is there, or where another square comes first."""
    most = room(s)
    if number < 0 or number >= OTHERS * most + WORDS + 3:
        return -1
    if number >= OTHERS * most:
        rest = number - OTHERS * most
        if rest >= WORDS:
            return int(act(GOAL if rest == WORDS else NOGOAL if rest == WORDS + 1 else END, 0, 0, 0))
        kind = BREED if rest < len(PAIRS) else RAISE
        return int(act(kind, 0, 0, PAIRS[rest % len(PAIRS)]))
    if number >= FALCONS * most:
        kind, square, detail, x, y = HUNT, number - FALCONS * most, 0, 0, 0
    elif number >= DOVECOTES * most:
        rest = number - DOVECOTES * most
        kind, square, detail, x, y = BUILD, rest >> 1, rest & 1, 0, 0
    elif number >= TILES * most:
        rest = number - TILES * most
        side = (rest >> 2) % len(SIDES)
        kind, square, detail = RELEASE, (rest >> 2) // len(SIDES), rest & 3
        x, y = SIDES[side, 0], SIDES[side, 1]
    else:
        cell = (number >> 2) % len(CELLS)
        kind, square, detail = LAYING, (number >> 2) // len(CELLS), number & 3
        x, y = -CELLS[cell, 0], -CELLS[cell, 1]
    if square >= s[COUNT]:
        return -1
    x, y = x + s[SQUARES + SQUARE * square], y + s[SQUARES + SQUARE * square + 1]
    if kind == LAYING and lain(s, x, y) != number >> 2:
        return -1
    if kind == RELEASE and put_down(s, x, y) != (number - TILES * most) >> 2:
        return -1
    return int(act(kind, x, y, detail))


AFAR = 16  # squares from the first card that are seldom exceeded
THIRDS = np.array([dovecotes / 3 for dovecotes in range(4)], dtype=np.float32)
OF_STOCK = np.float32(1 / 4)  # what is seldom more than four

SEEN = 24  # floats of a square
CARD = 16
BOARD_SEEN = 17


def _after(row: int, other: int) -> int:
    """How many places after the seat of a row another one sits; four rows for each number of players."""
    players, seat = divmod(row, MOST_SEATS)
    return (other - seat) % max(players, 1)


def _told(row: int, what: int) -> int:
    """What a seat sees of a square, from the eighth bit to the twentieth; `what` is there, from TAME on."""
    tame, fresh, hunted = what & 1, what >> (FRESHLY - TAMED) & 1, what >> (HUNTED - TAMED) & 1
    layer, builder = (_after(row, what >> (part - TAMED) & 3) for part in (LAYER, OWNER))
    cote = what >> (COTE - TAMED) & 3
    bits = tame << 7 | tame << (8 + layer) | (tame & fresh) << 12 | hunted << 19
    return bits | (cote & 1) << 13 | (cote >> 1) << 14 | (cote != 0) << (15 + builder)


_ALL_ROWS = range((MOST_SEATS + 1) * MOST_SEATS)
ALL_TOLD = (1 << (HUNTED + 1 - TAMED)) - 1
TOLD = np.array([[_told(row, what) for what in range(ALL_TOLD + 1)] for row in _ALL_ROWS], dtype=np.int32)
# And the last four, of whose estate it is in: first nobody's.
KEPT = np.array(
    [[0, *(1 << (20 + _after(row, seat)) for seat in range(MOST_SEATS))] for row in _ALL_ROWS], dtype=np.int32
)

PHASES = 0
TURN = PHASES + FINISHED + 1
SEAT = TURN + MOST_SEATS
HOW_MANY = SEAT + MOST_SEATS
YOUNG = HOW_MANY + 3
DONE = YOUNG + 1
IN_HAND = DONE + 2
BOARDS_SEEN = IN_HAND + CARD
CARDS_LEFT = BOARDS_SEEN + MOST_SEATS * BOARD_SEEN
CARDS = CARDS_LEFT + 1
TERRITORY = CARDS + NAMES


def fields(s: State) -> Sequence[Field]:
    """As many squares as there is room for: the deck and the number of players say that."""
    return (
        Field(
            "phase",
            (FINISHED + 1,),
            "1 for the phase: the first card, a draw, a card to lay, a new objective or none, its draw, "
            "options, the end",
        ),
        Field("turn", (MOST_SEATS,), "1 for whose turn it is, also while a card is drawn"),
        Field("seat", (MOST_SEATS,), "1 for my place in the round, which seat 0 begins"),
        Field("players", (3,), "1 for how many play: two, three or four"),
        Field("junior", (1,), "1 for the game for younger players"),
        Field("done", (2,), "1 if a dovecote was placed this turn; 1 if a falcon was bred"),
        Field("hand", (4, 4), "for each square of the card to lay, row by row: 1 for its breed"),
        Field(
            "boards",
            (MOST_SEATS, BOARD_SEEN),
            "for each seat: 1 with an objective; by breed, of four, what it lacks, what it has caught, what "
            "is in stock; small dovecotes left, of three; 1 with the large one, an eyas, an adult falcon",
        ),
        Field("left", (1,), "cards left in the deck, of 100"),
        Field("cards", (NAMES,), "how often each card is left, by four, in the order of their numbers"),
        Field(
            "squares",
            (int(room(s)), SEEN),
            "for each square in reading order: 1 if it is there; x and y from the first card, by 16; 1 for "
            "its breed; 1 if the pigeon is domesticated; 1 for whose tile; 1 if it was laid this turn; 1 for "
            "a small dovecote, a large one; 1 for whose; 1 for a falcon; 1 for whose estate",
        ),
    )


@compiled(void(STATE, int64, OBSERVATION), inlined=True)
def see_boards(s: State, seat: int, out: Observation) -> None:
    """Write what lies before each seat, and the deck."""
    for k in range(CARDS):
        out[index(k)] = 0.0
    players = int(s[PLAYERS])
    out[PHASES + s[PHASE]] = 1.0
    if s[PHASE] != FINISHED:
        out[TURN + from_seat(seat, s[MOVER], players)] = 1.0
    out[SEAT + seat] = 1.0
    out[HOW_MANY + players - 2] = 1.0
    out[YOUNG] = s[RULES] == JUNIOR
    out[DONE] = s[COTED]
    out[DONE + 1] = s[BRED]
    if s[HAND]:
        for corner in range(4):
            out[IN_HAND + 4 * corner + ((s[HAND] - 1) >> (6 - 2 * corner) & 3)] = 1.0
    for other in range(players):
        board, seen = BOARDS + other * BOARD, BOARDS_SEEN + from_seat(seat, other, players) * BOARD_SEEN
        out[seen] = s[board + OBJECTIVE] > 0
        missing = lacks(s, other)
        for breed in range(4):
            out[seen + 1 + breed] = np.float32(missing >> 4 * breed & 15) * OF_STOCK
            out[seen + 5 + breed] = np.float32(s[board + CAUGHT + breed]) * OF_STOCK
            out[seen + 9 + breed] = np.float32(s[board + STOCK + breed]) * OF_STOCK
        out[seen + 13] = THIRDS[s[board + COTES + SMALL - 1]]
        out[seen + 14] = s[board + COTES + LARGE - 1]
        out[seen + 15] = s[board + FALCONRY] == EYAS
        out[seen + 16] = s[board + FALCONRY] == ADULT
    out[CARDS_LEFT] = s[LEFT] / 100
    for card in range(NAMES):
        out[index(CARDS + card)] = np.float32(s[index(DECK + card)]) * np.float32(0.25)


@compiled(void(STATE, int64, GROUND, OBSERVATION), inlined=True)
def see_squares(s: State, seat: int, ground: Ground, out: Observation) -> None:
    """Write what is on each square.

    Most of it is ones and noughts.  They are put together as bits and then written all at once: what a square
    shows a processor could not guess, so nothing branches.
    """
    row = index(int(s[PLAYERS]) * MOST_SEATS + seat)
    cell, estate, told, kept = ground.cell, ground.estate, TOLD[row], ground.places
    for k in range(ground.cotes + 1):
        kept[index(k)] = KEPT[row, index(ground.owners[index(k)] + 1)]
    for square in range(len(cell)):
        at_state, seen = SQUARES + SQUARE * square, TERRITORY + SEEN * square
        x, y, what = s[index(at_state)], s[index(at_state + 1)], int(s[index(at_state + 2)])
        bits = 1 | 8 << (what & 3) | int(told[index(what >> TAMED & ALL_TOLD)])
        bits |= int(kept[index(estate[index(cell[index(square)])])])
        write_flags(out, seen, bits)
        out[index(seen + 1)] = np.float32(x) * np.float32(1 / AFAR)
        out[index(seen + 2)] = np.float32(y) * np.float32(1 / AFAR)
    seen = TERRITORY + SEEN * len(ground.cell)
    while seen < len(out) and out[seen]:  # squares of a larger territory that was last seen there
        for k in range(seen, seen + SEEN):
            out[k] = 0.0
        seen += SEEN


@compiled(void(STATE, FRAME, SHEET, PLACES, int64, OBSERVATION))
def see(s: State, on: Frame, sheets: Sheet, places: Places, seat: int, out: Observation) -> None:
    """What lies before each seat, then the deck, then square by square."""
    s, out = lent(s), lent(out)
    see_boards(s, seat, out)
    see_squares(s, seat, lie(s, on, sheets, places), out)


@space.observe
def observe(s: State, seat: int, out: Observation) -> None:
    """All there is."""
    on = frame(s)
    see(s, on, for_sheets(of_sheets(s, on)), for_places(of_places(s, on)), seat, out)


@compiled(int64(STATE, FRAME, SHEET, PLACES, int64, ACTIONS, ACTIONS, OBSERVATION))
def look(
    s: State,
    on: Frame,
    sheets: Sheet,
    places: Places,
    seat: int,
    legal: Actions,
    numbers: Actions,
    out: Observation,
) -> int:
    """The list, its numbers and what is seen, from one look at the ground."""
    s, legal, numbers, out = lent(s), lent(legal), lent(numbers), lent(out)
    ground = lie(s, on, sheets, places)
    if s[PHASE] == LAY:
        names = first_squares(ground) if len(numbers) else part(sheets, 0, 0)
        count = ways_to_lay(s, ground, needs(s), names, legal, numbers)
    else:
        optional = s[PHASE] == OPTIONS and not can_only_end(s)
        count = choices(s, ground, legal) if optional else list_actions(s, legal)
        if len(numbers):
            number_choices(s, ground, legal[:count], numbers)
    if len(out):
        see_boards(s, seat, out)
        see_squares(s, seat, ground, out)
    return int(count)


@space.together
def together(s: State, seat: int, legal: Actions, numbers: Actions, out: Observation) -> int:
    """All of it at once."""
    on = frame(s)
    sheets, places = for_sheets(of_sheets(s, on)), for_places(of_places(s, on))
    return int(look(s, on, sheets, places, seat, legal, numbers, out))


SPACE = Space(actions, number, numbers, action, fields, observe, together)
