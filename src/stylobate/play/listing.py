"""The summary of a table that lists show; the store keeps it beside the log, and no viewer is sent it."""

from __future__ import annotations

from typing import TypedDict

from stylobate.line import How
from stylobate.play.clock import ClockTerms
from stylobate.play.table import Table


class About(TypedDict):
    """What a list tells of a table: `who` are the ids of those who sit there, `seats` their names.

    The turn that is on `began` after so many tokens, and lasts `since` then.
    """

    host: str
    options: dict[str, str]
    clock: ClockTerms
    seats: list[str]
    registered: list[bool | None]
    who: list[str | None]
    open: int
    tokens: int
    began: int
    since: int
    winners: list[int] | None
    shared: bool
    how: How | None
    decided: str
    scores: list[int] | None


class Summary(TypedDict):
    """What a store finds tables by; `to_move` is the id of a person, “computer”, or null."""

    game: str
    visibility: str
    state: str
    to_move: str | None
    clocked: bool
    about: About


def summary(table: Table) -> Summary:
    """What lists of tables need, for the store to keep beside the log; it can always be made anew.

    `to_move` is the id of the person whose turn it is, “computer”, or null; `who` has the ids of those who
    sit there.  They are for the server alone, to tell everybody what is theirs.
    """
    turn, ending = table.turn, table.ending
    seat = None if turn is None else table.seats[turn]
    began = table.line.turn_began
    to_move = None if seat is None else (seat.who if seat.is_person else "computer")
    return {
        "game": table.game.id,
        "visibility": table.visibility,
        "state": table.state,
        "to_move": to_move,
        "clocked": table.faces.clock.kind != "none",
        "about": {
            "host": table.host,
            "options": dict(table.line.options),
            "clock": table.faces.clock.json(),
            "seats": [seat.called for seat in table.seats],
            "registered": [seat.registered for seat in table.seats],
            "who": [seat.who for seat in table.seats],
            "open": sum(seat.is_empty for seat in table.seats),
            "tokens": len(table.plays),
            "began": began,
            "since": table.plays[began - 1].at if began else table.opened,
            "winners": list(ending.winners) if ending else None,
            "shared": ending is not None
            and not any(set(ending.winners) <= {*side} for side in table.line.sides),
            "how": ending.how if ending else None,
            "decided": _decided(table),
            "scores": list(table.position.scores) if ending else None,
        },
    }


def _decided(table: Table) -> str:
    """What decided a game that was played to its end, where the points alone did not."""
    tally = table.game.telling.tally(table.position) if table.position.is_over else None
    return "" if tally is None else tally.decided
