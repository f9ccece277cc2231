"""What chance gave each seat, throw by throw, for games whose mind has a value.

A throw gave a seat what it may expect after it, less what it could expect before, which is the mean over all
that might have come.  So luck adds up to nothing in the long run, whoever plays and however well the value
judges: a result less its luck is right on average, and far steadier than the result itself, the more so the
better the value.  GNU Backgammon tells the same of its games; among statisticians it is a control variate.

What is expected after a throw is what the rest of the turn, looked through, comes to (`search.turns`), by the
value without its leaning.  What is expected before it a game may know by a shorter way (`hope`); else few
outcomes are all looked at, and of many some that are drawn, apart from the one that came.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from stylobate.chance import Rng, stream
from stylobate.errors import BadGame
from stylobate.game import Game, Position
from stylobate.kernel import CHANCE, OVER, State
from stylobate.line import Line
from stylobate.mind import Mind, Value
from stylobate.network import judge
from stylobate.search.turns import best, functions, look_ahead, setting

MOST_OUTCOMES = 12  # of a throw that are all looked at; of more, as many are drawn

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Luck:
    """A throw or a draw: after how many tokens it came, and what it gave each seat, as a share of the win."""

    after: int
    token: str
    gave: tuple[float, ...]


def luck(line: Line) -> Iterator[Luck]:
    """What every throw of a game gave; refuses a game without chance, or without a value to judge it by."""
    scales = _Scales(line.start, *see_that_it_can_be_told(line.game))
    before, so_far = line.start, blake2b(digest_size=8)
    for number, play in enumerate(line.plays):
        if play.seat is None:
            # Seeded by the game so far: two games draw alike only as long as they are the same.
            hoped = scales.hope(before.state, stream(int.from_bytes(so_far.digest())))
            gave = scales.worth(play.after.state) - hoped
            yield Luck(number, play.token, tuple(gave.tolist()))
        before = play.after
        so_far.update(f"{play.token} ".encode())


def see_that_it_can_be_told(game: Game) -> tuple[Mind, Value]:
    """What of a game judges luck; refuses one that has no chance, or nobody who could judge it."""
    if not game.has_chance:
        raise BadGame(f"nothing in {game.title} is luck: it has neither dice nor cards")
    mind = game.mind
    if mind is None or mind.value is None:
        raise BadGame(f"nobody can tell luck in {game.title}: no mind of it says what a position is worth")
    return mind, mind.value


class _Scales:
    """Weighs states of one game: what each seat may expect there."""

    def __init__(self, start: Position, mind: Mind, value: Value) -> None:
        self._kernel = start.game.kernel
        self._value = value
        self._game = functions(self._kernel, value)
        _, self._seats, width, sights, self._partners, self._beam = setting(start, value, value.beam)
        self._learned = mind.upright(start.state)
        self._rows = np.empty((self._seats, sights))
        self._expected = np.empty((width, self._seats))
        self._actions = np.empty(width, dtype=np.int64)
        self._weights = np.empty(width, dtype=np.int64)

    def worth(self, s: State) -> Shares:
        """What each seat may expect; before another throw, as the value sees it."""
        out = np.empty(self._seats)
        seat = self._kernel.turn(s)
        if seat == OVER:
            self._kernel.payoff(s, out)
        elif seat == CHANCE:
            self._value.sights(s, self._rows)
            judge(self._rows, self._learned, self._partners, out)
        else:
            wide, turns = self._rows.shape[1], 1
            terms = (self._learned, self._partners, wide, turns, self._beam)
            count = look_ahead(self._game, s, *terms, self._expected)
            out[:] = self._expected[best(self._expected, count, seat)]
        return out

    def hope(self, s: State, rng: Rng) -> Shares:
        """What each seat may expect before a throw; drawn from, where there is too much to look at."""
        out = np.zeros(self._seats)
        if self._value.hope is not None:
            self._value.hope(s, self._learned, self._partners, out)
            return out
        count = self._kernel.legal(s, self._actions)
        if count > MOST_OUTCOMES:
            for _ in range(MOST_OUTCOMES):
                out += self._after(s, self._kernel.sample(s, rng)) / MOST_OUTCOMES
            return out
        total = self._kernel.weights(s, self._weights)
        for action, weight in zip(self._actions[:count], self._weights[:count], strict=True):
            out += self._after(s, int(action)) * (weight / total)
        return out

    def _after(self, s: State, action: int) -> Shares:
        following = s.copy()
        self._kernel.apply(following, action)
        return self.worth(following)
