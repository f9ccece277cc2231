"""What there is to see of how the sides of Columba stand: estates, room to grow, objectives, falcons.

A row belongs to a side: with four players partners see the same.  What can only be used in a turn of one's
own (dovecotes, tiles, missing pigeons) is seen only by those who have one left.  Nobody sees more than one
card ahead; what is further off is for the weights to guess.
"""

import numpy as np
from numba import float64, int64, void

from stylobate import mind
from stylobate.compiled import compiled
from stylobate.games.columba.laying import coverable
from stylobate.games.columba.rules import (
    DRAW,
    FINISHED,
    FIRST,
    NEW_GOAL,
    lacks,
)
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    CELLS,
    COTE,
    COTED,
    COTES,
    COUNT,
    EYAS,
    FALCONRY,
    LARGE,
    LEFT,
    MOVER,
    PHASE,
    PLACES,
    PLAYERS,
    SHEET,
    SMALL,
    SQUARE,
    SQUARES,
    STOCK,
    Cells,
    Places,
    Sheet,
    owner,
    survey,
)
from stylobate.kernel import STATE, State
from stylobate.mind import SIGHT_ROWS, Sights

(
    LEAD,  # points ahead of the best other side; an objective costs nothing yet
    PRESSING,  # the same, and the more the fewer cards are left
    DECIDED,  # 1, 0 or -1 once no turn is left: who would win if it ended here
    POINTS,
    ESTATES,  # how many
    LARGEST,  # squares of the largest estate more than the best other side's
    TURNS,  # how many the side has left, if nobody draws objectives
    NEXT,  # whether it has the next one
    CARDS,  # how many are left in the deck
    HOLDS,  # an objective
    MISSING,  # how many pigeons of it
    LAST_ONE,  # a single one is missing
    CATCH,  # the most pigeons that one card could capture
    FULFIL,  # in how many places one card would fill the objective, up to three
    FULFIL_NEXT,  # the same, with the next turn
    LATE,  # an objective, and the more the fewer turns there are to fill it
    TILES,  # in stock
    HOUSED,  # points that the tiles would bring in the estates there are
    HOUSED_LATE,  # the same, in the last turn
    LARGE_LEFT,
    SMALL_LEFT,
    SITE,  # points of the best group that a dovecote could be placed on, stock included
    SITE_NEXT,  # the same, with the next turn
    OTHER_SITE,  # squares of the second largest such group
    ROOM,  # places where estates can grow, each as many points as its pigeons are
    JOIN,  # points that the best such place would bring, with the groups that it joins
    JOIN_NEXT,  # the same, with the next turn
    HAS_EYAS,
    HAS_ADULT,
    PREY,  # points that a falcon could take from another side, for those who have one, young or adult
    PREY_NEXT,  # the same for an adult
    PERIL,  # points that a falcon of others could take, if they have one, young or adult
    PERIL_NEXT,  # the same for an adult
) = range(33)
WIDTH = 33

# So that what is usual is about 2, and few games teach a lot.
SCALE = np.array(
    [
        *(1 / 6, 2.0, 8.0, 1 / 12, 1 / 2, 1 / 6, 1 / 3, 2.0, 1 / 12),
        *(2.0, 1 / 2, 2.0, 1 / 2, 1.0, 1.0, 4.0),
        *(1 / 3, 1 / 6, 1 / 3, 2.0, 1.0, 1 / 6, 1 / 6, 1 / 3),
        *(1 / 12, 1 / 6, 1 / 6, 2.0, 2.0, 1 / 3, 1 / 3, 1 / 3, 1 / 3),
    ]
)

NIBBLES = 0x8888
NEVER = 1 << 16  # on a square that may not be covered


@mind.rests
def rests(s: State) -> bool:
    """A turn has just ended where a card is to be drawn for the hand, or none is left."""
    return bool(s[PHASE] == DRAW or s[PHASE] == FIRST or s[PHASE] == FINISHED)


@compiled(int64(int64, int64))
def beyond(way: int, width: int) -> int:
    """How far it is on a sheet of that width to the cell above, left, right or below."""
    return -width if way == 0 else -1 if way == 1 else 1 if way == 2 else width


