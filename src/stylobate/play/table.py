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

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from stylobate.errors import BadRecord, StylobateError
from stylobate.fair.chain import NOBODY, Throw
from stylobate.fair.proof import TAKEN_BACK, Use
from stylobate.game import Game, Position
from stylobate.play.clock import Clock, Faces
from stylobate.play.seat import Seat, sides
from stylobate.registry import load

Event = dict[str, Any]
REMEMBERED = 200  # remarks; older ones stay in the log


@dataclass(frozen=True)
class Played:
    """A token on the table: whose (None: chance's), when, and by which throw."""

    token: str
    seat: int | None
    at: int
    throw: int | None = None


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


@dataclass(frozen=True)
class Ending:
    """How it ended: who won, by what, and which seat brought it about (None: the rules)."""

    winners: tuple[int, ...]
    how: str
    seat: int | None


class Table:
    """One game being played; made by `fold`, changed by `apply` alone.

    `sides` are the seats that win and lose together.
    """

    game: Game
    rules: int
    options: dict[str, str]
    starts: str
    visibility: str
    host: str
    commitment: str
    rematch_of: str | None
    sides: tuple[tuple[int, ...], ...]

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.settled = self.settled_at = 0
        self.opened = self.at = 0
        self.choice = 0
        self.first: int | None = None
        self.reserved: frozenset[int] = frozenset()
        self.seats: list[Seat] = []
        self.line: list[Position] = []
        self.plays: list[Played] = []
        self.throws: list[tuple[Throw, Use]] = []
        self.draws: list[Event] = []
        self.nonce: tuple[int | str, str] = (NOBODY, NOBODY)
        self.faces = Faces(Clock())
        self.asked: Takeback | None = None
        self.refusals: dict[str, tuple[int, int]] = {}
        self.resigned: frozenset[int] = frozenset()
        self.flagged: frozenset[int] = frozenset()
        self.ending: Ending | None = None
        self.rematch: frozenset[int] = frozenset()
        self.rematched: str | None = None
        self.chat: list[Said] = []
        self.remarks: dict[str, int] = {}
        self.news: list[Event] = []

    def copy(self) -> Table:
        """The same table, to be changed apart; without news."""
        twin = Table(self.id)
        twin.__dict__.update(self.__dict__)
        for name in ("seats", "line", "plays", "throws", "draws", "chat"):
            setattr(twin, name, list(getattr(self, name)))
        twin.faces = self.faces.copy()
        twin.refusals, twin.remarks = dict(self.refusals), dict(self.remarks)
        twin.news = []
        return twin

    @property
    def state(self) -> str:
        """“open” until it begins, then “running”, then “over”."""
        if self.ending is not None:
            return "over"
        return "open" if self.first is None else "running"

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line[-1]

    @property
    def turn(self) -> int | None:
        """The seat to move; None before the game and after it."""
        if self.first is None or self.ending is not None:
            return None
        turn = self.line[-1].turn
        return turn if turn >= 0 else None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The game so far."""
        return tuple(play.token for play in self.plays)

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
        self.game = load(event["game"])
        self.rules = event["rules"]
        if self.rules != self.game.rules_version:
            raise BadRecord(f"it was played by rules {self.rules} of {self.game.title}")
        self.options = dict(event["options"])
        self.faces.clock = Clock.read(event["clock"])
        self.starts, self.choice = event["starts"], event["first"]
        self.visibility, self.host = event["visibility"], event["host"]
        self.commitment, self.rematch_of = event["commitment"], event.get("rematch_of")
        self.reserved = frozenset(event.get("reserved", ()))
        self.line = [self.game.begin(self.options)]
        self.seats = [Seat()] * self.position.seats
        self.sides = sides(self.position)
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
        after = self.position.play(event["token"])
        thrown = self._thrown(event["throw"], event["token"], "") if seat is None else None
        if event.get("nonce"):
            self.nonce = seat, event["nonce"]
        self.line.append(after)
        self.plays.append(Played(event["token"], seat, self.at, thrown))
        self.asked = None
        self._settle()

    def _thrown(self, throw: Mapping[str, Any], outcome: str, use: Use) -> int:
        number: int = throw["number"]
        if number != len(self.throws) + 1:
            raise BadRecord(f"its throw has the number {number}, not {len(self.throws) + 1}")
        made = Throw(number, outcome, throw["link"], throw["seat"], throw["nonce"], throw.get("next"))
        self.throws.append((made, use))
        return number

    def _undone(self, event: Mapping[str, Any]) -> None:
        self._back(len(self.plays) - 1)

    def _took_back(self, event: Mapping[str, Any]) -> None:
        self.asked = None
        self._back(event["to"])

    def _back(self, to: int) -> None:
        for play in self.plays[to:]:
            if play.throw is not None:
                self.throws[play.throw - 1] = (self.throws[play.throw - 1][0], TAKEN_BACK)
        del self.plays[to:]
        del self.line[to + 1 :]
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
        self.resigned |= {event["seat"]}

    def _flagged(self, event: Mapping[str, Any]) -> None:
        self.faces.pass_to(None, self.at)
        self.faces.left[event["seat"]] = 0
        self.flagged |= {event["seat"]}

    def _handed(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = replace(self.seats[event["seat"]], level=event["level"])
        self.asked = None
        self._settle()

    def _returned(self, event: Mapping[str, Any]) -> None:
        self.seats[event["seat"]] = replace(self.seats[event["seat"]], level=None)
        self._settle()

    def _ended(self, event: Mapping[str, Any]) -> None:
        self.ending = Ending(tuple(event["winners"]), event["how"], event["seat"])
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
