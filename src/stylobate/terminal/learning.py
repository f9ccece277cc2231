"""A lesson at the keyboard: the same steps as on the site, with moves that are typed."""

from collections.abc import Callable

from rich.console import Console

from stylobate.errors import BadOption, StylobateError
from stylobate.game import Game
from stylobate.lesson import Answer, Step, lesson
from stylobate.line import Line
from stylobate.terminal.choices import meant, show_choices

HELP = "Type a move or its number; hint for a hint, skip for the next step, quit to leave."


def learn(game: Game, console: Console, ask_for: Callable[[str], str] | None = None) -> None:
    """Go through the game's lesson, step by step, until it is done or left."""
    taught = lesson(game)
    if taught is None:
        raise BadOption(f"{game.title} has no lesson; stylobate rules {game.id} says how it is played")
    console.print(f"[bold]{taught.title}[/bold]")
    console.print(game.byline, markup=False)
    console.print(taught.text, markup=False)
    console.print(HELP, style="dim")
    try:
        for step in taught.steps:
            console.print(f"\n[bold]{step.number} of {len(taught.steps)}: {step.title}[/bold]")
            _do(step, console, ask_for or console.input)
    except (EOFError, KeyboardInterrupt):
        console.print()
        return
    console.print(f"\nNow play a whole game: stylobate play {game.id}", markup=False)


def _do(step: Step, console: Console, ask_for: Callable[[str], str]) -> None:
    """One step, until it is done or passed over."""
    _show(step, console)
    while True:
        typed = ask_for(f"{step.position.game.seat_name(step.position.turn)}, your move: ").strip()
        match typed:
            case "quit":
                raise EOFError
            case "skip":
                return
            case "hint":
                console.print(step.hint, markup=False)
                continue
            case "" | "help":
                console.print(HELP, style="dim")
                continue
        try:
            answer = step.answer(meant(step.position, typed))
        except StylobateError as error:
            console.print(f"{error}", style="red", markup=False)
            continue
        _tell(step, answer, console)
        if answer.reached:
            return
        console.print("It is taken back; try again.", style="dim")


def _show(step: Step, console: Console) -> None:
    console.print(step.text, markup=False)
    _board(step.line, console)
    show_choices(step.position, console)


def _tell(step: Step, answer: Answer, console: Console) -> None:
    """What the move did and what followed, the board then, and what is said of it."""
    line = answer.line
    for n in range(len(step.line.plays), len(line.plays)):
        words = line.game.telling.words(line.after(n), line.plays[n].token)
        console.print(f"{words}.", style="dim", markup=False)
    _board(line, console)
    console.print(answer.says, style="green" if answer.reached else "yellow", markup=False)


def _board(line: Line, console: Console) -> None:
    console.print()
    console.print(line.position.text(line.plays[-1].token if line.plays else None), markup=False)