@compiled(int64(CELLS, SHEET, PLACES, CELLS, int64, int64))
def frailty(sheet: Cells, at: Sheet, cell: Places, group: Cells, size: int, kept: int) -> int:
    """How many squares an estate of that size could lose to one falcon, given the square with its dovecote.

    A search in depth from the dovecote: a falcon takes its square and whatever hangs on that square alone.
    """
    width, home = sheet[2], group[kept]
    found = np.zeros(len(cell), dtype=np.int64)  # when it was found, from 1 on
    low = np.zeros(len(cell), dtype=np.int64)  # the first found that it, or what hangs on it, touches
    weight = np.ones(len(cell), dtype=np.int64)  # itself and all that was found through it
    loss = np.ones(len(cell), dtype=np.int64)
    way = np.zeros(len(cell), dtype=np.int64)
    path = np.empty(size, dtype=np.int64)
    path[0] = kept
    found[kept] = low[kept] = 1
    deep, time, worst = 0, 1, 0
    while deep >= 0:
        here = path[deep]
        if way[here] < 4:
            beside = at[cell[here] + beyond(way[here], width)] - 1
            way[here] += 1
            if beside < 0 or group[beside] != home:
                continue
            if found[beside]:
                low[here] = min(low[here], found[beside])
            else:
                time += 1
                found[beside] = low[beside] = time
                deep += 1
                path[deep] = beside
            continue
        deep -= 1
        if deep >= 0:
            before = path[deep]
            weight[before] += weight[here]
            low[before] = min(low[before], low[here])
            if low[here] >= found[before]:
                loss[before] += weight[here]
            worst = max(worst, loss[here])
    return worst


@compiled(int64(STATE, CELLS, PLACES, CELLS, CELLS, int64, int64, int64))
def catches(
    s: State, sheet: Cells, cell: Places, group: Cells, keeper: Cells, seat: int, missing: int, lack: int
) -> int:
    """The most pigeons that the seat could capture with one card, plus 8 a place to fill its objective."""
    width = sheet[2]
    under = np.zeros(width * sheet[3], dtype=np.int64)
    for square in range(s[COUNT]):
        what = int(s[SQUARES + SQUARE * square + 2])
        able = coverable(s, seat, what, owner(s, keeper[group[square]]))
        under[cell[square]] = 1 << 4 * (what & 3) if able else NEVER
    most = places = 0
    for corner in range(width, len(under) - width - 1):
        taken = under[corner] + under[corner + 1] + under[corner + width] + under[corner + width + 1]
        if taken and taken < NEVER and ((missing | NIBBLES) - taken) & NIBBLES == NIBBLES:
            caught = (taken + (taken >> 8)) & 0xFF
            caught = (caught + (caught >> 4)) & 0xF
            most = max(most, caught)
            places += caught == lack
    return most + 8 * min(places, 3)


@compiled(int64(STATE, CELLS, SHEET, CELLS, CELLS, CELLS, int64, int64, int64))
def joining(
    s: State,
    sheet: Cells,
    at: Sheet,
    group: Cells,
    size: Cells,
    keeper: Cells,
    place: int,
    home: int,
    breed: int,
) -> int:
    """How many pigeons an estate would gain by one of its breed there; 0 if that joined another estate."""
    gain = 1
    one = other = -1  # groups counted already
    for way in range(4):
        beside = at[place + beyond(way, sheet[2])]
        if beside == 0 or s[SQUARES + SQUARE * beside - 1] & 3 != breed:
            continue
        near = group[beside - 1]
        if near == 0 or near in (home, one, other):
            continue
        if keeper[near]:
            return 0
        gain += size[near]
        one, other = near, one
    return gain


@compiled(int64(STATE, int64, CELLS, SIGHT_ROWS))
def count_turns(s: State, sides: int, turns: Cells, out: Sights) -> int:
    """How many turns each seat, and each side, has left; returns whose is next."""
    players = int(s[PLAYERS])
    left = int(s[LEFT]) - (s[PHASE] == NEW_GOAL)
    following = int(s[MOVER]) if rests(s) else (int(s[MOVER]) + 1) % players
    for seat in range(players):
        waits = (seat - following) % players
        turns[seat] = (left - waits + players - 1) // players if left > waits else 0
        out[seat % sides, TURNS] += turns[seat]
        out[seat % sides, CARDS] = left
        if waits == 0 and left:
            out[seat % sides, NEXT] = 1.0
    return following


