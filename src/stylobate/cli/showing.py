"""Commands that show something: the games, their rules, a board."""

from pathlib import Path
from typing import Annotated

import typer

from stylobate.cli.words import GameName, Options, beginning, console
from stylobate.errors import BadOption
from stylobate.palette import light_or_dark
from stylobate.registry import ids, load
from stylobate.telling import ranged

SUFFIXES = (".svg", ".png", ".txt")


def games() -> None:
    """The games there are, who made them, and the computer players of each, from weakest to strongest."""
    from rich.table import Table

    from stylobate.ladder import ladder, names
    from stylobate.style import styles

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("name", "game", "by", "players", "computers"):
        table.add_column(heading, no_wrap=True)
    for name in ids():
        game = load(name)
        players = ranged(game.players)
        levels = ladder(game).levels
        first, *_, last = names(game)
        numbered = levels[0].name if len(levels) == 1 else f"{levels[0].name}-{levels[-1].name}"
        computers = [first, numbered, *([last] if last != levels[-1].name else [])]
        table.add_row(name, game.title, game.author or "(unnamed)", players, " ".join(computers))
    screen = console()
    screen.print(table)
    for name in ids():
        screen.print(f"\n{name}", style="bold", end="")
        tastes = ", ".join(f"{style.name}-1" for style in styles(load(name)))
        also = f" Also with a style, at any level: {tastes}." if tastes else ""
        screen.print(f": {load(name).summary}{also}", markup=False, end="")
    screen.print()


def rules(game: GameName) -> None:
    """How a game is played, in our own words.

    Example: `stylobate rules colonnade`
    """
    from stylobate.guide import terminal

    console().print(terminal(load(game)))


def draw(
    game: GameName,
    position: Annotated[str | None, typer.Argument(help="A position text; without it the start.")] = None,
    moves: Annotated[str, typer.Option(help="Tokens to play first, separated by spaces.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="A file to write: .svg, .png or .txt; without it the board as text.")
    ] = None,
    hints: Annotated[bool, typer.Option("--hints", help="Show the legal moves in the picture.")] = False,
    theme: Annotated[str, typer.Option(help="The colours of the picture: light or dark.")] = "light",
    scale: Annotated[float, typer.Option(min=0.1, max=8.0, help="How large a PNG is drawn.")] = 2.0,
    option: Options = None,
) -> None:
    """Draw a position as SVG, PNG or text.

    Examples: `stylobate draw colonnade`,
    `stylobate draw colonnade "R3/-/B2/-/-/-/-/- B" --hints --out board.png`
    """
    colours = light_or_dark(theme)
    if out is not None and out.suffix not in SUFFIXES:
        raise BadOption(f"“{out}” should end in {', '.join(SUFFIXES)}: the ending says what is drawn")
    tokens = moves.split()
    shown = beginning(game, option, position).play(*tokens)
    last = tokens[-1] if tokens else None
    if out is None:
        print(shown.text(last))
    elif out.suffix == ".txt":
        out.write_text(shown.text(last) + "\n", "utf-8")
    elif out.suffix == ".svg":
        out.write_text(shown.svg(last, hints, theme=colours), "utf-8")
    else:
        from stylobate.drawing import png

        out.write_bytes(png(shown.svg(last, hints, theme=colours), scale))
