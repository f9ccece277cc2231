"""What the mover of Columba may do once the cards are laid: dovecotes, tiles, falcons, or nothing more.

A tile of this turn has to be in an estate by the end of it, and one dovecote a turn may be what brings that
about.  So with each tile and each falcon it has to be seen whether those that were laid can still be housed;
as long as none was laid, nothing has to.
"""

from numba import boolean, int64

from stylobate.compiled import compiled
from stylobate.games.columba.actions import (
    BREED,
    BUILD,
    END,
    HUNT,
    RAISE,
    RELEASE,
    act,
)
from stylobate.games.columba.at_once import write_four
from stylobate.games.columba.laying import FITTING, SO_MANY
from stylobate.games.columba.scratch import for_places, for_sheets, part
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    BRED,
    BUILT,
    COTED,
    COTES,
    COUNT,
    FALCON,
    FALCONRY,
    FRAME,
    FRESH,
    GROUND,
    LARGE,
    LAYER,
    MOVER,
    ORIGIN,
    PLACES,
    SHEET,
    SMALL,
    SQUARE,
    SQUARES,
    STOCK,
    TAME,
    TILE,
    Frame,
    Ground,
    Places,
    Sheet,
    frame,
    groups,
    index,
    is_foreign,
    lie,
    of_places,
    of_sheets,
    put,
    rows_share,
)
from stylobate.kernel import ACTIONS, STATE, Actions, State


@compiled(boolean(STATE))
def can_build(s: State) -> bool:
    """Whether the mover may still place a dovecote this turn."""
    board = BOARDS + s[MOVER] * BOARD
    return not s[COTED] and s[board + COTES] + s[board + COTES + 1] > 0


@compiled(boolean(STATE, FRAME, SHEET, PLACES))
def are_housed(s: State, on: Frame, sheets: Sheet, places: Places) -> bool:
    """The same, on sheets that are there already."""
    ground = lie(s, on, sheets, places)
    estate, cell = ground.estate, ground.cell
    group = estate[:0]  # not known before it is needed
    loose = 0
    for square in range(s[COUNT]):
        here = cell[square]
        if s[SQUARES + SQUARE * square + 2] & FRESH and not estate[here]:
            if not can_build(s):
                return False
            if len(group) == 0:
                group = groups(ground.width, ground.bred, cell)
            if group[here] == 0 or (loose and loose != group[here]):
                return False
            loose = group[here]
    return True


@compiled(boolean(STATE))
def tiles_can_be_housed(s: State) -> bool:
    """Whether all tiles laid this turn are in estates, or would be with one dovecote that may be placed."""
    on = frame(s)
    return bool(are_housed(s, on, for_sheets(of_sheets(s, on)), for_places(of_places(s, on))))


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


@compiled(boolean(STATE))
def is_tiled(s: State) -> bool:
    """Whether a tile was laid this turn."""
    fresh = 0
    for square in range(s[COUNT]):
        fresh |= s[SQUARES + SQUARE * square + 2] & FRESH
    return fresh != 0


@compiled(boolean(STATE))
def can_only_end(s: State) -> bool:
    """Whether the mover has nothing left for options: then `end` is all.  Tiles of this turn are in estates,
    because one that was not would need a dovecote that may still be placed.
    """
    board = BOARDS + s[MOVER] * BOARD
    stocked = s[board + STOCK] + s[board + STOCK + 1] + s[board + STOCK + 2] + s[board + STOCK + 3] > 0
    return not (can_build(s) or stocked or s[board + FALCONRY] == ADULT)


@compiled(int64(SHEET, SHEET, int64, int64), inlined=True)
def estates_beside(bred: Sheet, estate: Sheet, width: int, corner: int) -> int:
    """Of which breeds there are estates that a tile there would belong to, a bit each; and four bits above,
    of which there are two.
    """
    homes, found = 0, 0
    for beside in (corner, corner - width, corner - 1, corner + 1, corner + width):
        home = int(estate[index(beside)])
        there, breed = int(home != 0), int(bred[index(beside)]) - 1 & 3
        other = homes >> 16 * breed & 0xFFFF
        found |= (there | (there & int(other != 0) & int(other != home)) << 4) << breed
        homes |= home << 16 * breed
    return found


@compiled(boolean(SHEET, int64, int64))
def holds_together(bred: Sheet, width: int, corner: int) -> bool:
    """Whether squares of its breed beside this one may hang together by it alone, not by those between."""
    breed = bred[corner]
    above, below = int(bred[corner - width] == breed), int(bred[corner + width] == breed)
    left, right = int(bred[corner - 1] == breed), int(bred[corner + 1] == breed)
    between = above & right & int(bred[corner - width + 1] == breed)
    between += right & below & int(bred[corner + width + 1] == breed)
    between += below & left & int(bred[corner + width - 1] == breed)
    between += left & above & int(bred[corner - width - 1] == breed)
    return above + below + left + right - between > 1


