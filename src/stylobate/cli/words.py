"""Arguments that several commands share: a game, its options, a position, a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobate.errors import BadOption, BadRecord
from stylobate.game import Position, read_options
from stylobate.registry import ids, load

if TYPE_CHECKING:
    from rich.console import Console

    from stylobate.record import Record

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="Which game.", autocompletion=lambda: list(ids()), show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be given several times."
    ),
]
Seed = Annotated[int | None, typer.Option(help="For chance and for computers: same seed, same game.")]


def console() -> "Console":
    """Where commands print: in colour on a terminal, plain text when piped."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def chosen(options: list[str] | None) -> dict[str, str]:
    """Options given on the command line as `key=value`, as a dictionary."""
    return read_options(options or [])


def beginning(game: str, options: list[str] | None, position: str | None = None) -> Position:
    """Where a command starts from: a position text, or the game's own start under these options."""
    given = chosen(options)
    if position is not None:
        given["setup"] = placed(position)
    return load(game).begin(given)


def placed(position: str) -> str:
    """A position text from the command line; refuses what looks like a misspelt option."""
    if position.startswith("--"):
        raise BadOption(f"there is no option “{position}”; --help lists those there are")
    return position


def contents(file: Path) -> str:
    """A text file, or standard input for `-`."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a text file") from None


def record_in(file: Path) -> "Record":
    """The record that a file holds, or standard input for `-`."""
    from stylobate import record

    try:
        return record.read(contents(file))
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
