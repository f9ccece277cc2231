"""A table written down: its record, at any moment, with the proof of its throws."""

from __future__ import annotations

from datetime import UTC, datetime

from stylobate.fair.proof import proof_lines, sealed
from stylobate.play.table import Table
from stylobate.record import Record


def record(table: Table) -> Record:
    """The game so far as a record."""
    more = _stood_in(table) if table.marks else {}
    if table.faces.clock.kind != "none":
        more["clock"] = str(table.faces.clock)
    if table.game.has_chance or table.throws:
        more |= proof_lines(table.id, table.segments, table.throws, table.cuts)
    if table.signature is not None:
        more["signature"] = table.signature
    day = datetime.fromtimestamp(table.opened / 1000, UTC).date()
    paper = Record.of(table.line, [seat.called for seat in table.seats], day.isoformat(), more)
    return sealed(paper) if "fair" in more else paper


def _stood_in(table: Table) -> dict[str, str]:
    """Which tokens a computer played for a person, by their number in the record: a line for each seat."""
    lines: dict[str, str] = {}
    for seat, place in enumerate(table.seats):
        theirs = [n for n, play in enumerate(table.plays, 1) if play.seat == seat and play.level is not None]
        if theirs and place.who is not None:
            lines[f"stand-in {seat}"] = f"level {table.stand_in}, tokens {' '.join(map(str, theirs))}"
    return lines