@compiled(boolean(SHEET, int64, int64, int64, SHEET, int64))
def reaches(group: Sheet, width: int, corner: int, breed: int, bred: Sheet, loose: int) -> bool:
    """Whether a tile of that breed there would belong to a group."""
    found = False
    for beside in (corner, corner - width, corner - 1, corner + 1, corner + width):
        found |= bred[beside] == breed and group[beside] == loose
    return found


@compiled(int64(STATE, GROUND, SHEET, SHEET, int64, int64, int64, int64, int64, int64), inlined=True)
def kept_housed(
    s: State,
    ground: Ground,
    group: Sheet,
    fresh: Sheet,
    loose: int,
    corner: int,
    x: int,
    y: int,
    breeds: int,
    found: int,
) -> int:
    """Those of these breeds that a tile there may have, a bit each, so that all tiles of this turn can still
    be housed; `found` are those that have an estate beside it.
    """
    bred, width, left = ground.bred, ground.width, 0
    for breed in range(4):
        if not breeds >> breed & 1:
            continue
        alike = bred[corner] == 1 + breed
        if ground.at[corner] and not alike and fresh[group[corner]] and holds_together(bred, width, corner):
            # It may cut apart a group with tiles of this turn in it.
            housed = stays_housed(s, x, y, released(s[MOVER], breed))
        else:
            homed = found >> breed & 1 != 0
            housed = not loose or homed or reaches(group, width, corner, 1 + breed, bred, loose)
        left |= int(housed) << breed
    return left


@compiled(int64(STATE, GROUND, ACTIONS), inlined=True)
def choices(s: State, ground: Ground, out: Actions) -> int:
    """Every option of the mover, and `end` unless a tile of this turn is still without a dovecote."""
    seat = int(s[MOVER])
    board = BOARDS + seat * BOARD
    builds = can_build(s)
    stocked = s[board + STOCK] + s[board + STOCK + 1] + s[board + STOCK + 2] + s[board + STOCK + 3] > 0
    hunts = s[board + FALCONRY] == ADULT
    tiled = is_tiled(s)
    left, top, width, at, bred = ground.left, ground.top, ground.width, ground.at, ground.bred
    cell, estate, owners, near = ground.cell, ground.estate, ground.owners, ground.places
    # Which other groups there are only matters while tiles may be outside of estates.
    group = groups(width, bred, cell) if tiled and builds else estate
    loose = 0  # the group of the tiles that still need a dovecote
    fresh = ground.blank  # 1 for groups with tiles of this turn
    for square in range(s[COUNT] if tiled else 0):
        if s[SQUARES + SQUARE * square + 2] & FRESH:
            fresh[group[cell[square]]] = 1
            if not estate[cell[square]]:
                loose = group[cell[square]]
    count = 0

    if builds:
        # Nothing branches: what is written of a square that is not free will be written over.
        small, large = int(s[board + COTES + SMALL - 1] > 0), int(s[board + COTES + LARGE - 1] > 0)
        for square in range(s[COUNT]):
            at_state, here = SQUARES + SQUARE * square, index(cell[index(square)])
            free = int(s[index(at_state + 2)] & FALCON == 0) & int(estate[here] == 0)
            free &= int(loose == 0) | int(loose == group[here])
            dovecote = act(BUILD, s[index(at_state)], s[index(at_state + 1)], 0)
            out[index(count)] = dovecote + SMALL - 1
            count += free & small
            out[index(count)] = dovecote + LARGE - 1
            count += free & large

    if stocked:
        beside_what = at if builds else estate  # else tiles can only go where an estate is
        around = part(ground.bare, 0, len(at))
        first, end = 2 * width, ground.cells - 2 * width
        for corner in range(first, end):
            around[index(corner)] = (
                beside_what[index(corner)]
                | beside_what[index(corner - width)]
                | beside_what[index(corner - 1)]
                | beside_what[index(corner + 1)]
                | beside_what[index(corner + width)]
            )
        candidates = 0
        for corner in range(first, end):
            near[index(candidates)] = corner
            candidates += around[index(corner)] != 0
        in_stock = 0
        for breed in range(4):
            in_stock |= int(s[board + STOCK + breed] > 0) << breed
        share = rows_share(width)
        for k in range(candidates):
            corner = int(near[index(k)])
            row = (corner - 2) * share >> 32
            x, y = corner - row * width + left, row + top
            square = int(at[index(corner)]) - 1
            what = int(s[index(SQUARES + SQUARE * max(square, 0) + 2)])
            taken = what & (TAME | BUILT) != 0 or is_foreign(s, seat, owners[index(estate[index(corner)])])
            found = estates_beside(bred, estate, width, corner)
            breeds = in_stock & ~(found >> 4) & (15 if builds else found)
            if square >= 0 and taken:
                breeds = 0
            if tiled:
                breeds = kept_housed(s, ground, group, fresh, loose, corner, x, y, breeds, found)
            write_four(out, count, act(RELEASE, x, y, 0), FITTING[index(breeds)])
            count += SO_MANY[index(breeds)]

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
