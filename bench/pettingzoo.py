"""`python -m bench pettingzoo`: turns a second of our environments, beside PettingZoo's own classic games.

PettingZoo measures both, with `performance_benchmark`: random moves by the mask for five seconds, every turn
observed.  Wrapped as users get them (`env`), and by themselves (`raw_env`); all in turns, twice, for machines
are noisy.  Its classic games need pygame: `pip install -e '.[bench]'` brings it.  Those that need more
(chess, Hanabi, the card games) are left out.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from statistics import mean
from typing import Any

from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.go import go
from pettingzoo.classic.tictactoe import tictactoe
from pettingzoo.test import performance_benchmark

from stylobate.adapters import pettingzoo

ROUNDS = 2
THEIRS = {"connect_four_v3": connect_four, "tictactoe_v3": tictactoe, "go_v5": go}


def turns(made: Callable[[], Any]) -> float:
    """Turns a second, as PettingZoo counts them."""
    told = io.StringIO()
    with redirect_stdout(told):
        performance_benchmark(made())
    return float(told.getvalue().splitlines()[1].split()[0])


def measured(kind: str) -> dict[str, float]:
    """Turns a second of every game, theirs first."""
    games = THEIRS | {name: getattr(pettingzoo, name) for name in pettingzoo.names()}
    rounds = [{name: turns(getattr(game, kind)) for name, game in games.items()} for _ in range(ROUNDS)]
    return {name: mean(one[name] for one in rounds) for name in games}


def main(words: Sequence[str]) -> int:
    """Measure all, one after the other, and print what each does beside PettingZoo's."""
    if words:
        sys.exit("bench: pettingzoo measures all games; it takes no words")
    for kind in ("env", "raw_env"):
        figures = measured(kind)
        print(f"{kind}, turns a second:", ", ".join(f"{name} {figures[name]:,.0f}" for name in THEIRS))
        for name in pettingzoo.names():
            beside = ", ".join(f"{figures[name] / figures[one]:.2f} times {one}" for one in THEIRS)
            print(f"  {name} {figures[name]:,.0f}: {beside}", flush=True)
    return 0
