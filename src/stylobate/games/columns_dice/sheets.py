"""Many sheets of the dice game at once, in arrays: what can become of each, and what its mind sees there.

A GPU goes through thousands of sheets as fast as a processor through a few.  The same lines run on both: they
are given NumPy, or CuPy, which is NumPy on a GPU.  A sheet stands here as its mind sees it: by the shapes of
its columns, with the die about to be thrown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobate.games.columns_dice import sights
from stylobate.games.columns_dice.rules import (
    COLUMNS,
    CROSS,
    MOVER,
    ORDER,
    OWNER,
    POINTS,
    ROWS,
    SIDES,
    SQUARES,
    WILD,
    WILD_SQUARES,
)
from stylobate.games.columns_dice.shapes import CONTENTS, shapes
from stylobate.kernel import State

Array = Any
"""An array of NumPy's or of CuPy's."""

CROSSES = 2  # shapes at most that a cross leads to
LINES = COLUMNS * ROWS + COLUMNS * CROSSES + 1  # ways to write a number, to cross in, and to do neither


@dataclass
class Sheets:
    """So many sheets: the shapes and points of their columns, wild numbers as bits from 0, points ahead.

    Who throws next is ahead by that.
    """

    shape: Array
    points: Array
    wild: Array
    ahead: Array

    def __len__(self) -> int:
        return len(self.wild)

    def __getitem__(self, which: Array) -> Sheets:
        return Sheets(self.shape[which], self.points[which], self.wild[which], self.ahead[which])

    def put(self, which: Array, others: Sheets) -> None:
        """Write others in the place of these."""
        for mine, its in (
            (self.shape, others.shape),
            (self.points, others.points),
            (self.wild, others.wild),
            (self.ahead, others.ahead),
        ):
            mine[which] = its


@dataclass
class Following:
    """What may follow a throw on each of some sheets: the sheets handed on, each once.

    `place` says for each sheet, throw and line which of them follows, or -1 where that line cannot be taken.
    `won` is what whoever threw has won with it: its share where all is full, else `nan`.
    """

    games: Sheets
    place: Array
    won: Array


class Pad:
    """Sheets for games that begin like this one, in the arrays of `xp`, which is NumPy or CuPy."""

    def __init__(self, xp: Any, start: State) -> None:
        self.xp = xp
        kinds = shapes(int(start[ORDER]))
        self._blank = int(kinds.of[0])
        self._empty = xp.asarray(kinds.empty.astype(np.int32))
        self._fitting = xp.asarray(kinds.fitting.astype(np.int32))
        self._written = xp.asarray(kinds.written.astype(np.int32))
        self._crossed = xp.asarray(kinds.crossed[:, :CROSSES].astype(np.int32))
        self._sides = xp.arange(SIDES, dtype=np.int32)

    def begin(self, count: int) -> Sheets:
        """So many empty sheets."""
        xp = self.xp
        return Sheets(
            xp.full((count, COLUMNS), self._blank, dtype=np.int32),
            xp.zeros((count, COLUMNS), dtype=np.int32),
            xp.zeros(count, dtype=np.int32),
            xp.zeros(count, dtype=np.int32),
        )

    def following(self, sheets: Sheets) -> Following:
        """All that can be written on these sheets, whatever is thrown."""
        xp, count = self.xp, len(sheets)
        written = self._written[sheets.shape]  # sheet, column, number, way
        crossed = self._crossed[sheets.shape]  # sheet, column, way
        is_wild = (sheets.wild[:, None] >> self._sides) & 1 == 1
        fits = written.transpose(0, 2, 1, 3).reshape(count, SIDES, COLUMNS * ROWS) >= 0
        crosses = crossed.reshape(count, 1, COLUMNS * CROSSES) >= 0
        crosses = crosses & is_wild[:, :, None]
        neither = ~(fits.any(2) | crosses.any(2))
        allowed = xp.concatenate((fits, crosses, neither[:, :, None]), axis=2)

        # A cross is the same whatever was thrown, and so is a lost turn: each is gone on with once.
        alike = xp.zeros((count, 1, LINES), dtype=bool)
        alike[:, :, COLUMNS * ROWS : LINES - 1] = True
        alike[:, 0, LINES - 1] = self._wilds(sheets.wild) == WILD_SQUARES
        earlier = xp.cumsum(allowed, axis=1) > 1
        of, throw, line = xp.nonzero(allowed & ~(alike & earlier))
        place = xp.full(allowed.shape, -1, dtype=np.int32)
        place[of, throw, line] = xp.arange(len(of), dtype=np.int32)
        place = xp.where(alike & allowed, place.max(1, keepdims=True), place)
        after, won = self._written_down(sheets[of], throw, line)
        return Following(after, place, won)

    def _written_down(self, after: Sheets, throw: Array, line: Array) -> tuple[Sheets, Array]:
        """Write a line on each sheet and hand it on; the sheets, and what those who wrote have won."""
        xp = self.xp
        rows = xp.arange(len(after))
        writes, crosses = line < COLUMNS * ROWS, (line >= COLUMNS * ROWS) & (line < LINES - 1)
        across = xp.where(crosses, line - COLUMNS * ROWS, 0)
        column = xp.where(writes, line // ROWS, across // CROSSES)
        column = xp.where(writes | crosses, column, 0)
        old = after.shape[rows, column]
        new = xp.where(
            writes,
            self._written[old, throw, line % ROWS],
            xp.where(crosses, self._crossed[old, across % CROSSES], old),
        )
        points = after.points[rows, column] + xp.where(writes, throw + 1, 0)
        is_full = (new == 0) & (old != 0)
        gained = xp.where(is_full, points, 0)
        after.shape[rows, column] = new
        after.points[rows, column] = xp.where(is_full, 0, points)
        turns_wild = ~(writes | crosses) & (self._wilds(after.wild) < WILD_SQUARES)
        after.wild = xp.where(turns_wild, after.wild | (1 << throw), after.wild).astype(np.int32)
        ahead = after.ahead + gained
        after.ahead = (-ahead).astype(np.int32)
        over = (after.shape == 0).all(1)
        won = xp.where(over, 0.5 + 0.5 * xp.sign(ahead), np.nan).astype(np.float32)
        return after, won

    def _wilds(self, wild: Array) -> Array:
        return ((wild[:, None] >> self._sides) & 1).sum(1)

    def look(self, sheets: Sheets) -> Array:
        """What the mind sees on each sheet: `sights.sights`, for who throws next."""
        xp, count = self.xp, len(sheets)
        seen = xp.zeros((count, sights.WIDTH), dtype=np.float32)
        rows = xp.arange(count)
        free = self._empty[sheets.shape]
        fits = (self._fitting[sheets.shape][:, :, None] >> self._sides) & 1 == 1  # sheet, column, number
        is_wild = (sheets.wild[:, None] >> self._sides) & 1 == 1
        is_open = free > 0
        fitting = (fits | is_wild[:, None, :]) & is_open[:, :, None]
        written = xp.where(is_open, sheets.points, 0).astype(np.float32)
        for column in range(COLUMNS):
            some = rows[is_open[:, column]]
            place = sheets.shape[some, column] - 1
            seen[some, sights.BY_SHAPE + place] += 1.0
            seen[some, sights.BY_POINTS + place] += 0.1 * written[some, column]
        can = [(fitting & (free == 1)[:, :, None]).any(1)]
        can += [(fitting & (free >= 3)[:, :, None]).any(1), (fitting & (free == 2)[:, :, None]).any(1)]
        fate = xp.where(
            can[0],
            sights.COMPLETES,
            xp.where(can[1], sights.SAFE, xp.where(can[2], sights.RISKY, sights.NOWHERE)),
        )
        adds = xp.where(fits, self._sides + 1, 0)
        last = fitting & (free == 1)[:, :, None]
        gain = 0.1 * xp.where(last, written[:, :, None] + adds, 0.0).max(1)
        for number in range(SIDES):
            seen[rows, sights.BY_FATE + number * sights.FATES + fate[:, number]] = 1.0
        seen[:, sights.BY_GAIN : sights.BY_GAIN + SIDES] = gain
        for kind in range(sights.FATES):
            of_it = (fate == kind).sum(1)
            seen[rows, sights.FATE_COUNTS + kind * (SIDES + 1) + of_it] = 1.0
        seen[:, sights.MEAN_GAIN] = gain.sum(1) / SIDES
        seen[:, sights.BEST_GAIN] = gain.max(1)
        for k in range(1, ROWS + 1):
            seen[rows, sights.BY_EMPTY + (k - 1) * (COLUMNS + 1) + (free == k).sum(1)] = 1.0
            seen[:, sights.EMPTY_POINTS + k - 1] = 0.1 * xp.where(free == k, written, 0.0).sum(1)
        empty, opened = free.sum(1), is_open.sum(1)
        seen[rows, sights.BY_WAITING + xp.maximum(free - 2, 0).sum(1)] = 1.0
        seen[rows, sights.BY_OPEN + opened] = 1.0
        seen[:, sights.IS_WILD : sights.IS_WILD + SIDES] = is_wild
        seen[rows, sights.BY_WILD + is_wild.sum(1)] = 1.0
        seen[rows, sights.BY_PARITY + (empty & 1)] = 1.0
        seen[:, sights.EMPTY] = empty / SQUARES
        lead = sheets.ahead.astype(np.float32)
        ahead = 0.1 * lead
        rest = sights.LIKELY + written.sum(1) + sights.LIKELY * empty
        seen[:, sights.AHEAD] = ahead
        seen[:, sights.AHEAD + 1] = ahead / xp.maximum(1, opened)
        seen[:, sights.AHEAD + 2] = ahead * empty / SQUARES
        seen[:, sights.AHEAD_OF_REST] = xp.clip(lead / rest, -3.0, 3.0)
        seen[rows, sights.AHEAD_BY_OPEN + opened] = ahead
        return seen


def laid_out(states: Sequence[State]) -> Sheets:
    """Sheets of games in which the die is about to be thrown, in NumPy's arrays."""
    of = shapes(int(states[0][ORDER])).of
    games = np.array(states, dtype=np.int32)
    cells = games[:, :SQUARES].reshape(-1, COLUMNS, ROWS)
    is_open = games[:, OWNER : OWNER + COLUMNS] == 0
    points = np.where(is_open, np.where(cells == CROSS, 0, cells).sum(2), 0)
    lead = games[:, POINTS] - games[:, POINTS + 1]
    codes = (cells * CONTENTS ** np.arange(ROWS)).sum(2)
    return Sheets(
        of[codes].astype(np.int32), points, games[:, WILD] >> 1, np.where(games[:, MOVER] == 0, lead, -lead)
    )
