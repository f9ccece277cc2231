"""`python -m bench pettingzoo`: turns a second of our environments, beside PettingZoo's own connect_four.

PettingZoo measures both, with `performance_benchmark`: random moves by the mask for five seconds, every turn
observed.  Wrapped as users get them (`env`), and by themselves (`raw_env`); in turns, twice, for machines are
noisy.  Its classic games need pygame: `pip install -e '.[bench]'` brings it.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any

from pettingzoo.classic.connect_four import connect_four
from pettingzoo.test import performance_benchmark

from stylobate.adapters import pettingzoo

ROUNDS = 2


def turns(made: Callable[[], Any]) -> float:
    """Turns a second, as PettingZoo counts them."""
    told = io.StringIO()
    with redirect_stdout(told):
        performance_benchmark(made())
    return float(told.getvalue().splitlines()[1].split()[0])


def main(words: Sequence[str]) -> int:
    """Measure all, one after the other, and print what each does beside PettingZoo's."""
    if words:
        sys.exit("bench: pettingzoo measures all games; it takes no words")
    for kind in ("env", "raw_env"):
        for name in pettingzoo.names():
            ours = theirs = 0.0
            for _ in range(ROUNDS):
                ours += turns(getattr(getattr(pettingzoo, name), kind)) / ROUNDS
                theirs += turns(getattr(connect_four, kind)) / ROUNDS
            beside = f"{ours:,.0f} against {theirs:,.0f} turns a second"
            print(
                f"{kind} of {name}, beside connect_four_v3: {ours / theirs:.2f} times; {beside}", flush=True
            )
    return 0
