"""What a check of a record found, and what that proves, in sentences that claim no more than that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class Report:
    """How many throws there were of each kind, and what does not hold.

    A throw is `together` where people on several seats gave a new nonce for it, `alone` where one did,
    `carried` where the nonces in it had come before, and `bare` where it has none.  `taken_back` of them no
    longer stand.  `missing` counts by seat who had pledged a nonce and gave none; `restored` are the throws
    before which the chain was begun anew.  `signed` is whether the end is; None: it has not come.
    """

    together: int = 0
    alone: int = 0
    carried: int = 0
    bare: int = 0
    taken_back: int = 0
    faults: tuple[str, ...] = ()
    missing: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    restored: tuple[int, ...] = ()
    signed: bool | None = None
    scheme: int = 2
    was_compared: bool = False

    @property
    def holds(self) -> bool:
        """Whether every throw was recomputed with the same outcome, and all seals fit."""
        return not self.faults

    @property
    def fresh(self) -> int:
        """How many throws mixed in a new nonce of anybody."""
        return self.together + self.alone

    @property
    def throws(self) -> int:
        """How many throws were recomputed."""
        return self.fresh + self.carried + self.bare

    def sentences(self) -> Iterator[str]:
        """The report for people."""
        if self.faults:
            yield from self.faults
            return
        if not self.throws:
            yield "Nothing was thrown."
        else:
            yield f"All {self.throws} throws follow from the commitment and the nonces."
            yield from self._of_the_throws()
        yield from self._of_the_chain()
        yield from self._of_the_paper()

    def _of_the_throws(self) -> Iterator[str]:
        if self.together:
            yield (
                f"{self.together} mixed new nonces of several people: none of them could choose the throw, "
                "nor could the server together with some of them."
            )
        if self.alone:
            yield (
                f"{self.alone} mixed a new nonce of one person: the server could not choose the throw "
                "without that person."
            )
        if self.carried:
            yield (
                f"{self.carried} mixed only nonces that had been sent before: "
                "the server knew the throw beforehand, and so could whoever plays for it."
            )
        if self.bare:
            yield f"{self.bare} had nobody's nonce: fixed by the commitment, and known to the server."
        for seat, times in sorted(self.missing.items()):
            yield (
                f"Seat {seat} had pledged a nonce and is said to have been away or late in {times} of them: "
                "only whoever sat there knows whether that is so. If not, the server could choose them."
            )
        if self.taken_back:
            how = "were checked as well" if self.scheme > 1 else "cannot be checked"
            yield f"{self.taken_back} were made and taken back; they {how}."

    def _of_the_chain(self) -> Iterator[str]:
        for number in self.restored:
            yield (
                f"Before throw {number} the site was set back to an earlier state, and the chain begun anew: "
                "what was thrown in between is not in this record."
            )

    def _of_the_paper(self) -> Iterator[str]:
        if self.scheme == 1:
            yield "Names, date, moves and result are not signed: that came later."
        elif self.signed:
            yield "Names, date, options, moves and result are as the site signed them at the end."
        else:
            yield "The game is not over: names, date and moves are not signed yet."
        if self.was_compared:
            yield "The commitment is the one that was seen first."
        else:
            yield "That the commitment was there before the game, only those who saw it then can say."
