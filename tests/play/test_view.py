"""What leaves the server: never a secret, never an id, only what the allow-list names."""

import json
import random
from functools import cache
from itertools import pairwise

import pytest

from stylobate.fair import LENGTH, Chain
from stylobate.play import Moment, Person, Proposal, Showing, Table, decide, open_table, read, record, summary
from tests.tables import START, nonce, played_out, view

SECRET = bytes.fromhex("5ec2e7" * 10 + "5ec2")
HOST, GUEST, WATCHER = Person("canary-ada", "Ada"), Person("canary-ben", "Ben"), Person("canary-cyd", "Cyd")
VIEWERS = (HOST.id, GUEST.id, WATCHER.id, None)


@pytest.fixture
def story() -> list[Table]:
    """A table that fills, begins, where people talk and move: as it stood after each of that."""
    at = Moment(START, Chain(SECRET))
    tables = [open_table("t1", HOST, Proposal("columns-dice", seats=("me", "open"), starts="dice"), at)]
    for person, command in (
        (GUEST, {"do": "sit", "seat": 1}),
        (GUEST, {"do": "begin", "nonce": nonce(1)}),
        (HOST, {"do": "say", "text": "only for players"}),
        (WATCHER, {"do": "say", "text": "only for watchers"}),
    ):
        tables.append(decide(tables[-1], person, read(command), at))
    rng = random.Random(1)
    for step in range(9):
        table = tables[-1]
        mover = HOST if table.seats[table.turn or 0].who == HOST.id else GUEST
        move = {"do": "move", "token": rng.choice(table.position.legal), "version": table.version}
        tables.append(decide(table, mover, read({**move, "nonce": nonce(step + 2)}), at))
    return tables


@pytest.fixture
def table(story: list[Table]) -> Table:
    return story[-1]


def outgoing(table: Table) -> dict[str, str]:
    """All that is sent of a table: to each viewer the whole, and the record."""
    sent = {str(who): json.dumps(view(table, who)) for who in VIEWERS}
    return sent | {"record": record(table).text(), "record in JSON": record(table).json()}


def changes(before: Table, after: Table) -> dict[str, str]:
    """What each viewer is sent when one table becomes the other."""
    showing = Showing(after, START, {})
    return {str(who): json.dumps(showing.change(before, who)) for who in VIEWERS}


def test_no_secret_and_no_throw_to_come_leaves_the_server(table: Table) -> None:
    made = len(table.throws)
    for name, text in outgoing(table).items():
        assert not [secret for secret in hidden(made) if secret in text], name
        assert links()[made - 1] in text


def test_no_live_update_tells_a_secret_or_more_than_has_happened(story: list[Table]) -> None:
    for before, after in pairwise(story):
        for name, text in changes(before, after).items():
            assert not [secret for secret in hidden(len(after.throws)) if secret in text], name
            assert "canary-" not in text, name


def hidden(made: int) -> list[str]:
    """What nobody may know after so many throws."""
    return [SECRET.hex(), repr(SECRET), *links()[made:]]


@cache
def links() -> list[str]:
    chain = Chain(SECRET)
    segment = chain.segment()
    return [chain.link(segment, number) for number in range(1, LENGTH + 1)]


def test_the_log_holds_no_secret_either(table: Table) -> None:
    text = json.dumps(table.news) + json.dumps(summary(table))
    assert SECRET.hex() not in text


def test_nobody_is_told_by_id(table: Table) -> None:
    for name, text in outgoing(table).items():
        assert "canary-" not in text, name


def test_players_and_watchers_do_not_hear_each_other(story: list[Table]) -> None:
    for sent in (outgoing(story[-1]), changes(story[0], story[-1])):
        assert "only for players" in sent[HOST.id]
        assert "only for watchers" not in sent[HOST.id]
        assert "only for players" not in sent["None"]
        assert "only for watchers" in sent[WATCHER.id]


def test_a_view_has_the_fields_it_has_had_and_no_others(table: Table) -> None:
    """A new field must be put here by hand: that is the moment to ask whether everybody may see it."""
    standing = {
        *(
            "id",
            "version",
            "settled",
            "now",
            "game",
            "options",
            "state",
            "visibility",
            "starts",
            "opened",
            "stand_in",
        ),
        *("host", "seats", "sides", "mine", "turn", "position", "scores", "clock", "draws"),
        *("first", "takeback", "chance", "result", "rematch", "rematch_of", "can", "earnest"),
    }
    assert set(view(table, None)) == standing | {"tokens", "chat", "fair"}
    change = Showing(table, START, {}).change(table, None)
    assert set(change) == standing | {"since", "tokens_from", "tokens", "throws_from", "throws"}


def test_whose_turn_it_is_may_move_and_nobody_else(table: Table) -> None:
    mover = table.seats[table.turn or 0].who
    for who in VIEWERS:
        assert view(table, who)["can"]["move"] == (who == mover)


def test_who_plays_may_resign_and_nobody_who_watches(table: Table) -> None:
    assert [view(table, who)["can"]["resign"] for who in VIEWERS] == [True, True, False, False]


def test_the_result_is_told_to_all(table: Table) -> None:
    over = played_out_by(table)
    told = view(over, None, START)
    assert told["state"] == "over"
    assert told["result"] is not None
    assert told["result"]["how"] == "played"
    assert told["result"]["winners"] == list(over.position.winners)
    assert summary(over)["about"]["winners"] == list(over.position.winners)
    assert summary(over)["to_move"] is None


def played_out_by(table: Table) -> Table:
    at = Moment(START, Chain(SECRET))
    rng = random.Random(2)
    while table.turn is not None:
        mover = HOST if table.seats[table.turn].who == HOST.id else GUEST
        move = {"do": "move", "token": rng.choice(table.position.legal), "version": table.version}
        table = decide(table, mover, read({**move, "nonce": nonce(table.version)}), at)
    return table


def test_a_summary_knows_whose_turn_it_is(table: Table) -> None:
    assert summary(table)["to_move"] == table.seats[table.turn or 0].who
    at = Moment(START, Chain(SECRET))
    alone = open_table("t2", HOST, Proposal("colonnade", seats=("3", "me")), at)
    assert summary(alone)["to_move"] == "computer"
    assert summary(played_out(alone, random.Random(1), 0))["state"] == "running"