@compiled(void(int64, CELLS, CELLS, CELLS, SIGHT_ROWS))
def see_falcons(sides: int, young: Cells, adult: Cells, frail: Cells, out: Sights) -> None:
    """What falcons could take, given how many of them each side has, and what it could lose to one."""
    for side in range(sides):
        out[side, HAS_EYAS] = young[side]
        out[side, HAS_ADULT] = adult[side]
        for other in range(sides):
            if other == side:
                continue
            if young[side] + adult[side]:
                out[side, PREY] = max(out[side, PREY], float(frail[other]))
            if adult[side]:
                out[side, PREY_NEXT] = max(out[side, PREY_NEXT], float(frail[other]))
            if young[other] + adult[other]:
                out[side, PERIL] = frail[side]
            if adult[other]:
                out[side, PERIL_NEXT] = frail[side]


@compiled(void(int64, SIGHT_ROWS))
def compare(sides: int, out: Sights) -> None:
    """How far each side is ahead of the best of the others."""
    size = np.empty(4, dtype=np.float64)
    rank = np.empty(4, dtype=np.float64)
    for side in range(sides):
        size[side] = out[side, LARGEST]
        rank[side] = out[side, POINTS] - 4.0 * out[side, HOLDS] + size[side] / 1024.0
    for side in range(sides):
        points = largest = best = -1e9
        for other in range(sides):
            if other != side:
                points = max(points, out[other, POINTS])
                largest = max(largest, size[other])
                best = max(best, rank[other])
        out[side, LEAD] = out[side, POINTS] - points
        out[side, PRESSING] = out[side, LEAD] / (3.0 + out[side, CARDS])
        out[side, LARGEST] = size[side] - largest
        if out[side, CARDS] == 0.0:
            out[side, DECIDED] = np.sign(rank[side] - best)


