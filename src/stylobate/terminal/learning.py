"""A lesson at the keyboard: the same stages as on the site, with moves that are typed."""

from collections.abc import Callable

from rich.console import Console

from stylobate.errors import BadOption, StylobateError
from stylobate.game import Game
from stylobate.lesson import Answer, Stage, lesson
from stylobate.line import Line
from stylobate.terminal.choices import meant, show_choices

HELP = "Type a move or its number; hint for a hint, skip for the next stage, quit to leave."


def learn(game: Game, console: Console, ask_for: Callable[[str], str] | None = None) -> None:
    """Go through the game's lesson, stage by stage, until it is done or left."""
    taught = lesson(game)
    if taught is None:
        raise BadOption(f"{game.title} has no lesson; stylobate rules {game.id} says how it is played")
    console.print(f"[bold]{taught.title}[/bold]")
    console.print(game.byline, markup=False)
    console.print(taught.text, markup=False)
    console.print(HELP, style="dim")
    try:
        for stage in taught.stages:
            console.print(f"\n[bold]{stage.number} of {len(taught.stages)}: {stage.title}[/bold]")
            _do(stage, console, ask_for or console.input)
    except (EOFError, KeyboardInterrupt):
        console.print()
        return
    console.print(f"\nNow play a whole game: stylobate play {game.id}", markup=False)


def _do(stage: Stage, console: Console, ask_for: Callable[[str], str]) -> None:
    """One stage, until it is done or passed over."""
    _show(stage, console)
    while True:
        typed = ask_for(f"{stage.position.game.seat_name(stage.position.turn)}, your move: ").strip()
        match typed:
            case "quit":
                raise EOFError
            case "skip":
                return
            case "hint":
                console.print(stage.hint, markup=False)
                continue
            case "" | "help":
                console.print(HELP, style="dim")
                continue
        try:
            answer = stage.answer(meant(stage.position, typed))
        except StylobateError as error:
            console.print(f"{error}", style="red", markup=False)
            continue
        _tell(stage, answer, console)
        if answer.reached:
            return
        console.print("It is taken back; try again.", style="dim")


def _show(stage: Stage, console: Console) -> None:
    console.print(stage.text, markup=False)
    _board(stage.line, console)
    show_choices(stage.position, console)


def _tell(stage: Stage, answer: Answer, console: Console) -> None:
    """What the move did and what followed, the board then, and what is said of it."""
    line = answer.line
    for n in range(len(stage.line.plays), len(line.plays)):
        words = line.game.telling.words(line.after(n), line.plays[n].token)
        console.print(f"{words}.", style="dim", markup=False)
    _board(line, console)
    console.print(answer.says, style="green" if answer.reached else "yellow", markup=False)


def _board(line: Line, console: Console) -> None:
    console.print()
    console.print(line.position.text(line.plays[-1].token if line.plays else None), markup=False)
