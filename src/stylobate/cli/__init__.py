"""The command line: `stylobate serve`, `play`, `learn`, `draw`, `match` and the others, one module a theme.

Commands only read their arguments and print; what they do lives in the rooms below.  A user's mistake
ends with one sentence on standard error and exit code 2.
"""

import sys
from typing import Annotated

import typer

from stylobate import __version__
from stylobate.cli import (
    competing,
    counting,
    looking,
    luck,
    playing,
    serving,
    sheet,
    showing,
    solving,
    training,
)
from stylobate.errors import StylobateError

app = typer.Typer(
    name="stylobate",
    help="Five tabletop games named after columns: play them, serve them, draw them, count them, solve them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# A position text may begin with an empty square, as -/R3/…, and must not be taken for an option.
TAKE_A_POSITION = (showing.draw, counting.perft, counting.playouts, solving.probe)

for command in (
    showing.games,
    showing.rules,
    showing.draw,
    sheet.sheet,
    playing.play,
    playing.tui,
    playing.learn,
    playing.replay,
    luck.luck,
    playing.engine,
    counting.perft,
    counting.playouts,
    solving.solve,
    solving.probe,
    serving.serve,
    serving.worker,
    serving.verify,
    looking.doctor,
):
    app.command(context_settings={"ignore_unknown_options": command in TAKE_A_POSITION})(command)

for command in (competing.match, competing.ladder, training.train):
    app.command(cls=competing.Spelled)(command)

app.add_typer(serving.admin, name="admin")


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"stylobate {__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell which this is.")
    ] = False,
) -> None:
    """What can be said before any command."""


def main() -> None:
    """Run the program `stylobate`; a user's mistake ends it with one sentence and exit code 2."""
    try:
        app()
    except StylobateError as error:
        _refuse(str(error))
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        _refuse(f"{(error.strerror or str(error)).lower()}{place}")
    except KeyboardInterrupt:
        sys.exit(130)


def _refuse(sentence: str) -> None:
    print(f"stylobate: {sentence}", file=sys.stderr)
    sys.exit(2)
