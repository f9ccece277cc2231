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
Action: a card's number, for a draw; for all else the kind, y, x and a detail (see `act`).
"""

from collections.abc import Mapping

import numpy as np
from numba import boolean, int64, void

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.compiled import compiled, inlined
from stylobate.games.columba.deck import (
    MOST,
    NAMES,
    STARTING_OBJECTIVE,
    listed,
    number,
)
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    BRED,
    BUILT,
    CAUGHT,
    CELLS,
    COTE,
    COTED,
    COTES,
    COUNT,
    DECK,
    FALCON,
    FALCONRY,
    FRESH,
    HAND,
    LAID,
    LARGE,
    LAYER,
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
    TAME,
    TILE,
    Cells,
    Places,
    Sheet,
    estates,
    find,
    groups,
    index,
    is_foreign,
    length,
    owner,
    put,
    put_at,
    spread,
    survey,
    turn_wild,
)
from stylobate.kernel import ACTIONS, CHANCE, OVER, STATE, Actions, Kernel, Payoffs, State

FULL, JUNIOR = 0, 1
VARIANTS = ("full", "junior")
FIRST, DRAW, LAY, CHOOSE, NEW_GOAL, OPTIONS, FINISHED = range(7)
EYAS, ADULT = 1, 2
SMALL_COTES = (0, 0, 3, 2, 1)  # for so many players

LAYING, GOAL, NOGOAL, BUILD, RELEASE, BREED, RAISE, HUNT, END = range(1, 10)
FAR = 1 << 15  # tokens may name squares this far from the first card, which no card can reach

# The eight cells around a card: beside which of its squares, and where from its upper left one.
AROUND = np.array(
    [(0, 0, -1), (1, 1, -1), (0, -1, 0), (2, -1, 1), (1, 2, 0), (3, 2, 1), (2, 0, 2), (3, 1, 2)],
    dtype=np.int64,
)
NIBBLES = 0x8888  # a bit more for each breed that is counted in four bits
NEVER = 1 << 14  # to be covered: a bit that no estate has
NEIGHBOURS = np.array([(0, 1), (0, 2), (1, 3), (2, 3)], dtype=np.int64)  # squares of a card edge to edge


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


@compiled(int64(int64, int64))
def turned(card: int, quarters: int) -> int:
    """The card after so many quarter turns clockwise: each brings the lower left pigeon to the upper left."""
    for _ in range(quarters):
        a, b, c, d = card >> 6 & 3, card >> 4 & 3, card >> 2 & 3, card & 3
        card = c << 6 | a << 4 | d << 2 | b
    return card


@compiled(int64(int64))
def looks(card: int) -> int:
    """In how many turns the card looks different: 1, 2 or 4.  The smallest turns show them all."""
    if turned(card, 1) == card:
        return 1
    return 2 if turned(card, 2) == card else 4


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


@compiled(int64(int64, int64, int64, int64))
def act(kind: int, x: int, y: int, detail: int) -> int:
    """An action's number.  `detail`: a card's quarter turns, 1 for a large dovecote, or a breed or two."""
    return kind << 40 | (y + FAR) << 24 | (x + FAR) << 8 | detail


@compiled(boolean(STATE, int64, int64, int64))
def coverable(s: State, seat: int, what: int, kept_by: int) -> bool:
    """Whether the seat's card may cover a square with `what` on it, in an estate of `kept_by` (-1: none)."""
    own = (what & TAME == 0) | (kept_by != seat) | (what >> LAYER & 3 == seat)
    return bool((what & BUILT == 0) & (not is_foreign(s, seat, kept_by)) & own)


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


@compiled(void(CELLS, int64, int64))
def merge(part: Cells, one: int, other: int) -> None:
    """Let two squares of a card, and all that hang together with them, be one part."""
    kept, gone = part[one], part[other]
    for corner in range(4):
        if part[corner] == gone:
            part[corner] = kept


