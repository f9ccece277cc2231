"""Is a history one that a single, careful person at the table could have written down?

A table is a log that only grows.  So for every table: what was acknowledged stands in its log, once, as it
was asked, under the version that was answered, and in an order that agrees with the clock: what had ended
before something else began stands before it.  What was refused is not there.  What nobody knows the end of
is there once or not at all.  Whatever anybody was shown is the log up to that version, and never less than
somebody was shown or told before.  No seat is given to two, no invitation used twice,
and a clock runs exactly as long as a server is there.

Since the final log says where everything stands, the order need not be searched for: each rule is one pass.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from stylobate.errors import Refusal, StylobateError
from stylobate.fair import Chain
from stylobate.house.timekeeper import PULSE
from stylobate.play import Moment, Person, Table, decide, fold, read
from stylobate.play.clock import Faces
from stylobate.players import names
from tests.faults.history import Entry, History, Sight, Told, Try, Wish

T = TypeVar("T", Sight, Try)

# What each wish begins with in the log.
MEANT = {
    "open": ("opened",),
    "move": ("token",),
    "undo": ("undone",),
    "sit": ("sat",),
    "stand": ("stood",),
    "begin": ("begun", "awaited", "drew"),
    "pledge": ("pledged",),
    "give": ("gave",),
    "ask-takeback": ("asked",),
    "answer-takeback": ("agreed", "declined"),
    "resign": ("resigned",),
    "say": ("said",),
    "rematch": ("rematch",),
}
ASKED_FOR = {kind for kinds in MEANT.values() for kind in kinds} - {"opened", "begun", "awaited", "drew"}
TIMELESS = ("move", "undo", "sit", "begin")  # whether these are refused does not depend on the time
SLACK = 0.5  # seconds by which a clock may differ from what people saw: messages are under way


@dataclass(frozen=True)
class Stand:
    """A table at one version."""

    settled: int
    told: Told
    free: tuple[bool, ...]
    faces: Faces
    tick: int


def faults(history: History, logs: Mapping[str, Sequence[Entry]]) -> list[str]:
    """Everything that cannot have been, in sentences."""
    wishes, sights = defaultdict[str, list[Wish]](list), defaultdict[str, list[Sight]](list)
    for wish in history.wishes:
        wishes[wish.table].append(wish)
    for sight in history.sights:
        sights[sight.table].append(sight)
    found = list(_invitations(history.wishes))
    for table in sorted(history.tables() | set(logs)):
        log = logs.get(table, ())
        checked = _Checked(table, log, wishes[table], sights[table], history)
        found += [f"table {table}: {one}" for one in checked.all()]
    return found


def _invitations(wishes: Iterable[Wish]) -> Iterator[str]:
    used: dict[str, str] = {}
    for wish in wishes:
        if wish.invite and wish.done and used.setdefault(wish.invite, wish.who) != wish.who:
            yield f"one invitation seated both {used[wish.invite]} and {wish.who}"


class _Checked:
    """One table: its log, step by step, and what was asked and seen there."""

    def __init__(
        self,
        table: str,
        log: Sequence[Entry],
        wishes: Sequence[Wish],
        sights: Sequence[Sight],
        history: History,
    ) -> None:
        self.table, self.log, self.wishes, self.sights, self.history = table, log, wishes, sights, history
        self.by_key = {wish.key: wish for wish in wishes if wish.key}
        self.places: dict[int, Wish] = {}  # the version with which a wish was done

    def all(self) -> Iterator[str]:
        try:
            self.stands = list(stands(self.table, self.log))
        except StylobateError as error:
            yield f"it does not replay: {error}"
            return
        yield from self._batches()
        yield from self._seats()
        yield from self._everything_acknowledged()
        yield from self._order()
        yield from self._sights()
        yield from self._refusals()
        if self.log and self.log[0].event["clock"]["kind"] != "none":
            yield from self._clocks()

    def _batches(self) -> Iterator[str]:
        """Each stretch of the log under one key is what one wish asked for, and stands there once."""
        start, used = 0, set[str]()
        while start < len(self.log):
            key, end = self.log[start].key, start + 1
            while key is not None and end < len(self.log) and self.log[end].key == key:
                end += 1
            events = [entry.event for entry in self.log[start:end]]
            if key is None:
                yield from self._unasked(start, events[0])
            elif key not in self.by_key:
                yield f"nobody asked for “{events[0]['kind']}” at version {start + 1}"
            else:
                wish = self.by_key[key]
                if key in used:
                    yield f"{wish} was done twice, the second time at version {start + 1}"
                else:
                    self.places[end] = wish
                used.add(key)
                if not _is_meant(wish, events):
                    yield f"{wish} became {[event['kind'] for event in events]} at version {start + 1}"
                if wish.asked["do"] in ("move", "undo"):
                    yield from self._in_time(wish, start)
            start = end

    def _unasked(self, start: int, event: Mapping[str, Any]) -> Iterator[str]:
        """What came by itself: chance, a computer, the clock, a rematch; or somebody used an invitation."""
        kind = event["kind"]
        if kind == "token" and (event["seat"] is None or event.get("level")):
            return
        if kind == "sat":
            if start and self.log[0].event["rematch_of"] is None:
                guest = [
                    wish
                    for wish in self.wishes
                    if wish.invite and (wish.asked["seat"], wish.who) == (event["seat"], event["name"])
                ]
                if guest:
                    self.places[start + 1] = guest[0]
                else:
                    yield f"nobody asked for a seat for {event['name']} at version {start + 1}"
        elif kind in ASKED_FOR:
            yield f"“{kind}” at version {start + 1} was asked for under no key"

    def _in_time(self, wish: Wish, start: int) -> Iterator[str]:
        """A move was made for the position in which it was taken."""
        if not self.stands[start].settled <= wish.asked["version"] <= start:
            yield f"{wish} was made for version {wish.asked['version']} and taken at version {start}"

    def _seats(self) -> Iterator[str]:
        for before, entry in zip(self.stands, self.log, strict=False):
            if entry.event["kind"] == "sat" and before.free and not before.free[entry.event["seat"]]:
                yield f"seat {entry.event['seat']} was given to two, at version {entry.version}"

    def _everything_acknowledged(self) -> Iterator[str]:
        at = {id(wish): version for version, wish in self.places.items()}
        for wish in self.wishes:
            version = at.get(id(wish))
            if wish.done and version is None:
                yield f"{wish} was acknowledged and is not there"
            if wish.is_refused and version is not None:
                yield f"{wish} was refused ({wish.tries[-1].reason}) and is there, at version {version}"
            for one in wish.done:
                if version is None or one.version is None:
                    continue
                if one.version < version or (
                    one.version > version and wish.key and wish.asked["do"] != "open"
                ):
                    yield f"{wish} was answered with version {one.version}, and stands at {version}"
                elif one.told is not None:
                    yield from self._as_told(wish.who, one.version, one.told)

    def _order(self) -> Iterator[str]:
        """What had ended before something began stands before it."""
        latest, what = -math.inf, None
        for version in sorted(self.places):
            wish = self.places[version]
            if wish.ended < latest:
                yield f"{wish} had ended before {what} began, and stands after it, at version {version}"
            if wish.began > latest:
                latest, what = wish.began, wish

    def _sights(self) -> Iterator[str]:
        for sight in self.sights:
            yield from self._as_told(sight.who, sight.version, sight.told)
        yield from self._of_the_future()
        yield from self._streams()
        yield from self._looks()

    def _as_told(self, who: str, version: int, told: Told) -> Iterator[str]:
        """What somebody was shown of a version is what the log says of it."""
        if version >= len(self.stands):
            yield f"{who} saw version {version}, and the log ends at {len(self.log)}"
        elif told != self.stands[version].told:
            yield f"{who} saw {told} at version {version}, and the log says {self.stands[version].told}"

    def _of_the_future(self) -> Iterator[str]:
        """Nobody saw what nobody had asked for yet."""
        began = self._began()
        for sight in self.sights:
            if sight.version < len(began) and sight.ended < began[sight.version]:
                yield f"{sight.who} saw version {sight.version} before it was asked for"

    def _began(self) -> list[float]:
        """For each version, a time before which it cannot have been."""
        began, latest = [-math.inf], -math.inf
        for version in range(1, len(self.log) + 1):
            if version in self.places:
                latest = max(latest, self.places[version].began)
            began.append(latest)
        return began

    def _streams(self) -> Iterator[str]:
        """A stream only goes forward."""
        last: dict[tuple[str, int], int] = {}
        for sight in sorted(self.sights, key=lambda sight: sight.ended):
            if sight.stream is not None:
                stream = sight.server, sight.stream
                if sight.version < last.get(stream, 0):
                    yield f"the stream of {sight.who} went back from {last[stream]} to {sight.version}"
                last[stream] = sight.version

    def _looks(self) -> Iterator[str]:
        """What anybody was shown, or told to be done, is shown to whoever asks afterwards, by any server."""
        known = [(sight.ended, sight.version) for sight in self.sights]
        known += [(one.ended, version) for version, wish in self.places.items() for one in wish.done]
        for sight, most in _known_before(known, [one for one in self.sights if one.stream is None]):
            if sight.version < most:
                yield f"{sight.who} was shown version {sight.version} by {sight.server}, and {most} was known"

    def _refusals(self) -> Iterator[str]:
        """Whoever was refused asked for what the table did not allow, at some instant of their asking."""
        ended = [(wish.ended, version) for version, wish in self.places.items()]
        began = self._began()
        people = {
            entry.event["name"]: entry.event["who"] for entry in self.log if entry.event["kind"] == "sat"
        }
        refused = [wish for wish in self.wishes if wish.is_refused and wish.asked["do"] in TIMELESS]
        tries = [one for wish in refused if not wish.invite for one in wish.tries]
        least = {id(one): most for one, most in _known_before(ended, tries)}
        for wish in refused:
            person = Person(people.get(wish.who, wish.who), wish.who)
            for one in wish.tries:
                if id(one) in least:
                    most = max(version for version, start in enumerate(began) if start <= one.ended)
                    versions = range(least[id(one)], most + 1)
                    if not any(self._is_refused(version, person, wish) for version in versions if version):
                        yield f"{wish} was refused ({one.reason}) at version {versions}, for no reason"

    def _is_refused(self, version: int, person: Person, wish: Wish) -> bool:
        """Whether the table as it stood at that version refuses a wish."""
        table = fold(self.table, [entry.event for entry in self.log[:version]])
        try:
            decide(table, person, read(wish.asked), Moment(table.tick, Chain(bytes(32)), names(table.game)))
        except Refusal:
            return True
        return False

    def _clocks(self) -> Iterator[str]:
        """A clock has run for as long as whoever was to move had a server before them, and no longer."""
        since, until = _bounds([self.by_key.get(entry.key or "") for entry in self.log])
        start = 0  # the event since which the clock that runs has run
        for at, (before, after, entry) in enumerate(
            zip(self.stands, self.stands[1:], self.log, strict=False)
        ):
            kind, faces = entry.event["kind"], before.faces
            if kind == "flagged":
                yield f"the flag of seat {entry.event['seat']} fell at version {entry.version}"
            if (after.faces.running, after.faces.since) == (faces.running, faces.since):
                continue
            if faces.running is not None:
                end = min(entry.event["up"], after.tick) if kind == "resumed" else after.tick
                charged = max(0, end - faces.since) / 1000
                most = until[at] - since[start] - _within(self.history.gaps, since[start], until[at])
                lately = since[start] - PULSE
                troubles = [one for one in self.history.troubles if one[0] < until[at] and lately < one[1]]
                slack = SLACK + (PULSE if troubles else 0)
                least = since[at] - until[start] - sum(after - before for before, after in troubles)
                if not least - slack <= charged <= most + slack:
                    yield (
                        f"seat {faces.running} was charged {charged:.1f} s at version {entry.version}, "
                        f"where {least:.1f} to {most:.1f} s had passed"
                    )
            start = at


def stands(table: str, log: Iterable[Entry]) -> Iterator[Stand]:
    """How the table stood before each event, and in the end; raises where the log does not add up."""
    folded = Table(table)
    yield Stand(0, Told("", None, (), ()), (), Faces(folded.faces.clock), 0)
    for entry in log:
        folded.apply(entry.event)
        free = tuple(seat.is_empty for seat in folded.seats)
        yield Stand(folded.settled, Told.at(folded), free, folded.faces.copy(), folded.tick)


def _is_meant(wish: Wish, events: Sequence[Mapping[str, Any]]) -> bool:
    """Whether these events are what was asked for, once."""
    asked, first = wish.asked, events[0]
    if first["kind"] not in MEANT[asked["do"]]:
        return False
    again = [one for one in events[1:] if one["kind"] == first["kind"] and one.get("seat") is not None]
    if again and asked["do"] not in ("open", "begin"):
        return False
    match asked["do"]:
        case "move":
            return bool(first["token"] == asked["token"])
        case "say":
            return bool(first["text"] == asked["text"])
        case "sit":
            return bool(first["seat"] == asked["seat"])
    return True


def _bounds(asked: Sequence[Wish | None]) -> tuple[list[float], list[float]]:
    """For each event, a time before which it cannot have happened, and one after which it cannot have."""
    since, until = [], []
    bound = -math.inf
    for wish in asked:
        bound = max(bound, wish.began) if wish else bound
        since.append(bound)
    bound = math.inf
    for wish in reversed(asked):
        bound = min(bound, wish.ended) if wish else bound
        until.append(bound)
    return since, until[::-1]


def _known_before(known: list[tuple[float, int]], asked: Iterable[T]) -> Iterator[tuple[T, int]]:
    """Each of these, with the highest version that was known before it began."""
    known.sort()
    most, next_known = 0, 0
    for one in sorted(asked, key=lambda one: one.began):
        while next_known < len(known) and known[next_known][0] < one.began:
            most, next_known = max(most, known[next_known][1]), next_known + 1
        yield one, most


def _within(spans: Iterable[tuple[float, float]], since: float, until: float) -> float:
    """How much of that time is in these spans, which do not overlap."""
    return sum(max(0.0, min(until, end) - max(since, start)) for start, end in spans)
