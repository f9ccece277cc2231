"""Levels: the search that the game's mind allows, with ever more playouts and ever fewer slips (`ladder`).

A level has one budget for a whole turn, however many tokens that takes: one that may not be the last gets
half of what is left.  A mind with a value looks through whole turns and says where one begins; its playouts
are for each token that needs thought, its time for the turn.

Which search depends on what the game knows: where a value says how the seats stand a second look at the turn,
or rollouts; a guided tree where there is a policy; a plain tree where there is nothing.  With no playouts at
all it is the mind's own first look.
"""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from stylobate.chance import Rng, stream
from stylobate.game import CHANCE, OVER, Position
from stylobate.ladder import PATIENCE, Level
from stylobate.leaning import leaning
from stylobate.players import Budget, Choice, Stop
from stylobate.search.prior import draw, liked, softmax
from stylobate.search.rollouts import Rollouts
from stylobate.search.second_look import SecondLook
from stylobate.search.together import together
from stylobate.search.tree import SURE_WIN, Search, SearchResult
from stylobate.style import Style

Trees = dict[int, Search | SecondLook]
LEAST = 1 / 16  # of a turn's budget, for each token of a turn that goes on and on


class LevelPlayer:
    """Plays what its search finds within its budget, or something that it takes to be nearly as good."""

    def __init__(self, level: Level, is_strongest: bool, style: Style | None = None) -> None:
        self.name = f"{style.name}-{level.name}" if style else level.name
        self.level = level
        self.style = style
        self._is_strongest = is_strongest
        self._trees: Trees = {}

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """The token that the search prefers, slips apart.

        Playouts that are asked for take the place of the level's own; time is only a limit, except to the
        strongest level, which uses all it is given, and goes on with the tree that it has grown before.  For
        so many playouts the answer depends on nothing but the position and the seed.
        """
        mind, heat = position.game.mind, self.level.heat_among(position.seats)
        playouts, seconds = budget.playouts, budget.seconds
        if (playouts, seconds) == (None, None):
            share = share_of_turn(position, budget.before) if self.level.playouts else 1.0
            of_the_playouts = 1.0 if mind and mind.value else share
            playouts, seconds = math.ceil(of_the_playouts * self.level.playouts), share * PATIENCE
        elif playouts is None and not self._is_strongest:
            playouts = self.level.playouts
        if playouts == 0 and mind is not None and mind.value is None:
            return Choice(win_at_once(position) or liked(position, mind, heat or 1.0, stream(seed)))
        trees = self._trees if playouts is None else {}
        result = think(position, seed, Budget(playouts, seconds, budget.threads), stop, trees, self.style)
        if heat == 0.0:
            return choice_of(position, result)
        return Choice(slip(position, result, heat, stream(seed)), choice_of(position, result).about)


def think(
    position: Position,
    seed: int | None,
    budget: Budget,
    stop: Stop,
    trees: Trees,
    style: Style | None = None,
) -> SearchResult:
    """What the best search that this game allows finds, from where `trees` have come to, one a thread.

    Whoever has a style judges the ends of turns by it.
    """
    mind = position.game.mind
    value = mind.value if mind else None
    learned = None
    if mind and value and style:
        towards = np.zeros(value.width)
        for name, by in style.likes.items():
            towards[list(value.named[name])] += by
        learned = leaning(mind.value_weights(position.state), towards)

    def run(thread: int, seed: int | None, playouts: int | None) -> SearchResult:
        if mind and value and value.look_again:
            weights = mind.value_weights(position.state) if learned is None else learned
            known = trees.get(thread)
            if not isinstance(known, SecondLook) or not known.follow(position):
                trees[thread] = known = SecondLook(position, value, weights)
            return known.run(playouts, budget.seconds, stop)
        if mind and value:
            needs_thought = value.begins(position.state)
            limit = math.inf if playouts is not None or budget.seconds is None else budget.seconds
            rollouts = Rollouts(position, seed, mind, value, learned, limit)
            return rollouts.run(playouts if needs_thought else 0, budget.seconds, stop)
        began = perf_counter()
        tree = trees.get(thread)
        if not isinstance(tree, Search) or not tree.follow(position):
            trees[thread] = tree = Search(position, seed, mind=mind)
        left = None if budget.seconds is None else budget.seconds - (perf_counter() - began)
        return tree.run(playouts, left, stop)

    # A second look leaves nothing to chance: several threads would look at the same.
    if budget.threads == 1 or (value and value.look_again):
        return run(0, seed, budget.playouts)
    return together(run, budget.threads, seed, budget.playouts, position.turn)


def share_of_turn(position: Position, before: int) -> float:
    """How much of a turn's budget this token gets, after so many of the same turn."""
    left = 0.5**before
    return max(LEAST, left if ends_turn(position) else left / 2)


def ends_turn(position: Position) -> bool:
    """Whether another seat is to move next, whatever is played; chance is taken to fall as it may."""
    kernel, after, rng = position.game.kernel, position.state, stream(0)
    for action in position.actions.values():
        after[:] = position.state
        kernel.apply(after, action)
        while kernel.turn(after) == CHANCE:
            kernel.apply(after, kernel.sample(after, rng))
        if kernel.turn(after) == position.turn:
            return False
    return True


def win_at_once(position: Position) -> str | None:
    """A token that ends the game with a win, if there is one."""
    kernel, after, payoff = position.game.kernel, position.state, np.empty(position.seats)
    for token, action in position.actions.items():
        after[:] = position.state
        kernel.apply(after, action)
        if kernel.turn(after) == OVER:
            kernel.payoff(after, payoff)
            if payoff[position.turn] >= SURE_WIN:
                return token
    return None


def slip(position: Position, result: SearchResult, heat: float, rng: Rng) -> str:
    """One of the tokens that were looked at, the better the likelier; a sure win is never let go."""
    seat = position.turn
    looked_at = [one for one in result.prospects if one.visits or one.proven] or result.prospects
    worth = [one.payoff[seat] for one in looked_at]
    if result.proven or max(worth, default=0.0) >= SURE_WIN:
        return result.token
    shares = softmax(worth, heat)
    return looked_at[draw(shares, len(looked_at), rng)].token


def choice_of(position: Position, result: SearchResult) -> Choice:
    """What a search found, as a choice: its token, with payoff, playouts and time for those who ask."""
    about = {
        "payoff": f"{result.payoff[position.turn]:.3f}",
        "playouts": str(result.playouts),
        "nodes": str(result.nodes),
        "ms": str(round(result.seconds * 1000)),
        "proven": "yes" if result.proven else "no",
    }
    return Choice(result.token, about)
