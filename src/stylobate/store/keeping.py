"""From the table to the store: what one batch must hold for the news of a table."""

from __future__ import annotations

from stylobate.identity import digest, fresh_credential
from stylobate.play import Table, summary
from stylobate.play.events import Sat, Stood
from stylobate.store.protocol import Batch, Claim


def batch_of(
    after: Table, now: int, key: str | None = None, invite: bytes | None = None
) -> tuple[Batch, dict[int, str]]:
    """The batch for a table's news, and a fresh credential for each seat that was taken in them."""
    events = [entry.event for entry in after.unstored]
    seated = {event.seat: event.who for event in events if isinstance(event, Sat)}
    freed = [event.seat for event in events if isinstance(event, Stood)]
    credentials = {seat: fresh_credential() for seat in seated}
    claims = [Claim(seat, who, digest(credentials[seat]), invite) for seat, who in seated.items()]
    return Batch(after.news, summary(after), now, key, claims, freed), credentials
