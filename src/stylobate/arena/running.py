"""Plays what a plan says, as far as it is not played yet.

Games end in any order, but whatever is decided is decided in the order of the plan: a sequential test looks
at the rounds one after the other, as far as they are complete, and ends at the same round on one core or on a
hundred.  Games that ran ahead of it do not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import closing

from stylobate.arena.chart import chart
from stylobate.arena.journal import Journal
from stylobate.arena.plan import Plan
from stylobate.arena.result import Outcome, Result
from stylobate.arena.summary import summary
from stylobate.arena.tally import Tally

Played = Callable[[Plan, Iterator[int]], Generator[Result, None, None]]
"""Plays games, by their numbers, and gives their results as they end (`workers`, `cluster`)."""

Watch = Callable[[Tally], None]


def run(
    plan: Plan,
    played: Played,
    known: Collection[Outcome] = (),
    keep: Callable[[Result], None] = lambda _: None,
    watch: Watch = lambda _: None,
) -> Tally:
    """Play the plan to its end; `known` was played earlier.

    `keep` hears of every game as it ends, and then `watch` how it stands.
    """
    tally = Tally(plan)
    for one in known:
        tally.add(one)
    watch(tally)
    earlier = {one.game for one in known}
    if tally.is_decided or len(earlier) == plan.games:
        return tally
    missing = (number for number in range(1, plan.games + 1) if number not in earlier)
    with closing(played(plan, missing)) as results:
        for result in results:
            keep(result)
            tally.add(result.outcome)
            watch(tally)
            if tally.is_decided:
                break
    return tally


def run_in(journal: Journal, played: Played, watch: Watch = lambda _: None) -> Tally:
    """Play the plan of a journal to its end, and keep everything; also what there is if it is interrupted."""
    try:
        tally = run(journal.plan, played, tuple(journal.outcomes.values()), journal.add, watch)
    except KeyboardInterrupt:
        so_far = Tally(journal.plan)
        for one in journal.outcomes.values():
            so_far.add(one)
        _sum_up(journal, so_far)
        raise
    journal.finish(tally.last)
    _sum_up(journal, tally)
    return tally


def _sum_up(journal: Journal, tally: Tally) -> None:
    """Write what it comes to, as numbers and drawn."""
    found = summary(tally)
    journal.write("summary.json", json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    journal.write("chart.svg", chart(tally, found, "light"))
    journal.write("chart.dark.svg", chart(tally, found, "dark"))
