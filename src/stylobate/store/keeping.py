"""From a table's new events to the addition that a store takes."""

from __future__ import annotations

from stylobate.identity import digest, fresh_credential
from stylobate.ladder import ladder
from stylobate.play import Table, summary
from stylobate.play.events import Begun, Sat, Stood
from stylobate.store.protocol import Addition, Claim, Job


def addition_of(
    after: Table, now: int, key: str | None = None, invite: bytes | None = None, of: str = "", place: str = ""
) -> tuple[Addition, dict[int, str]]:
    """The addition for a table's new events, and a fresh credential for each seat that they took.

    A store numbers seats as before the game.  `place` is where the host was last known to be.
    """
    events = [entry.event for entry in after.unstored]
    had_begun = after.first is not None and not any(isinstance(event, Begun) for event in events)
    seated, freed = dict[int, str](), list[int]()
    for event in events:
        if isinstance(event, (Sat, Stood)):
            seat = after.at_first(event.seat) if had_begun else event.seat
            if isinstance(event, Sat):
                seated[seat] = event.who
            else:
                freed.append(seat)
    credentials = {seat: fresh_credential() for seat in seated}
    claims = [Claim(seat, who, digest(credentials[seat]), invite) for seat, who in seated.items()]
    job = job_of(after, place)
    return Addition(after.news, summary(after), now, key, claims, freed, of, job=job), credentials


def job_of(table: Table, place: str) -> Job | None:
    """What a computer has to do at a table; None where it is not a computer's turn."""
    level = None if table.turn is None else table.seats[table.turn].level
    if level is None:
        return None
    is_slow = not ladder(table.game).is_quick(level)
    return Job(table.id, table.settled, table.host, place, bool(table.people), is_slow)
