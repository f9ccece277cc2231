"""A course of training: rounds of games on all cores, which can be stopped and gone on with at any time.

Each round, a fixed number of pupils start from the same weights, practise by themselves, each with chance of
its own, and what they have learned is averaged.  So the same seed gives the same weights however many cores
there are.  Steps get smaller from round to round.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from stylobate.chance import Rng, stream
from stylobate.errors import BadFile
from stylobate.game import Position
from stylobate.learned import Learned, Weights, read
from stylobate.mind import Mind
from stylobate.training import practice

PUPILS = 8
GAMES_A_ROUND = 4000
# Compiled functions that take functions: their types are those of the compiler.
_practise: Any = practice.practise
_contest: Any = practice.contest

FIRST_STEP, LAST_STEP = 0.04, 0.002


@dataclass(frozen=True)
class Course:
    """What is to be learned: a mind, from games that begin here, so many of them, by this seed."""

    mind: Mind
    start: Position
    games: int
    seed: int

    @property
    def rounds(self) -> int:
        """How many times the pupils come together."""
        return ceil(self.games / GAMES_A_ROUND)

    def begin(self) -> Learned:
        """Nothing learned yet: every action is as likely as any other."""
        return Learned(self.mind.game, self.mind.version, np.zeros(self.mind.kinds), self._about(0))

    def resume(self, path: Path) -> Learned:
        """What an earlier, interrupted run of this very course has left; else its beginning."""
        if not path.exists():
            return self.begin()
        found = read(path, self.mind.game, self.mind.version, self.mind.kinds)
        if {**found.trained, "rounds": 0} != self._about(0):
            raise BadFile(
                f"{path} comes from another training ({_told(found)}); name another file with --out"
            )
        return found

    def run(self, learned: Learned, threads: int = 0) -> Iterator[Learned]:
        """Go on from there to the end of the course: what has been learned after each round."""
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            for done in range(int(learned.trained["rounds"]), self.rounds):
                step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (done / max(1, self.rounds - 1))
                lessons = [
                    pool.submit(self._lesson, learned.weights, step, self._chance(f"{done} {pupil}"))
                    for pupil in range(PUPILS)
                ]
                weights = np.mean([lesson.result() for lesson in lessons], axis=0)
                learned = replace(learned, weights=weights, trained=self._about(done + 1))
                yield learned

    def against(self, ours: Weights, theirs: Weights, games: int) -> tuple[float, float]:
        """Our share of the wins, all choosing by their weights alone, and its standard error."""
        payoffs = np.empty(games)
        _contest(*self._setting(), ours, theirs, self._chance("contest"), payoffs)
        return float(payoffs.mean()), float(payoffs.std() / sqrt(games))

    def _lesson(self, weights: Weights, step: float, rng: Rng) -> Weights:
        own = weights.copy()
        _practise(*self._setting(), own, GAMES_A_ROUND // PUPILS, step, rng)
        return own

    def _setting(self) -> tuple[Any, ...]:
        k, mind, start = self.start.game.kernel, self.mind, self.start
        functions = (k.turn, k.legal, k.sample, k.apply, k.payoff, mind.traits)
        return *functions, start.state, start.seats, k.width, mind.most

    def _chance(self, what_for: str) -> Rng:
        return stream(int.from_bytes(sha256(f"{self.seed} {what_for}".encode()).digest()[:8], "big"))

    def _about(self, rounds: int) -> dict[str, int | float | str]:
        return {"start": str(self.start), "games": self.games, "seed": self.seed, "rounds": rounds}


def _told(learned: Learned) -> str:
    return ", ".join(f"{name} {value}" for name, value in learned.trained.items() if name != "start")
