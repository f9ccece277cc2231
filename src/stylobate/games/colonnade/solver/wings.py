"""Every Colonnade position gets a number, small where it is solved early.

The row is cut in the middle into two *wings* of four squares, each read from the outside in: a b c d, and
h g f e.  Stacks are seen by the player to move: +h under a top of theirs, -h under one of the opponent's.
Turning the board around only exchanges the wings, so a pair is told with the higher-numbered wing first,
and a position and its mirror image are one.

Wings are numbered in *groups* of as many checkers and as many empty squares, and inside a group by their
heights.  A *block* is all pairs of a wing of one group with a wing of another; blocks lie one after the
other, by checkers first and empty squares second.  A move discards a checker or fills an empty square, so it
always leads to a smaller number: solving in the order of numbers, every answer needed is already there.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numba import int8, int32, int64, types, void
from numpy.typing import NDArray

from stylobate.compiled import compiled
from stylobate.games.colonnade.rules import CHECKERS, MOVER, SQUARES
from stylobate.kernel import State

WING = SQUARES // 2
HEIGHTS = 2 * CHECKERS + 1


class Wings(NamedTuple):
    """All wings of at most 24 checkers, and what a sweep must know of each at once."""

    heights: NDArray[np.int8]
    """The four stacks of each wing, from the outside in."""
    group: NDArray[np.int32]
    """The group of each wing."""
    swapped: NDArray[np.int32]
    """Each wing as the opponent sees it."""
    first_move: NDArray[np.int32]
    """Where the moves inside each wing begin in `moves`; one entry more than wings."""
    moves: NDArray[np.int32]
    """What a move inside a wing makes of it, as the opponent sees it."""
    trunk: NDArray[np.int32]
    """The three outer squares of each wing, as the opponent sees them: a row of `join`."""
    join: NDArray[np.int32]
    """The wing of three outer squares and an innermost stack, by trunk and height + 24."""
    size: NDArray[np.int64]
    """How many wings each group has."""
    corner: NDArray[np.int64]
    """For `pair`: the number that a block would give to the wings numbered 0 and 0."""


WINGS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        types.Array(int8, 2, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 2, "C"),
        types.Array(int64, 1, "C"),
        types.Array(int64, 2, "C"),
    ),
    Wings,
)


@compiled(int64(int64, int64))
def left_behind(stack: int, depth: int) -> int:
    """What stays of a stack whose top checkers go: under an odd number of them lies the other colour."""
    rest = abs(stack) - depth
    return rest if (stack > 0) == (depth % 2 == 0) else -rest


@compiled(int64(int64, int64, int64))
def arrived(stack: int, depth: int, onto: int) -> int:
    """The stack where these top checkers land; on a stack, one of the two checkers that meet is discarded."""
    height = depth if onto == 0 else onto + depth - 1
    return height if stack > 0 else -height


@compiled(int64(WINGS, int64, int64))
def pair(wings: Wings, x: int, y: int) -> int:
    """The number of the position with these wings, whichever way round."""
    if x < y:
        x, y = y, x
    a, b = wings.group[x], wings.group[y]
    return int(wings.corner[a, b] + x * wings.size[b] + y)


class Block(NamedTuple):
    """All pairs of a wing of the group `x` with one of the group `y`, numbered row by row from `first`.

    Where both groups are the same only pairs with the higher-numbered wing first are used.
    """

    checkers: int
    empty: int
    x: int
    y: int
    first: int
    rows: int
    columns: int

    @property
    def end(self) -> int:
        """One past its last number."""
        return self.first + self.rows * self.columns


class Atlas(NamedTuple):
    """The wings and the blocks, and how to go from a position to its number and back."""

    wings: Wings
    blocks: list[Block]
    first_wing: list[int]
    trunks: NDArray[np.int32]

    def extent(self, checkers: int) -> int:
        """How many numbers the positions with at most so many checkers take; they come first."""
        after = bisect_right(self.blocks, checkers, key=lambda block: block.checkers)
        return self.blocks[after - 1].end if after else 0

    def number(self, state: State) -> int:
        """The number of a position; its mirror image has the same."""
        seen = [int(stack) * (1 - 2 * int(state[MOVER])) for stack in state[:SQUARES]]
        x, y = self._wing(seen[:WING]), self._wing(reversed(seen[WING:]))
        return int(pair(self.wings, x, y))

    def state(self, number: int) -> State:
        """The position of that number, Red to move."""
        block = self.blocks[bisect_right(self.blocks, number, key=lambda block: block.first) - 1]
        row, column = divmod(number - block.first, block.columns)
        x, y = self.first_wing[block.x] + row, self.first_wing[block.y] + column
        left, right = self.wings.heights[x], self.wings.heights[y]
        return np.array([*left, *reversed(right), 0], dtype=np.int16)

    def _wing(self, stacks: Iterable[int]) -> int:
        a, b, c, inner = stacks
        trunk = self.trunks[a + CHECKERS, b + CHECKERS, c + CHECKERS]
        return int(self.wings.join[trunk, inner + CHECKERS])


@cache
def atlas() -> Atlas:
    """The wings and blocks of the whole game, worked out once."""
    groups, first_wing = _groups()
    count = first_wing[-1]
    first = np.array(first_wing, dtype=np.int64)
    heights = np.empty((count, WING), dtype=np.int8)
    group = np.empty(count, dtype=np.int32)
    trunks = np.full((HEIGHTS, HEIGHTS, HEIGHTS), -1, dtype=np.int32)
    join = np.full((_wings_of(WING - 1), HEIGHTS), -1, dtype=np.int32)
    numbered = np.array([groups.get((n, e), -1) for n in range(CHECKERS + 1) for e in range(WING + 1)])
    _enumerate(numbered, first, heights, group, trunks, join)

    swapped = np.empty(count, dtype=np.int32)
    trunk = np.empty(count, dtype=np.int32)
    first_move = np.zeros(count + 1, dtype=np.int32)
    _swap(heights, trunks, join, swapped, trunk)
    no_moves = np.empty(0, dtype=np.int32)
    moves = np.empty(_moves(heights, trunks, join, first_move, no_moves), dtype=np.int32)
    _moves(heights, trunks, join, first_move, moves)

    size = np.diff(first)
    blocks = _blocks(groups, size)
    corner = np.zeros((len(groups), len(groups)), dtype=np.int64)
    for block in blocks:
        corner[block.x, block.y] = block.first - first[block.x] * size[block.y] - first[block.y]
    wings = Wings(heights, group, swapped, first_move, moves, trunk, join, size, corner)
    return Atlas(wings, blocks, first_wing, trunks)


def _groups() -> tuple[dict[tuple[int, int], int], list[int]]:
    """Each group's number by checkers and empty squares; the first wing of each, and one past the last."""
    groups: dict[tuple[int, int], int] = {}
    first_wing = [0]
    for checkers in range(CHECKERS + 1):
        for empty in range(WING + 1):
            wings = _wings_with(checkers, WING - empty, WING)
            if wings:
                groups[checkers, empty] = len(groups)
                first_wing.append(first_wing[-1] + wings)
    return groups, first_wing


