"""A table written down: its record, at any moment, with the proof of its throws."""

from __future__ import annotations

from datetime import UTC, datetime

from stylobate.fair.proof import proof_lines, sealed
from stylobate.play.table import Table
from stylobate.record import Record

HOW = {"resigned": "seat {seat} resigned", "time": "seat {seat} ran out of time", "closed": "never begun"}


def record(table: Table) -> Record:
    """The game so far as a record."""
    more: dict[str, str] = {}
    ending = table.ending
    if ending is not None and ending.how in HOW:
        more["ending"] = HOW[ending.how].format(seat=ending.seat)
    if table.faces.clock.kind != "none":
        more["clock"] = str(table.faces.clock)
    if table.game.has_chance or table.throws:
        more |= proof_lines(table.id, table.commitment, table.throws)
    day = datetime.fromtimestamp(table.opened / 1000, UTC).date()
    paper = Record(
        table.game.id,
        table.tokens,
        table.options,
        table.rules,
        tuple(seat.called for seat in table.seats),
        day.isoformat(),
        (ending.winners or None) if ending else None,
        more,
    )
    return sealed(paper) if "fair" in more else paper
