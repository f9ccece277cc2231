"""`python -m bench time GAME [SEATS [GAMES [LONGEST]]]`: what four times the time is worth.

The strongest level meets itself with four times as much time a move, from a few milliseconds up to LONGEST.
The summary and its chart go to `docs/strength`; where there is chance, luck is taken out, because what time
brings is little beside it.  A level that looks equally far however much time there is is done in a moment;
then there is nothing to measure.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.arena import chart_of, forget, play, terms, written_down
from stylobate.arena.wording import percent
from stylobate.ladder import ladder
from stylobate.registry import load

KEPT = Path(__file__).parent.parent / "docs" / "strength"
SHORTEST, FACTOR = 12, 4  # milliseconds a move
GOAL = {"columns": 0.6}  # what was promised of each step


def main(words: Sequence[str]) -> int:
    """Measure one game; returns the exit status, which also tells whether a step is less than promised."""
    if not 1 <= len(words) <= 4:
        sys.exit("bench: say which game, as in `python -m bench time columns 2 100 200`")
    game = load(words[0])
    seats, games, longest = map(int, (*words[1:], *("2", "100", "800")[len(words) - 1 :]))
    value = game.mind.value if game.mind else None
    if value and not (value.horizon or value.look_again or callable(value.turns)):
        sys.exit(
            f"bench: the strongest level of {game.title} takes no more time than it needs, always the same"
        )
    times = [SHORTEST]
    while times[-1] * FACTOR <= longest:
        times.append(times[-1] * FACTOR)
    if len(times) == 1:
        sys.exit(f"bench: {longest} milliseconds are too few; {SHORTEST * FACTOR} make one step")
    players = [f"{ladder(game).strongest.name}@movetime={time}" for time in times]
    name = f"{game.id}-{seats}-time"
    command = ["stylobate", "ladder", game.id, *players, *terms(game, seats, games)]
    command += ["--luck"] * game.has_chance
    if (played := play(name, command)) is None:
        return 1
    summary, folder = played
    written_down(KEPT / f"{name}.json", command, summary)
    chart_of(folder, KEPT / name)
    forget(name)
    missed = 0
    for meeting in summary["meetings"]:
        share = meeting.get("without_luck", meeting)["share"]
        missed += share["value"] < GOAL.get(game.id, 0.0)
        print(f"{' against '.join(meeting['players'])}: {percent(share)}")
    return missed
