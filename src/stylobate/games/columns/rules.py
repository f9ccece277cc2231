"""Columns, the stacking game, by David Ward (Pin International, Out of the Box Publishing, 2001): the rules.

Twelve pins, five levels high.  Light and Dark in turn place one piece of their own on top of what is there:

* a roundel on any pin with room, but never right on an opponent's blocker;
* a single blocker on any pin with room;
* a double blocker over two neighbouring pins of equal height;
* a triple blocker, an L, over two neighbouring pins: thick end up where they are equally high, thick end
  down where the thin end's pin is one higher.  The thick end is two levels high, the thin end one.

Neither end of a double or triple may hang over a gap, and where both rest on pieces these must be two
different ones.  Who cannot place anything ends the game.  Most roundels on level 5 win; if level, level 4
decides, then 3, 2, 1.

Rulings.  S1: the sheet only says twelve columns; they stand in four files of three, or as the option
`layout` says.  S2: Light starts.  S3: the end is tested on the mover's turn only.  S4: level on all five
levels is shared.

Pins are numbered in the order of their names, a1, a2, a3, b1 …, so a set of pins is a number of twelve bits
and a pin's next one is a shift away: by 1 along its file, by the number of ranks along its rank.  `legal`
therefore tries all pins at once.

State: s[RANKS] is how many ranks there are, s[MOVER] the seat to move, then
HAND     the pieces not yet placed: roundels, singles, doubles, triples of Light, then of Dark;
HIGH     six sets of pins: those that stand 0, 1 … 5 levels high;
CAPPED   two sets of pins: those whose top is a blocker of Light, of Dark;
JOINED   two sets of pins: those whose top is one piece with the top of the next pin along the file, the rank;
NEXT     two sets of pins: those that have a next pin along the file, the rank (the layout as sets);
HEIGHT   how high each pin stands;
PLACE    what fills each of the sixty places, pin by pin from level 1 up: 0, or 1 + seat + 2 * the action
         that put it there.  An action names all the places of its piece, so that no piece needs a number,
         and the same pieces in the same places are the same state in whatever order they came.

Action: 12 * way + pin.  The ways are a roundel, a single, a double along the file, one along the rank; then
eight of the triple: thick end up or down, thick end on that pin or the next, along the file or the rank.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numba import int64, types, void
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import overload

from stylobate import kernel
from stylobate.compiled import compiled
from stylobate.kernel import OVER, STATE, Actions, Kernel, Payoffs, State

PINS = 12
LEVELS = 5
LIGHT, DARK = 0, 1
ROUNDEL, SINGLE, DOUBLE, TRIPLE = 0, 1, 2, 3
SET = (12, 3, 3, 3)

RANKS = 0
MOVER = 1
HAND = 2
HIGH = HAND + 8
CAPPED = HIGH + LEVELS + 1
JOINED = CAPPED + 2
NEXT = JOINED + 2
HEIGHT = NEXT + 2
PLACE = HEIGHT + PINS
SIZE = PLACE + PINS * LEVELS

LAYOUTS = {"4x3": 3, "6x2": 2, "12x1": 1}
ALL_PINS = (1 << PINS) - 1
HAS_NEXT_ALONG_FILE = (0, 0, 0b010101010101, 0b011011011011)
UP, DOWN = 4, 8
WIDTH = 75


def start(options: Mapping[str, str]) -> State:
    """The start on the board that the option `layout` names."""
    return bare(LAYOUTS[options["layout"]])


def bare(ranks: int) -> State:
    """Twelve bare pins in so many ranks, both sets in hand, Light to move."""
    s = np.zeros(SIZE, dtype=np.int16)
    s[RANKS] = ranks
    s[HAND : HAND + 8] = SET + SET
    s[HIGH] = ALL_PINS
    s[NEXT] = HAS_NEXT_ALONG_FILE[ranks]
    s[NEXT + 1] = ALL_PINS >> ranks
    return s


def lowest(found: int) -> int:
    """The number of the lowest bit; to a processor that is one instruction."""
    return (found & -found).bit_length() - 1


@overload(lowest)
def _lowest(found: int) -> Callable[[int], int]:
    def counted(found: int) -> int:
        return trailing_zeros(found)  # type: ignore[call-arg]

    return counted


@compiled(types.Tuple((int64, int64, int64))(STATE), inlined=True)  # type: ignore[no-untyped-call]
def placements(s: State) -> tuple[int, int, int]:
    """Every placement of the seat to move, as sets of actions, a bit each.

    Four ways of roundels, singles and doubles; four of triples with the thick end up; four with it down.
    """
    mover = int(s[MOVER])
    hand = HAND + 4 * mover
    roomy = ALL_PINS & ~int(s[HIGH + LEVELS])
    flat = up = down = 0
    if s[hand + ROUNDEL]:
        flat |= roomy & ~int(s[CAPPED + 1 - mover])
    if s[hand + SINGLE]:
        flat |= roomy << PINS
    if s[hand + DOUBLE] or s[hand + TRIPLE]:
        for along in range(2):
            step = int(s[RANKS]) if along else 1
            pairs = int(s[NEXT + along]) & ~int(s[JOINED + along])
            level = rising = falling = 0
            for height in range(LEVELS - 1):
                here, higher = int(s[HIGH + height]), int(s[HIGH + height + 1])
                level |= here & (here >> step)
                rising |= here & (higher >> step)
                falling |= higher & (here >> step)
            brim = higher & (higher >> step)
            if s[hand + DOUBLE]:
                flat |= ((level | brim) & pairs) << (2 + along) * PINS
            if s[hand + TRIPLE]:
                level = (level & pairs) << along * PINS
                up |= level | level << 2 * PINS
                down |= (rising & pairs | (falling & pairs) << 2 * PINS) << along * PINS
    return flat, up, down


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """Every placement of the seat to move, one by one."""
    flat, up, down = placements(s)
    count = 0
    for first, found in ((0, flat), (UP * PINS, up), (DOWN * PINS, down)):
        while found:
            out[count] = first + lowest(found)
            count += 1
            found &= found - 1
    return count


@kernel.turn
def turn(s: State) -> int:
    """The mover, or OVER if nothing that the mover has left fits anywhere (ruling S3)."""
    mover = int(s[MOVER])
    hand = HAND + 4 * mover
    roomy = ALL_PINS & ~s[HIGH + LEVELS]
    if (s[hand + ROUNDEL] and roomy & ~s[CAPPED + 1 - mover]) or (s[hand + SINGLE] and roomy):
        return mover
    flat, up, down = placements(s)
    return mover if flat or up or down else OVER


@compiled(void(STATE, int64, int64, int64))
def _pile(s: State, pin: int, levels: int, piece: int) -> None:
    """Put a piece that is so many levels high on top of a pin."""
    height = s[HEIGHT + pin]
    place = PLACE + pin * LEVELS + height
    s[place] = piece
    if levels == 2:
        s[place + 1] = piece
    s[HIGH + height] ^= 1 << pin
    s[HIGH + height + levels] ^= 1 << pin
    s[HEIGHT + pin] = height + levels


@kernel.apply
def apply(s: State, action: int) -> None:
    """Put the piece on its pins; then it is the other's turn."""
    mover = int(s[MOVER])
    way, pin = action // PINS, action % PINS
    kind = TRIPLE if way >= UP else min(way, DOUBLE)
    along, thick_beyond = way & 1, way & 2
    beyond = pin + (int(s[RANKS]) if along else 1)
    piece = 1 + mover + 2 * action
    covered = 1 << pin
    if kind >= DOUBLE:
        covered |= 1 << beyond
    s[JOINED] &= ~(covered | covered >> 1)
    s[JOINED + 1] &= ~(covered | covered >> s[RANKS])
    s[CAPPED] &= ~covered
    s[CAPPED + 1] &= ~covered
    if kind != ROUNDEL:
        s[CAPPED + mover] |= covered
    _pile(s, pin, 2 if kind == TRIPLE and not thick_beyond else 1, piece)
    if kind >= DOUBLE:
        _pile(s, beyond, 2 if kind == TRIPLE and thick_beyond else 1, piece)
        s[JOINED + along] |= 1 << pin
    s[HAND + 4 * mover + kind] -= 1
    s[MOVER] = 1 - mover