@compiled(void(SHEET, SHEET, int64, int64, CELLS))
def touching(bred: Sheet, estate: Sheet, width: int, corner: int, out: Cells) -> None:
    """Write for each square of a card there which estates it would touch: a bit each, 16 bits a breed."""
    for i in range(4):
        out[i] = 0
    for i in range(8):
        beside = index(corner + AROUND[i, 2] * width + AROUND[i, 1])
        out[AROUND[i, 0]] |= (1 << estate[beside] & ~1) << (bred[beside] - 1 & 3) * 16


@compiled(boolean(CELLS, int64))
def reaches_two(touched: Cells, card: int) -> bool:
    """Whether the card shows the breeds of two estates where its squares touch them."""
    reached = 0
    for i in range(4):
        reached |= touched[i] >> (card >> (6 - 2 * i) & 3) * 16
    reached &= 0xFFFF
    return bool(reached & (reached - 1))


@compiled(boolean(CELLS, int64, CELLS))
def brings_together(touched: Cells, card: int, part: Cells) -> bool:
    """Whether a square of the card touches two estates of its breed, or several do that hang together."""
    for i in range(4):
        part[i] = touched[i] >> (card >> (6 - 2 * i) & 3) * 16 & 0xFFFF
    for i in range(4):
        a, b = NEIGHBOURS[i, 0], NEIGHBOURS[i, 1]
        if card >> (6 - 2 * a) & 3 == card >> (6 - 2 * b) & 3:
            part[a] |= part[b]
            part[b] = part[a]
    several = False
    for i in range(4):
        several |= part[i] & (part[i] - 1) != 0
    return several


@compiled(boolean(SHEET, SHEET, int64, int64, int64, CELLS))
def goes_on(bred: Sheet, estate: Sheet, width: int, corner: int, card: int, touched: Cells) -> bool:
    """Write the cells around the card whose pigeons go on with its own, and -1 for others; whether two of
    them, of one breed, are in no estate: what is beyond may hold the card's squares together.
    """
    wild = 0
    pair = False
    for i in range(8):
        beside = corner + AROUND[i, 2] * width + AROUND[i, 1]
        alike = bred[beside] == 1 + (card >> (6 - 2 * AROUND[i, 0]) & 3)
        touched[i] = beside if alike else -1
        if alike and not estate[beside]:
            pair |= wild >> bred[beside] & 1 != 0
            wild |= 1 << bred[beside]
    return pair


@compiled(boolean(SHEET, SHEET, int64, CELLS))
def seems_to_join(group: Sheet, estate: Sheet, card: int, touched: Cells) -> bool:
    """Whether the card would bring two estates together, by itself or through the groups that it goes on
    with at the cells that are `touched`, if covering a square cut nothing apart.
    """
    part = np.arange(4)
    for i in range(4):
        a, b = NEIGHBOURS[i, 0], NEIGHBOURS[i, 1]
        if card >> (6 - 2 * a) & 3 == card >> (6 - 2 * b) & 3:
            merge(part, a, b)
    for i in range(8):
        for j in range(i):
            if touched[i] >= 0 and touched[j] >= 0 and group[touched[i]] == group[touched[j]]:
                merge(part, AROUND[j, 0], AROUND[i, 0])
    for i in range(8):
        for j in range(i):
            if touched[i] >= 0 and touched[j] >= 0 and part[AROUND[i, 0]] == part[AROUND[j, 0]]:
                one, other = estate[touched[i]], estate[touched[j]]
                if one and other and one != other:
                    return True
    return False


@compiled(boolean(STATE, SHEET, int64, int64, int64))
def joins(s: State, at: Sheet, width: int, corner: int, card: int) -> bool:
    """Whether two dovecotes would stand in one group with the card there, square by square."""
    seen = np.zeros(len(at), dtype=np.int64)
    waiting = np.empty(s[COUNT] + 4, dtype=np.int64)
    for first in range(4):
        if seen[corner + (first >> 1) * width + (first & 1)]:
            continue
        breed = card >> (6 - 2 * first) & 3
        waiting[0] = corner + (first >> 1) * width + (first & 1)
        seen[waiting[0]] = 1
        left_over = 1
        cotes = 0
        while left_over:
            left_over -= 1
            here = waiting[left_over]
            for side in range(4):
                cell = here + (-width if side == 0 else -1 if side == 1 else 1 if side == 2 else width)
                if seen[cell]:
                    continue
                row, column = (cell - corner) // width, (cell - corner) % width
                if (row == 0 or row == 1) and (column == 0 or column == 1):
                    if card >> (6 - 4 * row - 2 * column) & 3 != breed:
                        continue
                else:
                    if not at[cell]:
                        continue
                    what = s[SQUARES + SQUARE * at[cell] - 1]
                    if what & 3 != breed or what & FALCON:
                        continue
                    if what >> COTE & 3:
                        cotes += 1
                seen[cell] = 1
                waiting[left_over] = cell
                left_over += 1
        if cotes > 1:
            return True
    return False


