"""A ghost: somebody who took a seat and never came, perhaps because the answer to them was lost on the way.

Nobody would play there.  So the host may invite to the seat once more, and whoever comes by the invitation
takes it over; the game goes on where it stands, and so does the seat's clock.
"""

from __future__ import annotations

from collections.abc import Mapping

from stylobate.play.clock import SECOND
from stylobate.play.table import Table

GONE = 30 * SECOND  # since they sat down, or were last here


def may_be_ghost(table: Table, seat: int) -> bool:
    """Whether a guest of the host's has this seat and has never moved."""
    one = table.seats[seat]
    return seat not in table.moved and one.who != table.host and one.is_person and table.state != "over"


def is_ghost(table: Table, seat: int, now: int, away: Mapping[int, int]) -> bool:
    """Whether the seat may be given to whoever else is invited; who is here, or moved once, keeps it.

    A throw that waits for nonces is made first, by those it was asked for.
    """
    since = away.get(seat)
    is_gone = since is not None and now - since >= GONE
    return is_gone and may_be_ghost(table, seat) and not table.is_waiting
