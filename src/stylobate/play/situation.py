"""How a table stands: what there is at it at one moment, and all that can be asked of that.

Nothing here changes it: the events of its log do (`table`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from stylobate.fair.chain import NOBODY, Segment, Throw
from stylobate.fair.mix import Part, mixed
from stylobate.fair.proof import Cut, Use
from stylobate.game import Game, Position
from stylobate.line import Ending, Line, Played
from stylobate.play import events as e
from stylobate.play.clock import DAY, SECOND, Clock, Faces
from stylobate.play.seat import Seat

FIRST_MOVE = DAY  # or the time for a turn, if that is longer: then a game with a clock is begun or cancelled
PATIENCE = 3 * SECOND  # for which a throw waits for the nonces of those who are there


@dataclass(frozen=True)
class Remark:
    """A remark in the chat, and the version of its event."""

    version: int
    at: int
    tick: int
    room: str
    who: str
    name: str
    text: str
    registered: bool | None = None


@dataclass(frozen=True)
class Takeback:
    """What is asked: back to `to` tokens; `agreed` are the seats that have said yes."""

    seat: int
    to: int
    agreed: frozenset[int] = frozenset()


class When(NamedTuple):
    """When somebody pledged a nonce: the version of that event, and where the game stood."""

    version: int
    settled: int


class Late(NamedTuple):
    """How many times in a row somebody was waited for in vain, the last time at that throw."""

    times: int
    throw: int


class Situation:
    """One game being played: what there is at its table, and what follows from that.

    The game itself is its `line`; the table adds who sits at it, their clocks, their talk and the throws.
    `marks` tells whether its record says what a stand-in played; those of 0.1.0 did not.  `lent_at` is when
    the mover's seat was handed over: who comes back before the stand-in has played was thinking meanwhile.
    `played` are the seats that ever played a token, be it taken back since.  `unstored` are the entries of
    the log that came since the table was stored.
    """

    line: Line
    starts: str
    visibility: str
    host: str
    rematch_of: str | None
    stand_in: str
    marks: bool
    patient: bool

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.settled = self.settled_at = 0
        self.opened = self.at = self.tick = 0
        self.choice = 0
        self.first: int | None = None
        self.reserved: frozenset[int] = frozenset()
        self.seats: list[Seat] = []
        self.throws: list[tuple[Throw, Use]] = []
        self.draws: list[e.Drew] = []
        self.cuts: list[Cut] = []
        self.segments: list[Segment] = []
        self.restores = 0
        self.signature: str | None = None
        self.nonce: Part | None = None
        self.pledges: dict[str, str] = {}
        self.pledged: dict[str, When] = {}
        self.awaited: dict[str, str] = {}
        self.given: dict[str, str] = {}
        self.absent: frozenset[str] = frozenset()
        self.late: dict[str, Late] = {}
        self.awaited_at = 0
        self.faces = Faces(Clock())
        self.lent_at: int | None = None
        self.asked: Takeback | None = None
        self.refusals: dict[str, tuple[int, int]] = {}
        self.this_turn: Counter[tuple[str, int | str]] = Counter()
        self.sittings: Counter[str] = Counter()
        self.moved: frozenset[int] = frozenset()
        self.played: frozenset[int] = frozenset()
        self.begun_at = 0
        self.rematch: frozenset[int] = frozenset()
        self.rematch_level: str | None = None
        self.rematched: str | None = None
        self.chat: list[Remark] = []
        self.remarks: dict[str, int] = {}
        self.unstored: list[e.Entry] = []

    def copy(self) -> Self:
        """A copy that can be changed without changing this table; all its events count as stored.

        Sets and counters are shared: they are never changed, but others take their place.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.line, twin.faces = self.line.copy(), self.faces.copy()
        twin.seats, twin.throws = self.seats.copy(), self.throws.copy()
        twin.draws, twin.chat = self.draws.copy(), self.chat.copy()
        twin.cuts, twin.segments = self.cuts.copy(), self.segments.copy()
        twin.pledges, twin.pledged = self.pledges.copy(), self.pledged.copy()
        twin.awaited, twin.given, twin.late = self.awaited.copy(), self.given.copy(), self.late.copy()
        twin.refusals, twin.remarks = self.refusals.copy(), self.remarks.copy()
        twin.unstored = []
        return twin

    @property
    def state(self) -> str:
        """“open” until it begins, then “running”, then “over”."""
        if self.line.is_over:
            return "over"
        return "open" if self.first is None else "running"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.line.game

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line.position

    @property
    def turn(self) -> int | None:
        """The seat to move; None before the game and after it."""
        return None if self.first is None else self.line.turn

    @property
    def plays(self) -> Sequence[Played]:
        """The game so far: each token with its seat, its time and its throw."""
        return self.line.plays

    @property
    def tokens(self) -> tuple[str, ...]:
        """The game so far, as a record writes it."""
        return self.line.tokens

    @property
    def ending(self) -> Ending | None:
        """How it ended."""
        return self.line.ending

    @property
    def segment(self) -> Segment:
        """The segment of the chain that the next throw belongs to."""
        return self.segments[-1]

    @property
    def is_waiting(self) -> bool:
        """Whether a throw waits for nonces."""
        if not self.awaited:
            return False
        return bool(self.asked_for) and (self.state == "open" or self.line.is_chance)

    @property
    def asked_for(self) -> frozenset[str]:
        """Those whose nonces a throw still waits for."""
        return frozenset(self.awaited.keys() - self.given.keys() - self.absent)

    @property
    def waits_until(self) -> int | None:
        """When a throw that waits for nonces is made without those still missing."""
        return self.awaited_at + PATIENCE if self.is_waiting else None

    @property
    def due(self) -> int | None:
        """When time alone will bring something about: a throw that waits is made, or a flag falls."""
        if self.is_waiting:
            return self.waits_until
        if self.faces.clock.kind == "none" or self.state != "running":
            return None
        return self.untouched_until or self.faces.deadline()

    @property
    def is_earnest(self) -> bool:
        """Whether whoever leaves now has lost: every person has moved, or a stand-in for them."""
        people = {number for number, seat in enumerate(self.seats) if seat.who is not None}
        return not self.patient or people <= self.played

    @property
    def is_untouched(self) -> bool:
        """Whether the clocks still wait for the first move."""
        return self.patient and not self.played and self.state == "running"

    @property
    def untouched_until(self) -> int | None:
        """When a game with a clock is cancelled because nobody has ever moved; None: somebody has."""
        return self.begun_at + max(self.faces.clock.start, FIRST_MOVE) if self.is_untouched else None

    @property
    def mix(self) -> str:
        """Whose nonces the next throw mixes in, as the record tells it."""
        if self.segment.scheme == 1:
            return f"{NOBODY} {NOBODY}" if self.nonce is None else f"{self.nonce.seat} {self.nonce.value}"
        parts = [] if self.nonce is None else [self.nonce]
        for number, who in enumerate(seat.who for seat in self.seats):
            if who in self.awaited and self.seat_of(who) == number:
                given = self.given.get(who)
                missing = Part(str(number), self.awaited[who], "missing")
                parts.append(missing if given is None else Part(str(number), given))
        return mixed(parts)

    def seat_of(self, who: str) -> int:
        """The first seat of this person, even if a computer plays there now."""
        return next(number for number, seat in enumerate(self.seats) if seat.who == who)

    def seats_of(self, who: str) -> tuple[int, ...]:
        """The seats on which this person moves now."""
        return tuple([n for n, seat in enumerate(self.seats) if seat.who == who and seat.level is None])

    def at_first(self, seat: int) -> int:
        """The number that this seat had before the game."""
        return (seat + (self.first or 0)) % len(self.seats)

    def since_then(self, seat: int) -> int:
        """The number that a seat has now which had this one before the game."""
        return (seat - (self.first or 0)) % len(self.seats)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.is_empty for seat in self.seats)

    @property
    def needs_chance(self) -> bool:
        """Whether chance has a part in it, if only to say who begins; then `begin` brings the first nonce."""
        return self.game.has_chance or self.starts != "host"

    @property
    def people(self) -> frozenset[str]:
        """The ids of all people who have a seat."""
        return frozenset(seat.who for seat in self.seats if seat.who is not None and seat.is_person)
