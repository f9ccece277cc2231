"""A table: what its events add up to.

The log is the truth (see `events`): `fold` makes a table of it, and `apply` adds one entry.  Nothing here
decides anything: `decide` does, and what it decided is simply so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from stylobate.errors import BadRecord, StylobateError
from stylobate.fair.chain import LENGTH, Segment
from stylobate.fair.mix import Part
from stylobate.fair.proof import TAKEN_BACK, Use
from stylobate.line import Ending, Line
from stylobate.play import events as e
from stylobate.play.moment import Moment
from stylobate.play.seat import Seat
from stylobate.play.situation import Late, Remark, Situation, Takeback, When
from stylobate.registry import load

Counted = TypeVar("Counted", bound=Hashable)

STAND_IN = "3"  # where no level was agreed on
REMEMBERED = 200  # remarks of the players, and as many of those who watch; older ones stay in the log


class Table(Situation):
    """A situation and the log that led to it; made by `fold`, changed by `apply` and `happen` alone."""

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
