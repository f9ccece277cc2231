"""Columba by Laurent Escoffier (Ludocom, 2012): the rules as a kernel.

Together the players lay cards of two by two pigeons into one endless territory.  Pigeons of one breed that
stand edge to edge are a group, and a group with a dovecote on it is its owner's estate.  A card laid over
wild pigeons captures them, if the seat's objective still needs them; a full objective gives four tiles, and
is then laid itself.  Tiles extend estates or feed falcons, and a falcon cuts foreign estates apart.  The game
ends with the turn in which the last card was drawn; each pigeon of an estate counts 1, or 2 with the large
dovecote.

Rulings.  P1: the cards are ours (see `deck`).  P2: options come after the cards.  P3: any group may get a
dovecote, however small.  P4: a seat holds at most one falcon at a time, and an eyas may wait.  P5: squares
with a dovecote or a falcon are never covered.  P6: whatever cuts a tile off, falcon or not, turns it wild.

There is always a way to lay a card: just above the leftmost square of the top row, half beside it, it touches
that one square only, and so joins no two estates.

State: what `territory` names, in its order.  How many play, the rules, the phase, the seat to move (0 after
the end), the card in hand plus 1, whether a dovecote was placed and whether a falcon was bred this turn, the
cards left in the deck, the cards laid so far, the squares there are; then four boards: the objective plus 1,
what it has caught by breed, the stock by breed, the small and the large dovecotes left, the falcon (0, EYAS,
ADULT); then how often each of the 256 cards is left in the deck; then the squares.
Action: a card's number, for a draw; for all else the kind, y, x and a detail (see `actions`).
"""

from collections.abc import Mapping

import numpy as np
from numba import int64, types, void

from stylobate import kernel
from stylobate.chance import Rng, below
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
from stylobate.games.columba.deck import (
    MOST,
    NAMES,
    STARTING_OBJECTIVE,
    listed,
    number,
)
from stylobate.games.columba.laying import turned, ways_to_lay
from stylobate.games.columba.options import can_only_end, choices, released
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
    FALCON,
    FALCONRY,
    FRAME,
    FRESH,
    HAND,
    LAID,
    LARGE,
    LEFT,
    MOST_SEATS,
    MOVER,
    OBJECTIVE,
    ORIGIN,
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
    Frame,
    Places,
    Sheet,
    find,
    frame,
    index,
    length,
    lie,
    of_places,
    of_sheets,
    owner,
    put,
    survey,
    turn_wild,
)
from stylobate.kernel import ACTIONS, CHANCE, OVER, STATE, Actions, Kernel, Payoffs, State

FULL, JUNIOR = 0, 1
VARIANTS = ("full", "junior")
FIRST, DRAW, LAY, CHOOSE, NEW_GOAL, OPTIONS, FINISHED = range(7)
TWO = types.UniTuple(int64, 2)  # type: ignore[no-untyped-call]
SMALL_COTES = (0, 0, 3, 2, 1)  # for so many players


def start(options: Mapping[str, str]) -> State:
    """The shuffled deck, and before each seat its dovecotes and its starting objective."""
    players, rules = int(options["players"]), VARIANTS.index(options["rules"])
    cards = listed(options["deck"])
    s = np.zeros(length(len(cards) + (players if rules == FULL else 0)), dtype=np.int16)
    s[PLAYERS], s[RULES], s[PHASE], s[LEFT] = players, rules, FIRST, len(cards)
    for card in cards:
        s[DECK + number(card)] += 1
    for seat in range(players):
        board = BOARDS + seat * BOARD
        s[board + OBJECTIVE] = STARTING_OBJECTIVE + 1 if rules == FULL else 0
        s[board + COTES + SMALL - 1] = SMALL_COTES[players]
        s[board + COTES + LARGE - 1] = 1
    return s


@kernel.turn
def turn(s: State) -> int:
    """Chance draws the cards; all else is the mover's."""
    if s[PHASE] == FINISHED:
        return OVER
    if s[PHASE] == FIRST or s[PHASE] == DRAW or s[PHASE] == NEW_GOAL:
        return CHANCE
    return int(s[MOVER])


