"""What came of one game of the arena, as a line of JSON keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from stylobate.errors import BadFile


@dataclass(frozen=True)
class Result:
    """How a game ended.

    `payoff` is what each place of the meeting got of the win, `places` which place each seat had; `fault`
    says which seat lost it by something else than its moves, and how.  `ms` is what each seat thought in all,
    the only thing here that is not the same when the game is played again.  `luck` is what chance gave each
    seat, where that is told (`search.luck`).
    """

    game: int
    places: tuple[int, ...]
    payoff: tuple[float, ...]
    scores: tuple[int, ...]
    tokens: tuple[str, ...]
    ms: tuple[int, ...]
    fault: tuple[int, str] | None = None
    luck: tuple[float, ...] | None = None

    @property
    def digest(self) -> str:
        """A short name for its moves: two games with the same one were the same game."""
        return blake2b(" ".join(self.tokens).encode(), digest_size=8).hexdigest()

    @property
    def outcome(self) -> Outcome:
        """What the statistics need of it."""
        luck = None if self.luck is None else _by_place(self.luck, self.places)
        return Outcome(self.game, self.payoff, self.fault, self.digest, luck)

    def json(self, names: tuple[str, ...], meeting: int, round: int) -> dict[str, Any]:
        """The line of JSON, a number a seat; the tokens are in the record."""
        return {
            "game": self.game,
            "meeting": meeting + 1,
            "round": round + 1,
            "players": list(names),
            "places": list(self.places),
            "payoff": [self.payoff[place] for place in self.places],
            "scores": list(self.scores),
            **({} if self.luck is None else {"luck": list(self.luck)}),
            "plies": len(self.tokens),
            "fault": self.fault and {"seat": self.fault[0], "why": self.fault[1]},
            "digest": self.digest,
            "ms": list(self.ms),
        }


@dataclass(frozen=True)
class Outcome:
    """What the statistics need of a game that was played."""

    game: int
    payoff: tuple[float, ...]
    fault: tuple[int, str] | None
    digest: str
    luck: tuple[float, ...] | None = None


def outcome(fields: Mapping[str, Any]) -> Outcome:
    """The outcome that a line of JSON tells."""
    try:
        fault, places = fields["fault"], tuple(fields["places"])
        luck = fields.get("luck")
        return Outcome(
            int(fields["game"]),
            _by_place(fields["payoff"], places),
            None if fault is None else (int(fault["seat"]), str(fault["why"])),
            str(fields["digest"]),
            None if luck is None else _by_place(luck, places),
        )
    except (KeyError, IndexError, TypeError, ValueError):
        raise BadFile("a line of games.jsonl does not tell of a game") from None


def _by_place(seats: Sequence[float], places: Sequence[int]) -> tuple[float, ...]:
    """What is told of each seat, told of each place; partners have the same."""
    return tuple(float(seats[places.index(place)]) for place in range(max(places) + 1))
