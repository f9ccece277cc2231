"""The command that tells luck: what dice or cards gave each seat of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from stylobate.cli.words import console, record_in
from stylobate.game import Game


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
    from rich.text import Text

    from stylobate.search.luck import luck as told

    record, screen = record_in(file), console()
    line = record.line()
    with screen.status("weighing every throw"):
        throws = list(told(line))
    game, seats = line.game, range(line.start.seats)
    names = [_named(game, seat, record.seats) for seat in seats]
    screen.print(game.byline, style="bold", markup=False)
    for seat in seats:
        screen.print(f"{names[seat]}: {sum(one.gave[seat] for one in throws):+.3f}", markup=False)
    if not throws or not most:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("after", "token", *names):
        table.add_column(Text(heading), justify="left" if heading == "token" else "right")
    for one in sorted(throws, key=lambda one: -max(map(abs, one.gave)))[:most]:
        table.add_row(str(one.after), one.token, *(f"{gave:+.3f}" for gave in one.gave))
    screen.print()
    screen.print(table)


def _named(game: Game, seat: int, players: Sequence[str]) -> str:
    """What the game calls a seat, with the name of who had it, as far as the record tells."""
    name = players[seat] if seat < len(players) else ""
    return f"{game.seat_name(seat)} ({name})" if name else game.seat_name(seat)