@kernel.weights
def weights(s: State, out: Actions) -> int:
    """How often each card is left in the deck."""
    count = 0
    for card in range(NAMES):
        if s[DECK + card]:
            out[count] = s[DECK + card]
            count += 1
    return int(s[LEFT])


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    """The uppermost card of a well shuffled deck."""
    under = below(rng, int(s[LEFT]))
    card = 0
    while under >= s[DECK + card]:
        under -= s[DECK + card]
        card += 1
    return card


@compiled(int64(STATE, int64))
def lacks(s: State, seat: int) -> int:
    """How many of each breed the seat's objective still lacks, four bits a breed."""
    board = BOARDS + seat * BOARD
    missing = 0
    if s[board + OBJECTIVE]:
        for shift in range(0, 8, 2):
            missing += 1 << 4 * ((s[board + OBJECTIVE] - 1) >> shift & 3)
        for breed in range(4):
            missing -= s[board + CAUGHT + breed] << 4 * breed
    return missing


@compiled(int64(STATE))
def needs(s: State) -> int:
    """How many of each breed the mover may capture, four bits a breed; in the junior game all there are."""
    return 0x4444 if s[RULES] == JUNIOR else lacks(s, s[MOVER])


@compiled(int64(STATE, FRAME, SHEET, PLACES, ACTIONS))
def on_the_table(s: State, on: Frame, sheets: Sheet, places: Places, out: Actions) -> int:
    """The ways to lay a card, or the options."""
    s, out = lent(s), lent(out)
    ground = lie(s, on, sheets, places)
    if s[PHASE] == OPTIONS:
        return int(choices(s, ground, out))
    return int(ways_to_lay(s, ground, needs(s), part(sheets, 0, 0), out, out[:0]))


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """The cards to be drawn; or the ways to lay one; or whether to draw an objective; or the options."""
    if s[PHASE] == LAY or (s[PHASE] == OPTIONS and not can_only_end(s)):
        on = frame(s)
        sheets, places = for_sheets(of_sheets(s, on)), for_places(of_places(s, on))
        return int(on_the_table(s, on, sheets, places, out))
    if s[PHASE] == OPTIONS:
        out[0] = act(END, 0, 0, 0)
        return 1
    if s[PHASE] == CHOOSE:
        out[0] = act(GOAL, 0, 0, 0)
        out[1] = act(NOGOAL, 0, 0, 0)
        return 2
    count = 0
    for card in range(NAMES):
        if s[DECK + card]:
            out[count] = card
            count += 1
    return count


@compiled(TWO(STATE, int64, int64), inlined=True)
def before(s: State, x: int, y: int) -> tuple[int, int]:
    """How many squares come before x, y, and how many before the place below it.  All are looked at: that is
    done sooner than a search, in which a processor could guess nothing.
    """
    upper, lower = 0, 0
    for square in range(s[COUNT]):
        column, row = s[index(SQUARES + SQUARE * square)], s[index(SQUARES + SQUARE * square + 1)]
        left = int(column < x)
        upper += int(row < y) | int(row == y) & left
        lower += int(row <= y) | int(row == y + 1) & left
    return upper, lower


@inlined
def there(s: State, first: int, x: int, y: int) -> int:
    """How many of the two squares at x, y and right of it there are, if that many come before them."""
    found = 0
    for square in range(first, min(first + 2, int(s[COUNT]))):
        at = SQUARES + SQUARE * square
        found += int(s[at + 1] == y) & int(s[at] <= x + 1)
    return found


@inlined
def pair(s: State, at: int, x: int, y: int, pigeons: int, corner: int) -> None:
    """Write two squares of a card, from one of its corners to the right."""
    s[at], s[at + 1], s[at + 2] = x, y, pigeons >> 2 | corner << ORIGIN
    s[at + 3], s[at + 4], s[at + 5] = x + 1, y, pigeons & 3 | (corner + 1) << ORIGIN


