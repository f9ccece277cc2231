"""A table: what its events add up to.

The log is the truth.  An event is a JSON object `{"v": version, "at": milliseconds, "kind": …, …}`, numbered
from 1 without gaps; `fold` makes a table of them, and `apply` adds one.  Nothing here decides anything:
`decide` does, and what it decided is simply so.

    opened      game, rules, options, clock, starts, first, visibility, host, commitment, rematch_of, reserved
    sat         seat, who, name            computer    seat, level             stood       seat
    drew        what (lot or die), seat, of, outcome, throw       before the game, to see who begins
    begun       first: the seat that becomes seat 0, the others follow round the table; by, nonce
    token       token, seat (null for chance), nonce (a person's), throw (of chance)
    undone      seat                       took-back   to: so many tokens stay
    asked       seat, to                   agreed      seat                    declined    seat
    resigned    seat                       flagged     seat
    handed      seat, level, why (owner, abandoned, resigned or time)          returned    seat
    ended       winners, how (played, resigned, time or closed), seat
    rematch     seat                       rematched   table
    said        room (players or watchers), who, name, text
    resumed     up: when the server was last known to be up, before this event's `at`

In `opened` to `begun` seats are numbered as people sit round the table, afterwards as the game counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stylobate.errors import BadRecord, StylobateError
from stylobate.fair.chain import NOBODY, Throw
from stylobate.fair.proof import TAKEN_BACK, Use
from stylobate.game import Game, Position
from stylobate.line import Ending, Line, Played
from stylobate.play.clock import Clock, Faces
from stylobate.play.seat import Seat
from stylobate.registry import load

Event = dict[str, Any]
REMEMBERED = 200  # remarks; older ones stay in the log


@dataclass(frozen=True)
class Said:
    """A remark."""

    version: int
    at: int
    room: str
    who: str
    name: str
    text: str


@dataclass(frozen=True)
class Takeback:
    """What is asked: back to `to` tokens; `agreed` are the seats that have said yes."""

    seat: int
    to: int
    agreed: frozenset[int] = frozenset()


class Table:
    """One game being played; made by `fold`, changed by `apply` alone.

    The game itself is its `line`; the table adds who sits at it, their clocks, their talk and the throws.
    """

    line: Line
    starts: str
    visibility: str
    host: str
    commitment: str
    rematch_of: str | None

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.settled = self.settled_at = 0
        self.opened = self.at = 0
        self.choice = 0
        self.first: int | None = None
        self.reserved: frozenset[int] = frozenset()
        self.seats: list[Seat] = []
        self.throws: list[tuple[Throw, Use]] = []
        self.draws: list[Event] = []
        self.nonce: tuple[int | str, str] = (NOBODY, NOBODY)
        self.faces = Faces(Clock())
        self.asked: Takeback | None = None
        self.refusals: dict[str, tuple[int, int]] = {}
        self.rematch: frozenset[int] = frozenset()
        self.rematched: str | None = None
        self.chat: list[Said] = []
        self.remarks: dict[str, int] = {}
        self.news: list[Event] = []

    def copy(self) -> Table:
        """The same table, to be changed apart; without news."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.line, twin.faces = self.line.copy(), self.faces.copy()
        twin.seats, twin.throws = self.seats.copy(), self.throws.copy()
        twin.draws, twin.chat = self.draws.copy(), self.chat.copy()
        twin.refusals, twin.remarks = self.refusals.copy(), self.remarks.copy()
        twin.news = []
        return twin

    @property
    def state(self) -> str:
        """“open” until it begins, then “running”, then “over”."""
        if self.ending is not None:
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

    def seats_of(self, who: str) -> tuple[int, ...]:
        """The seats on which this person moves now."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.who == who and seat.is_person)

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
        """Everybody who plays."""
        return frozenset(seat.who for seat in self.seats if seat.who is not None and seat.is_person)

    def happen(self, at: int, kind: str, **fields: Any) -> None:
        """One more event, for the log; time does not run backwards."""
        event: Event = {"v": self.version + 1, "at": max(at, self.at), "kind": kind, **fields}
        self.apply(event)
        self.news.append(event)

    def apply(self, event: Mapping[str, Any]) -> None:
        """Add the next event of the log; refuses one that cannot be it."""
        try:
            if event["v"] != self.version + 1:
                raise BadRecord(f"it has the number {event['v']}")
            happens = _FOLDS[event["kind"]]
            if (self.version == 0) != (event["kind"] == "opened"):
                raise BadRecord("“opened” comes first, and once")
            self.version, self.at = event["v"], event["at"]
            happens(self, event)
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            why = str(error) if isinstance(error, StylobateError) else f"it is malformed ({error!r})"
            raise BadRecord(f"event {self.version} of table {self.id}: {why}") from None

    def _opened(self, event: Mapping[str, Any]) -> None:
        game = load(event["game"])
        if event["rules"] != game.rules_version:
            raise BadRecord(f"it was played by rules {event['rules']} of {game.title}")
        self.line = Line(game, event["options"])
        self.faces.clock = Clock.read(event["clock"])
        self.starts, self.choice = event["starts"], event["first"]
        self.visibility, self.host = event["visibility"], event["host"]
        self.commitment, self.rematch_of = event["commitment"], event.get("rematch_of")
        self.reserved = frozenset(event.get("reserved", ()))
        self.seats = [Seat()] * self.position.seats
        self.opened = self.at

    def _sat(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = Seat(event["name"], event["who"])

    def _computer(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = Seat(level=event["level"])

    def _stood(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = Seat()

    def _drew(self, event: Mapping[str, Any]) -> None:
        self._thrown(event["throw"], event["outcome"], tuple(event["of"]))
        self.draws.append(dict(event))

    def _begun(self, event: Mapping[str, Any]) -> None:
        first: int = event["first"]
        self.first = first
        if event.get("nonce"):
            self.nonce = event["by"], event["nonce"]
        self.seats = self.seats[first:] + self.seats[:first]
        self.faces.left = [self.faces.clock.start] * len(self.seats)
        self._settle()

    def _token(self, event: Mapping[str, Any]) -> None:
        seat = event["seat"]
        turn = self.position.turn
        if self.state != "running" or seat != (None if self.position.is_chance else turn):
            raise BadRecord(f"“{event['token']}” was not for seat {seat} to play")
        self.line.play(event["token"], self.at, None if seat is not None else event["throw"]["number"])
        if seat is None:
            self._thrown(event["throw"], event["token"], "")
        if event.get("nonce"):
            self.nonce = seat, event["nonce"]
        self.asked = None
        self._settle()

    def _thrown(self, throw: Mapping[str, Any], outcome: str, use: Use) -> None:
        number: int = throw["number"]
        if number != len(self.throws) + 1:
            raise BadRecord(f"its throw has the number {number}, not {len(self.throws) + 1}")
        made = Throw(number, outcome, throw["link"], throw["seat"], throw["nonce"], throw.get("next"))
        self.throws.append((made, use))

    def _undone(self, event: Mapping[str, Any]) -> None:
        self._back(len(self.plays) - 1)

    def _took_back(self, event: Mapping[str, Any]) -> None:
        self.asked = None
        self._back(event["to"])

    def _back(self, to: int) -> None:
        for play in self.line.cut(to):
            if play.throw is not None:
                self.throws[play.throw - 1] = (self.throws[play.throw - 1][0], TAKEN_BACK)
        self._settle()

    def _asked(self, event: Mapping[str, Any]) -> None:
        self.asked = Takeback(event["seat"], event["to"])

    def _agreed(self, event: Mapping[str, Any]) -> None:
        if self.asked is None:
            raise BadRecord("nothing was asked")
        self.asked = replace(self.asked, agreed=self.asked.agreed | {event["seat"]})

    def _declined(self, event: Mapping[str, Any]) -> None:
        if self.asked is None:
            raise BadRecord("nothing was asked")
        asker = self.seats[self.asked.seat].who or ""
        if event["seat"] != self.asked.seat:
            self.refusals[asker] = self.refusals.get(asker, (0, 0))[0] + 1, self.at
        self.asked = None

    def _resigned(self, event: Mapping[str, Any]) -> None:
        self.line.resign(event["seat"])

    def _flagged(self, event: Mapping[str, Any]) -> None:
        self.faces.pass_to(None, self.at)
        self.faces.left[event["seat"]] = 0
        self.line.flag(event["seat"])

    def _handed(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = replace(self.seats[event["seat"]], level=event["level"])
        self.asked = None
        self._settle()

    def _returned(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = replace(self.seats[event["seat"]], level=None)
        self._settle()

    def _ended(self, event: Mapping[str, Any]) -> None:
        self.line.end(Ending(tuple(event["winners"]), event["how"], event["seat"]))
        self.asked = None
        self._settle()

    def _rematch(self, event: Mapping[str, Any]) -> None:
        self.rematch |= {event["seat"]}

    def _rematched(self, event: Mapping[str, Any]) -> None:
        self.rematched = event["table"]

    def _said(self, event: Mapping[str, Any]) -> None:
        said = (event[name] for name in ("room", "who", "name", "text"))
        self.chat.append(Said(self.version, self.at, *said))
        del self.chat[:-REMEMBERED]
        self.remarks[event["room"]] = self.remarks.get(event["room"], 0) + 1

    def _resumed(self, event: Mapping[str, Any]) -> None:
        self.faces.resume(event["up"], self.at)

    def _settle(self) -> None:
        """What a move is made for has changed; whoever moves next has the clock (chance takes no time)."""
        self.settled, self.settled_at = self.version, self.at
        if self.state == "running" and self.position.is_chance:
            return
        turn = self.turn
        self.faces.pass_to(turn if turn is not None and self.seats[turn].is_person else None, self.at)


_FOLDS: dict[str, Callable[[Table, Mapping[str, Any]], None]] = {
    "opened": Table._opened,
    "sat": Table._sat,
    "computer": Table._computer,
    "stood": Table._stood,
    "drew": Table._drew,
    "begun": Table._begun,
    "token": Table._token,
    "undone": Table._undone,
    "took-back": Table._took_back,
    "asked": Table._asked,
    "agreed": Table._agreed,
    "declined": Table._declined,
    "resigned": Table._resigned,
    "flagged": Table._flagged,
    "handed": Table._handed,
    "returned": Table._returned,
    "ended": Table._ended,
    "rematch": Table._rematch,
    "rematched": Table._rematched,
    "said": Table._said,
    "resumed": Table._resumed,
}


def fold(id: str, events: Iterable[Mapping[str, Any]]) -> Table:
    """The table that a log adds up to; names the first event that cannot be."""
    table = Table(id)
    for event in events:
        table.apply(event)
    if table.version == 0:
        raise BadRecord(f"the log of table {id} is empty")
    return table
