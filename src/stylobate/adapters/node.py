"""A node of a game's tree, as tools step through it: numbers for actions, what a seat sees, what it is worth.

A node never changes once it is made, so that all who look at it share it: a search copies states a thousand
times a second.  Whatever is asked twice is computed once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from stylobate.errors import BadToken
from stylobate.game import CHANCE, OVER, Game, Position
from stylobate.kernel import Actions, State
from stylobate.space import Observation


class Node:
    """A state, and the node and action that led to it."""

    def __init__(self, game: Game, s: State, before: Node | None = None, action: int = -1) -> None:
        self.game = game
        self.s = s
        self.before = before
        self.action = action
        self.turn = int(game.kernel.turn(s))
        self._legal: list[int] | None = None

    @property
    def legal(self) -> list[int]:
        """Every number that may be chosen, ascending; none once it is over.

        Chance's outcomes are numbered as they are listed.
        """
        if self._legal is None:
            if self.turn == CHANCE:
                self._legal = list(range(len(self._listed)))
            else:
                listed = self._listed
                numbers = np.empty_like(listed)
                self.game.space.numbers(self.s, listed, numbers)
                self._legal = sorted(numbers.tolist())
        return self._legal

    @property
    def chance(self) -> tuple[tuple[int, float], ...]:
        """Every outcome of chance by its number, with its probability."""
        weights = np.empty(self.game.kernel.width, dtype=np.int64)
        self.game.kernel.weights(self.s, weights)
        return _shared_out(weights[: len(self._listed)].tobytes())

    def is_legal(self, number: int) -> bool:
        """Whether the number may be chosen."""
        place = bisect_left(self.legal, number)
        return place < len(self.legal) and self.legal[place] == number

    def after(self, number: int) -> Node:
        """The node after the action of that number; refuses one that is not legal."""
        if not self.is_legal(number):
            raise BadToken(self._refusal(number))
        return self._then(self._meant(number))

    def play(self, token: str) -> Node:
        """The node after a token; refuses one that is not legal."""
        return self._then(self.position.action(token))

    def drawn(self, rng: Any) -> Node:
        """The node after what chance did, as a stream of chance has it."""
        return self._then(int(self.game.kernel.sample(self.s, rng)))

    def token(self, number: int) -> str:
        """The token of a number; where it means nothing, a word that says so."""
        if not self.is_legal(number):
            return f"({number} is not legal)"
        return self.game.notation.token(self.s, self._meant(number))

    @property
    def last(self) -> str | None:
        """The token that led here."""
        return self.before.game.notation.token(self.before.s, self.action) if self.before else None

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens from the start to here."""
        return tuple(reversed([node.last or "" for node in self._back() if node.before]))

    @cached_property
    def position(self) -> Position:
        """This node as a `Position`, which can be written, drawn and asked."""
        return Position(self.game, self.s)

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """What the end is worth to each seat (see `utilities`); before it, nothing."""
        if self.turn != OVER:
            return (0.0,) * self.position.seats
        sides = len(set(self.position.sides))
        return tuple(sides * share - 1.0 for share in self.position.payoff)

    def observed(self, seat: int, size: int) -> Observation:
        """What a seat sees, of that many floats; whoever asks for every node has counted them once."""
        out = np.zeros(size, dtype=np.float32)
        self.game.space.observe(self.s, seat, out)
        return out

    @cached_property
    def _listed(self) -> Actions:
        """What a seat or chance may do, as the kernel lists it."""
        out = np.empty(self.game.kernel.width, dtype=np.int64)
        return out[: self.game.kernel.legal(self.s, out)].copy()

    def _meant(self, number: int) -> int:
        """The kernel's action of a legal number."""
        meant = self._listed[number] if self.turn == CHANCE else self.game.space.action(self.s, number)
        return int(meant)

    def _then(self, action: int) -> Node:
        s = self.s.copy()
        self.game.kernel.apply(s, action)
        return Node(self.game, s, self, action)

    def _back(self) -> Iterator[Node]:
        node: Node | None = self
        while node:
            yield node
            node = node.before

    def _refusal(self, number: int) -> str:
        if self.turn == OVER:
            return f"{number} cannot be played: the game is over"
        shown = ", ".join(f"{one} ({self.token(one)})" for one in self.legal[:6])
        more = f" and {len(self.legal) - 6} more" if len(self.legal) > 6 else ""
        return f"{number} is not legal here; legal: {shown}{more}"

    def __reduce__(self) -> tuple[Any, ...]:
        line = list(reversed(list(self._back())))
        return _replayed, (self.game, line[0].s, [node.action for node in line[1:]])

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: Any) -> Node:
        return self


@lru_cache(maxsize=256)
def _shared_out(weights: bytes) -> tuple[tuple[int, float], ...]:
    """Outcomes by their numbers, with probabilities; dice have the same again and again."""
    each = np.frombuffer(weights, dtype=np.int64)
    return tuple(enumerate((each / each.sum()).tolist()))


def _replayed(game: Game, s: State, actions: list[int]) -> Node:
    """A node from its pickle: the way to it is walked again."""
    node = Node(game, s)
    for action in actions:
        node = node._then(action)
    return node


def utilities(position: Position) -> tuple[float, float, bool]:
    """The least and the most that an end can be worth to a seat, and whether all seats together get nothing.

    Of s sides the winner gets s - 1 and every other loses 1; who shares a win gets a share of s, less 1.  Two
    sides play for 1 and -1, partners for the same.  That adds up to nothing wherever sides are equally large.
    """
    sides = position.sides
    sizes = {sides.count(side) for side in sides}
    return -1.0, max(1.0, len(set(sides)) - 1.0), len(sizes) == 1