@compiled(void(STATE, int64, int64, int64))
def lay(s: State, x: int, y: int, quarters: int) -> None:
    """Lay the card in hand and catch what it covers; if that fills the objective, it is next to be laid."""
    board = BOARDS + s[MOVER] * BOARD
    card = turned(int(s[HAND]) - 1, quarters)
    count = int(s[COUNT])
    upper, lower = before(s, x, y)
    above, below = there(s, upper, x, y), there(s, lower, x, y + 1)
    if s[RULES] == FULL:
        for square in range(upper, upper + above):
            s[board + CAUGHT + (s[SQUARES + SQUARE * square + 2] & 3)] += 1
        for square in range(lower, lower + below):
            s[board + CAUGHT + (s[SQUARES + SQUARE * square + 2] & 3)] += 1
    # What lies behind is put aside, and then back where it belongs.
    aside = for_sheets(len(s))
    first = SQUARES + SQUARE * (upper + above)
    for at in range(first, SQUARES + SQUARE * count):
        aside[index(at - first)] = s[index(at)]
    between, rest = SQUARE * (lower - upper - above), SQUARE * (lower + below - upper - above)
    at = SQUARES + SQUARE * upper
    pair(s, at, x, y, card >> 4, 0)
    at += 2 * SQUARE
    for k in range(between):
        s[index(at + k)] = aside[index(k)]
    at += between
    pair(s, at, x, y + 1, card & 15, 2)
    at += 2 * SQUARE
    for k in range(rest, SQUARES + SQUARE * count - first):
        s[index(at + k - rest)] = aside[index(k)]
    s[COUNT] = count + 4 - above - below
    s[LAID] += 1
    s[HAND] = 0
    s[PHASE] = OPTIONS
    if s[board + OBJECTIVE] and needs(s) == 0:
        s[HAND] = s[board + OBJECTIVE]
        s[board + OBJECTIVE] = 0
        for breed in range(4):
            s[board + STOCK + breed] += s[board + CAUGHT + breed]
            s[board + CAUGHT + breed] = 0
        s[PHASE] = CHOOSE if s[LEFT] else LAY
    if above + below:  # else no estate has lost a square
        turn_wild(s)


@compiled(void(STATE, int64))
def draw(s: State, card: int) -> None:
    """Take a card from the deck: the first lies at once, others are for the hand or the next objective."""
    s[DECK + card] -= 1
    s[LEFT] -= 1
    if s[PHASE] == FIRST:
        s[HAND] = card + 1
        lay(s, 0, 0, 0)
        s[PHASE] = DRAW
    elif s[PHASE] == DRAW:
        s[HAND] = card + 1
        s[PHASE] = LAY
    else:
        s[BOARDS + s[MOVER] * BOARD + OBJECTIVE] = card + 1
        s[PHASE] = LAY


@compiled(void(STATE))
def end_turn(s: State) -> None:
    """The next seat draws, unless there is nothing left to draw."""
    for square in range(s[COUNT]):
        s[SQUARES + SQUARE * square + 2] &= ~FRESH
    s[COTED] = 0
    s[BRED] = 0
    s[PHASE] = DRAW if s[LEFT] else FINISHED
    s[MOVER] = (s[MOVER] + 1) % s[PLAYERS] if s[LEFT] else 0


@kernel.apply
def apply(s: State, action: int) -> None:
    """Do it, and let tiles that this leaves outside every estate turn wild."""
    if action < NAMES:
        draw(s, action)
        return
    kind, detail = action >> 40, action & 255
    x, y = (action >> 8 & 0xFFFF) - FAR, (action >> 24 & 0xFFFF) - FAR
    board = BOARDS + s[MOVER] * BOARD
    if kind == LAYING:
        lay(s, x, y, detail)
    elif kind == GOAL:
        s[PHASE] = NEW_GOAL
    elif kind == NOGOAL:
        s[PHASE] = LAY
    elif kind == BUILD:
        s[SQUARES + SQUARE * find(s, x, y) + 2] |= (detail + 1) << COTE | s[MOVER] << OWNER
        s[board + COTES + detail] -= 1
        s[COTED] = 1
    elif kind == RELEASE:
        s[board + STOCK + detail] -= 1
        put(s, x, y, released(s[MOVER], detail))
        turn_wild(s)
    elif kind in (BREED, RAISE):
        s[board + STOCK + (detail >> 2)] -= 1
        s[board + STOCK + (detail & 3)] -= 1
        s[board + FALCONRY] = EYAS if kind == BREED else ADULT
        s[BRED] = 1
    elif kind == HUNT:
        s[board + FALCONRY] = 0
        s[SQUARES + SQUARE * find(s, x, y) + 2] |= FALCON
        turn_wild(s)
    else:
        end_turn(s)


