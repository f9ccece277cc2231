"""Columns, the dice game by Stephen Tallevi (2004): the rules as a kernel.

One die and one sheet for both players: six columns, A to F, of four squares, and a WILD row of four.  Throw,
then write the number in an empty square of a column whose numbers still read in order from top to bottom.
A number that fits nowhere goes into the WILD row; from then on whoever throws it writes a cross in any empty
square.  With the WILD row full, a number that can be neither written nor crossed in is a lost turn.  Who
fills the last square of a column scores the sum of its numbers.  When all six are full, more points win.

Rulings.  D1: a wild number that also fits may be used either way; numbers keep their value when they turn
wild later.  D2: only a number that cannot be written goes into the WILD row.  D3: a wild number that cannot
be written must be crossed in.  D4 (order=either): equal numbers leave a column's direction open.

What is written stays and only adds to what a number must agree with, so a number that fits nowhere once fits
nowhere ever after: the first half of D1 never comes up in play.  The functions below do not lean on that;
`notation.read` does, to refuse a sheet on which a wild number could still be written.

State: s[0] to s[23] are the squares, column by column and from the top, 0 for empty, 1 to 6, or CROSS; then
the wild numbers as bits 1 to 6 (the order in which they turned wild changes nothing and is not kept), the
die in hand or 0, the seat to throw or write, both seats' points, for each column 0 or the seat that completed
it plus 1, how many columns are open, and the order.  When all is over the seat is 0.
Action: what the die shows, 1 to 6; 8 + 2 * square for the number, plus 1 for a cross; WRITE_WILD; PASS.
"""

from collections.abc import Mapping

import numpy as np
from numba import int64, void

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.compiled import compiled
from stylobate.kernel import CHANCE, OVER, STATE, Actions, Kernel, Payoffs, State

COLUMNS, ROWS, SIDES = 6, 4, 6
SQUARES = COLUMNS * ROWS
WILD_SQUARES = 4
CROSS = 7

WILD = SQUARES
DIE = WILD + 1
MOVER = DIE + 1
POINTS = MOVER + 1
OWNER = POINTS + 2
OPEN = OWNER + COLUMNS
ORDER = OPEN + 1
LENGTH = ORDER + 1

MOST_TURNS = 1000

ASCENDING = 0
ORDERS = ("ascending", "either")

WRITE = SIDES + 2
WRITE_WILD = WRITE + 2 * SQUARES
PASS = WRITE_WILD + 1


def start(options: Mapping[str, str]) -> State:
    """An empty sheet, the die to be thrown by seat 0."""
    s = np.zeros(LENGTH, dtype=np.int16)
    s[OPEN] = COLUMNS
    s[ORDER] = ORDERS.index(options["order"])
    return s


@kernel.turn
def turn(s: State) -> int:
    """The die first, then the seat that threw it; over when no column is open."""
    if s[OPEN] == 0:
        return OVER
    if s[DIE] == 0:
        return CHANCE
    return int(s[MOVER])


@kernel.weights
def weights(s: State, out: Actions) -> int:
    """Every side of the die is equally likely."""
    for side in range(SIDES):
        out[side] = 1
    return SIDES


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    """One throw of the die."""
    return 1 + below(rng, SIDES)


@compiled(int64(STATE, int64, int64, int64))
def between(s: State, column: int, number: int, sign: int) -> int:
    """The empty squares, as bits, under all smaller and over all larger numbers; sign -1 turns it round."""
    empty = 0
    first, end = 0, ROWS
    for row in range(ROWS):
        cell = s[column * ROWS + row]
        is_number = cell != 0 and cell != CROSS
        empty |= (cell == 0) << row
        first = row if is_number and cell * sign < number * sign else first
        end = row if is_number and cell * sign > number * sign and end == ROWS else end
    return empty & ((1 << end) - (1 << first))


@compiled(int64(STATE, int64, int64))
def room(s: State, column: int, number: int) -> int:
    """The empty squares of a column, as bits, in which the number may be written."""
    if s[ORDER] == ASCENDING:
        return int(between(s, column, number, 1))
    first = last = 0
    for row in range(ROWS):
        cell = s[column * ROWS + row]
        if cell != 0 and cell != CROSS:
            last = cell
            if first == 0:
                first = cell
    squares = 0
    if first <= last:
        squares |= between(s, column, number, 1)
    if first >= last:
        squares |= between(s, column, number, -1)
    return squares


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """The six sides of the die; or every square for the number and for a cross; or the one thing left."""
    if s[OPEN] == 0:
        return 0
    number = int(s[DIE])
    if number == 0:
        for side in range(SIDES):
            out[side] = side + 1
        return SIDES
    is_wild = (s[WILD] >> number) & 1
    count = 0
    for column in range(COLUMNS):
        if s[OWNER + column] != 0:
            continue
        squares = room(s, column, number)
        for row in range(ROWS):
            square = column * ROWS + row
            if (squares >> row) & 1:
                out[count] = WRITE + 2 * square
                count += 1
            if is_wild and s[square] == 0:
                out[count] = WRITE + 2 * square + 1
                count += 1
    if count > 0:
        return count
    wild_numbers = 0
    for side in range(1, SIDES + 1):
        wild_numbers += (s[WILD] >> side) & 1
    out[0] = WRITE_WILD if wild_numbers < WILD_SQUARES else PASS
    return 1


@compiled(void(STATE, int64))
def complete(s: State, column: int) -> None:
    """If the column is full, the mover scores the sum of its numbers."""
    total = 0
    for square in range(column * ROWS, (column + 1) * ROWS):
        if s[square] == 0:
            return
        if s[square] != CROSS:
            total += s[square]
    s[POINTS + s[MOVER]] += total
    s[OWNER + column] = s[MOVER] + 1
    s[OPEN] -= 1


@kernel.apply
def apply(s: State, action: int) -> None:
    """Take the die in hand; or write, score a column that this fills, and hand the die over."""
    if action <= SIDES:
        s[DIE] = action
        return
    if action == WRITE_WILD:
        s[WILD] |= 1 << s[DIE]
    elif action != PASS:
        square = (action - WRITE) >> 1
        s[square] = CROSS if action & 1 else s[DIE]
        complete(s, square // ROWS)
    s[DIE] = 0
    s[MOVER] = 1 - s[MOVER] if s[OPEN] > 0 else 0


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """The points so far."""
    out[0] = s[POINTS]
    out[1] = s[POINTS + 1]


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """All to the seat with more points; half each if they are level."""
    ahead = s[POINTS] - s[POINTS + 1]
    out[0] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    out[1] = 1.0 - out[0]


KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=2 * SQUARES)


def seats(s: State) -> int:
    """How many play: always two."""
    return 2


def longest(s: State) -> tuple[int, int]:
    """More than any game lasts, though lost turns have no end that is certain.

    A turn is only lost with four wild numbers, and these four are never lost.  So two turns in three at least
    bring something down on paper, of which there is room for 28: not one game in 10 to the 300 has 1,000
    turns.
    """
    return MOST_TURNS, MOST_TURNS
