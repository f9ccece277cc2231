"""Where Columba's card in hand may be laid, and in which turns: what the rules ask most often.

A card touches or covers the territory, covers only what its seat may capture, and brings no two estates
together.  The places are looked at all at once on the sheets of the ground (`territory`); only where a card
would touch two estates each of its turns has to be looked at by itself.
"""

import numpy as np
from numba import boolean, int64, void

from stylobate.compiled import compiled
from stylobate.games.columba.actions import LAYING, act
from stylobate.games.columba.territory import (
    BUILT,
    CELLS,
    COTE,
    COUNT,
    FALCON,
    GROUND,
    HAND,
    LAYER,
    MOVER,
    SHEET,
    SQUARE,
    SQUARES,
    TAME,
    Cells,
    Ground,
    Sheet,
    groups,
    index,
    is_foreign,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State

# The eight cells around a card: beside which of its squares, and where from its upper left one.
AROUND = np.array(
    [(0, 0, -1), (1, 1, -1), (0, -1, 0), (2, -1, 1), (1, 2, 0), (3, 2, 1), (2, 0, 2), (3, 1, 2)],
    dtype=np.int64,
)
NIBBLES = 0x8888  # a bit more for each breed that is counted in four bits
NEVER = 1 << 14  # to be covered: a bit that no estate has
NEIGHBOURS = np.array([(0, 1), (0, 2), (1, 3), (2, 3)], dtype=np.int64)  # squares of a card edge to edge


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
    own = (what & TAME == 0) | (kept_by != seat) | (what >> LAYER & 3 == seat)
    return bool((what & BUILT == 0) & (not is_foreign(s, seat, kept_by)) & own)


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


@compiled(void(STATE, GROUND, int64, SHEET), inlined=True)
def fit(s: State, ground: Ground, needed: int, may: Sheet) -> None:
    """Write for each cell whether a card may lie with its upper left square there: not (0), in any turn (1),
    or only if it joins no two estates (2).  `needed`: how many of each breed it may capture, four bits a
    breed.

    All cells are looked at in the same way, one after the other, so that a processor takes many at once: for
    that, all numbers stay small.  The bare cells around the territory keep what lies at its edges apart.
    """
    width, estate, owners, cell = ground.width, ground.estate, ground.owners, ground.cell
    # What a card catches, four bits a breed; and where squares are, which estates, a bit each, and NEVER.
    under, near = ground.blank[: len(estate)], ground.blank[len(estate) : 2 * len(estate)]
    mover = int(s[MOVER])
    for square in range(len(cell)):
        what, here = int(s[index(SQUARES + SQUARE * square + 2)]), index(cell[index(square)])
        able = int(coverable(s, mover, what, owners[index(estate[here])]))
        under[here] = 1 << 4 * (what & 3)
        near[here] = 1 | 1 << estate[here] | NEVER * (1 - able)
    enough = np.int16(needed | NIBBLES)
    for k in range(len(estate) - 3 * width - 2):
        i, j, last = k + width, k + 2 * width, k + 3 * width
        taken = np.int16(under[index(i + 1)] + under[index(i + 2)])
        taken = np.int16(taken + np.int16(under[index(j + 1)] + under[index(j + 2)]))
        covered = near[index(i + 1)] | near[index(i + 2)] | near[index(j + 1)] | near[index(j + 2)]
        around = near[index(k + 1)] | near[index(k + 2)] | near[index(i)] | near[index(i + 3)]
        around |= near[index(j)] | near[index(j + 3)] | near[index(last + 1)] | near[index(last + 2)]
        lacking = np.int16(enough - taken) & NIBBLES
        fits = (covered & NEVER == 0) & (lacking == NIBBLES) & ((around | covered) & 1 != 0)
        beside = np.int16((around & ~NEVER) >> 1)
        may[index(i + 1)] = fits + (fits & (beside & np.int16(beside - 1) != 0))


@compiled(int64(STATE, GROUND, int64, SHEET, ACTIONS, ACTIONS))
def ways_to_lay(s: State, ground: Ground, needed: int, names: Sheet, out: Actions, numbers: Actions) -> int:
    """Every place and turn for the card in hand, if it may capture what is `needed`; returns how many.

    `names` are the numbers that a space has for the cells, and `numbers` what those are of each way, which
    is written beside the list; of no length where nobody asks.
    """
    left, top, width = ground.left, ground.top, ground.width
    at, bred, estate = ground.at, ground.bred, ground.estate
    found, corners = ground.blank[2 * len(at) : 3 * len(at)], ground.places
    fit(s, ground, needed, found)
    card = int(s[HAND]) - 1
    shown = looks(card)
    scratch, group = out[:0], at[:0]  # not there before they are needed
    fitting = 0
    for corner in range(len(found)):
        corners[index(fitting)] = corner
        fitting += found[index(corner)] != 0
    named = len(numbers) > 0
    count = 0
    row = 0
    for k in range(fitting):
        corner = int(corners[index(k)])
        while corner > (row + 1) * width:
            row += 1
        here = act(LAYING, corner - row * width + left, row + top, 0)
        name = 4 * int(names[index(corner)]) if named else 0
        if found[index(corner)] == 1:
            for quarters in range(4):  # those that look like others will be written over
                out[index(count + quarters)] = here + quarters
            if named:
                for quarters in range(4):
                    numbers[index(count + quarters)] = name + quarters
            count += shown
            continue
        if len(scratch) == 0:
            scratch = np.empty(16, dtype=np.int64)
        beside, part, touched = scratch[:4], scratch[4:8], scratch[8:]
        touching(bred, estate, width, corner, beside)
        for quarters in range(shown):
            lain = turned(card, quarters)
            if reaches_two(beside, lain):
                joined = brings_together(beside, lain, part)
                if not joined and goes_on(bred, estate, width, corner, lain, touched):
                    if len(group) == 0:
                        group = groups(width, bred, ground.cell)
                    joined = seems_to_join(group, estate, lain, touched)
                covers = at[corner] or at[corner + 1] or at[corner + width] or at[corner + width + 1]
                if joined and (not covers or joins(s, at, width, corner, lain)):
                    continue
            out[index(count)] = here + quarters
            if named:
                numbers[index(count)] = name + quarters
            count += 1
    return count