@compiled(SHEET(STATE, int64, PLACES, SHEET, SHEET))
def places(s: State, width: int, cell: Places, estate: Sheet, owners: Sheet) -> Sheet:
    """For each cell whether a card may lie with its upper left square there: not (0), in any turn (1), or
    only if it joins no two estates (2).

    All cells are looked at in the same way, one after the other, so that a processor takes many at once: for
    that, all numbers stay small.  The bare cells around the territory keep what lies at its edges apart.
    """
    # What a card catches, four bits a breed; and where squares are, which estates, a bit each, and NEVER.
    under = np.zeros(len(estate), dtype=np.int16)
    near = np.zeros(len(estate), dtype=np.int16)
    mover = int(s[MOVER])
    for square in range(len(cell)):
        what, here = int(s[SQUARES + SQUARE * square + 2]), index(cell[square])
        able = int(coverable(s, mover, what, owners[index(estate[here])]))
        under[here] = 1 << 4 * (what & 3)
        near[here] = 1 | 1 << estate[here] | NEVER * (1 - able)
    enough = np.int16(needs(s) | NIBBLES)
    found = np.zeros(len(estate), dtype=np.int16)
    may = found[width + 1 :]
    u0, u1, u2, u3 = under[width + 1 :], under[width + 2 :], under[2 * width + 1 :], under[2 * width + 2 :]
    c0, c1, c2, c3 = near[width + 1 :], near[width + 2 :], near[2 * width + 1 :], near[2 * width + 2 :]
    n0, n1, n2, n3 = near[1:], near[2:], near[width:], near[width + 3 :]
    n4, n5 = near[2 * width :], near[2 * width + 3 :]
    n6, n7 = near[3 * width + 1 :], near[3 * width + 2 :]
    for k in range(len(n7)):
        taken = np.int16(np.int16(u0[k] + u1[k]) + np.int16(u2[k] + u3[k]))
        covered = c0[k] | c1[k] | c2[k] | c3[k]
        around = n0[k] | n1[k] | n2[k] | n3[k] | n4[k] | n5[k] | n6[k] | n7[k]
        lacking = np.int16(enough - taken) & NIBBLES
        fits = (covered & NEVER == 0) & (lacking == NIBBLES) & ((around | covered) & 1 != 0)
        beside = np.int16((around & ~NEVER) >> 1)
        may[k] = fits + (fits & (beside & np.int16(beside - 1) != 0))
    return found


