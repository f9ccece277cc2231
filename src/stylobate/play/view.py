"""What each viewer is sent: everything about a table that leaves the server is made by `Showing`.

It names every field that goes out, one by one; nothing is copied wholesale, so nothing can slip out.  People
are told by name, never by id; links and nonces of throws are public once thrown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobate.fair.chain import Throw
from stylobate.fair.proof import TAKEN_BACK, Use, scheme_name
from stylobate.play.again import is_rematch_agreed, suiting
from stylobate.play.events import Hearers
from stylobate.play.ghost import is_ghost
from stylobate.play.leaving import can_return, may_hand_over
from stylobate.play.moving import can_undo
from stylobate.play.opening import can_begin, can_sit
from stylobate.play.sent import (
    Can,
    ChanceSeen,
    Change,
    Common,
    Place,
    Played,
    Remark,
    Result,
    Status,
    TakebackSeen,
    Thrown,
    View,
)
from stylobate.play.table import Table
from stylobate.play.takeback import takeback_to


class Showing:
    """A table at one moment, to be sent to many viewers: what all are sent alike is made once.

    `away` tells since when each absent seat is away.
    """

    def __init__(self, table: Table, now: int, away: Mapping[int, int]) -> None:
        self.table = table
        self.now = now
        self.away = away
        self._common = common(table, now)
        self._places = [_place(table, number, away) for number in range(len(table.seats))]

    def whole(self, who: str | None) -> View:
        """The view that a page begins with; None, or somebody who does not play, is a spectator."""
        return {
            **self._status(who),
            "tokens": tokens(self.table),
            "chat": chat(self.table, who),
            "fair": {
                "scheme": scheme_name(self.table.segments),
                "commitment": self.table.segments[0].commitment if self.table.segments else "",
                "throws": throws(self.table),
            },
        }

    def change(self, before: Table, who: str | None) -> Change:
        """What turns the view of the table before into that of this one, for this viewer."""
        after = self.table
        tokens_from, throws_from = _same(before.plays, after.plays), _same(before.throws, after.throws)
        news: Change = {
            **self._status(who),  # type: ignore[typeddict-item]  # it holds no chat
            "since": before.version,
            "tokens_from": tokens_from,
            "tokens": tokens(after, tokens_from),
            "throws_from": throws_from,
            "throws": throws(after, throws_from),
        }
        talked = before.chat or after.chat
        if talked and _last_heard(before, who) != _last_heard(after, who):  # or they changed rooms
            news["chat"] = chat(after, who)
        return news

    def _status(self, who: str | None) -> Status:
        """What everybody is sent, with this viewer's own seats and what they may ask for."""
        table = self.table
        mine = table.seats_of(who) if who else ()
        return {
            **self._common,
            "host": bool(who) and who == table.host,
            "seats": [
                {
                    **place,
                    "you": who is not None and table.seats[number].who == who,
                    "hand_over": bool(who) and may_hand_over(table, who or "", number, self.now, self.away),
                    "ghost": who == table.host and is_ghost(table, number, self.now, self.away),
                }
                for number, place in enumerate(self._places)
            ],
            "mine": list(mine),
            "takeback": _takeback(table, who),
            "chance": _chance(table, who),
            "can": _can(table, who, mine),
        }


def common(table: Table, now: int) -> Common:
    """What everybody is told of how the table stands, but for the seats."""
    state, position, faces = table.state, table.position, table.faces
    return {
        "id": table.id,
        "version": table.version,
        "settled": table.settled,
        "now": now,
        "game": table.game.id,
        "options": dict(table.line.options),
        "state": state,
        "visibility": table.visibility,
        "starts": table.starts,
        "stand_in": table.stand_in,
        "opened": table.opened,
        "sides": [list(side) for side in table.line.sides],
        "turn": table.turn,
        "position": str(position),
        "scores": list(position.scores),
        "clock": {
            **faces.clock.json(),
            "left": faces.shown(now) if state == "running" else list(faces.left),
            "running": faces.running,
            "deadline": faces.deadline(),
        },
        "draws": [
            {"what": drew.what, "seat": drew.seat, "of": list(drew.of), "outcome": drew.outcome}
            for drew in table.draws
        ],
        "first": table.first,
        "result": _result(table),
        "rematch": {
            "seats": sorted(table.rematch),
            "agreed": is_rematch_agreed(table),
            "table": table.rematched,
            "suits": suiting(table),
        },
        "rematch_of": table.rematch_of,
        "earnest": table.is_earnest,
    }


def tokens(table: Table, start: int = 0) -> list[Played]:
    """The tokens from `start` on: each with its seat, null for chance, its time, and a computer's level."""
    return [(play.token, play.seat, play.at, play.level) for play in table.plays[start:]]


