"""Games that are drawn on paper: any tree of moves, throws and ends, written out in the state itself.

A real game is too large to be worked out by hand.  Here a test draws the tree it wants, and the kernel
only walks it: s[0] is where we are, and the rest is the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.game import Position
from stylobate.kernel import CHANCE, OVER, Actions, Kernel, Payoffs, State

PERCENT = 100


@dataclass(frozen=True)
class End:
    """The game is over, worth so much to each seat, in hundredths."""

    payoff: tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """A seat chooses among these."""

    seat: int
    branches: tuple[Tree, ...]


@dataclass(frozen=True)
class Throw:
    """Chance chooses, with these weights."""

    weights: tuple[int, ...]
    branches: tuple[Tree, ...]


Tree = End | Choice | Throw


@kernel.turn
def turn(s: State) -> int:
    return int(s[s[0]])


@kernel.legal
def legal(s: State, out: Actions) -> int:
    if s[s[0]] == OVER:
        return 0
    count = s[s[0] + 1]
    for k in range(count):
        out[k] = k
    return int(count)


@kernel.weights
def weights(s: State, out: Actions) -> int:
    count = s[s[0] + 1]
    total = 0
    for k in range(count):
        out[k] = s[s[0] + 2 + 2 * k + 1]
        total += out[k]
    return int(total)


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    count = s[s[0] + 1]
    total = 0
    for k in range(count):
        total += s[s[0] + 2 + 2 * k + 1]
    point = below(rng, total)
    for k in range(count):
        point -= s[s[0] + 2 + 2 * k + 1]
        if point < 0:
            return int(k)
    return -1


@kernel.apply
def apply(s: State, action: int) -> None:
    s[0] = s[s[0] + 2 + 2 * action]


@kernel.scores
def scores(s: State, out: Actions) -> None:
    out[:] = 0


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    for seat in range(len(out)):
        out[seat] = s[s[0] + 1 + seat] / PERCENT


KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=16)


def game(tree: Tree, seats: int = 2) -> Position:
    """The tree as a position at its root."""
    cells = [1]
    _draw(tree, cells)
    return Position(_paper(seats), np.array(cells, dtype=np.int16))


def worth(tree: Tree) -> tuple[float, ...]:
    """What the tree is worth to each seat when all play their best, by plain backward induction.

    Where a seat has several equally good branches the others' share is open; tests avoid that.
    """
    if isinstance(tree, End):
        return tuple(share / PERCENT for share in tree.payoff)
    values = [worth(branch) for branch in tree.branches]
    if isinstance(tree, Choice):
        return max(values, key=lambda value: value[tree.seat])
    total = sum(tree.weights)
    return tuple(
        sum(weight * value[seat] for weight, value in zip(tree.weights, values, strict=True)) / total
        for seat in range(len(values[0]))
    )


def _draw(tree: Tree, cells: list[int]) -> int:
    place = len(cells)
    if isinstance(tree, End):
        cells += [OVER, *tree.payoff]
        return place
    cells += [CHANCE if isinstance(tree, Throw) else tree.seat, len(tree.branches)]
    slots = len(cells)
    cells += [0, 1] * len(tree.branches)
    for k, branch in enumerate(tree.branches):
        cells[slots + 2 * k] = _draw(branch, cells)
        if isinstance(tree, Throw):
            cells[slots + 2 * k + 1] = tree.weights[k]
    return place


def _paper(seats: int) -> Any:
    return SimpleNamespace(
        id="paper",
        title="Paper",
        has_chance=True,
        kernel=KERNEL,
        rules=SimpleNamespace(seats=lambda s: seats, sides=lambda s: range(seats)),
        notation=SimpleNamespace(token=lambda s, action: f"{'*' if s[s[0]] == CHANCE else ''}{action}"),
    )
