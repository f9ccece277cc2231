"""A test that stops as soon as it knows: is A stronger by `elo1` points, or only by `elo0`?

After every round the two claims are weighed against each other by the logarithm of the likelihood ratio (LLR)
of all rounds so far, each claim under the likeliest distribution of round scores that agrees with it (see
`likelihood`).  When it leaves the bounds of Wald (1945), the test is decided.  `alpha` is how often it may
accept elo1 where elo0 is true, `beta` how often it may reject elo1 where that is true.

Chess programs are tested in this way; a round (with two sides a pair of games) is the unit, because its games
share their throws and are not independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal

from stylobate.arena.elo import share
from stylobate.arena.likelihood import fall
from stylobate.errors import BadOption

Verdict = Literal["accepted", "rejected"]


@dataclass(frozen=True)
class Sprt:
    """A sequential test: its two claims in points, and how often it may be wrong either way."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BadOption(
                f"--sprt {self.elo0:g} {self.elo1:g}: the first number of points must be the smaller one"
            )
        for error in (self.alpha, self.beta):
            if not 0 < error < 0.5:
                raise BadOption(f"--sprt: an error rate of {error:g} cannot be; it is above 0 and below 0.5")

    @classmethod
    def of(cls, text: str) -> Sprt:
        """The test that is written as `elo0 elo1` or `elo0 elo1 alpha beta`."""
        words = text.replace(",", " ").split()
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise BadOption(f"--sprt takes elo0 elo1, or elo0 elo1 alpha beta, not “{text}”")
        return cls(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: at or below the first elo1 is rejected, at or above the second accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, scores: Mapping[float, int], sides: int = 2) -> float:
        """How much the scores of the rounds speak for elo1; below zero they speak for elo0."""
        return fall(scores, share(self.elo1, sides)) - fall(scores, share(self.elo0, sides))

    def verdict(self, llr: float) -> Verdict | None:
        """What is decided at this point; None: nothing yet."""
        low, high = self.bounds
        return "accepted" if llr >= high else "rejected" if llr <= low else None
