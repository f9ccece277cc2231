"""Each game a second time: slow, plain, written from its rules file alone, importing nothing of ours.

A reference exists to disagree.  It keeps the pieces as a player at the table sees them (single checkers,
cubes, cells of a score sheet), does what the rules say word by word, and shares no idea of the kernel's
about how to be quick.  `tests.harness` plays both side by side.

A game's stands in `tests/games/<game>/reference.py`: a subclass of `Reference` that the module also calls
`REFERENCE`:

    class ColumnsDice(Reference): …
    REFERENCE = ColumnsDice
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import Self


class Reference(ABC):
    """One game in progress, as the line protocol would tell it.

    `games` is how many random games of each variant `tests/test_reference.py` plays beside the kernel.
    """

    games = 400

    @classmethod
    @abstractmethod
    def start(cls, options: Mapping[str, str]) -> Self:
        """A new game under the options given as text; those not given have their defaults.

        `setup`, a position text with spaces, is among them only where the game's tests ask for it.
        """

    @abstractmethod
    def turn(self) -> int | str:
        """The seat to move, `"chance"` or `"over"`."""

    @abstractmethod
    def legal(self) -> list[str]:
        """Every legal token in ASCII order, at a chance node its outcomes; none when it is over."""

    @abstractmethod
    def play(self, token: str) -> None:
        """Play it, in place; it is one of `legal()`."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The points a seat: what would be scored now."""

    @abstractmethod
    def result(self) -> list[int]:
        """Every winner once it is over, ascending; none before."""

    def chance(self) -> dict[str, Fraction]:
        """Every outcome with its exact probability; empty where it is not for chance to speak."""
        return {}

    def position(self) -> str | None:
        """The position text, or None where the reference does not write it."""
        return None

    def copy(self) -> Self:
        """The same moment again, to be played on independently; written and read it is sooner than copied."""
        again: Self = pickle.loads(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        return again
