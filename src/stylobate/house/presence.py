"""Who is there, and who has been away for so long that others may hand the seat to the computer.

Being there is having the table's page open; one that is hidden says now and then that it is.  It is no part
of the log and has no version; it is told to those who listen, a moment after it changed, so that a reload
does not flicker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from stylobate.house.listener import frame
from stylobate.house.room import Room
from stylobate.play.ghost import GONE, is_ghost, may_be_ghost
from stylobate.play.leaving import AWAY, may_hand_over
from stylobate.play.sent import Present

A_MOMENT = 1.5


class Presence:
    """Tells viewers who is away, and whose seat may be handed to the computer."""

    def __init__(self) -> None:
        self._soon: dict[str, asyncio.TimerHandle] = {}

    def came_or_went(self, room: Room) -> None:
        """Somebody opened, hid or closed the table's page."""
        waiting = self._soon.pop(room.id, None)
        if waiting is not None:
            waiting.cancel()
        self._tell_in(A_MOMENT, room)

    def moved(self, room: Room) -> None:
        """The table has changed: tell when somebody is too long away, or a hidden page gone."""
        if not room.listeners:
            return
        table, away, gone = room.table, room.showing().away, room.until_away()
        due = [] if gone is None else [gone]
        if away:
            now, turn, grace = room.timepiece(), table.turn, AWAY.get(table.faces.clock.kind)
            due += [since + GONE - now for seat, since in away.items() if may_be_ghost(table, seat)]
            if grace is not None and turn is not None and turn in away:
                due.append(max(away[turn], table.settled_at) + grace - now)
        soonest = min([wait for wait in due if wait > 0], default=None)
        if soonest is not None:
            self._tell_in(soonest / 1000 + 0.05, room)

    def stop(self) -> None:
        """Cancel what was still to be told, for the server stops."""
        for waiting in self._soon.values():
            waiting.cancel()
        self._soon.clear()

    def _tell_in(self, seconds: float, room: Room) -> None:
        """Tell so much later, unless it will be told sooner anyway; then it is seen what is due next."""
        loop, waiting = asyncio.get_running_loop(), self._soon.get(room.id)
        if not room.listeners or room.table.state == "over":
            return
        if waiting is not None:
            if waiting.when() <= loop.time() + seconds:
                return
            waiting.cancel()
        self._soon[room.id] = loop.call_later(seconds, self._tell, room)

    def _tell(self, room: Room) -> None:
        self._soon.pop(room.id, None)
        away, moment = room.away(), room.timepiece()
        frames: dict[str | None, bytes] = {}
        for listener in tuple(room.listeners):
            who = listener.who if listener.who in room.table.people | {room.table.host} else None
            if who not in frames:
                frames[who] = frame("presence", _present(room, who, away, moment))
            listener.tell(frames[who])
        self.moved(room)


def _present(room: Room, who: str | None, away: Mapping[int, int], moment: int) -> Present:
    """Which seats are away, and which of them this viewer may hand over, or invite to, now."""
    seats = range(len(room.table.seats)) if who is not None else ()
    may = [seat for seat in seats if may_hand_over(room.table, who or "", seat, moment, away)]
    ghosts = [seat for seat in away if is_ghost(room.table, seat, moment, away)]
    return {"away": sorted(away), "hand_over": may, "ghosts": ghosts if who == room.table.host else []}
