"""`python -m bench gpu [GAMES …]`: batches on a GPU, beside Pgx on the same GPU.

For each number of games side by side, random moves a second: ours with lists alone, then with masks and
observations, which Pgx always writes; then Pgx' connect_four and backgammon.  Ratios are with masks and
observations.  Wants the extra `stylobate[gpu]`; and for the other half `pip install pgx 'jax[cuda13]'`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.harness import of_this_house, stays_on_the_processor

import stylobate

OURS = [game.id for game in of_this_house() if not stays_on_the_processor(game)]
THEIRS = ("connect_four", "backgammon")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS = 5


def main(words: Sequence[str]) -> int:
    """Measure; nothing is promised, so nothing can be missed."""
    sizes = [int(word) for word in words] or SIZES
    for n in sizes:
        rates: dict[str, Callable[[], float]] = {}
        for game in OURS:
            rates[f"{game}, lists"] = ours(game, n, full=False)
            rates[game] = ours(game, n, full=True)
        if find_spec("pgx"):
            from bench.pgx_games import steps_a_second

            rates |= {f"Pgx' {name}": steps_a_second(name, n) for name in THEIRS}
        else:
            print("no Pgx here: nothing to compare with")
        found: dict[str, list[float]] = {name: [] for name in rates}
        for _ in range(ROUNDS):
            for name, rate in rates.items():
                found[name].append(rate())
        medians = {name: statistics.median(values) for name, values in found.items()}
        for name, median in medians.items():
            print(f"{n:,} games, {name}: {median / 1e6:,.1f} million moves a second", flush=True)
        for game in OURS:
            for other in THEIRS:
                if f"Pgx' {other}" in medians:
                    ratio = medians[game] / medians[f"Pgx' {other}"]
                    print(f"{n:,} games, {game} beside Pgx' {other}: {ratio:.2f} times", flush=True)
    return 0


def ours(game: str, n: int, full: bool) -> Callable[[], float]:
    """A measurement of our random moves; compiled already."""
    cuda: Any = import_module("numba.cuda")
    batch = stylobate.vector(game, n, seed=1, masks=full, observations=full, device="cuda")

    def steps(count: int) -> None:
        for _ in range(count):
            batch.step(batch.pick(), checked=False)
        cuda.synchronize()

    steps(20)

    def rate() -> float:
        done = 0
        began = time.perf_counter()
        while done == 0 or time.perf_counter() - began < 0.4:
            steps(50)
            done += 50
        return done * n / (time.perf_counter() - began)

    return rate
