"""From a table's new events to the batch that a store takes."""

from __future__ import annotations

from stylobate.identity import digest, fresh_credential
from stylobate.play import Table, summary
from stylobate.play.events import Sat, Stood
from stylobate.store.protocol import Batch, Claim


def batch_of(
    after: Table, now: int, key: str | None = None, invite: bytes | None = None
) -> tuple[Batch, dict[int, str]]:
    """The batch for a table's new events, and a fresh credential for each seat that they took."""
    events = [entry.event for entry in after.unstored]
    seated = {event.seat: event.who for event in events if isinstance(event, Sat)}
    freed = [event.seat for event in events if isinstance(event, Stood)]
    credentials = {seat: fresh_credential() for seat in seated}
    claims = [Claim(seat, who, digest(credentials[seat]), invite) for seat, who in seated.items()]
    return Batch(after.news, summary(after), now, key, claims, freed), credentials
