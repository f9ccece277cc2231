"""Whatever the network loses, doubles or shuffles: whoever merges what arrives ends at the server's view."""

from __future__ import annotations

import json
import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from stylobate.play import Change, Showing, Table, View
from stylobate.play.merging import merged
from tests.tables import ADA, BEN, CYD, START, ask, opened, two_people, view

GAMES = ["colonnade", "columns-dice"]  # one without chance, one with it


def whole(table: Table, who: str | None) -> View:
    """As it arrives."""
    sent: View = json.loads(json.dumps(view(table, who)))
    return sent


def change(before: Table, after: Table, who: str | None) -> Change:
    """As it arrives."""
    sent: Change = json.loads(json.dumps(Showing(after, START, {}).change(before, who)))
    return sent


def story(game: str, rng: random.Random) -> list[Table]:
    """A game with moves, undone steps, takebacks, talk and an end, table by table."""
    tables = [opened(game), two_people(game)]
    table = tables[-1]
    assert table.turn is not None
    tables.append(table)
    seconds = 0.0
    while table.state == "running" and len(tables) < 40:
        seconds += 3600  # nobody who was refused a takeback has to wait that long to ask again
        mover = {person.id: person for person in (ADA, BEN)}[table.seats[table.turn or 0].who or ""]
        other = BEN if mover is ADA else ADA
        what = rng.random()
        if what < 0.1:
            table = ask(table, rng.choice((ADA, BEN)), "say", seconds, text=f"remark {len(tables)}")
        elif what < 0.2 and any(play.seat in table.seats_of(other.id) for play in table.plays):
            tables.append(ask(table, other, "ask-takeback", seconds))
            table = ask(tables[-1], mover, "answer-takeback", seconds, yes=rng.random() < 0.7)
        elif what < 0.22:
            table = ask(table, mover, "resign", seconds)
        else:
            table = ask(table, mover, "move", seconds, token=rng.choice(table.position.legal))
        tables.append(table)
    return tables


@settings(max_examples=30)
@given(
    st.randoms(use_true_random=False), st.sampled_from(GAMES), st.sampled_from(["ada", "ben", "cyd", None])
)
def test_any_drop_doubling_and_shuffling_ends_at_the_servers_view(
    rng: random.Random, game: str, who: str | None
) -> None:
    tables = story(game, rng)
    news = [change(a, b, who) for a, b in pairwise(tables)]
    arriving = [one for one in news if rng.random() < 0.8]
    arriving += [rng.choice(news) for _ in range(rng.randrange(4))]
    for _ in range(rng.randrange(len(arriving) + 1)):
        a, b = rng.randrange(len(arriving)), rng.randrange(len(arriving))
        arriving[a], arriving[b] = arriving[b], arriving[a]
    seen = whole(tables[0], who)
    for one in arriving:
        after = merged(seen, one)
        newest = rng.choice([table for table in tables if table.version >= seen["version"]])
        seen = whole(newest, who) if after is None else after
    if seen["version"] < tables[-1].version:
        seen = merged(seen, whole(tables[-1], who)) or seen
    assert json.dumps(seen, sort_keys=True) == json.dumps(whole(tables[-1], who), sort_keys=True)


@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from(GAMES), st.sampled_from(["ada", "ben", None]))
def test_changes_in_their_order_are_all_one_needs(rng: random.Random, game: str, who: str | None) -> None:
    tables = story(game, rng)
    seen = whole(tables[0], who)
    for before, after in pairwise(tables):
        seen = merged(seen, change(before, after, who)) or seen
        assert seen == whole(after, who)


def test_who_sits_down_hears_what_the_players_said_and_who_stands_up_no_longer() -> None:
    talked = ask(ask(opened(), ADA, "say", text="hello"), CYD, "say", text="psst")
    seated = ask(talked, CYD, "sit", seat=1)
    for who in ("ada", "cyd", None):
        seen = merged(whole(talked, who), change(talked, seated, who))
        assert seen == whole(seated, who)
    assert [said["text"] for said in change(talked, seated, "cyd")["chat"]] == ["hello"]
    dice = ask(ask(opened("columns-dice"), CYD, "sit", seat=1), ADA, "say", text="hello")
    stood = ask(dice, CYD, "stand", seat=1)
    assert change(dice, stood, "cyd")["chat"] == []


def test_a_long_game_costs_no_more_to_watch_than_a_short_one() -> None:
    rng = random.Random(1)
    lengths = []
    for _ in range(10):
        tables = [two_people()]
        while tables[-1].state == "running":
            table = tables[-1]
            mover = ADA if table.seats[table.turn or 0].who == "ada" else BEN
            tables.append(ask(table, mover, "move", token=rng.choice(table.position.legal)))
        sent = [len(json.dumps(change(a, b, None))) for a, b in pairwise(tables)]
        lengths.append((sent[0], sent[-2]))
    assert all(last < first + 100 for first, last in lengths)
