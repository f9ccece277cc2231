"""A table: what its events add up to.

The log is the truth (see `events`): `fold` makes a table of it, and `apply` adds one entry.  Nothing here
decides anything: `decide` does, and what it decided is simply so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar, assert_never

from stylobate.errors import BadRecord, StylobateError
from stylobate.fair.chain import LENGTH, NOBODY, Segment, Throw
from stylobate.fair.mix import Part, mixed
from stylobate.fair.proof import TAKEN_BACK, Cut, Use
from stylobate.game import Game, Position
from stylobate.line import Ending, Line, Played
from stylobate.play import events as e
from stylobate.play.clock import DAY, SECOND, Clock, Faces
from stylobate.play.moment import Moment
from stylobate.play.seat import Seat
from stylobate.registry import load

Counted = TypeVar("Counted", bound=Hashable)

STAND_IN = "3"  # where no level was agreed on
REMEMBERED = 200  # remarks of the players, and as many of those who watch; older ones stay in the log
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


class Table:
    """One game being played; made by `fold`, changed by `apply` and `happen` alone.

    The game itself is its `line`; the table adds who sits at it, their clocks, their talk and the throws.
    `marks` tells whether its record says what a stand-in played; those of 0.1.0 did not.  `lent_at` is when
    the mover's seat was handed over: who comes back before the stand-in has played was thinking meanwhile.
    `played` are the seats that ever played a token, be it taken back since.
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

    def copy(self) -> Table:
        """A copy that can be changed without changing this table; all its events count as stored.

        Sets and counters are shared: they are never changed, but others take their place.
        """
        twin = object.__new__(Table)
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
        if self.state != "running":
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
        return self.patient and self.state == "running" and not self.played

    @property
    def untouched_until(self) -> int | None:
        """When a game with a clock is cancelled because nobody has ever moved; None: never."""
        clock = self.faces.clock
        waits = self.is_untouched and clock.kind != "none"
        return self.begun_at + max(clock.start, FIRST_MOVE) if waits else None

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

    @property
    def news(self) -> list[dict[str, Any]]:
        """What has happened and is not stored yet, as the store keeps it."""
        return [entry.json() for entry in self.unstored]

    def happen(self, moment: Moment, event: e.Event) -> None:
        """Add a new event to the log and apply it; by the clock it is never before the last event."""
        date = moment.now if moment.date is None else moment.date
        entry = e.Entry(self.version + 1, date, max(moment.now, self.tick), event)
        self._add(entry)
        self.unstored.append(entry)

    def apply(self, stored: object) -> None:
        """Add the next entry of the log, as the store kept it; refuses one that cannot be it."""
        number = self.version + 1
        try:
            entry = e.read(stored)
            if entry.v != number:
                raise BadRecord(f"it has the number {entry.v}")
            if (number == 1) != isinstance(entry.event, e.Opened):
                raise BadRecord("“opened” comes first, and once")
            self._must_fit(entry.event)
            self._add(entry)
        except StylobateError as error:
            raise BadRecord(f"event {number} of table {self.id}: {error}") from None

    def _must_fit(self, event: e.Event) -> None:
        """Refuse what comes at the wrong time, or names a seat or a token that there is not."""
        if isinstance(event, _BEFORE_THE_GAME) and self.first is not None:
            raise BadRecord(f"“{event.kind}” comes before the game")
        if isinstance(event, _IN_THE_GAME) and self.first is None:
            raise BadRecord(f"“{event.kind}” comes after “begun”")
        seats: list[int | None] = [getattr(event, "seat", None)]
        match event:
            case e.Stood() if event.seat in self.moved:
                raise BadRecord("who has moved stays")
            case e.Sat() if self.first is not None and self.is_full:
                raise BadRecord("every seat is taken")
            case e.Begun():
                seats = [event.first]
            case e.Ended():
                seats += event.winners
            case e.Awaited() | e.Gave() | e.Pledged() | e.Announced() if self.line.is_over:
                raise BadRecord(f"“{event.kind}” comes before the end")
            case e.Awaited():
                seats += (*event.seats, *(event.away or ()))
            case e.Undone() if not self.plays:
                raise BadRecord("there is no token to take back")
            case e.Asked() | e.TookBack() if not 0 <= event.to <= len(self.plays):
                raise BadRecord(f"{event.to} tokens cannot stay of {len(self.plays)}")
        for seat in seats:
            if seat is not None and not 0 <= seat < len(self.seats):
                raise BadRecord(f"there is no seat {seat}")

    def _add(self, entry: e.Entry) -> None:
        self.version, self.at, self.tick, event = entry
        match event:
            case e.Token():
                self._token(event)
            case e.Opened():
                self._opened(event)
            case e.Sat():
                self.seats[event.seat] = Seat(event.name, event.who, registered=event.registered)
                self.sittings = _one_more(self.sittings, event.who)
                self._mover_changed(event.seat)
            case e.Computer():
                self.seats[event.seat] = Seat(level=event.level)
            case e.Stood():
                self.pledges.pop(self.seats[event.seat].who or "", None)
                self.awaited, self.given = {}, {}
                self.seats[event.seat] = Seat()
                self._mover_changed(event.seat)
            case e.Drew():
                self._thrown(event.throw, event.outcome, event.of)
                self.draws.append(event)
            case e.Begun():
                self._begun(event)
            case e.Pledged():
                self._pledged(self._must_be_person(event.seat), event.pledge)
            case e.Awaited():
                self._awaited(event)
            case e.Gave():
                self._gave(event)
            case e.Announced():
                self._announced(event)
            case e.Signed():
                self.signature = event.signature
            case e.Undone():
                self.this_turn = _one_more(self.this_turn, ("undone", event.seat))
                self._back(len(self.plays) - 1)
            case e.Asked():
                self.this_turn = _one_more(self.this_turn, ("asked", self.seats[event.seat].who or ""))
                self.asked = Takeback(event.seat, event.to)
            case e.Agreed():
                asked = self._must_be_asked()
                self.asked = replace(asked, agreed=asked.agreed | {event.seat})
            case e.Declined():
                self._declined(event)
            case e.TookBack():
                self.asked = None
                self._back(event.to, by_consent=True)
            case e.Resigned():
                self.line.resign(event.seat)
            case e.Flagged():
                self.faces.run(None, self.tick)
                self.faces.left[event.seat] = 0
                self.line.flag(event.seat)
            case e.Handed():
                if self.faces.running == event.seat:
                    self.lent_at = self.tick
                self.seats[event.seat] = replace(self.seats[event.seat], level=event.level)
                self.asked = None
                if event.why == "owner":
                    self.this_turn = _one_more(self.this_turn, ("handed", event.seat))
                self._mover_changed(event.seat)
            case e.Returned():
                self.seats[event.seat] = replace(self.seats[event.seat], level=None)
                self._mover_changed(event.seat)
                if self.faces.running == event.seat and self.lent_at is not None:
                    self.faces.since = self.lent_at
            case e.Ended():
                self.line.end(Ending(event.winners, event.how, event.seat))
                self.asked = None
                self._settle()
            case e.Rematch():
                self.rematch |= {event.seat}
                self.rematch_level = event.level
            case e.Rematched():
                self.rematched = event.table
            case e.Said():
                told = (event.room, event.who, event.name, event.text, event.registered)
                self.chat.append(Remark(self.version, self.at, self.tick, *told))
                self.remarks[event.room] = self.remarks.get(event.room, 0) + 1
                if self.remarks[event.room] > REMEMBERED:
                    self.chat.remove(next(said for said in self.chat if said.room == event.room))
            case e.Resumed():
                self.faces.resume(event.up, self.tick)
            case _:
                assert_never(event)

    def _opened(self, event: e.Opened) -> None:
        game = load(event.game)
        if event.rules != game.rules_version:
            raise BadRecord(f"it was played by rules {event.rules} of {game.title}")
        self.line = Line(game, game.expand(event.options))
        self.faces.clock = event.clock
        self.starts, self.choice = event.starts, event.first
        self.visibility, self.host = event.visibility, event.host
        self.rematch_of, self.restores = event.rematch_of, event.restores or 0
        if event.commitment is not None:
            self.segments = [Segment(0, 1, event.commitment)]
        elif self.needs_chance:
            raise BadRecord("chance has a part in it, and “opened” has no commitment")
        self.reserved = frozenset(event.reserved)
        self.stand_in, self.marks = event.stand_in or STAND_IN, event.stand_in is not None
        self.patient = bool(event.patient)
        self.seats = [Seat()] * self.position.seats
        self.opened = self.at

    def _begun(self, event: e.Begun) -> None:
        self.first = event.first
        if event.by is not None and event.nonce is not None:
            by = event.by
            if isinstance(by, int) and self.segment.scheme > 1:
                by = (by - event.first) % len(self.seats)
            self.nonce = Part(str(by), event.nonce)
        self.seats = self.seats[event.first :] + self.seats[: event.first]
        self.faces.left = [self.faces.clock.start] * len(self.seats)
        self.begun_at = self.tick
        self._settle()

    def _token(self, event: e.Token) -> None:
        seat, throw = event.seat, event.throw
        if self.first is None or self.line.is_over or seat != self.line.turn:
            raise BadRecord(f"“{event.token}” was not for seat {seat} to play")
        if (seat is None) != (throw is not None):
            raise BadRecord("chance throws, and nobody else does")
        level = None if seat is None else self.seats[seat].level
        if event.level not in (None, level):
            raise BadRecord(f"no computer of level {event.level} sits on seat {seat}")
        self.line.play(event.token, self.at, throw.number if throw else None, level)
        if throw is not None:
            self._thrown(throw, event.token, "")
        else:
            self._asked_for_by(seat, event.nonce)
        is_timed = not self.is_untouched
        if seat is not None:
            self.played |= {seat}
            self.moved |= {seat} if level is None else set()
        self.asked = self.lent_at = None
        self._settle()
        last = next((play for play in reversed(self.plays) if play.seat is not None), None)
        mover = None if last is None else last.seat
        if mover != self.line.turn and not self.line.is_chance:
            self.this_turn = self.this_turn and Counter()
            if last is not None and mover is not None and is_timed:
                self.faces.earn(mover, last.level is None)

    def _mover_changed(self, seat: int) -> None:
        """Whose seat it is has changed: that is nothing to anybody's move unless this seat is to move."""
        if seat == self.turn:
            self._settle()

    def _thrown(self, throw: e.Revealed, outcome: str, use: Use) -> None:
        if throw.number != len(self.throws) + 1:
            raise BadRecord(f"its throw has the number {throw.number}, not {len(self.throws) + 1}")
        self.throws.append((throw.thrown(outcome), use))
        for who in self.awaited.keys() - self.given.keys():
            if self.pledges.pop(who, None) is not None and who not in self.absent:
                self.late[who] = Late(self.late[who].times + 1 if who in self.late else 1, throw.number)
        if throw.next is not None:
            last = self.segment
            after = Segment(last.index + 1, last.first + LENGTH, throw.next, "used up", last.salt)
            self.segments.append(after)

    # Nonces

    def _asked_for_by(self, seat: int | None, nonce: str | None) -> None:
        """A seat has played: its nonce is for the throw that may follow, or the one before is an old one."""
        self.awaited, self.given = {}, {}
        if nonce is not None:
            self.nonce = Part(str(seat), nonce)
        elif self.nonce is not None:
            self.nonce = replace(self.nonce, kind="before")

    def _pledged(self, who: str, pledge: str) -> None:
        self.pledges[who] = pledge
        self.pledged[who] = When(self.version, self.settled)

    def _awaited(self, event: e.Awaited) -> None:
        if self.first is not None and not self.line.is_chance:
            raise BadRecord("nothing is thrown now that could wait for nonces")
        if event.by is not None and event.nonce is not None:
            self.nonce = Part(str(event.by), event.nonce)
        self.absent = frozenset(self._must_be_person(seat) for seat in event.away or ())
        people = {self._must_be_person(seat) for seat in event.seats} | self.absent
        self.awaited, self.given = {who: self.pledges.get(who, "") for who in people}, {}
        self.awaited_at = self.tick
        self.faces.run(None, self.tick)

    def _gave(self, event: e.Gave) -> None:
        who = self._must_be_person(event.seat)
        if who not in self.asked_for:
            raise BadRecord(f"nobody waited for a nonce of seat {event.seat}")
        self.given[who] = event.nonce
        self.late.pop(who, None)
        self.pledges.pop(who, None)
        if event.pledge is not None:
            self._pledged(who, event.pledge)

    def _announced(self, event: e.Announced) -> None:
        index, first = len(self.segments), len(self.throws) + 1
        self.segments.append(Segment(index, first, event.commitment, "restored", event.salt))
        self.restores = event.restores
        self._asked_for_by(None, None)
        self._settle()

    def _must_be_person(self, seat: int) -> str:
        who = self.seats[seat].who
        if who is None:
            raise BadRecord(f"nobody sits on seat {seat}")
        return who

    # Back

    def _back(self, to: int, by_consent: bool = False) -> None:
        gone = self.line.cut(to)
        if by_consent or (self.cuts and to < self.cuts[-1][0]):
            self.cuts.append((to, tuple(play.token for play in gone)))
        for play in gone:
            if play.throw is not None:
                self.throws[play.throw - 1] = (self.throws[play.throw - 1][0], TAKEN_BACK)
        self.lent_at = None
        self._settle()

    def _must_be_asked(self) -> Takeback:
        if self.asked is None:
            raise BadRecord("nothing was asked")
        return self.asked

    def _declined(self, event: e.Declined) -> None:
        asked = self._must_be_asked()
        asker = self.seats[asked.seat].who or ""
        self.refusals[asker] = self.refusals.get(asker, (0, 0))[0] + 1, self.tick
        self.asked = None

    def _settle(self) -> None:
        """The position or the mover has changed: moves for an earlier version are stale, and clocks change.

        While chance is to speak nobody's clock runs, nor before the first move.
        """
        self.settled, self.settled_at = self.version, self.tick
        turn = self.turn
        is_timed = turn is not None and self.seats[turn].is_person and not self.is_untouched
        self.faces.run(turn if is_timed else None, self.tick)


def _one_more(counted: Counter[Counted], of: Counted) -> Counter[Counted]:
    """The same counts, but one more of that."""
    more = counted.copy()
    more[of] += 1
    return more


_BEFORE_THE_GAME = (e.Computer, e.Drew, e.Begun)
_IN_THE_GAME = (
    e.Undone,
    e.Asked,
    e.Agreed,
    e.Declined,
    e.TookBack,
    e.Resigned,
    e.Flagged,
    e.Handed,
    e.Returned,
)


def fold(id: str, events: Iterable[object]) -> Table:
    """The table that a log adds up to, as the store kept it; names the first event that cannot be."""
    table = Table(id)
    for event in events:
        table.apply(event)
    if table.version == 0:
        raise BadRecord(f"the log of table {id} is empty")
    return table
