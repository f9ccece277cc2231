"""The games that were played so far, gathered into rounds."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from stylobate.arena.plan import Plan
from stylobate.arena.result import Outcome
from stylobate.arena.sequential import Verdict

Numbers = NDArray[np.float64]


class Tally:
    """What a plan has come to so far.

    Only complete rounds count for the statistics.  A sequential test looks at them in the order of the plan.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.llr: list[float] = []
        self.verdict: Verdict | None = None
        self._outcomes: dict[int, Outcome] = {}
        self._scores: Counter[float] = Counter()

    def add(self, one: Outcome) -> None:
        """One more game has been played."""
        self._outcomes[one.game] = one
        if self.plan.sprt is None:
            return
        while self.verdict is None and len(self.llr) < self.plan.rounds and self._is_whole(0, len(self.llr)):
            score = float(self._round(0, len(self.llr))[:, 0].mean())
            self._scores[round(score, 9)] += 1
            self.llr.append(self.plan.sprt.llr(self._scores, self.plan.rotations))
            self.verdict = self.plan.sprt.verdict(self.llr[-1])

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended; never, where there is none."""
        return self.verdict is not None

    @property
    def last(self) -> int:
        """The number of the last game that counts: where the test ended, or the last of the plan."""
        return len(self.llr) * self.plan.rotations if self.is_decided else self.plan.games

    @property
    def games(self) -> int:
        """How many games have been played, of those that count."""
        return sum(number <= self.last for number in self._outcomes)

    @property
    def faults(self) -> list[tuple[str, str]]:
        """Who lost a game by a fault, and by which, in the order of the games."""
        found = []
        for number in sorted(self._outcomes):
            fault = self._outcomes[number].fault
            if fault is not None and number <= self.last:
                found.append((self.plan.names(self.plan.fixture(number))[fault[0]], fault[1]))
        return found

    @property
    def different(self) -> int:
        """How many different games there are among those that count."""
        return len({one.digest for number, one in self._outcomes.items() if number <= self.last})

    def shares(self, meeting: int = 0) -> Numbers:
        """For each complete round of a meeting and each of its games, what each place got of the win."""
        return self._stacked([self._round(meeting, round) for round in self._whole(meeting)])

    def without_luck(self, meeting: int = 0) -> Numbers | None:
        """The same less what chance gave; None where that is not known of all games."""
        lucks = [self._luck(meeting, round) for round in self._whole(meeting)]
        known = [luck for luck in lucks if luck is not None]
        return self.shares(meeting) - self._stacked(known) if len(known) == len(lucks) else None

    def _whole(self, meeting: int) -> list[int]:
        """The complete rounds of a meeting, as far as they count."""
        last = len(self.llr) if self.is_decided else self.plan.rounds
        return [round for round in range(last) if self._is_whole(meeting, round)]

    def _stacked(self, rounds: list[Numbers]) -> Numbers:
        return np.array(rounds, dtype=float).reshape(len(rounds), self.plan.rotations, self.plan.rotations)

    def _is_whole(self, meeting: int, round: int) -> bool:
        first = self.plan.first(meeting, round)
        return all(number in self._outcomes for number in range(first, first + self.plan.rotations))

    def _round(self, meeting: int, round: int) -> Numbers:
        return np.array([one.payoff for one in self._games(meeting, round)], dtype=float)

    def _luck(self, meeting: int, round: int) -> Numbers | None:
        lucks = [one.luck for one in self._games(meeting, round)]
        return None if None in lucks else np.array(lucks, dtype=float)

    def _games(self, meeting: int, round: int) -> list[Outcome]:
        first = self.plan.first(meeting, round)
        return [self._outcomes[number] for number in range(first, first + self.plan.rotations)]
