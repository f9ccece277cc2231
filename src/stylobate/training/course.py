"""A course of training: rounds of games on all cores, or many machines; it can be stopped and gone on with.

Each round, a fixed number of pupils start from the same weights, practise by themselves, each with chance of
its own, and what they have learned is averaged.  So the same seed gives the same weights however many cores
or machines there are.  Steps get smaller from round to round.  A GPU is a single pupil, who plays thousands
of games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import ceil, sqrt
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from stylobate.chance import Rng, stream
from stylobate.cores import cores
from stylobate.errors import BadFile, BadOption, OtherMind
from stylobate.game import Position
from stylobate.kernel import Payoffs
from stylobate.learned import Learned, Weights, read
from stylobate.mind import Mind
from stylobate.training.leaning import LeaningExercise
from stylobate.training.many import ManyExercise
from stylobate.training.policy import PolicyExercise
from stylobate.training.solved import SolvedExercise
from stylobate.training.value import ValueExercise

Part = Literal["policy", "value", "leaning"]


class Exercise(Protocol):
    """What a part of a mind practises: with how many pupils and games at a time, in how large steps, what.

    `broken_off` says that nobody waits for its pupils any more: those in a long round then give up.  Each
    pupil may use so many `threads`, if it has something to do for more than one.
    """

    broken_off: bool
    threads: int
    pupils: int
    games_a_round: int
    contest_games: int
    first_step: float
    last_step: float
    numbers: int
    shipped: str

    def begin(self, rng: Rng) -> Weights:
        """The weights before the first game."""

    def know_nothing(self) -> Weights:
        """Weights that play at random."""

    def practise(self, weights: Weights, games: int, step: float, rng: Rng) -> None:
        """Play so many games, and change the weights in place."""

    def contest(self, ours: Weights, theirs: Weights, rng: Rng, payoffs: Payoffs) -> None:
        """Play as many games as there is room for payoffs, and write what we got in each."""


def parts(mind: Mind) -> tuple[Part, ...]:
    """What of this mind can learn."""
    policy: tuple[Part, ...] = ("policy",) if mind.policy else ()
    value: tuple[Part, ...] = ("value",) if mind.value else ()
    leaning: tuple[Part, ...] = ("leaning",) if mind.value and mind.value.named else ()
    return policy + value + leaning


def usual_games(mind: Mind, part: Part, on_gpu: bool) -> int:
    """How many games are enough to learn from, or nearly."""
    if part == "value" and mind.value and mind.value.many:
        return 5_600_000 if on_gpu else 48_000
    if part == "value" and mind.value and mind.value.take_turn:
        return 32_000
    return 800_000


@dataclass(frozen=True)
class Course:
    """What is to be learned: a part of a mind, from games that begin here, so many of them, by this seed.

    With `on_gpu` on the GPU of this machine, where the game has arrays for that.
    """

    mind: Mind
    part: Part
    start: Position
    games: int
    seed: int
    on_gpu: bool = False

    @cached_property
    def exercise(self) -> Exercise:
        """What this part of the mind practises."""
        if self.on_gpu and not (self.part == "value" and self.mind.value and self.mind.value.many):
            raise BadOption(f"the {self.part} of {self.mind.game} does not learn on a GPU; leave out --gpu")
        if self.part == "policy" and self.mind.policy:
            return PolicyExercise(self.mind.policy, self.start)
        if self.part == "value" and self.mind.value and self.mind.value.many:
            return ManyExercise(self.mind, self.mind.value, self.start, self.on_gpu)
        if self.part == "value" and self.mind.value and self.mind.value.hope and self.mind.value.take_turn:
            return SolvedExercise(self.mind, self.mind.value, self.start)
        if self.part == "value" and self.mind.value:
            return ValueExercise(self.mind, self.mind.value, self.start)
        if self.part == "leaning" and self.mind.value and self.mind.value.named:
            return LeaningExercise(self.mind, self.mind.value, self.start)
        raise BadOption(f"the mind of {self.mind.game} has no {self.part}; it has {parts(self.mind)[0]}")

    @property
    def rounds(self) -> int:
        """How many times the pupils come together."""
        return ceil(self.games / self.games_a_round)

    @property
    def games_a_round(self) -> int:
        """How many games the pupils play together before they do."""
        return min(
            self.exercise.games_a_round, self.exercise.pupils * ceil(self.games / self.exercise.pupils)
        )

    def begin(self) -> Learned:
        """The weights before the first round, with what they are for."""
        weights = self.exercise.begin(self._chance("begin"))
        return Learned(self.mind.game, self.mind.version, weights, self._about(0))

    def resume(self, path: Path) -> Learned:
        """What an earlier, interrupted run of this very course has left; else its beginning."""
        if not path.exists():
            return self.begin()
        found = read(path, self.mind.game, self.mind.version, self.exercise.numbers)
        if {**found.trained, "rounds": 0} != self._about(0):
            raise BadFile(
                f"{path} comes from another training ({_told(found)}); name another file with --out"
            )
        return found

    def run(self, learned: Learned, practise: Practice) -> Iterator[Learned]:
        """Go on from there to the end of the course: what has been learned after each round."""
        first, last = self.exercise.first_step, self.exercise.last_step
        for done in range(int(learned.trained["rounds"]), self.rounds):
            step = first * (last / first) ** (done / max(1, self.rounds - 1))
            weights = np.mean(practise(self, done, learned.weights, step), axis=0)
            learned = replace(learned, weights=weights, trained=self._about(done + 1))
            yield learned

    def pupil(self, done: int, number: int, weights: Weights, step: float) -> Weights:
        """What this pupil has learned in a round, when so many were done before."""
        own, games = weights.copy(), self.games_a_round // self.exercise.pupils
        self.exercise.practise(own, games, step, self._chance(f"{done} {number}"))
        return own

    def against(self, ours: Weights, theirs: Weights, games: int) -> tuple[float, float]:
        """Our share of the wins, all looking no further than what is trained, and its standard error."""
        payoffs = np.empty(games)
        self.exercise.contest(ours, theirs, self._chance("contest"), payoffs)
        return float(payoffs.mean()), float(payoffs.std() / sqrt(games))

    def shipped(self) -> Weights | None:
        """The weights that the game brings, if it brings any of this version of its mind yet."""
        path = self.mind.folder / self.exercise.shipped
        if not path.exists():
            return None
        try:
            return read(path, self.mind.game, self.mind.version, self.exercise.numbers).weights
        except OtherMind:
            return None

    def _chance(self, what_for: str) -> Rng:
        return stream(int.from_bytes(sha256(f"{self.seed} {what_for}".encode()).digest()[:8], "big"))

    def _about(self, rounds: int) -> dict[str, int | float | str]:
        return {"start": str(self.start), "games": self.games, "seed": self.seed, "rounds": rounds}


Practice = Callable[[Course, int, Weights, float], list[Weights]]


@contextmanager
def in_threads(count: int = 0) -> Iterator[Practice]:
    """A round of practice of all pupils, in so many threads; 0 for as many as there are cores."""
    threads = count or cores()
    with ThreadPoolExecutor(threads) as pool:

        def practise(course: Course, done: int, weights: Weights, step: float) -> list[Weights]:
            course.exercise.broken_off = False
            course.exercise.threads = max(1, threads // course.exercise.pupils)
            numbers = range(course.exercise.pupils)
            pupils = [pool.submit(course.pupil, done, number, weights, step) for number in numbers]
            try:
                return [pupil.result() for pupil in pupils]
            finally:
                course.exercise.broken_off = True

        yield practise


def _told(learned: Learned) -> str:
    return ", ".join(f"{name} {value}" for name, value in learned.trained.items() if name != "start")
