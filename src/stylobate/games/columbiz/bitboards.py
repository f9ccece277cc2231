"""The board as whole numbers, a bit a square, so that all squares are looked at in one go.

Equal numbers lie side by side: square n of a column is a bit of byte n, and two bits of each byte belong to
no square, so that no line runs over the edge.  Every step along a line is a shift.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types, void

from stylobate.compiled import bundle, compiled
from stylobate.games.columbiz.rules import COLUMNS, SEATS, SQUARES
from stylobate.kernel import STATE, State

Bitboards = np.ndarray[tuple[int], np.dtype[np.int64]]

BITBOARDS = types.Array(int64, 1, "C")

ROW = 8  # bits from a square to the next of its column
ALL = sum(1 << (ROW * n + column) for n in range(SQUARES) for column in range(COLUMNS))
# Along a number, along a column, both diagonals.
STEPS = (1, ROW, ROW + 1, ROW - 1)

# The bit of each square, and the squares below it in its column.
BIT = np.array([1 << (ROW * (q % SQUARES) + q // SQUARES) for q in range(COLUMNS * SQUARES)], dtype=np.int64)
BELOW = np.array([sum(BIT[q - q % SQUARES : q]) for q in range(COLUMNS * SQUARES)], dtype=np.int64)

_ODD = 0x5555555555555555
_PAIRS = 0x3333333333333333
_HALVES = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101


@compiled(void(STATE, BITBOARDS))
def lay_out(s: State, out: Bitboards) -> None:
    """Write the counters of each seat."""
    out[: s[SEATS]] = 0
    for square in range(COLUMNS * SQUARES):
        if s[square] != 0:
            out[s[square] - 1] |= BIT[square]


@compiled(int64(int64))
def by_number(squares: int) -> int:
    """How many there are of each number, a byte each."""
    squares -= (squares >> 1) & _ODD
    squares = (squares & _PAIRS) + ((squares >> 2) & _PAIRS)
    return (squares + (squares >> 4)) & _HALVES


@compiled(int64(int64))
def how_many(squares: int) -> int:
    """How many squares these are."""
    return (by_number(squares) * _ONES) >> 56


@compiled(int64(int64, int64, int64))
def stretch(counters: int, bit: int, step: int) -> int:
    """How long the unbroken run of these counters would be with one on that square, both ways."""
    length = 1
    there = bit << step
    while there & counters:
        length += 1
        there <<= step
    there = bit >> step
    while there & counters:
        length += 1
        there >>= step
    return length


@compiled(int64(int64, int64))
def promise(counters: int, free: int) -> int:
    """The points for runs that one more counter would score, all free squares of each number together.

    A byte each.  Runs of six count as runs of five.
    """
    total = 0
    for step in STEPS:
        a1 = counters << step
        b1 = counters >> step
        a2 = (a1 & counters) << step
        b2 = (b1 & counters) >> step
        two = (a2 | b2 | (a1 & b1)) & free
        if two == 0:
            continue
        a3 = (a2 & counters) << step
        b3 = (b2 & counters) >> step
        a4 = (a3 & counters) << step
        b4 = (b3 & counters) >> step
        total += by_number(two)
        total += by_number((a3 | b3 | (a2 & b1) | (a1 & b2)) & free)
        total += by_number((a4 | b4 | (a3 & b1) | (a2 & b2) | (a1 & b3)) & free)
    return total


@compiled(bundle(int64, int64, int64)(int64, int64))
def prey(counters: int, free: int) -> tuple[int, int, int]:
    """How many of these counters can be captured from the free squares of each number; a byte each.

    And from how many squares of each number two or more can be at once, and three or more.
    """
    total = once = twice = thrice = 0
    for _ in range(SQUARES - 1):
        counters = (counters << ROW) & ALL
        total += by_number(counters & free)
        thrice |= twice & counters
        twice |= once & counters
        once |= counters
    return total, by_number(twice & free), by_number(thrice & free)
