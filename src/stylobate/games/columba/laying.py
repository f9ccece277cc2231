"""Where Columba's card in hand may be laid, and in which turns: what the rules ask most often.

A card touches or covers the territory, covers only what its seat may capture, and brings no two estates
together.  The places are looked at all at once on the sheets of the ground (`territory`); only where a card
would touch two estates each of its turns has to be looked at by itself.
"""

import numpy as np
from numba import boolean, int64, void

from stylobate.compiled import compiled, inlined
from stylobate.games.columba.actions import LAYING, act
from stylobate.games.columba.at_once import write_four
from stylobate.games.columba.scratch import lent, part
from stylobate.games.columba.territory import (
    BUILT,
    CELLS,
    COTE,
    COUNT,
    FALCON,
    GROUND,
    HAND,
    HUNTED,
    LANES,
    LAYER,
    MOST_SEATS,
    MOVER,
    PLACES,
    SHEET,
    SQUARE,
    SQUARES,
    TAME,
    TAMED,
    Cells,
    Ground,
    Places,
    Sheet,
    groups,
    index,
    is_foreign,
    rows_share,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State

# The eight cells around a card: beside which of its squares, and where from its upper left one.
AROUND = np.array(
    [(0, 0, -1), (1, 1, -1), (0, -1, 0), (2, -1, 1), (1, 2, 0), (3, 2, 1), (2, 0, 2), (3, 1, 2)],
    dtype=np.int64,
)
NIBBLES = 0x8888 - 0x10000  # a bit more for each breed that is counted in four bits, as small numbers have it
NEVER = 1 << 14  # to be covered: a bit that no estate has
LENT = NEVER >> 1  # a tile of another seat: not to be covered where the estate is one's own
OWN = LENT >> 1
DOUBTFUL = 1 << 4  # a bit that no turn has
NEIGHBOURS = np.array([(0, 1), (0, 2), (1, 3), (2, 3)], dtype=np.int64)  # squares of a card edge to edge


def _first(turns: int) -> list[int]:
    """Turns that are told by a bit each, in their order, before the others."""
    return sorted(range(4), key=lambda turn: turns >> turn & 1 == 0)


FITTING = np.array([_first(turns) for turns in range(16)], dtype=np.int64)
SO_MANY = np.array([turns.bit_count() for turns in range(16)], dtype=np.int64)


def _covered(seat: int, what: int) -> int:
    """What a seat must know of a square before it covers it; `what` is there, from TAME on."""
    here = what << TAMED
    lent = here & TAME and here >> LAYER & 3 != seat
    return 1 | (NEVER if here & BUILT else 0) | (LENT if lent else 0)


OTHERWISE = (1 << (HUNTED + 1 - TAMED)) - 1
COVERED = np.array(
    [[_covered(seat, what) for what in range(OTHERWISE + 1)] for seat in range(MOST_SEATS)], dtype=np.int16
)


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


@compiled(boolean(STATE, int64, int64, int64))
def coverable(s: State, seat: int, what: int, kept_by: int) -> bool:
    """Whether the seat's card may cover a square with `what` on it, in an estate of `kept_by` (-1: none)."""
    known = COVERED[seat, what >> TAMED & OTHERWISE]
    lent = known & LENT != 0 and kept_by == seat
    return not (known & NEVER or lent or is_foreign(s, seat, kept_by))


@compiled(void(CELLS, int64, int64))
def merge(part: Cells, one: int, other: int) -> None:
    """Let two squares of a card, and all that hang together with them, be one part."""
    kept, gone = part[one], part[other]
    for corner in range(4):
        if part[corner] == gone:
            part[corner] = kept


@compiled(int64(SHEET, SHEET, int64, int64), inlined=True)
def touched(bred: Sheet, estate: Sheet, one: int, other: int) -> int:
    """Which estates are at two cells: a bit each, 16 bits a breed."""
    there = (1 << int(estate[index(one)]) & ~1) << (int(bred[index(one)]) - 1 & 3) * 16
    return there | (1 << int(estate[index(other)]) & ~1) << (int(bred[index(other)]) - 1 & 3) * 16


@inlined
def brings_together(card: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether a square of the card touches two estates of its breed, or several do that hang together; given
    for each square which of its breed it touches, a bit each.
    """
    upper, lower = card >> 6 & 3 == card >> 4 & 3, card >> 2 & 3 == card & 3
    left, right = card >> 6 & 3 == card >> 2 & 3, card >> 4 & 3 == card & 3
    if upper:
        a = b = a | b
    if lower:
        c = d = c | d
    if left:
        a = c = a | c
    if right:
        b = d = b | d
    if upper:
        a = b = a | b
    if lower:
        c = d = c | d
    return (a & (a - 1) | b & (b - 1) | c & (c - 1) | d & (d - 1)) != 0


@compiled(boolean(SHEET, SHEET, int64, int64, int64))
def goes_on(bred: Sheet, estate: Sheet, width: int, corner: int, card: int) -> bool:
    """Whether two cells around the card, of one breed, are in no estate and go on with its own pigeons: what
    is beyond may hold the card's squares together.
    """
    once, twice = 0, 0
    for i in range(8):
        beside = index(corner + AROUND[i, 2] * width + AROUND[i, 1])
        alike = int(bred[beside] == 1 + (card >> (6 - 2 * AROUND[i, 0]) & 3)) & int(estate[beside] == 0)
        twice |= once & alike << bred[beside]
        once |= alike << bred[beside]
    return twice != 0


@compiled(boolean(SHEET, SHEET, SHEET, int64, int64, int64))
def seems_to_join(group: Sheet, estate: Sheet, bred: Sheet, width: int, corner: int, card: int) -> bool:
    """Whether the card would bring two estates together, by itself or through the groups that it goes on
    with around it, if covering a square cut nothing apart.
    """
    part = np.arange(4)
    for i in range(4):
        a, b = NEIGHBOURS[i, 0], NEIGHBOURS[i, 1]
        if card >> (6 - 2 * a) & 3 == card >> (6 - 2 * b) & 3:
            merge(part, a, b)
    touched = np.empty(8, dtype=np.int64)  # the cells around whose pigeons go on with its own, -1 for others
    for i in range(8):
        beside = corner + AROUND[i, 2] * width + AROUND[i, 1]
        touched[i] = beside if bred[beside] == 1 + (card >> (6 - 2 * AROUND[i, 0]) & 3) else -1
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


@compiled(int64(STATE, GROUND, int64, int64, SHEET), inlined=True)
def fit(s: State, ground: Ground, needed: int, turns: int, may: Sheet) -> int:
    """Write for each cell in which turns a card may lie with its upper left square there, a bit each: none,
    or all these `turns`, with DOUBTFUL if only in those that join no two estates.  Returns how many cells
    were looked at, the first of the second row left out.  `needed`: how many of each breed the card may
    capture, four bits a breed.

    All cells are looked at in the same way, one after the other, so that a processor takes many at once: for
    that, all numbers stay small.  The bare cells around the territory keep what lies at its edges apart.
    """
    width, estate, owners, cell = ground.width, ground.estate, ground.owners, ground.cell
    # What a card catches, four bits a breed; and where squares are, which estates, a bit each, and NEVER.
    under, near = part(ground.blank, 0, len(estate)), part(ground.blank, len(estate), len(estate))
    mover, card, known = int(s[MOVER]), int(s[HAND]) - 1, COVERED[int(s[MOVER])]
    shown = 2 << (card >> 6) | 2 << (card >> 4 & 3) | 2 << (card >> 2 & 3) | 2 << (card & 3)
    # Of each estate its bit, and whether it is foreign or the mover's; those are alike whose breed is shown.
    kept, alike = part(ground.bare, 0, ground.cotes + 1), 0
    kept[0] = 0
    for k in range(1, ground.cotes + 1):
        keeper = owners[index(k)]
        kept[index(k)] = 1 << k | int(is_foreign(s, mover, keeper)) * NEVER | int(keeper == mover) * OWN
        alike |= (shown >> int(ground.bred[index(ground.places[index(k - 1)])]) & 1) << k
    for square in range(len(cell)):
        what, here = int(s[index(SQUARES + SQUARE * square + 2)]), index(cell[index(square)])
        under[here] = 1 << 4 * (what & 3)
        there = int(known[index(what >> TAMED & OTHERWISE)]) | int(kept[index(estate[here])])
        near[here] = there | (there & there << 1 & LENT) << 1
    enough, all_turns = np.int16(needed | NIBBLES), np.int16(turns)
    doubt = np.int16(turns | DOUBTFUL)
    looked_at = (ground.cells - 3 * width - 2 + LANES - 1) // LANES * LANES
    for k in range(looked_at):
        i, j, last = k + width, k + 2 * width, k + 3 * width
        taken = np.int16(under[index(i + 1)] + under[index(i + 2)])
        taken = np.int16(taken + np.int16(under[index(j + 1)] + under[index(j + 2)]))
        covered = near[index(i + 1)] | near[index(i + 2)] | near[index(j + 1)] | near[index(j + 2)]
        around = near[index(k + 1)] | near[index(k + 2)] | near[index(i)] | near[index(i + 3)]
        around |= near[index(j)] | near[index(j + 3)] | near[index(last + 1)] | near[index(last + 2)]
        lacking = np.int16(enough - taken) & NIBBLES
        fits = (covered & NEVER == 0) & (lacking == NIBBLES) & ((around | covered) & 1 != 0)
        beside = np.int16(around & np.int16(alike))
        several = beside & np.int16(beside - 1) != 0
        may[index(i + 1)] = (doubt if several else all_turns) if fits else np.int16(0)
    return looked_at


@compiled(int64(STATE, GROUND, int64), inlined=True)
def parting(s: State, ground: Ground, corner: int) -> int:
    """In which turns the card in hand joins no two estates there, a bit each."""
    at, bred, estate, width = ground.at, ground.bred, ground.estate, ground.width
    below = corner + width
    a = touched(bred, estate, corner - width, corner - 1)
    b = touched(bred, estate, corner - width + 1, corner + 2)
    c = touched(bred, estate, below - 1, below + width)
    d = touched(bred, estate, below + 2, below + width + 1)
    card = int(s[HAND]) - 1
    turns, lain = 15, card
    # If it shows the breeds of two estates where its squares touch them, it may join those.
    for quarters in range(4):
        first, second = a >> (lain >> 6 & 3) * 16 & 0xFFFF, b >> (lain >> 4 & 3) * 16 & 0xFFFF
        third, fourth = c >> (lain >> 2 & 3) * 16 & 0xFFFF, d >> (lain & 3) * 16 & 0xFFFF
        reached = first | second | third | fourth
        if reached & (reached - 1):
            # If what is covered cannot cut apart what is joined, it is; else it has to be looked at.
            whole = not (estate[corner] or estate[corner + 1] or estate[below] or estate[below + 1])
            joined = brings_together(lain, first, second, third, fourth)
            if not joined and goes_on(bred, estate, width, corner, lain):
                group = groups(width, bred, ground.cell)
                joined = seems_to_join(group, estate, bred, width, corner, lain)
                whole = not (at[corner] or at[corner + 1] or at[below] or at[below + 1])
            if joined and (whole or joins(s, at, width, corner, lain)):
                turns ^= 1 << quarters
        lain = turned(lain, 1)
    return turns


@compiled(int64(PLACES, SHEET, int64, int64, SHEET, ACTIONS, ACTIONS))
def write_ways(
    corners: Places, may: Sheet, width: int, first: int, names: Sheet, out: Actions, numbers: Actions
) -> int:
    """Write the ways to lay a card at these cells, in the turns that they may, and their numbers if asked
    for; `first` would be a card at the first cell of all.  What is written of turns that do not fit will be
    written over.
    """
    corners, may, names, out, numbers = lent(corners), lent(may), lent(names), lent(out), lent(numbers)
    share = rows_share(width)  # a row's last column is the next one's first
    count = 0
    for k in range(len(corners)):
        corner = int(corners[index(k)])
        row = (corner - 1) * share >> 32
        turns = index(may[index(corner)])
        write_four(out, count, first + (row << 24) + (corner - row * width << 8), FITTING[turns])
        if len(numbers):
            write_four(numbers, count, 4 * int(names[index(corner)]), FITTING[turns])
        count += SO_MANY[turns]
    return count


@compiled(int64(STATE, GROUND, int64, SHEET, ACTIONS, ACTIONS), inlined=True)
def ways_to_lay(s: State, ground: Ground, needed: int, names: Sheet, out: Actions, numbers: Actions) -> int:
    """Every place and turn for the card in hand, if it may capture what is `needed`; returns how many.

    `names` are the numbers that a space has for the cells, and `numbers` what those are of each way, which
    is written beside the list; of no length where nobody asks.
    """
    width, each = ground.width, len(ground.at)
    may = part(ground.bare, 0, each)
    corners, doubtful = part(ground.places, 0, each), part(ground.places, each, each)
    all_turns = (1 << looks(int(s[HAND]) - 1)) - 1
    looked_at = fit(s, ground, needed, all_turns, may)
    fitting = 0
    for corner in range(width + 1, width + 1 + looked_at):
        corners[index(fitting)] = corner
        fitting += may[index(corner)] != 0
    doubts = 0
    for k in range(fitting):
        doubtful[index(doubts)] = corners[index(k)]
        doubts += may[index(corners[index(k)])] >= DOUBTFUL
    for k in range(doubts):
        corner = int(doubtful[index(k)])
        may[index(corner)] = all_turns & parting(s, ground, corner)
    first = act(LAYING, ground.left, ground.top, 0)
    return int(write_ways(part(corners, 0, fitting), may, width, first, names, out, numbers))