def _wings_with(checkers: int, stacks: int, squares: int) -> int:
    """How many ways so many checkers stand in so many stacks of either top on so many squares."""
    if checkers == 0 or stacks == 0:
        return int(checkers == stacks == 0)
    return comb(squares, stacks) * (1 << stacks) * comb(checkers - 1, stacks - 1)


def _wings_of(squares: int) -> int:
    return sum(_wings_with(n, k, squares) for n in range(CHECKERS + 1) for k in range(squares + 1))


def _blocks(groups: dict[tuple[int, int], int], size: NDArray[np.int64]) -> list[Block]:
    pairs = [
        (checkers + others, empty + gaps, x, y)
        for (checkers, empty), x in groups.items()
        for (others, gaps), y in groups.items()
        if x >= y and checkers + others <= CHECKERS
    ]
    blocks: list[Block] = []
    first = 0
    for checkers, empty, x, y in sorted(pairs):
        blocks.append(Block(checkers, empty, x, y, first, int(size[x]), int(size[y])))
        first = blocks[-1].end
    return blocks


_INT32S = types.Array(int32, 1, "C")
_INT64S = types.Array(int64, 1, "C")
_STACKS = types.Array(int8, 2, "C")
_JOIN = types.Array(int32, 2, "C")
_TRUNKS = types.Array(int32, 3, "C")


