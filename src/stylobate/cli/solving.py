"""Commands of perfect play: solving a game, and asking about a position."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobate.cli.words import GameName, Seed, console, placed
from stylobate.errors import BadOption
from stylobate.game import Game, Position
from stylobate.parts import Outcome, Solver, best_line
from stylobate.registry import ids, load

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

_LOOKS_LIKE_A_GAME = re.compile(r"[a-z]{2}[a-z0-9-]*")


def solve(
    game: GameName,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            "--checkers",
            metavar="N",
            min=0,
            help="Only positions up to this size, as the game counts it: with at most so many checkers, say.",
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=1024, help="How many to use; 0 for as many as there are cores."),
    ] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to put the solution; else in the cache folder.")
    ] = None,
    verify: Annotated[
        int, typer.Option(metavar="N", min=0, help="Value so many random positions again by other means.")
    ] = 0,
    seed: Seed = None,
) -> None:
    """Value every position of a game: who wins, and in how many moves.

    It takes a while, memory and disk, and can be stopped at any time; the same command goes on from there.

    Examples: `stylobate solve colonnade`,
    `stylobate solve colonnade --size 16 --out small.solution --verify 100`
    """
    solver = _solver(load(game))
    wanted = solver.largest if size is None else size
    if wanted > solver.largest:
        raise BadOption(f"--size {wanted} is too large: all of {load(game).title} is {solver.largest}")
    screen, begun = console(), time.monotonic()
    try:
        with _progress(screen, "solving") as show:
            solved = solver.solve(wanted, threads, out, show)
    except KeyboardInterrupt:
        screen.print("Stopped.  What was solved is kept; the same command goes on from there.")
        raise typer.Exit(130) from None
    heading, *lines = solved.report()
    screen.print(heading, style="bold", markup=False)
    for line in lines:
        screen.print(line, markup=False)
    file = solved.path
    screen.print(f"\n{file}: {file.stat().st_size:,} bytes, {time.monotonic() - begun:.1f} s", markup=False)
    if verify:
        with _progress(screen, "checking") as show:
            solved.verify(verify, seed, show)
        screen.print(f"{verify} random positions valued again by plain search: all agree")


def probe(
    question: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME POSITION",
            help="Which game, needed only if several are solved; a position text, else the start.",
        ),
    ] = None,
    solution: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A solution that `stylobate solve` has made.")
    ] = None,
    table: Annotated[Path | None, typer.Option(hidden=True, help="What `--solution` was called.")] = None,
) -> None:
    """Tell who wins a position, how soon, and what each move leads to.

    Without a solution to look it up in, all that the position can lead to is solved first.

    Examples: `stylobate probe colonnade`, `stylobate probe colonnade "R3/-/B2/-/-/-/-/- B"`
    """
    here = _asked(question or [])
    solver, screen = _solver(here.game), console()
    if named := solution or table:
        solver = solver.using(named)
    with screen.status("solving what this position can lead to"):
        answer, line = solver.answer(here), best_line(solver, here)
    for trouble in solver.troubles.values():
        print(f"passed over: {trouble}", file=sys.stderr)
    screen.print(str(here), style="bold", markup=False)
    if here.is_over:
        screen.print(" ".join(here.game.telling.result(here)), markup=False)
        return
    screen.print(f"{here.game.seat_name(here.turn)} {_verdict(answer.outcome)}{_soon(answer.outcome)}\n")
    for token in sorted(answer.moves, key=lambda token: answer.moves[token].worth, reverse=True):
        screen.print(_row(token, answer.moves[token]))
    screen.print(f"\nperfect play: {' '.join(line)}", markup=False)


def _solver(game: Game) -> Solver:
    if game.solver is None:
        raise BadOption(f"{game.title} is not solved; games that are: {', '.join(_solved()) or 'none'}")
    return game.solver


def _solved() -> list[str]:
    return [id for id in ids() if load(id).brings("solver")]


def _asked(words: list[str]) -> Position:
    """The position that `probe` was asked about; with only one solved game, its name may be left out."""
    if words and _LOOKS_LIKE_A_GAME.fullmatch(words[0]):
        game, text = load(words[0]), " ".join(words[1:])
    elif len(_solved()) == 1:
        game, text = load(_solved()[0]), " ".join(words)
    else:
        raise BadOption(f"name the game first, as in `stylobate probe GAME {' '.join(words)}`")
    return game.position(placed(text).replace("_", " ")) if text else game.start()


def _row(token: str, outcome: Outcome) -> str:
    colour = "green" if outcome.wins else "red"
    soon = "" if outcome.distance is None else f" in {outcome.distance}"
    return f"  {token:<5} [{colour}]{_verdict(outcome):<5}[/]{soon}"


def _verdict(outcome: Outcome) -> str:
    return {"win": "wins", "loss": "loses"}.get(outcome.word, f"can expect {outcome.word} of the win")


def _soon(outcome: Outcome) -> str:
    if outcome.distance is None:
        return ""
    return f" in {outcome.distance} {'move' if outcome.distance == 1 else 'moves'}"


class _Show:
    """Reports progress to a progress bar."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._task = progress.add_task("", total=None)

    def __call__(self, done: int, total: int) -> None:
        self._progress.update(self._task, completed=done, total=total)


@contextmanager
def _progress(screen: "Console", doing: str) -> Iterator[_Show]:
    """A bar that shows how much is done, as long as it takes."""
    from stylobate.cli.progress import counted

    with counted(screen, doing) as progress:
        yield _Show(progress)
