"""`python -m bench pettingzoo`: turns a second of our environments, beside PettingZoo's own classic games.

PettingZoo measures both, with `performance_benchmark`: random moves by the mask for five seconds, every turn
observed.  Wrapped as users get them (`env`), and by themselves (`raw_env`).  Its classic games need pygame:
`pip install -e '.[bench]'` brings it.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any

from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.tictactoe import tictactoe
from pettingzoo.test import performance_benchmark

from stylobate.adapters import pettingzoo

THEIRS = {"tictactoe_v3": tictactoe, "connect_four_v3": connect_four}


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
        theirs = {name: turns(getattr(module, kind)) for name, module in THEIRS.items()}
        for name, speed in theirs.items():
            print(f"{kind} {name}: {speed:,.0f} turns a second", flush=True)
        for name in pettingzoo.names():
            speed = turns(getattr(getattr(pettingzoo, name), kind))
            beside = ", ".join(f"{speed / other:.2f} times {of}" for of, other in theirs.items())
            print(f"{kind} {name}: {speed:,.0f} turns a second, {beside}", flush=True)
    return 0
