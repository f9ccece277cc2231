"""Matches between players and ladders of them, measured honestly: the arena.

    from stylobate import load
    from stylobate.arena import Terms, match, play

    plan = match(load("columns-dice"), ["3@playouts=100", "random"], Terms(games=40, seed=1))
    print(play(plan)["share"])         # {'low': …, 'value': …, 'high': …}

Games are played in rounds, one in each rotation of the seats, all with the same throws; rounds are what is
counted.  A game depends only on the plan and its number, so that one core, many, or a cluster find the same.
"""

from __future__ import annotations

from typing import Any

from stylobate.arena.entering import Terms as Terms
from stylobate.arena.entering import ladder as ladder
from stylobate.arena.entering import match as match
from stylobate.arena.plan import Plan
from stylobate.arena.running import run
from stylobate.arena.summary import summary
from stylobate.arena.workers import played


def play(plan: Plan, workers: int = 1) -> dict[str, Any]:
    """Play a plan and give its summary; nothing is kept."""
    return summary(run(plan, lambda plan, numbers: played(plan, numbers, workers)))
