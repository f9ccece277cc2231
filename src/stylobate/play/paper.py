"""A table written down: its record, at any moment, with the proof of its throws."""

from __future__ import annotations

from datetime import UTC, datetime

from stylobate.fair.proof import proof_lines, sealed
from stylobate.play.table import Table
from stylobate.record import Record


def record(table: Table) -> Record:
    """The game so far as a record."""
    more: dict[str, str] = {}
    if table.faces.clock.kind != "none":
        more["clock"] = str(table.faces.clock)
    if table.game.has_chance or table.throws:
        more |= proof_lines(table.id, table.commitment, table.throws)
    day = datetime.fromtimestamp(table.opened / 1000, UTC).date()
    paper = Record.of(table.line, [seat.called for seat in table.seats], day.isoformat(), more)
    return sealed(paper) if "fair" in more else paper