@compiled(float64(STATE, SIGHT_ROWS))
def look(s: State, out: Sights) -> float:
    """A row for each side, and the same for partners; returns what the mover could still make of this turn.

    That is a rough count of points: the tiles housed, and a dovecote on the best group.
    """
    count, players = int(s[COUNT]), int(s[PLAYERS])
    sides = 2 if players == 4 else players
    out[:] = 0.0
    turns = np.zeros(4, dtype=np.int64)
    following = count_turns(s, sides, turns, out)

    # What each side can still use.
    stock = np.zeros((4, 4), dtype=np.int64)
    large, small = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    young, adult = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for seat in range(players):
        if turns[seat]:
            side = seat % sides
            board = BOARDS + seat * BOARD
            large[side] += s[board + COTES + LARGE - 1]
            small[side] += s[board + COTES + SMALL - 1]
            young[side] += s[board + FALCONRY] == EYAS
            adult[side] += s[board + FALCONRY] == ADULT
            for breed in range(4):
                stock[side, breed] += s[board + STOCK + breed]
                out[side, TILES] += s[board + STOCK + breed]
    hunted = young.sum() + adult.sum() > 0

    # Estates, and groups that may become some.
    sheet, at, cell, group, keeper = survey(s)
    size = np.zeros(len(keeper), dtype=np.int64)
    breeds = np.empty(len(keeper), dtype=np.int64)
    for square in range(count):
        size[group[square]] += 1
        breeds[group[square]] = s[SQUARES + SQUARE * square + 2] & 3
    worth = np.zeros((4, 4), dtype=np.int64)  # what a further pigeon of a breed brings the side
    frail = np.zeros(4, dtype=np.int64)
    mark = np.zeros(len(keeper), dtype=np.int64)  # a bit for each estate
    site = estates = 0
    for home in range(1, len(keeper)):
        if size[home] == 0:
            break
        breed = breeds[home]
        if keeper[home]:
            side = owner(s, keeper[home]) % sides
            each = s[SQUARES + SQUARE * keeper[home] - 1] >> COTE & 3
            mark[home] = 1 << estates
            estates += 1
            out[side, ESTATES] += 1
            out[side, POINTS] += each * size[home]
            out[side, LARGEST] = max(out[side, LARGEST], float(size[home]))
            worth[side, breed] = max(worth[side, breed], each)
            if hunted and size[home] > 1:
                lost = frailty(sheet, at, cell, group, size[home], keeper[home] - 1)
                frail[side] = max(frail[side], each * lost)
            continue
        site = max(site, size[home])
        for side in range(sides):
            if large[side] or small[side]:
                grown = float(size[home] + stock[side, breed])
                if grown > out[side, SITE]:
                    out[side, OTHER_SITE] = out[side, SITE]
                    out[side, SITE] = grown
                elif grown > out[side, OTHER_SITE]:
                    out[side, OTHER_SITE] = grown

    # Where estates can grow: bare places and free pigeons beside them.
    bridge = np.zeros((4, 4), dtype=np.int64)  # the best that a tile of a breed would bring the side
    looked = np.zeros(len(at), dtype=np.int64)  # for which estates this place was looked at
    for square in range(count):
        home = group[square]
        if not mark[home]:
            continue
        for way in range(4):
            place = cell[square] + beyond(way, sheet[2])
            there = at[place] - 1
            if looked[place] & mark[home] or (there >= 0 and (group[there] == 0 or mark[group[there]])):
                continue
            looked[place] |= mark[home]
            gain = joining(s, sheet, at, group, size, keeper, place, home, breeds[home])
            if gain:
                side = owner(s, keeper[home]) % sides
                each = s[SQUARES + SQUARE * keeper[home] - 1] >> COTE & 3
                out[side, ROOM] += each
                bridge[side, breeds[home]] = max(bridge[side, breeds[home]], each * gain)

    for side in range(sides):
        if out[side, TURNS] == 0.0:
            continue
        for breed in range(4):
            out[side, JOIN] = max(out[side, JOIN], float(bridge[side, breed]))
            if stock[side, breed]:
                out[side, HOUSED] += bridge[side, breed] + worth[side, breed] * (stock[side, breed] - 1)
        out[side, LARGE_LEFT] = large[side]
        out[side, SMALL_LEFT] = small[side]
        if large[side]:
            out[side, SITE] *= 2.0
        if out[side, NEXT] > 0.0:
            out[side, SITE_NEXT] = out[side, SITE]
            out[side, JOIN_NEXT] = out[side, JOIN]
        if out[side, TURNS] <= 1.0:
            out[side, HOUSED_LATE] = out[side, HOUSED]
    see_falcons(sides, young, adult, frail, out)

    for seat in range(players):
        side = seat % sides
        missing = lacks(s, seat)
        if s[PHASE] == NEW_GOAL and s[MOVER] == seat:
            out[side, HOLDS] += 1.0
            out[side, MISSING] += 4.0
            out[side, LATE] += 1.0 / (1.0 + turns[seat])
        elif missing:
            out[side, HOLDS] += 1.0
            out[side, LATE] += 1.0 / (1.0 + turns[seat])
            if turns[seat]:
                lack = (missing & 15) + (missing >> 4 & 15) + (missing >> 8 & 15) + (missing >> 12)
                caught = catches(s, sheet, cell, group, keeper, seat, missing, lack)
                out[side, MISSING] += lack
                out[side, LAST_ONE] += lack == 1
                out[side, CATCH] += caught & 7
                out[side, FULFIL] += caught >> 3
                if seat == following:
                    out[side, FULFIL_NEXT] += caught >> 3

    compare(sides, out)
    for side in range(sides):
        for sight in range(WIDTH):
            out[side, sight] *= SCALE[sight]
    for seat in range(sides, players):
        out[seat] = out[seat - sides]

    more = 0.0
    if not rests(s):
        mover = int(s[MOVER])
        own = BOARDS + mover * BOARD
        for breed in range(4):
            if s[own + STOCK + breed]:
                more += bridge[mover % sides, breed]
                more += worth[mover % sides, breed] * (s[own + STOCK + breed] - 1)
        if not s[COTED] and s[own + COTES] + s[own + COTES + 1]:
            more += site * (LARGE if s[own + COTES + LARGE - 1] else SMALL)
    return more


@mind.sights
def sights(s: State, out: Sights) -> None:
    """A row for each side, and the same for partners."""
    look(s, out)
