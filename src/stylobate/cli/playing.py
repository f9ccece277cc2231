"""Commands that play: a game at this keyboard, a record again, the engine for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from stylobate.cli.words import GameName, Options, Seed, chosen, console, record_in
from stylobate.errors import BadOption, BadRecord
from stylobate.palette import light_or_dark
from stylobate.registry import ids, load


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Which game; else the first of the front page.",
            autocompletion=lambda: list(ids()),
            show_default=False,
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who sits where, in turn order, with commas between: a computer player as `stylobate games` "
            "lists them (random, 1, 2 …), or a person's name. Without it: you, then level 3 in every other "
            "seat."
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved record.")] = None,
    seed: Seed = None,
    option: Options = None,
) -> None:
    """Play at this keyboard, against the computer or with others.

    Examples: `stylobate play colonnade`, `stylobate play colonnade --seats 5,Ada`,
    `stylobate play colonnade --seats Ada,Bea`
    """
    from stylobate.sitting import sit_down
    from stylobate.terminal import Keyboard

    record = None if resume is None else record_in(resume)
    Keyboard(sit_down(game or ids()[0], seats, chosen(option), seed, record), console()).play()


def tui(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|FILE]",
            help="A game to play at once, or a record to look at; else one chooses.",
            autocompletion=lambda: list(ids()),
            show_default=False,
        ),
    ] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where, as for `stylobate play`.")] = None,
    seed: Seed = None,
    option: Options = None,
    theme: Annotated[str, typer.Option(help="The colours of the terminal: dark or light.")] = "dark",
) -> None:
    """Play in this terminal with colours, mouse or keys; replay records.

    Examples: `stylobate tui`, `stylobate tui colonnade --seats Ada,3`, `stylobate tui game.txt`
    """
    from stylobate import tui
    from stylobate.sitting import sit_down

    colours = light_or_dark(theme)
    record = None
    if what is not None and what not in ids():
        if not Path(what).exists():
            raise BadOption(f"there is no game and no file called “{what}”; games: {', '.join(ids())}")
        record = record_in(Path(what))
    sitting = None if what is None else sit_down(what, seats, chosen(option), seed, record)
    for told in tui.run(sitting, record is None, seed, colours):
        print(told)


def learn(game: GameName) -> None:
    """Learn a game by playing: a guided first game, step by step.

    Example: `stylobate learn colonnade`
    """
    from stylobate import terminal

    terminal.learn(load(game), console())


def replay(
    file: Annotated[Path, typer.Argument(help="A record; - for standard input.")],
    at: Annotated[int | None, typer.Option(min=0, help="Show the board after so many tokens.")] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board after every token.")] = False,
    form: Annotated[
        Literal["text", "json"] | None,
        typer.Option("--as", help="Check it and print the record itself in this form."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page that shows it board by board, without a network."),
    ] = None,
) -> None:
    """Replay a record: check every token and show the board.

    Examples: `stylobate replay game.txt --boards`, `stylobate replay game.txt --html game.html`
    """
    record = record_in(file)
    if html is not None:
        html.write_text(record.player(), "utf-8")
        return
    positions = list(record.positions())
    out = console()
    if form is not None:
        out.file.write(record.json() if form == "json" else record.text())
        return
    if at is not None and at >= len(positions):
        raise BadRecord(f"{file} has {len(record.tokens)} tokens; there is no board after {at}")
    game = positions[0].game
    out.print(game.byline, style="bold")
    for seat, name in enumerate(record.seats):
        out.print(f"{game.seat_name(seat)}: {name}")
    shown = range(len(positions)) if boards else [len(positions) - 1 if at is None else at]
    for number in shown:
        last = record.tokens[number - 1] if number else None
        out.print(f"\n{number}. {last or 'start'}", style="dim")
        print(positions[number].text(last))
    if record.result is not None:
        names = " and ".join(game.seat_name(seat) for seat in record.result)
        ending = f" ({record.more['ending']})" if "ending" in record.more else ""
        out.print(f"\n{names} won{ending}.")


def engine(
    seed: Seed = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help="How many to think with at the same time.")
    ] = 1,
) -> None:
    """Serve the line protocol on standard input and output, for other programs.

    Example: `echo games | stylobate engine`
    """
    from stylobate.engine import main

    main(seed, threads)