@compiled(int64(STATE, int64, int64))
def roundels(s: State, seat: int, level: int) -> int:
    """How many of a seat's roundels lie on a level."""
    count = 0
    for pin in range(PINS):
        piece = s[PLACE + pin * LEVELS + level - 1] - 1
        if 0 <= piece < 2 * PINS and piece & 1 == seat:
            count += 1
    return count


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """The roundels of each seat on the highest level."""
    out[LIGHT] = roundels(s, LIGHT, LEVELS)
    out[DARK] = roundels(s, DARK, LEVELS)


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """All to the seat with more roundels on the highest level where they differ; else shared (ruling S4)."""
    out[LIGHT] = 0.5
    out[DARK] = 0.5
    for level in range(LEVELS, 0, -1):
        ahead = roundels(s, LIGHT, level) - roundels(s, DARK, level)
        if ahead != 0:
            out[LIGHT] = 1.0 if ahead > 0 else 0.0
            out[DARK] = 1.0 - out[LIGHT]
            return


KERNEL = Kernel(turn, legal, kernel.no_weights, kernel.no_sample, apply, scores, payoff, width=WIDTH)


def seats(s: State) -> int:
    """How many play: always two."""
    return 2


def longest(s: State) -> tuple[int, int]:
    """Every placement takes a piece from a hand, for good."""
    return int(s[HAND : HAND + 2 * len(SET)].sum()), 0