@compiled(void(_INT64S, _INT64S, _STACKS, _INT32S, _TRUNKS, _JOIN))
def _enumerate(
    numbered: NDArray[np.int64],
    first: NDArray[np.int64],
    heights: NDArray[np.int8],
    group: NDArray[np.int32],
    trunks: NDArray[np.int32],
    join: NDArray[np.int32],
) -> None:
    """Number all wings: groups one after the other, inside a group by heights."""
    free = first.copy()
    trunk = 0
    for a in range(-CHECKERS, CHECKERS + 1):
        for b in range(abs(a) - CHECKERS, CHECKERS - abs(a) + 1):
            rest = CHECKERS - abs(a) - abs(b)
            for c in range(-rest, rest + 1):
                trunks[a + CHECKERS, b + CHECKERS, c + CHECKERS] = trunk
                most = rest - abs(c)
                for d in range(-most, most + 1):
                    empty = (a == 0) + (b == 0) + (c == 0) + (d == 0)
                    checkers = CHECKERS - most + abs(d)
                    g = numbered[checkers * (WING + 1) + empty]
                    wing = free[g]
                    free[g] += 1
                    group[wing] = g
                    heights[wing, 0] = a
                    heights[wing, 1] = b
                    heights[wing, 2] = c
                    heights[wing, 3] = d
                    join[trunk, d + CHECKERS] = wing
                trunk += 1


@compiled(void(_STACKS, _TRUNKS, _JOIN, _INT32S, _INT32S))
def _swap(
    heights: NDArray[np.int8],
    trunks: NDArray[np.int32],
    join: NDArray[np.int32],
    swapped: NDArray[np.int32],
    trunk: NDArray[np.int32],
) -> None:
    """Find every wing, and its trunk, as the opponent sees them."""
    for wing in range(len(heights)):
        a, b, c, d = heights[wing]
        trunk[wing] = trunks[CHECKERS - a, CHECKERS - b, CHECKERS - c]
        swapped[wing] = join[trunk[wing], CHECKERS - d]


@compiled(int64(_STACKS, _TRUNKS, _JOIN, _INT32S, _INT32S))
def _moves(
    heights: NDArray[np.int8],
    trunks: NDArray[np.int32],
    join: NDArray[np.int32],
    first_move: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> int:
    """Write the moves inside every wing; given no room for them, only count."""
    count = 0
    after = np.empty(WING, dtype=np.int64)
    for wing in range(len(heights)):
        first_move[wing] = count
        for square in range(WING):
            stack = int(heights[wing, square])
            height = abs(stack)
            for target in (square - 1, square + 1):
                if target < 0 or target == WING or heights[wing, target] < 0:
                    continue
                onto = int(heights[wing, target])
                deepest = height if onto > 0 else height - 1
                for depth in range(1 if stack > 0 else 2, deepest + 1, 2):
                    if len(moves):
                        for i in range(WING):
                            after[i] = -heights[wing, i]
                        after[square] = -left_behind(stack, depth)
                        after[target] = -arrived(stack, depth, onto)
                        trunk = trunks[after[0] + CHECKERS, after[1] + CHECKERS, after[2] + CHECKERS]
                        moves[count] = join[trunk, after[3] + CHECKERS]
                    count += 1
    first_move[len(heights)] = count
    return count
