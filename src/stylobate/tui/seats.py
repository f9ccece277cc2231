"""Who plays, with their points, and each one's chances over the game so far."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.widgets import Static

from stylobate.sitting import Sitting
from stylobate.tui.sparks import columns

TALL = 30  # lines of a window that has room for taller charts


class Seats(Static):
    """A line for each seat, and under it, where that is asked for, its chances from the first move on."""

    def __init__(self) -> None:
        super().__init__(id="seats", markup=False)

    def show(self, sitting: Sitting, count: int, chances: Mapping[int, tuple[float, ...]] | None) -> None:
        """The seats after so many tokens; `chances` after how many tokens, or None to leave them out."""
        position, line = sitting.line.after(count), sitting.line
        mover = line.turn if count == len(line.plays) else position.turn
        wide = max(20, (self.size.width or 28) - 2)
        winners = (line.ending.winners if line.ending else ()) if count == len(line.plays) else ()
        rows = Text(no_wrap=True, overflow="ellipsis")
        for seat in range(position.seats):
            mark = "▸" if seat == mover else "★" if seat in winners else " "
            points = f" {position.scores[seat]}" if sitting.game.has_points else ""
            named = f"{mark} {sitting.called(seat)}"[: wide - len(points)]
            rows.append(f"{named:<{wide - len(points)}}{points}\n", "bold" if mark != " " else "")
            if chances is not None:
                known = [chances[at][seat] for at in sorted(chances) if at <= count]
                high = 3 if self.app.size.height >= TALL else 1
                told = f"{known[-1]:4.0%}" if known else "  … "
                drawn = columns(known, wide - 7, high)
                for line_of_chart in drawn:
                    last = line_of_chart is drawn[-1]
                    rows.append(f"  {line_of_chart:<{wide - 7}}", self.app.theme_variables["accent"])
                    rows.append(f" {told if last else ''}\n")
        rows.rstrip()
        self.update(rows)