def throws(table: Table, start: int = 0) -> list[Thrown]:
    """The throws from `start` on."""
    return [_throw(throw, use) for throw, use in table.throws[start:]]


def chat(table: Table, who: str | None) -> list[Remark]:
    """What was said in this viewer's room."""
    if not table.chat:
        return []
    room = _room(table, who)
    return [
        {
            "v": said.version,
            "at": said.at,
            "name": said.name,
            "registered": said.registered,
            "text": said.text,
            "you": said.who == who,
        }
        for said in table.chat
        if said.room == room
    ]


def _room(table: Table, who: str | None) -> Hearers:
    """Where this viewer talks: with those who play, or with those who watch."""
    plays = who is not None and bool(table.seats_of(who) or can_return(table, who))
    return "players" if plays else "watchers"


def _last_heard(table: Table, who: str | None) -> int | None:
    """The version of what was last said in this viewer's room."""
    room = _room(table, who)
    return next((said.version for said in reversed(table.chat) if said.room == room), None)


def _place(table: Table, number: int, away: Mapping[int, int]) -> Place:
    seat = table.seats[number]
    return {
        "kind": "person" if seat.is_person else ("open" if seat.is_empty else "computer"),
        "reserved": number in table.reserved,
        "name": seat.name,
        "registered": seat.registered,
        "level": seat.level,
        "called": seat.called,
        "resigned": number in table.line.resigned,
        "flagged": number in table.line.flagged,
        "away": number in away,
    }


def _takeback(table: Table, who: str | None) -> TakebackSeen | None:
    asked = table.asked
    if asked is None:
        return None
    asker = table.seats[asked.seat].who
    agreed = {table.seats[seat].who for seat in asked.agreed}
    waits = who in table.people and who != asker and who not in agreed
    return {"seat": asked.seat, "to": asked.to, "agreed": sorted(asked.agreed), "asks_you": waits}


def _chance(table: Table, who: str | None) -> ChanceSeen:
    if not table.segments:
        nobody: list[str | None] = [None] * len(table.seats)
        return {
            "commitments": [],
            "pledges": nobody,
            "asked": nobody,
            "awaited": [],
            "until": None,
            "asks_you": False,
        }
    people = [seat.who if seat.is_person else None for seat in table.seats]
    waits = table.asked_for if table.is_waiting else frozenset()
    asked = table.awaited.keys() - table.absent if table.is_waiting else set()
    return {
        "commitments": [
            {"text": one.commitment, "first": one.first, "why": one.why} for one in table.segments
        ],
        "pledges": [None if one is None else table.pledges.get(one) for one in people],
        "asked": [table.awaited[one] if one in asked else None for one in people],
        "awaited": [number for number, seat in enumerate(table.seats) if seat.who in waits],
        "until": table.waits_until,
        "asks_you": who in waits,
    }


def _result(table: Table) -> Result | None:
    if table.ending is None:
        return None
    ending = table.ending
    return {"winners": list(ending.winners), "how": ending.how, "seat": ending.seat}


def _throw(throw: Throw, use: Use) -> Thrown:
    return {
        "number": throw.number,
        "outcome": throw.outcome,
        "link": throw.link,
        "mix": throw.mix,
        "next": throw.next,
        "taken_back": use == TAKEN_BACK,
        "among": list(use) if isinstance(use, tuple) else None,
    }


def _can(table: Table, who: str | None, mine: tuple[int, ...]) -> Can:
    state = table.state
    is_open, is_running, host = state == "open", state == "running", who is not None and who == table.host
    return {
        "sit": [n for n in range(len(table.seats)) if can_sit(table, who, n)] if is_open else [],
        "seat_computer": host and is_open,
        "close": host and is_open,
        "begin": is_open and bool(who) and can_begin(table, who or ""),
        "move": bool(mine) and table.turn in mine,
        "undo": bool(mine) and can_undo(table, who or ""),
        "ask_takeback": bool(mine) and table.asked is None and takeback_to(table, who or "") is not None,
        "resign": is_running and any(seat not in table.line.resigned for seat in mine),
        "return": list(can_return(table, who)) if is_running and who else [],
        "rematch": bool(mine) and state == "over" and table.first is not None and not table.rematched,
    }


def _same(before: Sequence[object], after: Sequence[object]) -> int:
    """The length of the common beginning of two lists; after a takeback they differ before the end."""
    if after[: len(before)] == before:
        return len(before)
    for count, (one, other) in enumerate(zip(before, after, strict=False)):
        if one is not other:
            return count
    return min(len(before), len(after))
