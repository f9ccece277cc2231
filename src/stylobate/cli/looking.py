"""The command that looks at the machine: `stylobate doctor`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from stylobate.cli.serving import Data, Database
from stylobate.cli.words import console

MARKS = {"fine": "[green]✓[/]", "note": "[yellow]![/]", "absent": "[dim]–[/]", "broken": "[red]✗[/]"}


def doctor(
    data: Data = None,
    database: Database = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port that a site would have.")] = 8000,
    as_json: Annotated[bool, typer.Option("--json", help="The findings as JSON, for programs.")] = False,
) -> None:
    """Tell what works here: cache, compiler, cores, disk, browser, optional parts.

    It ends with 1 if something is broken that is needed, else with 0.

    Examples: `stylobate doctor`, `stylobate doctor --database postgresql://stylobate@db/games --json`
    """
    from stylobate.doctor import examine
    from stylobate.web.settings import Settings

    findings = list(examine(Settings(data, port=port, database=database)))
    is_well = all(one.state != "broken" for one in findings)
    if as_json:
        told = [{"about": one.about, "state": one.state, "words": one.words} for one in findings]
        print(json.dumps({"well": is_well, "findings": told}, ensure_ascii=False, indent=2))
    else:
        from rich.markup import escape
        from rich.table import Table

        table = Table(box=None, pad_edge=False, show_header=False)
        for heading in ("mark", "state", "about"):
            table.add_column(heading, no_wrap=True)
        table.add_column("words", overflow="fold")
        for one in findings:
            table.add_row(MARKS[one.state], one.state, one.about, escape(one.words))
        console().print(table)
    raise typer.Exit(0 if is_well else 1)
