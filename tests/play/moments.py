"""Tables at telling moments, and all that is sent and kept of them then, down to the last field.

    python -m tests.play.moments    writes tests/play/moments.json anew; read the difference before it is kept

Every kind of viewer looks at every moment: the host, players, somebody who only watches, a stranger.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stylobate.play import Showing, Table, linked, record, rematch, summary
from stylobate.play.clock import SECOND, Clock
from tests.tables import ADA, BEN, CYD, DOT, START, ask, in_earnest, moment, opened, played_out

KEPT = Path(__file__).with_name("moments.json")
VIEWERS = (ADA, BEN, CYD, DOT)
BLITZ = Clock("fischer", 300 * SECOND, 5 * SECOND)
NEARLY_OVER = "1112I/45-6/1255P/1111I/2335P/3-33_24_I_-_9:26_ascending"
Moments = Iterator[tuple[str, Table, float, dict[int, int]]]


def moments() -> Moments:
    """Each moment's name, the table, the seconds since it was opened, and since when seats are away."""
    yield from before_the_game()
    yield from thrown_for()
    yield from taken_back()
    yield from left_and_handed_over()
    yield from over_and_again()


def before_the_game() -> Moments:
    """A lobby with every kind of seat; then with somebody in it."""
    table = opened("columbiz", ("me", "friend", "open", "2"), options={"players": "4"}, visibility="public")
    yield "a lobby with every kind of seat", table, 1, {}
    yield (
        "somebody has sat down",
        ask(table, CYD, "sit", seat=2, name="  Cyd the\u202e second "),
        2,
        {0: START},
    )
    yield "the host has closed it", ask(table, ADA, "close"), 3, {}


def thrown_for() -> Moments:
    """Three people throw for the start, against the clock, and talk."""
    table = opened("columbiz", ("me", "open", "open"), options={"players": "3"}, clock=BLITZ, starts="dice")
    table = ask(ask(table, BEN, "sit", seat=1), CYD, "sit", seat=2)
    yield "all are seated, and chance is waited for", table, 5, {}
    table = ask(table, BEN, "begin", 10)
    yield "the dice have said who begins", table, 12, {1: START + 11 * SECOND}
    for who, text in ((ADA, "good luck"), (DOT, "who wins?"), (CYD, "thanks")):
        table = ask(table, who, "say", 13, text=text)
    table = played_out(table, random.Random(3), 3)
    yield "players and watchers have spoken", table, 40, {}


def taken_back() -> Moments:
    """Three people: one asks, one agrees, the other does too; a throw is taken back."""
    table = opened(
        "columbiz", ("me", "open", "open"), options={"players": "3"}, clock=Clock("days", 3 * 86400 * SECOND)
    )
    table = ask(ask(ask(table, BEN, "sit", seat=1), CYD, "sit", seat=2), ADA, "begin")
    table = played_out(table, random.Random(5), 7)
    asker = next(person for person in VIEWERS if person.id == table.seats[table.turn or 0].who)
    table = ask(table, asker, "ask-takeback", 60)
    yield "a takeback is asked for", table, 61, {}
    others = [person for person in (ADA, BEN, CYD) if person != asker]
    table = ask(table, others[0], "answer-takeback", 62, yes=True)
    yield "one of two has agreed", table, 62, {}
    yield "the other has not", ask(table, others[1], "answer-takeback", 63, yes=False), 64, {}
    yield "both have agreed", ask(table, others[1], "answer-takeback", 63, yes=True), 64, {}


def left_and_handed_over() -> Moments:
    """Two teams: one seat is away for long, one is handed over, one resigns, its partner too."""
    names = ("me", "open", "open", "open")
    table = opened(
        "columba", names, options={"players": "4", "deck": "WWRS,SSTT,RRWT,WWSS,TTRS,SSRT,WWTT,RRSS,WRST"}
    )
    for person, seat in ((BEN, 1), (CYD, 2), (DOT, 3)):
        table = ask(table, person, "sit", seat=seat)
    table = ask(table, ADA, "begin")
    away = {table.turn or 0: START + SECOND}
    yield "whose turn it is has been away for long", table, 400, away
    yield (
        "a seat is with the computer",
        (table := ask(table, BEN, "hand-over", 401, seat=1)),
        402,
        {},
    )
    table = in_earnest(table)
    yield "one of two partners has resigned", (table := ask(table, ADA, "resign", 403)), 404, {}
    yield "the other has, too", ask(table, CYD, "resign", 405), 406, {}


def over_and_again() -> Moments:
    """A game with a lot for the start, played to its end; a rematch is agreed to and begins."""
    table = ask(
        opened(
            "columns-dice", starts="lot", clock=BLITZ, visibility="public", options={"setup": NEARLY_OVER}
        ),
        BEN,
        "sit",
        seat=1,
    )
    table = played_out(ask(table, BEN, "begin", 1), random.Random(9))
    yield "it is over", table, 90, {}
    table = ask(table, ADA, "rematch", 91)
    yield "one wants to play again", table, 92, {}
    table = ask(table, BEN, "rematch", 93)
    yield "both want to play again", table, 94, {}
    new = rematch(table, "t2", moment(95))
    yield "they play again, each a seat further", new, 96, {}
    yield "the old table knows where", linked(table, "t2", moment(95)), 96, {}


def told(table: Table, seconds: float, away: dict[int, int]) -> dict[str, Any]:
    """What every viewer is sent, what lists are told, what stands on paper."""
    showing = Showing(table, START + round(seconds * SECOND), away)
    sent: dict[str, Any] = {person.id: showing.whole(person.id) for person in VIEWERS}
    sent["a stranger"] = showing.whole(None)
    sent |= {"in lists": summary(table), "on paper": record(table).text()}
    as_sent: dict[str, Any] = json.loads(json.dumps(sent))
    return as_sent


def everything() -> dict[str, Any]:
    """All moments; of what a viewer is sent only what a stranger is not sent in the same way."""
    found = {}
    for name, table, seconds, away in moments():
        sent = told(table, seconds, away)
        public = sent["a stranger"]
        for person in VIEWERS:
            view = sent[person.id]
            assert view.keys() == public.keys()
            sent[person.id] = {field: value for field, value in view.items() if value != public[field]}
        found[name] = sent
    return found


if __name__ == "__main__":
    KEPT.write_text(json.dumps(everything(), ensure_ascii=False, indent=1) + "\n", "utf-8")
