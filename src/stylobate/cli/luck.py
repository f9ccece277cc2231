"""The command that tells luck: what dice or cards gave each seat of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stylobate.cli.words import console, record_in


def luck(
    file: Annotated[Path, typer.Argument(help="A record; - for standard input.")],
    most: Annotated[int, typer.Option(metavar="N", min=0, help="Tell so many of the throws.")] = 5,
) -> None:
    """Tell what chance gave each seat of a game, and which throws gave or took most.

    A throw gives what may be expected of the game after it, less what could be before: +0.25 is a quarter of
    a win. In the long run that is nothing for anybody.

    Example: `stylobate luck game.txt`
    """
    from rich.table import Table

    from stylobate.search.luck import luck as told

    record, screen = record_in(file), console()
    line = record.line()
    with screen.status("weighing every throw"):
        throws = list(told(line))
    game, seats = line.game, range(line.start.seats)
    played_by = [f" ({name})" for name in record.seats] or [""] * len(seats)
    names = [f"{game.seat_name(seat)}{who}" for seat, who in zip(seats, played_by, strict=True)]
    screen.print(game.byline, style="bold", markup=False)
    for seat in seats:
        screen.print(f"{names[seat]}: {sum(one.gave[seat] for one in throws):+.3f}", markup=False)
    if not throws or not most:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("after", "token", *names):
        table.add_column(heading, justify="left" if heading == "token" else "right")
    for one in sorted(throws, key=lambda one: -max(map(abs, one.gave)))[:most]:
        table.add_row(str(one.after), one.token, *(f"{gave:+.3f}" for gave in one.gave))
    screen.print()
    screen.print(table)
