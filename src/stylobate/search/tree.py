"""A tree search for every game there is: Monte Carlo tree search over kernel functions.

Without a mind it selects by UCB1 and evaluates by random playouts.  With one (`stylobate.mind`) it tries
first what the prior expects most of (PUCT), and plays games out as the mind would.  Each seat maximises its
own share of the payoff (seats of one team have the same share, so a team plays as one); chance nodes draw
with exact weights.  What is known for certain is never visited again: a node is *proven*, its value exact,
once the game is over there, all its children are proven, or its seat has a sure win.  With the same seed
and the same number of playouts the same tree grows on every machine.

The search itself knows nothing about any one game.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import boolean, float64, int64, types

from stylobate.chance import RNG, Rng, below, stream
from stylobate.compiled import compiled
from stylobate.errors import BadPlayer
from stylobate.kernel import (
    ACTIONS,
    APPLY,
    CHANCE,
    LEGAL,
    OVER,
    PAYOFF,
    SAMPLE,
    STATE,
    TURN,
    WEIGHTS,
    Actions,
    State,
)
from stylobate.learned import Weights
from stylobate.mind import LEARNED, TRAITS, Mind, no_traits
from stylobate.search.playouts import play_on, play_out
from stylobate.search.prior import share

if TYPE_CHECKING:
    from stylobate.game import Position

EXPLORATION = 0.67  # the exploration constant of UCB1, for payoffs from 0 to 1
CURIOSITY = 1.5  # how much the prior counts beside what was seen (PUCT)
CAUTION = 0.1  # so much worse than its parent is an action taken to be before it is tried
SURE_WIN = 1.0 - 1e-9
MOST_NODES = 3_000_000
MOST_LOOKED_AT = 2_000  # nodes, to find the position that the game has come to
DEEPEST = 4096
SLICE = 0.01
NONE = -1
ROOT = 0

_NODE = np.dtype(
    [
        ("probability", np.float64),  # of this outcome, where the parent is a chance node; else its prior
        ("action", np.int64),  # what leads here from the parent
        ("visits", np.int32),
        ("first", np.int32),  # its first child, or NONE
        ("next", np.int32),  # its next sibling, or NONE
        ("open", np.int32),  # how many children are not proven, those not yet tried included
        ("seat", np.int16),  # whose turn it is
        ("proven", np.int16),
    ],
    align=True,
)
Tree = Any
Values = np.ndarray[tuple[int, int], np.dtype[np.float64]]
"""A row for each node, a place for each seat: the sum over visits; once proven, what it is worth exactly."""

TREE = types.Array(numba.from_dtype(_NODE), 1, "C")
VALUES = types.Array(float64, 2, "C")


@dataclass(frozen=True)
class Prospect:
    """What the search thinks of one legal token: how often it was tried and what each seat may expect."""

    token: str
    visits: int
    payoff: tuple[float, ...]
    proven: bool


@dataclass(frozen=True)
class SearchResult:
    """The outcome of a search: the token to play, and what is behind it."""

    token: str
    payoff: tuple[float, ...]
    proven: bool
    playouts: int
    nodes: int
    seconds: float
    prospects: tuple[Prospect, ...]


def choice(prospects: Sequence[Prospect], seat: int) -> str:
    """The most tried of those not proven, unless a proven one promises as much."""
    proven = max((p for p in prospects if p.proven), key=lambda p: p.payoff[seat], default=None)
    tried = max((p for p in prospects if not p.proven), key=lambda p: p.visits, default=None)
    if proven and (tried is None or proven.payoff[seat] >= tried.payoff[seat]):
        return proven.token
    return (tried or prospects[0]).token


class Search:
    """A tree that grows from one position, for as long as it is told to."""

    def __init__(
        self,
        position: Position,
        seed: int | None = None,
        nodes: int = MOST_NODES,
        mind: Mind | None = None,
        learned: Weights | None = None,
    ) -> None:
        if position.turn < 0:
            raise BadPlayer("there is nothing to search: no seat is to move here")
        self.position = position
        self.playouts = 0
        self._best = position.legal[0]
        policy = mind.policy if mind else None
        self._traits = policy.traits if policy else no_traits
        self._most_traits = policy.most if policy else 0
        if learned is None:
            learned = mind.policy_weights() if mind and policy else np.zeros(1)
        self._learned = learned
        self._rng = stream(seed)
        self._used = np.ones(1, dtype=np.int64)
        # Memory costs nothing until it is written, so there may be more room than the tree will need.
        self._tree: Tree = np.empty(nodes, dtype=_NODE)
        self._values: Values = np.empty((nodes, position.seats))
        _clear(self._tree, self._values, ROOT, 0, 1.0)

    def run(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> SearchResult:
        """Search until so many playouts, or so long, or until `stop()` says so, whichever comes first.

        It also ends when the position is proven.  Calling it again goes on where it left off.
        """
        if playouts is None and seconds is None and stop is None:
            raise BadPlayer("a search needs an end: a number of playouts, a time, or a way to stop it")
        began = now = time.perf_counter()
        deadline = math.inf if seconds is None else began + seconds
        limit = math.inf if playouts is None else self.playouts + playouts
        batch = 1
        while self.playouts < limit and now < deadline and not self._tree[ROOT]["proven"]:
            if stop is not None and stop():
                break
            batch = int(min(batch, limit - self.playouts))
            self.playouts += self._grow(batch)
            now, before = time.perf_counter(), now
            wished = min(SLICE, deadline - now)
            batch = max(1, int(batch * min(4.0, wished / max(now - before, 1e-6))))
        return self._result(now - began)

    def follow(self, position: Position) -> bool:
        """Go on from this or a later position, with all that is known of it; False if there is nothing.

        It is looked for below the token that was found best: there it is, if that one was played.
        """
        if np.array_equal(position.state, self.position.state):
            self.playouts = 0
            return True
        index = self._index(position)
        if index == NONE or position.turn < 0 or not self._tree[index]["visits"]:
            return False
        kept, values = np.empty_like(self._tree), np.empty_like(self._values)
        self._used[0] = _transplant(self._tree, self._values, index, kept, values)
        self._tree, self._values, self.position, self.playouts = kept, values, position, 0
        return True

    def _index(self, position: Position) -> int:
        """The node of that position, or NONE."""
        apply, action = self.position.game.kernel.apply, self.position.actions[self._best]
        queue = [(_child(self._tree, ROOT, action), self.position.state)]
        for index, before in queue:
            if index == NONE:
                continue
            state = before.copy()
            apply(state, int(self._tree[index]["action"]))
            if np.array_equal(state, position.state):
                return index
            child = int(self._tree[index]["first"])
            while child != NONE and len(queue) < MOST_LOOKED_AT:
                if self._tree[child]["visits"]:
                    queue.append((child, state))
                child = int(self._tree[child]["next"])
        return NONE

    def _grow(self, playouts: int) -> int:
        game, k = self.position.game, self.position.game.kernel
        functions = (k.turn, k.legal, k.weights, k.sample, k.apply, k.payoff, self._traits)
        tree, values, used = self._tree, self._values, self._used
        how = (self._learned, self._most_traits)
        root, rng = self.position.state, self._rng
        return int(_grow(*functions, root, game.has_chance, k.width, playouts, rng, tree, values, used, *how))

    def _result(self, seconds: float) -> SearchResult:
        prospects = self._prospects()
        self._best = choice(prospects, self.position.turn) if prospects else self.position.legal[0]
        return SearchResult(
            token=self._best,
            payoff=self._expectation(ROOT),
            proven=bool(self._tree[ROOT]["proven"]),
            playouts=self.playouts,
            nodes=int(self._used[0]),
            seconds=seconds,
            prospects=prospects,
        )

    def _prospects(self) -> tuple[Prospect, ...]:
        found = []
        child = int(self._tree[ROOT]["first"])
        while child != NONE:
            node = self._tree[child]
            token = self.position.token(int(node["action"]))
            found.append(Prospect(token, int(node["visits"]), self._expectation(child), bool(node["proven"])))
            child = int(node["next"])
        return tuple(sorted(found, key=lambda prospect: (-prospect.visits, prospect.token)))

    def _expectation(self, index: int) -> tuple[float, ...]:
        node = self._tree[index]
        visits = 1 if node["proven"] else max(1, int(node["visits"]))
        return tuple(float(total) / visits for total in self._values[index])


@compiled(types.void(TREE, VALUES, int64, int64, float64))
def _clear(tree: Tree, values: Values, index: int, action: int, probability: float) -> None:
    node = tree[index]
    for seat in range(values.shape[1]):
        values[index, seat] = 0.0
    node.probability = probability
    node.action = action
    node.visits = 0
    node.first = NONE
    node.next = NONE
    node.open = 0
    node.proven = 0


@compiled(types.void(TREE, VALUES, int64, int64, int64, float64))
def _plant(tree: Tree, values: Values, parent: int, index: int, action: int, probability: float) -> None:
    """Make the node at `index` the first child of its parent."""
    _clear(tree, values, index, action, probability)
    tree[index].next = tree[parent].first
    tree[parent].first = index


@compiled(int64(TREE, int64, int64))
def _child(tree: Tree, parent: int, action: int) -> int:
    """The child that an action leads to, or NONE."""
    child = tree[parent].first
    while child != NONE and tree[child].action != action:
        child = tree[child].next
    return int(child)


@compiled(int64(TREE, VALUES, int64, TREE, VALUES))
def _transplant(tree: Tree, values: Values, index: int, fresh: Tree, fresh_values: Values) -> int:
    """Copy what grows from a node into another tree, as its root; how many nodes that are."""
    fresh[ROOT], fresh_values[ROOT] = tree[index], values[index]
    fresh[ROOT].next = NONE
    used = 1
    copied = 0
    while copied < used:
        child = fresh[copied].first  # in the old tree, until its children are copied
        if child != NONE:
            fresh[copied].first = used
        while child != NONE:
            fresh[used], fresh_values[used] = tree[child], values[child]
            child = tree[child].next
            used += 1
            fresh[used - 1].next = used if child != NONE else NONE
        copied += 1
    return used


@compiled(float64(int64))
def log2(n: int) -> float:
    """The logarithm by straight lines between powers of two: unlike a library's, the same everywhere."""
    whole = 0
    while n >> (whole + 1):
        whole += 1
    return whole + n / (1 << whole) - 1.0


