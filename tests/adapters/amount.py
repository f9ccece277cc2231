"""How much of a check is done: a little with every `make test`, all of it by the command."""

from __future__ import annotations

from dataclasses import dataclass

from tests.adapters.endings import late
from tests.harness import Options


@dataclass(frozen=True)
class Amount:
    """Numbers that make a check short or long."""

    sims: int
    """Random games of OpenSpiel's `random_sim_test`."""
    states: int
    """States of which OpenSpiel's API tests ask everything."""
    tree: int
    """The most positions of a whole tree."""
    simulations: int
    """Simulations of a tree search for a move."""
    cycles: int
    """Cycles of PettingZoo's tests."""
    last: int | None
    """With so many tokens left games are begun that are played to their end; none: at their start."""

    def begun(self, game: str, options: Options) -> Options:
        """The options of a game that is played to its end."""
        return options if self.last is None else {"setup": str(late(game, options, self.last))}


FEW = Amount(sims=1, states=8, tree=60, simulations=2, cycles=6, last=4)
ALL = Amount(sims=20, states=400, tree=2000, simulations=8, cycles=1000, last=None)
