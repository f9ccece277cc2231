"""The command that prints paper: blank score sheets for playing at a table."""

from pathlib import Path
from typing import Annotated

import typer

from stylobate.cli.words import GameName, console
from stylobate.errors import BadOption
from stylobate.registry import load


def sheet(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The PDF file to write.")] = Path("sheet.pdf"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    theme: Annotated[str, typer.Option(help="light to print, dark for a screen.")] = "light",
) -> None:
    """Print blank score sheets, several to a page.

    Example: `stylobate sheet columns-dice --paper letter --out sheet.pdf`
    """
    from stylobate.sheet import blank, places, write

    if out.suffix.lower() != ".pdf":
        raise BadOption(f"“{out}” should end in .pdf, which is what is written")
    chosen = load(game)
    count = len(places(blank(chosen), paper.lower()))
    write(chosen, out, paper.lower(), theme)
    console().print(f"{count} blank sheets of {chosen.byline} on one page: {out}")