@compiled(int64(TREE, VALUES, int64))
def _prefer(tree: Tree, values: Values, parent: int) -> int:
    """The child to descend into, by what is known of each and what the prior expects of it (PUCT).

    One that was not tried yet is taken to be as good as its parent, a little less.
    """
    node = tree[parent]
    seat = node.seat
    spread = CURIOSITY * math.sqrt(float(node.visits))
    hoped = values[parent, seat] / node.visits - CAUTION if node.visits else 0.5
    pick = NONE
    best = -1e300
    child = node.first
    while child != NONE:
        other = tree[child]
        if other.proven:
            bound = values[child, seat]
        else:
            worth = values[child, seat] / other.visits if other.visits else hoped
            bound = worth + spread * other.probability / (1 + other.visits)
        if bound > best:
            best = bound
            pick = child
        child = other.next
    return int(pick)


@compiled(int64(TREE, VALUES, int64, RNG))
def _choose(tree: Tree, values: Values, parent: int, rng: Rng) -> int:
    """The child to descend into: an untried one at random, else the one with the largest upper bound (UCB1).

    A proven child's value is exact, so it competes without an exploration bonus.
    """
    seat = tree[parent].seat
    log_visits = log2(tree[parent].visits)
    untried = 0
    pick = NONE
    best = -1.0
    child = tree[parent].first
    while child != NONE:
        node = tree[child]
        if node.proven:
            bound = values[child, seat]
        elif node.visits > 0:
            bound = values[child, seat] / node.visits + EXPLORATION * math.sqrt(log_visits / node.visits)
        else:
            bound = math.inf
            untried += 1
        if bound > best or (bound == math.inf and below(rng, untried) == 0):
            best = bound
            pick = child
        child = node.next
    return int(pick)


