"""Any people ask for anything, in any order, at any time, with computers, pauses and restarts in between.

Whatever the story: nobody's clock grows but by a move of theirs, nobody's move is made impossible by what
another asks for, the log adds up to the table, and the record verifies.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.fair.chain import pledge
from stylobate.play import (
    Clock,
    Moment,
    Move,
    Person,
    Proposal,
    Table,
    decide,
    fold,
    open_table,
    overdue,
    read,
    record,
    resumed,
)
from stylobate.play.clock import AFTER_A_RESTART, DAY, SECOND
from stylobate.play.commands import WORDS
from tests.harness import Options, seating
from tests.tables import ADA, BEN, CYD, DOT, START, moment, nonce, two_people, view

PEOPLE = {person.id: person for person in (ADA, BEN, CYD, DOT)}
CLOCKS = [Clock(), Clock("fischer", 60 * SECOND, 20 * SECOND), Clock("days", DAY)]
TABLES: dict[str, tuple[str, Options, int]] = {
    "two": (*seating(2, has_chance=False), 2),
    "two with chance": (*seating(2, has_chance=True), 2),
    "three with chance": (*seating(3, has_chance=True), 3),
    "steps": ("steps", {}, 2),
    "four": ("four", {}, 4),
}
ASKED = [
    *["move"] * 10,
    *["hand-over", "return"] * 3,
    *["ask-takeback", "yes", "no"] * 2,
    *("undo", "say", "resign", "put-away", "rematch", "sit", "stand", "seat-computer", "begin", "close"),
    *["pledge", "give"] * 2,
    *("wait", "restart"),
]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(ASKED),
        st.sampled_from([*PEOPLE, "the mover", "the mover", "computer"]),
        st.integers(0, 2**16),
        st.sampled_from([0, 0, 0, 40, SECOND, 15 * SECOND, 70 * SECOND, 400 * SECOND, DAY]),
    ),
    max_size=50,
)


@dataclass
class Promise:
    """What the mover saw: at this version it was their move, in that position."""

    who: str
    version: int


@dataclass
class Story:
    """A table and its log, with what everybody may rely on."""

    table: Table
    log: list[dict[str, Any]] = field(default_factory=list)
    now: int = START
    promise: Promise | None = None
    pledged: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.log += self.table.news
        self.promise = self._mover()

    def tell(self, wish: str, who: str, number: int, wait: int) -> None:
        """One step: time passes, flags may fall, and then somebody asks for something."""
        self.now += wait
        table, at = self.table, self._moment(number)
        late = overdue(table, at)
        if late is not None:
            self._so(late, at, "")
        person = self._person(who)
        before = view(self.table, "ada", START)
        table = self.table
        try:
            after = self._asked(wish, person, number, at)
        except Refusal:
            after = None
        assert view(table, "ada", START) == before, "the table given is never changed"
        if after is not None:
            self._so(after, at, "" if person is None else person.id)
        self._still_possible(at)

    def _asked(self, wish: str, person: Person | None, number: int, at: Moment) -> Table | None:
        if wish == "wait":
            return None
        if wish == "restart":
            return resumed(self.table, self.now - number % 3_000, at)
        who = "" if person is None else person.id
        given = self.pledged.get(who, 0) if wish == "give" else number
        after = decide(self.table, person, read(command(self.table, wish, given)), at)
        if wish == "pledge":
            self.pledged[who] = number
        return after

    def _so(self, after: Table, at: Moment, who: str) -> None:
        """It has happened: see what it did to the clocks, and what is promised now."""
        news = json.loads(json.dumps(after.news))
        earned = {event["seat"] for event in news if event["kind"] == "token"}
        if None in earned:  # with a throw that was waited for, whoever had moved before it earns their time
            earned.add(
                next((play.seat for play in reversed(self.table.plays) if play.seat is not None), None)
            )
        slept = sum(at.now - event["up"] for event in news if event["kind"] == "resumed")
        for seat, (less, more) in _grown(self.table, after, at.now).items():
            given_back = news[0]["kind"] == "resumed" and more <= max(AFTER_A_RESTART, less + slept)
            assert seat in earned or given_back, f"seat {seat} has {more}, not {less}, by {news}"
        self.table, self.log = after, self.log + news
        own = self.promise is not None and self.promise.who == who
        if own or any(_changes_the_position(event) for event in news):
            self.promise = self._mover()

    def _still_possible(self, at: Moment) -> None:
        """Whoever was to move may still play what they saw to be legal, for the version they saw."""
        table, promise = self.table, self.promise
        if promise is None or overdue(table, at) is not None:
            return
        for token in {*table.position.legal[:2], *table.position.legal[-1:]}:
            moved = decide(table, PEOPLE[promise.who], Move(token, promise.version, nonce(1)), at)
            assert moved.tokens[: len(table.tokens) + 1] == (*table.tokens, token)

    def _mover(self) -> Promise | None:
        table = self.table
        if table.turn is None or not table.seats[table.turn].is_person:
            return None
        return Promise(table.seats[table.turn].who or "", table.version)

    def _person(self, who: str) -> Person | None:
        if who == "the mover":
            turn = self.table.turn
            seat = None if turn is None else self.table.seats[turn]
            return PEOPLE.get(seat.who or "") if seat is not None and seat.is_person else None
        return PEOPLE.get(who)

    def _moment(self, number: int) -> Moment:
        """The calendar says what it likes; now and then everybody has been away for long."""
        away: Mapping[int, int] = (
            dict.fromkeys(range(len(self.table.seats)), START) if number % 5 == 0 else {}
        )
        date = START + number * 10**6 - 10**10
        return moment((self.now - START) / 1000, away=away, date=date)


def _grown(before: Table, after: Table, now: int) -> dict[int, tuple[int, int]]:
    """The seats that have more time left after than before: how much each had, and has."""
    pairs = zip(before.faces.shown(now), after.faces.shown(now), strict=False)
    return {seat: pair for seat, pair in enumerate(pairs) if pair[1] > pair[0]}


def _changes_the_position(event: dict[str, Any]) -> bool:
    """Whether what the mover saw is no longer so, by a move, by consent, or as the mover was long away."""
    kinds = ("begun", "token", "undone", "took-back", "flagged", "ended")
    return event["kind"] in kinds or (event["kind"] == "handed" and event["why"] != "owner")


def command(table: Table, wish: str, number: int) -> dict[str, object]:
    """What is asked for, filled in as the number says."""
    seat = number % len(table.seats)
    legal = table.position.legal or ("none",)
    seen = table.version if number % 4 else max(0, table.version - number % 7)
    fields: dict[str, dict[str, object]] = {
        "move": {"token": legal[number % len(legal)], "version": seen, "nonce": nonce(number)},
        "undo": {"version": seen},
        "yes": {"do": "answer-takeback", "yes": True},
        "no": {"do": "answer-takeback", "yes": False},
        "say": {"text": f"remark {number}"},
        "hand-over": {"seat": seat},
        "sit": {"seat": seat},
        "stand": {"seat": seat},
        "seat-computer": {"seat": seat, "level": "1"},
        "begin": {"nonce": nonce(number)},
        "pledge": {"pledge": pledge(table.id, nonce(number))},
        "give": {"nonce": nonce(number)},
    }
    return {"do": wish, **fields.get(wish, {})}


def seated(name: str, clock: Clock, begun: bool) -> Story:
    """Ada, Ben and, where more play, Cyd and Dot have sat down, or only Ada."""
    game, options, seats = TABLES[name]
    proposal = Proposal(game, options, ("me", *["open"] * (seats - 1)), clock)
    story = Story(open_table("t1", ADA, proposal, moment()))
    if begun:
        for seat, person in enumerate((BEN, CYD, DOT)[: seats - 1], 1):
            story._so(decide(story.table, person, read({"do": "sit", "seat": seat}), moment()), moment(), "")
        if story.table.needs_chance:
            start = read({"do": "begin", "nonce": nonce(7)})
            story._so(decide(story.table, ADA, start, moment()), moment(), "")
    return story


@pytest.fixture
def paper_games(steps: None, four: None) -> None:
    """Turns of several steps, and two teams; they stay as they are while many stories are told."""


def test_everything_that_can_be_asked_for_is_asked_for() -> None:
    table = two_people()
    assert {command(table, wish, 1)["do"] for wish in ASKED} - {"wait", "restart"} == set(WORDS)


@pytest.mark.parametrize("name", TABLES)
@settings(suppress_health_check=list(HealthCheck))
@given(steps=STEPS, clock=st.sampled_from(CLOCKS), begun=st.sampled_from([True, True, True, False]))
def test_whatever_is_asked_for_nobody_loses_by_it_but_at_the_board(
    paper_games: None, name: str, steps: list[tuple[str, str, int, int]], clock: Clock, begun: bool
) -> None:
    story = seated(name, clock, begun)
    for step in steps:
        story.tell(*step)
    table = story.table
    folded = fold("t1", story.log)
    for viewer in (*PEOPLE, None):
        assert view(folded, viewer, story.now) == view(table, viewer, story.now)
    for what in ("faces", "refusals", "this_turn", "sittings", "settled", "tick", "at", "pledges"):
        assert getattr(folded, what) == getattr(table, what), what
    paper = record(table)
    assert record(folded) == paper
    assert paper.final() == table.position
    if "fair" in paper.more:
        report = verify(paper)
        assert report.holds, report.faults


@given(steps=STEPS, clock=st.sampled_from(CLOCKS))
def test_nor_where_the_log_is_full(steps: list[tuple[str, str, int, int]], clock: Clock) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys.modules["stylobate.play.decide"], "LONGEST_LOG", 8)
        story = seated("two", clock, True)
        for step in steps:
            story.tell(*step)


def test_a_fault_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a move stale as soon as anybody handed a seat over, such a story could not be told."""
    story = seated("two", Clock(), True)
    monkeypatch.setattr(Table, "_mover_changed", lambda table, seat: table._settle())
    with pytest.raises(Refusal, match="has changed since"):
        story.tell("hand-over", "ben", 1, 0)


def test_a_gift_of_time_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    story = seated("two", CLOCKS[1], True)
    monkeypatch.setattr(Table, "_mover_changed", lambda table, seat: table.faces.earn(seat, True))
    with pytest.raises(AssertionError, match="seat 1 has 80000, not 60000"):
        story.tell("hand-over", "ben", 1, 0)