@compiled(void(STATE, ACTIONS, ACTIONS))
def tally(s: State, points: Actions, largest: Actions) -> None:
    """Each seat's own points, before teams are added up, and the size of its largest estate in squares."""
    _, _, _, group, keeper = survey(s)
    size = np.zeros(len(keeper), dtype=np.int64)
    for square in range(s[COUNT]):
        size[group[square]] += 1
    for seat in range(s[PLAYERS]):
        points[seat] = -4 if s[BOARDS + seat * BOARD + OBJECTIVE] else 0
        largest[seat] = 0
    for estate in range(1, len(keeper)):
        if keeper[estate]:
            seat = owner(s, keeper[estate])
            points[seat] += size[estate] * (s[SQUARES + SQUARE * keeper[estate] - 1] >> COTE & 3)
            largest[seat] = max(largest[seat], size[estate])


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """The pigeons of each seat's estates, less 4 for an objective; in a team the sum for both."""
    points = np.zeros(MOST_SEATS, dtype=np.int64)
    tally(s, points, np.zeros(MOST_SEATS, dtype=np.int64))
    for seat in range(s[PLAYERS]):
        out[seat] = points[seat] + points[seat ^ 2] if s[PLAYERS] == 4 else points[seat]


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """1 for the side with most points; a tie goes to the largest estate, and else the win is shared."""
    points = np.zeros(MOST_SEATS, dtype=np.int64)
    largest = np.zeros(MOST_SEATS, dtype=np.int64)
    tally(s, points, largest)
    players = int(s[PLAYERS])
    rank = np.zeros(MOST_SEATS, dtype=np.int64)
    for seat in range(players):
        total, estate = points[seat], largest[seat]
        if players == 4:
            total += points[seat ^ 2]
            estate = max(estate, largest[seat ^ 2])
        rank[seat] = total << 20 | estate
    best = rank[:players].max()
    winners = 0
    for seat in range(players):
        winners += rank[seat] == best
    sharing = winners / 2 if players == 4 else float(winners)
    for seat in range(players):
        out[seat] = 1.0 / sharing if rank[seat] == best else 0.0


# A territory of n squares, edge to edge, has at most 4n + 8 places where a card covers or touches it: the
# first square has twelve, and each further one adds four at most.  Options are fewer: two dovecotes and one
# falcon a square, four tiles for each square and each of at most 2n + 2 places beside, ten pairs to breed.
_MOST_SQUARES = 4 * (MOST + MOST_SEATS)
KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=4 * (4 * _MOST_SQUARES + 8))


def seats(s: State) -> int:
    """How many play: two, three or four."""
    return int(s[PLAYERS])


def longest(s: State) -> tuple[int, int]:
    """The deck is drawn once, and whatever is done is paid for by a card.

    A turn lays the card that it drew, and ends.  An objective, of the start or drawn, is laid as well, and
    asks whether to draw another; the four tiles that it brings are laid, or bred from by two, and a falcon
    that hunts was bred from four.  Each dovecote is placed once.
    """
    players = int(s[PLAYERS])
    cards = (len(s) - SQUARES) // (4 * SQUARE)
    dovecotes = players * (SMALL_COTES[players] + 1)
    return (2 if s[RULES] == JUNIOR else 6) * cards + dovecotes, cards


def sides(s: State) -> list[int]:
    """With four players Red and Green are a team, and Yellow and Purple."""
    return [seat % 2 if s[PLAYERS] == 4 else seat for seat in range(s[PLAYERS])]
