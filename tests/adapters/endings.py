"""Positions near the end of a random game: what is left is a small game by itself, whatever the game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from stylobate import CHANCE, OVER, Position, load
from stylobate.adapters.node import Node
from stylobate.chance import below, stream
from tests.harness import Options

Values = tuple[Fraction, ...]

GAMES = 8  # of which one should have a small ending
LONGEST = 60  # tokens to the end; where turns can be lost again and again, there is no end of them


def random_way(game: str, options: Options, seed: int) -> list[Node]:
    """Every node of a random game, from its start to its end."""
    rng = stream(seed)
    way = [Node(load(game), load(game).begin(options).state)]
    while legal := way[-1].legal:
        is_chance = way[-1].turn == CHANCE
        way.append(way[-1].drawn(rng) if is_chance else way[-1].after(legal[below(rng, len(legal))]))
    return way


def late(game: str, options: Options, tokens: int) -> Position:
    """The position of a random game when so many tokens are left, if it has that many."""
    return random_way(game, options, seed=1)[-1 - tokens :][0].position


@dataclass(frozen=True)
class Tree:
    """How many sequences of tokens lead from a position to throws, to choices, to ends."""

    chance: int = 0
    playable: int = 0
    terminal: int = 0

    def __add__(self, other: Tree) -> Tree:
        return Tree(
            self.chance + other.chance, self.playable + other.playable, self.terminal + other.terminal
        )

    @property
    def positions(self) -> int:
        """All together."""
        return self.chance + self.playable + self.terminal


def counted(node: Node, most: int, longest: int = LONGEST) -> Tree | None:
    """The whole tree from here; nothing where it has more positions than that, or longer lines."""
    if node.turn == OVER:
        return Tree(terminal=1)
    tree = Tree(chance=1) if node.turn == CHANCE else Tree(playable=1)
    if not longest or len(node.legal) >= most:
        return None
    for number in node.legal:
        below = counted(node.after(number), most - tree.positions, longest - 1)
        if below is None:
            return None
        tree += below
    return tree if tree.positions <= most else None


def ending(game: str, options: Options, most: int) -> tuple[Position, Tree]:
    """The earliest position of a random game whose whole tree is no larger than that, and the tree.

    Something can be chosen there.  If that is so in none of a few games, the tree may be larger.
    """
    for seed in count():
        found = _ending(random_way(game, options, seed), most * (1 + seed // GAMES))
        if found and found[1].playable and found[1].terminal > 1:
            return found[0].position, found[1]
    raise AssertionError("seeds have no end")


def _ending(way: Sequence[Node], most: int) -> tuple[Node, Tree] | None:
    found = None
    for node in reversed(way):
        tree = counted(node, most)
        if tree is None:
            break
        found = node, tree
    return found


def utilities(position: Position) -> Values:
    """What an end is worth to each seat, by the words of docs/adapters.md."""
    sides = len(set(position.sides))
    return tuple(sides * Fraction(share).limit_denominator(60) - 1 for share in position.payoff)


def valued(position: Position, chosen: Callable[[Position, list[Values]], Values]) -> Values:
    """What each seat may expect, exactly, where `chosen` says what becomes of a choice."""
    if position.is_over:
        return utilities(position)
    below = [valued(position.play(token), chosen) for token in position.legal]
    if not position.is_chance:
        return chosen(position, below)
    shares = position.chance.values()
    return tuple(
        sum(map(Fraction.__mul__, shares, values), Fraction()) for values in zip(*below, strict=True)
    )


def at_random(position: Position, below: list[Values]) -> Values:
    """Everybody chooses anything."""
    return tuple(sum(values, Fraction()) / len(below) for values in zip(*below, strict=True))


def best(position: Position, below: list[Values]) -> Values:
    """Everybody chooses the best for themselves."""
    return max(below, key=lambda values: values[position.turn])


def best_of(seat: int) -> Callable[[Position, list[Values]], Values]:
    """One seat chooses the best for itself, and all others anything."""
    return lambda position, below: (best if position.turn == seat else at_random)(position, below)
