"""Who plays, with their points and what they have, and each one's chances over the game so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style
from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from stylobate.parts import Cell
from stylobate.sitting import Sitting
from stylobate.tui.sparks import columns
from stylobate.tui.themes import Paint, paint

HIGH = 3  # lines of a chart where there is room, else one
HISTORY = 5  # lines that are left for what was played, and its edge

Trays = Sequence[Sequence[Cell]]


class Seats(Static):
    """A line for each seat, under it what it has and, where that is asked for, its chances from the start on.

    Where a window is too low for both, the chances are shown in place of what the seats have.
    """

    def __init__(self) -> None:
        super().__init__(id="seats", markup=False)

    def show(self, sitting: Sitting, count: int, chances: Mapping[int, tuple[float, ...]] | None) -> None:
        """The seats after so many tokens; `chances` after how many tokens, or None to leave them out."""
        position, line = sitting.line.after(count), sitting.line
        mover = line.turn if count == len(line.plays) else position.turn
        wide = max(20, self.size.width or 25)
        winners = (line.ending.winners if line.ending else ()) if count == len(line.plays) else ()
        has = sitting.game.drawing.beside(position).trays
        trays, high = self._room(has, position.seats, chances is not None)
        colours = paint(sitting.game)
        rows: list[Text] = []
        for seat in range(position.seats):
            mark = "▸" if seat == mover else "★" if seat in winners else " "
            points = f" {position.scores[seat]}" if sitting.game.has_points else ""
            named = f"{mark} {sitting.called(seat)}"[: wide - len(points)]
            rows.append(Text(f"{named:<{wide - len(points)}}{points}", "bold" if mark != " " else ""))
            if trays:
                rows.append(self._tray(trays[seat], colours))
            if chances is not None:
                rows += self._chart([chances[at][seat] for at in sorted(chances) if at <= count], wide, high)
        self.update(Text("\n", no_wrap=True, overflow="ellipsis").join(rows))

    def _room(self, trays: Trays, seats: int, with_chances: bool) -> tuple[Trays, int]:
        """The trays, if there is room for them, and how high a chart may be."""
        high = self.parent.size.height if isinstance(self.parent, Widget) else 0
        room = high - HISTORY - seats * (2 if trays else 1)
        return (trays if not with_chances or room >= seats else ()), (HIGH if room >= HIGH * seats else 1)

    def _tray(self, tray: Sequence[Cell], colours: Paint) -> Text:
        dark, told = self.app.current_theme.dark, Text("  ")
        for cell in tray:
            ink, ground = (colours.get((role, dark)) for role in (cell.ink, cell.ground))
            told.append(cell.text, Style(color=ink, bgcolor=ground))
        return told

    def _chart(self, known: Sequence[float], wide: int, high: int) -> list[Text]:
        accent = self.app.theme_variables["accent"]
        rows = [Text.assemble((f"  {line:<{wide - 7}}", accent)) for line in columns(known, wide - 7, high)]
        rows[-1].append(f" {known[-1]:4.0%}" if known else "   … ")
        return rows