@compiled(boolean(TREE, VALUES, int64, int64))
def _prove(tree: Tree, values: Values, parent: int, child: int) -> bool:
    """Whether a node is proven now that this child of it is; if so, its value becomes exact."""
    node = tree[parent]
    node.open -= 1
    seats = values.shape[1]
    if node.seat == CHANCE:
        if node.open > 0:
            return False
        for seat in range(seats):
            values[parent, seat] = 0.0
        other = node.first
        while other != NONE:
            for seat in range(seats):
                values[parent, seat] += tree[other].probability * values[other, seat]
            other = tree[other].next
    else:
        if node.open > 0 and values[child, node.seat] < SURE_WIN:
            return False
        best = child
        if node.open == 0:
            other = node.first
            while other != NONE:
                if values[other, node.seat] > values[best, node.seat]:
                    best = other
                other = tree[other].next
        for seat in range(seats):
            values[parent, seat] = values[best, seat]
    node.proven = 1
    return True


@compiled(
    int64(
        *(TURN, LEGAL, WEIGHTS, SAMPLE, APPLY, PAYOFF, TRAITS),
        *(STATE, boolean, int64, int64, RNG, TREE, VALUES, ACTIONS),
        *(LEARNED, int64),
    )
)
def _grow(  # type: ignore[no-untyped-def]
    turn,
    legal,
    weights,
    sample,
    apply,
    payoff,
    traits,
    root: State,
    has_chance: bool,
    width: int,
    playouts: int,
    rng: Rng,
    tree: Tree,
    values: Values,
    used: Actions,
    learned: Weights,
    most_traits: int,
) -> int:
    """Grow the tree by so many playouts, fewer if it gets proven; returns how many.

    Without traits, every action is as likely as any other, and so is every game.
    """
    seats = values.shape[1]
    actions = np.empty(width, dtype=np.int64)
    weight = np.empty(width, dtype=np.int64)
    path = np.empty(DEEPEST, dtype=np.int64)
    result = np.empty(seats, dtype=np.float64)
    state = np.empty_like(root)
    guided = most_traits > 0
    rows = np.empty((width if guided else 1, max(1, most_traits)), dtype=np.int32)
    shares = np.empty(width if guided else 1, dtype=np.float64)
    for done in range(playouts):
        if tree[ROOT].proven:
            return done
        state[:] = root
        index = ROOT
        depth = 0
        path[0] = ROOT

        # Down the tree, to a node that is proven or has not been tried.
        while not tree[index].proven and depth + 1 < DEEPEST:
            node = tree[index]
            if node.visits == 0:
                node.seat = turn(state)
                if node.seat == OVER:
                    payoff(state, result)
                    for seat in range(seats):
                        values[index, seat] = result[seat]
                    node.proven = 1
                    break
                if index != ROOT:
                    break
            if node.seat == CHANCE:
                outcome = sample(state, rng)
                child = _child(tree, index, outcome)
                if child == NONE:
                    if used[0] == len(tree):
                        break
                    count = legal(state, actions)
                    total = weights(state, weight)
                    if node.first == NONE:
                        node.open = count
                    child = used[0]
                    used[0] += 1
                    place = np.searchsorted(actions[:count], outcome)
                    _plant(tree, values, index, child, outcome, weight[place] / total)
            else:
                if node.first == NONE:
                    count = legal(state, actions)
                    if used[0] + count > len(tree):
                        break
                    node.open = count
                    if guided:
                        share(traits, state, actions, count, learned, 1.0, rows, shares)
                    for k in range(count - 1, -1, -1):
                        _plant(tree, values, index, used[0] + k, actions[k], shares[k] if guided else 1.0)
                    used[0] += count
                child = _prefer(tree, values, index) if guided else _choose(tree, values, index, rng)
            apply(state, tree[child].action)
            index = child
            depth += 1
            path[depth] = index

        # On to the end of the game, at random, where the tree knows no more.
        fresh = tree[index].proven and tree[index].visits == 0
        if tree[index].proven:
            for seat in range(seats):
                result[seat] = values[index, seat]
        else:
            if guided:
                play_on(
                    turn,
                    legal,
                    sample,
                    apply,
                    traits,
                    state,
                    has_chance,
                    rng,
                    learned,
                    1.0,
                    actions,
                    rows,
                    shares,
                )
            else:
                play_out(turn, legal, sample, apply, state, has_chance, rng, actions)
            payoff(state, result)

        # And back up, proving what has become certain.
        for level in range(depth, -1, -1):
            node = tree[path[level]]
            node.visits += 1
            if node.proven:
                continue
            fresh = fresh and _prove(tree, values, path[level], path[level + 1])
            for seat in range(seats):
                if fresh:
                    result[seat] = values[path[level], seat]
                else:
                    values[path[level], seat] += result[seat]
    return playouts
