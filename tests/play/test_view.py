"""What leaves the server: never a secret, never an id, only what the allow-list names."""

import json
import random

import pytest

from stylobate.fair import LENGTH, Chain
from stylobate.play import Moment, Person, Plan, Table, decide, open_table, read, record, summary, view
from tests.tables import START, nonce, played_out

SECRET = bytes.fromhex("5ec2e7" * 10 + "5ec2")
HOST, GUEST, WATCHER = Person("canary-ada", "Ada"), Person("canary-ben", "Ben"), Person("canary-cyd", "Cyd")


@pytest.fixture
def table() -> Table:
    at = Moment(START, Chain(SECRET))
    table = open_table("t1", HOST, Plan("columns-dice", seats=("me", "open"), starts="dice"), at)
    for person, command in (
        (GUEST, {"do": "sit", "seat": 1}),
        (GUEST, {"do": "begin", "nonce": nonce(1)}),
        (HOST, {"do": "say", "text": "only for players"}),
        (WATCHER, {"do": "say", "text": "only for watchers"}),
    ):
        table = decide(table, person, read(command), at)
    rng = random.Random(1)
    for step in range(9):
        mover = HOST if table.seats[table.turn or 0].who == HOST.id else GUEST
        move = {"do": "move", "token": rng.choice(table.position.legal), "version": table.version}
        table = decide(table, mover, read({**move, "nonce": nonce(step + 2)}), at)
    return table


def outgoing(table: Table) -> dict[str, str]:
    sent = {str(who): json.dumps(view(table, who, START)) for who in (HOST.id, GUEST.id, WATCHER.id, None)}
    return sent | {"record": record(table).text(), "record in JSON": record(table).json()}


def test_no_secret_and_no_throw_to_come_leaves_the_server(table: Table):
    chain = Chain(SECRET)
    made = len(table.throws)
    hidden = [SECRET.hex(), repr(SECRET), *(chain.link(number) for number in range(made + 1, LENGTH + 1))]
    for name, text in outgoing(table).items():
        assert not [secret for secret in hidden if secret in text], name
        assert chain.link(made) in text


def test_the_log_holds_no_secret_either(table: Table):
    text = json.dumps(table.news) + json.dumps(summary(table))
    assert SECRET.hex() not in text


def test_nobody_is_told_by_id(table: Table):
    for name, text in outgoing(table).items():
        assert "canary-" not in text, name


def test_players_and_watchers_do_not_hear_each_other(table: Table):
    sent = outgoing(table)
    assert "only for players" in sent[HOST.id]
    assert "only for watchers" not in sent[HOST.id]
    assert "only for players" not in sent["None"]
    assert "only for watchers" in sent[WATCHER.id]


def test_a_view_has_the_fields_it_has_had_and_no_others(table: Table):
    """A new field must be put here by hand: that is the moment to ask whether everybody may see it."""
    assert set(view(table, None, START)) == {
        *("id", "version", "settled", "now", "game", "options", "state", "visibility", "starts", "opened"),
        *(
            "host",
            "seats",
            "sides",
            "mine",
            "turn",
            "position",
            "tokens",
            "legal",
            "scores",
            "clock",
            "draws",
        ),
        *("first", "takeback", "result", "rematch", "rematch_of", "chat", "fair", "can"),
    }


def test_legal_moves_are_for_who_is_to_move(table: Table):
    mover = table.seats[table.turn or 0].who
    for who in (HOST.id, GUEST.id, None):
        assert bool(view(table, who, START)["legal"]) == (who == mover)


def test_the_result_is_told_to_all(table: Table):
    over = played_out_by(table)
    told = view(over, None, START)
    assert told["state"] == "over"
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


def test_a_summary_knows_whose_turn_it_is(table: Table):
    assert summary(table)["to_move"] == table.seats[table.turn or 0].who
    at = Moment(START, Chain(SECRET))
    alone = open_table("t2", HOST, Plan("colonnade", seats=("3", "me")), at)
    assert summary(alone)["to_move"] == "computer"
    assert summary(played_out(alone, random.Random(1), 0))["state"] == "running"