@inlined
def divided(number: int, by: int) -> tuple[int, int]:
    """How often the one goes into the other, and what is left; neither is negative or large."""
    often = int(np.uint32(number) // np.uint32(by))
    return often, number - often * by


@compiled(int64(STATE, ACTIONS))
def ways_to_lay(s: State, out: Actions) -> int:
    """Every place and turn for the card in hand."""
    left, top, width, _, at, bred, cell = spread(s)
    estate, owners = estates(s, width, bred, cell)
    found = places(s, width, cell, estate, owners)
    card = int(s[HAND]) - 1
    shown = looks(card)
    turns = np.empty(4, dtype=np.int64)
    for quarters in range(4):
        turns[quarters] = turned(card, quarters)
    scratch = np.empty(16, dtype=np.int64)
    beside, part, touched = scratch[:4], scratch[4:8], scratch[8:]
    group = at[:0]  # not known before it is needed
    corners = np.empty(len(found), dtype=np.int32)
    fitting = 0
    for corner in range(len(found)):
        corners[index(fitting)] = corner
        fitting += found[corner] != 0
    count = 0
    for k in range(fitting):
        corner = int(corners[k])
        row, column = divided(corner - 1, width)
        here = act(LAYING, column + 1 + left, row + top, 0)
        if found[index(corner)] == 1:
            for quarters in range(4):  # those that look like others will be written over
                out[index(count + quarters)] = here + quarters
            count += shown
            continue
        touching(bred, estate, width, corner, beside)
        for quarters in range(shown):
            lain = turns[quarters]
            if reaches_two(beside, lain):
                joined = brings_together(beside, lain, part)
                if not joined and goes_on(bred, estate, width, corner, lain, touched):
                    if len(group) == 0:
                        group = groups(width, bred, cell)
                    joined = seems_to_join(group, estate, lain, touched)
                covers = at[corner] or at[corner + 1] or at[corner + width] or at[corner + width + 1]
                if joined and (not covers or joins(s, at, width, corner, lain)):
                    continue
            out[index(count)] = here + quarters
            count += 1
    return count


@compiled(boolean(STATE))
def can_build(s: State) -> bool:
    """Whether the mover may still place a dovecote this turn."""
    board = BOARDS + s[MOVER] * BOARD
    return not s[COTED] and s[board + COTES] + s[board + COTES + 1] > 0


@compiled(boolean(STATE))
def tiles_can_be_housed(s: State) -> bool:
    """Whether all tiles laid this turn are in estates, or would be with one dovecote that may be placed."""
    _, _, width, _, _, bred, cell = spread(s)
    estate, _ = estates(s, width, bred, cell)
    group = estate[:0]  # not known before it is needed
    loose = 0
    for square in range(s[COUNT]):
        here = cell[square]
        if s[SQUARES + SQUARE * square + 2] & FRESH and not estate[here]:
            if not can_build(s):
                return False
            if len(group) == 0:
                group = groups(width, bred, cell)
            if group[here] == 0 or (loose and loose != group[here]):
                return False
            loose = group[here]
    return True


@compiled(boolean(STATE, int64, int64, int64))
def stays_housed(s: State, x: int, y: int, what: int) -> bool:
    """Whether `tiles_can_be_housed` would still hold if the square at x, y showed `what`."""
    after = s.copy()
    put(after, x, y, what)
    return bool(tiles_can_be_housed(after))


@compiled(int64(int64, int64))
def released(seat: int, breed: int) -> int:
    """What a square shows once that seat has laid a tile of that breed on it."""
    return breed | TILE << ORIGIN | TAME | seat << LAYER | FRESH


@compiled(int64(STATE, ACTIONS))
def choices(s: State, out: Actions) -> int:
    """Every option of the mover, and `end` unless a tile of this turn is still without a dovecote."""
    seat = int(s[MOVER])
    board = BOARDS + seat * BOARD
    builds = can_build(s)
    stocked = s[board + STOCK] + s[board + STOCK + 1] + s[board + STOCK + 2] + s[board + STOCK + 3] > 0
    hunts = s[board + FALCONRY] == ADULT
    tiled = False  # this turn
    for square in range(s[COUNT]):
        tiled |= s[SQUARES + SQUARE * square + 2] & FRESH != 0
    if builds or stocked or hunts or tiled:
        left, top, width, height, at, bred, cell = spread(s)
        estate, owners = estates(s, width, bred, cell)
    else:  # the territory does not matter
        left = top = width = height = 0
        at = bred = estate = owners = np.empty(0, dtype=np.int16)
        cell = np.empty(0, dtype=np.int32)
    group = groups(width, bred, cell) if tiled else estate  # which others there are only matters then
    loose = 0  # the group of the tiles that still need a dovecote
    fresh = np.zeros(len(owners), dtype=np.int64)
    for square in range(s[COUNT] if tiled else 0):
        if s[SQUARES + SQUARE * square + 2] & FRESH:
            fresh[group[cell[square]]] = 1
            if not estate[cell[square]]:
                loose = group[cell[square]]
    count = 0

    if builds:
        for square in range(s[COUNT]):
            at_state, here = SQUARES + SQUARE * square, cell[square]
            if s[at_state + 2] & FALCON or estate[here] or (loose and loose != group[here]):
                continue
            for kind in (SMALL, LARGE):
                if s[board + COTES + kind - 1]:
                    out[count] = act(BUILD, s[at_state], s[at_state + 1], kind - 1)
                    count += 1

    if stocked:
        homely = not builds and not loose  # tiles can only go where an estate is
        for row in range(2, height - 2):
            for column in range(2, width + 1):
                corner = row * width + column
                if homely and not (
                    estate[corner]
                    | estate[corner - width]
                    | estate[corner - 1]
                    | estate[corner + 1]
                    | estate[corner + width]
                ):
                    continue
                square = at[corner] - 1
                if square < 0:
                    if not (at[corner - 1] or at[corner + 1] or at[corner - width] or at[corner + width]):
                        continue
                else:
                    what = int(s[SQUARES + SQUARE * square + 2])
                    if what & (TAME | BUILT) or is_foreign(s, seat, owners[estate[corner]]):
                        continue
                for breed in range(4):
                    if s[board + STOCK + breed] == 0:
                        continue
                    x, y = column + left, row + top
                    same = bred[corner] == 1 + breed
                    home = estate[corner] if same else 0
                    crowded = False
                    reaches_loose = same and group[corner] == loose
                    parts = 0  # squares beside it that it holds together now
                    for beside in (corner - width, corner - 1, corner + 1, corner + width):
                        parts += bred[beside] == bred[corner]
                        if bred[beside] == 1 + breed:
                            reaches_loose |= group[beside] == loose
                            if estate[beside]:
                                crowded |= home != 0 and home != estate[beside]
                                home = estate[beside]
                    if crowded:
                        continue
                    if square >= 0 and not same and fresh[group[corner]] and parts > 1:
                        # It may cut apart a group with tiles of this turn in it.
                        if not stays_housed(s, x, y, released(seat, breed)):
                            continue
                    elif not home and not (builds and (not loose or reaches_loose)):
                        continue
                    out[count] = act(RELEASE, x, y, breed)
                    count += 1

    if not s[BRED] and s[board + FALCONRY] != ADULT:
        for pair in range(16):
            a, b = pair >> 2, pair & 3
            enough = s[board + STOCK + a] and s[board + STOCK + b] and (a < b or s[board + STOCK + a] > 1)
            if a <= b and enough:
                out[count] = act(BREED if s[board + FALCONRY] == 0 else RAISE, 0, 0, pair)
                count += 1

    if hunts:
        for square in range(s[COUNT]):
            here = SQUARES + SQUARE * square
            what = int(s[here + 2])
            if what & BUILT or not is_foreign(s, seat, owners[estate[cell[square]]]):
                continue
            if fresh[group[cell[square]]] and not stays_housed(s, s[here], s[here + 1], what | FALCON):
                continue
            out[count] = act(HUNT, s[here], s[here + 1], 0)
            count += 1

    if not loose:
        out[count] = act(END, 0, 0, 0)
        count += 1
    return count


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """The cards to be drawn; or the ways to lay one; or whether to draw an objective; or the options."""
    if s[PHASE] == LAY:
        return int(ways_to_lay(s, out))
    if s[PHASE] == OPTIONS:
        return int(choices(s, out))
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


@compiled(void(STATE, int64, int64, int64))
def lay(s: State, x: int, y: int, quarters: int) -> None:
    """Lay the card in hand and catch what it covers; if that fills the objective, it is next to be laid."""
    board = BOARDS + s[MOVER] * BOARD
    card = turned(int(s[HAND]) - 1, quarters)
    for corner in range(4):
        column, row = x + (corner & 1), y + (corner >> 1)
        there = find(s, column, row)
        if there >= 0 and s[RULES] == FULL:
            s[board + CAUGHT + (s[SQUARES + SQUARE * there + 2] & 3)] += 1
        put_at(s, there, column, row, card >> (6 - 2 * corner) & 3 | corner << ORIGIN)
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
