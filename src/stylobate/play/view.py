"""What each viewer is told: the one function whose result leaves the server.

It names every field that goes out, one by one; nothing is copied wholesale, so nothing can slip out.  People
are told by name, never by id; links and nonces of throws are public once thrown.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from stylobate.fair.chain import Throw
from stylobate.fair.proof import SCHEME, TAKEN_BACK, Use
from stylobate.play.again import is_rematch_agreed
from stylobate.play.leaving import can_return, may_hand_over
from stylobate.play.moving import can_undo
from stylobate.play.sitting import can_begin, can_sit
from stylobate.play.table import Table
from stylobate.play.takeback import takeback_to

View = dict[str, Any]


def view(table: Table, who: str | None, now: int, away: Mapping[int, int] = MappingProxyType({})) -> View:
    """The table as this person sees it; None, or somebody who does not play, is a spectator.

    `away` tells since when each absent seat is away.

    `turn` is a seat or null, `clock.left` milliseconds a seat at `now`; `legal` is there only for whoever is
    to move.  `can` says what this viewer may ask for now.
    """
    mine = table.seats_of(who) if who else ()
    return {
        **standing(table, who, now, away),
        "tokens": tokens(table),
        "legal": list(table.position.legal) if table.turn in mine else [],
        "chat": chat(table, who),
        "fair": {"scheme": SCHEME, "commitment": table.commitment, "throws": throws(table)},
    }


def standing(table: Table, who: str | None, now: int, away: Mapping[int, int]) -> View:
    """The part of a view that does not grow with the game."""
    return personal(table, who, now, away, common(table, now, away))


def common(table: Table, now: int, away: Mapping[int, int]) -> View:
    """What everybody is told of how the table stands."""
    running = table.state == "running"
    return {
        "id": table.id,
        "version": table.version,
        "settled": table.settled,
        "now": now,
        "game": table.game.id,
        "options": dict(table.options),
        "state": table.state,
        "visibility": table.visibility,
        "starts": table.starts,
        "opened": table.opened,
        "seats": [_seat(table, number, away) for number in range(len(table.seats))],
        "sides": [list(side) for side in table.sides],
        "turn": table.turn,
        "position": str(table.position),
        "scores": list(table.position.scores),
        "clock": {
            **table.faces.clock.json(),
            "left": table.faces.shown(now) if running else list(table.faces.left),
            "running": table.faces.running,
            "deadline": table.faces.deadline(),
        },
        "draws": [
            {"what": drew["what"], "seat": drew["seat"], "of": drew["of"], "outcome": drew["outcome"]}
            for drew in table.draws
        ],
        "first": table.first,
        "result": _result(table),
        "rematch": {
            "seats": sorted(table.rematch),
            "agreed": is_rematch_agreed(table),
            "table": table.rematched,
        },
        "rematch_of": table.rematch_of,
    }


def personal(table: Table, who: str | None, now: int, away: Mapping[int, int], told: View) -> View:
    """What everybody is told (`common`), and to it what this viewer is, and may ask for."""
    mine = table.seats_of(who) if who else ()
    return {
        **told,
        "host": bool(who) and who == table.host,
        "seats": [
            {
                **seat,
                "you": who is not None and table.seats[number].who == who,
                "hand_over": bool(who) and may_hand_over(table, who or "", number, now, away),
            }
            for number, seat in enumerate(told["seats"])
        ],
        "mine": list(mine),
        "takeback": _takeback(table, who),
        "can": _can(table, who, mine),
    }


def tokens(table: Table, start: int = 0) -> list[list[Any]]:
    """The tokens from `start` on: each with its seat, null for chance, and when it was played."""
    return [[play.token, play.seat, play.at] for play in table.plays[start:]]


def throws(table: Table, start: int = 0) -> list[View]:
    """The throws from `start` on."""
    return [_throw(throw, use) for throw, use in table.throws[start:]]


def chat(table: Table, who: str | None) -> list[View]:
    """What was said in this viewer's room."""
    plays = who is not None and bool(table.seats_of(who) or can_return(table, who))
    return [
        {"v": said.version, "at": said.at, "name": said.name, "text": said.text, "you": said.who == who}
        for said in table.chat
        if said.room == ("players" if plays else "watchers")
    ]


def _seat(table: Table, number: int, away: Mapping[int, int]) -> View:
    seat = table.seats[number]
    kind = "person" if seat.is_person else ("open" if seat.is_empty else "computer")
    return {
        "kind": kind,
        "reserved": number in table.reserved,
        "name": seat.name,
        "level": seat.level,
        "called": seat.called,
        "resigned": number in table.resigned,
        "flagged": number in table.flagged,
        "away": number in away,
    }


def _takeback(table: Table, who: str | None) -> View | None:
    asked = table.asked
    if asked is None:
        return None
    asker = table.seats[asked.seat].who
    agreed = {table.seats[seat].who for seat in asked.agreed}
    waits = who in table.people and who != asker and who not in agreed
    return {"seat": asked.seat, "to": asked.to, "agreed": sorted(asked.agreed), "asks_you": waits}


def _result(table: Table) -> View | None:
    if table.ending is None:
        return None
    ending = table.ending
    return {"winners": list(ending.winners), "how": ending.how, "seat": ending.seat}


def _throw(throw: Throw, use: Use) -> View:
    return {
        "number": throw.number,
        "outcome": throw.outcome,
        "link": throw.link,
        "seat": throw.seat,
        "nonce": throw.nonce,
        "next": throw.next,
        "taken_back": use == TAKEN_BACK,
        "among": list(use) if isinstance(use, tuple) else None,
    }


def _can(table: Table, who: str | None, mine: tuple[int, ...]) -> View:
    running = table.state == "running"
    host = bool(who) and who == table.host
    return {
        "sit": [number for number in range(len(table.seats)) if can_sit(table, who, number)],
        "seat_computer": host and table.state == "open",
        "close": host and table.state == "open",
        "begin": bool(who) and can_begin(table, who or ""),
        "move": table.turn is not None and table.turn in mine,
        "undo": bool(who) and can_undo(table, who or ""),
        "ask_takeback": bool(mine) and table.asked is None and takeback_to(table, who or "") is not None,
        "resign": running and any(seat not in table.resigned for seat in mine),
        "return": list(can_return(table, who)) if who else [],
        "rematch": bool(mine) and table.state == "over" and table.first is not None and not table.rematched,
    }


def summary(table: Table) -> View:
    """What lists of tables need, for the store to keep beside the log; it can always be made anew.

    `to_move` is the id of the person whose turn it is, “computer”, or null; `who` has the ids of those who
    sit there.  They are for the server alone, to tell everybody what is theirs.
    """
    turn = table.turn
    seat = None if turn is None else table.seats[turn]
    to_move = None if seat is None else (seat.who if seat.is_person else "computer")
    return {
        "game": table.game.id,
        "visibility": table.visibility,
        "state": table.state,
        "to_move": to_move,
        "clocked": table.faces.clock.kind != "none",
        "about": {
            "options": dict(table.options),
            "clock": table.faces.clock.json(),
            "seats": [seat.called for seat in table.seats],
            "who": [seat.who for seat in table.seats],
            "open": sum(seat.is_empty for seat in table.seats),
            "tokens": len(table.plays),
            "winners": list(table.ending.winners) if table.ending else None,
            "shared": table.ending is not None
            and not any(set(table.ending.winners) <= {*side} for side in table.sides),
            "scores": list(table.position.scores) if table.ending else None,
        },
    }
