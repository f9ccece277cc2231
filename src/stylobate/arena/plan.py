"""What is to be played: every game of a match or a ladder, known before the first one begins.

A *meeting* is between as many entrants as the game has sides.  It is played in *rounds*: one game in each
rotation of the sides, all with the same throws, so that luck and the seat favour nobody.  With two sides a
round is a pair of games.  Round after round, whoever sits behind the first entrant changes places too.

Games are numbered from 1 in the order of the plan: a round of every meeting, then the next round of each.  A
game is a function of the plan and its number, whoever plays it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any, Literal

from stylobate.arena.entrants import Entrant
from stylobate.arena.seeds import seed_of
from stylobate.arena.sequential import Sprt
from stylobate.errors import BadFile, BadOption
from stylobate.game import Game
from stylobate.registry import load

Kind = Literal["match", "ladder"]

MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Patience:
    """How long a program is waited for, in seconds: until it has started, and beyond its time for a move."""

    start: float = 300.0
    grace: float = 2.0


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played.

    `seats` says for each seat which of the meeting's places it has: 0 for the first entrant of the meeting, 1
    for the second …; partners have the same.
    """

    number: int
    meeting: int
    round: int
    rotation: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """Everything that decides how the games go, and nothing else."""

    kind: Kind
    game: str
    options: Mapping[str, str]
    entrants: tuple[Entrant, ...]
    meetings: tuple[tuple[int, ...], ...]
    rounds: int
    seed: int
    random_start: int = 0
    sprt: Sprt | None = None
    patience: Patience = field(default_factory=Patience)
    luck: bool = False  # whether it is told of every game what chance gave each seat

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat, counted from 0 in turn order."""
        return sides_of(load(self.game), self.options)

    @property
    def rotations(self) -> int:
        """How many games a round has: as many as there are sides."""
        return max(self.sides) + 1

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.rounds * len(self.meetings) * self.rotations

    def fixture(self, number: int) -> Fixture:
        """The game of that number."""
        before, rotation = divmod(number - 1, self.rotations)
        round, meeting = divmod(before, len(self.meetings))
        order = _arrangement(self.meetings[meeting], round)
        seats = tuple(order[(side + rotation) % self.rotations] for side in self.sides)
        return Fixture(number, meeting, round, rotation, seats)

    def first(self, meeting: int, round: int) -> int:
        """The number of the first game of a round."""
        return (round * len(self.meetings) + meeting) * self.rotations + 1

    def names(self, fixture: Fixture) -> tuple[str, ...]:
        """The entrant of each seat in that game, as it was typed."""
        sides = self.meetings[fixture.meeting]
        return tuple(self.entrants[sides[place]].name for place in fixture.seats)

    def seed_of(self, fixture: Fixture, *path: str | int) -> int:
        """A seed that all games of the fixture's round share."""
        return seed_of(self.seed, fixture.meeting, fixture.round, *path)

    def json(self) -> dict[str, Any]:
        """The plan as JSON keeps it."""
        return asdict(self)


def from_json(fields: Mapping[str, Any]) -> Plan:
    """The plan that such JSON holds."""
    try:
        return Plan(
            kind=fields["kind"],
            game=fields["game"],
            options=dict(fields["options"]),
            entrants=tuple(
                Entrant(**{**one, "command": one["command"] and tuple(one["command"])})
                for one in fields["entrants"]
            ),
            meetings=tuple(tuple(sides) for sides in fields["meetings"]),
            rounds=fields["rounds"],
            seed=fields["seed"],
            random_start=fields["random_start"],
            sprt=fields["sprt"] and Sprt(**fields["sprt"]),
            patience=Patience(**fields["patience"]),
            luck=fields.get("luck", False),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"the plan does not say what it should: {error}") from None


def sides_of(game: Game, options: Mapping[str, str]) -> tuple[int, ...]:
    """The side of each seat under these options, counted from 0 in turn order."""
    start = game.begin(options)
    if start.is_over:
        raise BadOption("nothing can be played from a position where the game is over")
    number = {side: count for count, side in enumerate(dict.fromkeys(start.sides))}
    return tuple(number[side] for side in start.sides)


def rounds_for(games: int, rotations: int) -> int:
    """How many whole rounds it takes to play at least so many games."""
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"{games} games cannot be played; it is from 1 to {MOST_GAMES:,}")
    return -(-games // rotations)


def _arrangement(sides: Sequence[int], round: int) -> tuple[int, ...]:
    """In which order the places of a meeting sit round the table; the first one's neighbours change."""
    orders: dict[tuple[int, ...], tuple[int, ...]] = {}
    for order in permutations(range(1, len(sides))):
        orders.setdefault(tuple(sides[place] for place in order), order)
    return (0, *list(orders.values())[round % len(orders)])
