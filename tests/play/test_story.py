"""Whatever people ask for, in whatever order: the log adds up to the table, and every throw verifies."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.play import (
    Clock,
    Moment,
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
from tests.tables import ADA, BEN, CYD, START, moment, nonce, view

PEOPLE = {person.id: person for person in (ADA, BEN, CYD)}
WISHES = st.sampled_from(
    [
        *["move"] * 12,
        *("undo", "ask-takeback", "yes", "yes", "no", "say", "resign", "hand-over", "return", "rematch"),
        *("sit", "sit", "stand", "seat-computer", "begin", "begin", "wait", "restart", "close"),
    ]
)
ASKED = st.tuples(WISHES, st.sampled_from(["ada", "ben", "cyd", "computer"]), st.integers(0, 2**16))


def command(table: Table, wish: str, number: int) -> dict[str, object]:
    seat = number % len(table.seats)
    legal = table.position.legal or ("none",)
    fields: dict[str, dict[str, object]] = {
        "move": {"token": legal[number % len(legal)], "version": table.version, "nonce": nonce(number)},
        "undo": {"version": table.version},
        "yes": {"do": "answer-takeback", "yes": True},
        "no": {"do": "answer-takeback", "yes": False},
        "say": {"text": f"remark {number}"},
        "hand-over": {"seat": seat},
        "sit": {"seat": seat},
        "stand": {"seat": seat},
        "seat-computer": {"seat": seat, "level": "1"},
        "begin": {"nonce": nonce(number)},
    }
    return {"do": wish, **fields.get(wish, {})}


@pytest.mark.parametrize("game", ["colonnade", "columns-dice"])
@settings(max_examples=60)
@given(
    story=st.lists(ASKED, max_size=60),
    starts=st.sampled_from(["host", "lot", "dice"]),
    clock=st.sampled_from([Clock(), Clock("fischer", 60_000, 1_000), Clock("days", 86_400_000)]),
)
def test_the_log_of_any_story_adds_up(
    game: str, story: list[tuple[str, str, int]], starts: str, clock: Clock
) -> None:
    table = open_table("t1", ADA, Proposal(game, seats=("me", "open"), starts=starts, clock=clock), moment())
    log = list(table.news)
    seconds = 0.0
    for wish, who, number in story:
        seconds += number % 7
        before = view(table, "ada", START)
        at = moment(seconds, away={0: START, 1: START})
        try:
            after = _step(table, wish, who, number, at)
        except Refusal:
            after = None
        assert view(table, "ada", START) == before, "the table given is never changed"
        if after is not None:
            log += after.news
            table = after
    folded = fold("t1", json.loads(json.dumps(log)))
    for viewer in ("ada", "ben", "cyd", None):
        assert view(folded, viewer, START) == view(table, viewer, START)
    assert (folded.nonce, folded.faces, folded.refusals) == (table.nonce, table.faces, table.refusals)
    paper = record(table)
    assert record(folded) == paper
    assert paper.final() == table.position
    if "fair" in paper.more:
        report = verify(paper)
        assert report.holds, report.faults
        assert report.bare == 0
    assert [event["v"] for event in log] == list(range(1, len(log) + 1))


def _step(table: Table, wish: str, who: str, number: int, at: Moment) -> Table | None:
    if wish == "wait":
        return overdue(table, moment((at.now - START) / 1000 + number))
    if wish == "restart":
        return resumed(table, at.now - 1000, at)
    return overdue(table, at) or decide(table, PEOPLE.get(who), read(command(table, wish, number)), at)


def test_the_stories_are_worth_telling() -> None:
    """With that many wishes at random, games do get played to their end."""
    rng = random.Random(1)
    ended = 0
    for _ in range(10):
        table = open_table("t1", ADA, Proposal("columns-dice", seats=("me", "me:Ben")), moment())
        table = decide(table, ADA, read({"do": "begin", "nonce": nonce(1)}), moment())
        while table.state == "running":
            table = decide(table, ADA, read(command(table, "move", rng.randrange(9999))), moment())
        ended += table.state == "over"
    assert ended == 10
