"""The page on the command line: every command with its arguments and options, as its help prints them."""

from collections.abc import Iterator
from typing import Any

import typer

from stylobate.cli import app

HEAD = """# The command line

Every command, as `stylobate COMMAND --help` tells it. A mistake gets one sentence and exit code 2.

"""


def pages() -> dict[str, str]:
    """The page, by the name of its file."""
    return {
        "cli.md": HEAD
        + "\n\n".join(part for name, command in every() for part in _told(name, command))
        + "\n"
    }


def every() -> Iterator[tuple[str, Any]]:
    """All commands by their whole name, groups before what is in them."""
    yield from _from("stylobate", typer.main.get_command(app))


def _from(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield name, command
    for part, below in getattr(command, "commands", {}).items():
        yield from _from(f"{name} {part}", below)


def options(command: Any) -> list[Any]:
    """What may be given to a command, but for `--help`."""
    return [one for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]


def _told(name: str, command: Any) -> Iterator[str]:
    context = typer.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    yield f"## {name}"
    yield command.help.replace("<", "&lt;")
    yield f"```text\n{usage}\n```"
    rows = [one.get_help_record(context) for one in options(command)]
    if rows:
        yield "\n".join(
            ["| | |", "| --- | --- |", *(f"| `{_cell(left)}` | {_cell(right)} |" for left, right in rows)]
        )


def _cell(words: str) -> str:
    return words.replace("|", "\\|")
