"""Commands of perfect play: solving Colonnade, and asking about a position."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stylobate.cli.words import GameName, Seed, console, placed
from stylobate.errors import BadOption
from stylobate.game import Position
from stylobate.registry import load

if TYPE_CHECKING:
    from stylobate.solver.oracle import Outcome
    from stylobate.solver.solution import Solution

CHECKERS = 24


def solve(
    game: GameName,
    checkers: Annotated[
        int, typer.Option(metavar="N", min=0, max=CHECKERS, help="Positions with at most so many checkers.")
    ] = CHECKERS,
    threads: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=1024, help="How many to use; 0 for as many as there are cores."),
    ] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to put the solution; else in the cache folder.")
    ] = None,
    verify: Annotated[
        int, typer.Option(metavar="N", min=0, help="Value so many random positions again by plain search.")
    ] = 0,
    seed: Seed = None,
) -> None:
    """Value every position of Colonnade: who wins, and in how many moves.

    It can be stopped at any time; the same command goes on from there.  The whole game takes about a minute
    on two cores, 700 MB of memory and 450 MB of disk.

    Examples: `stylobate solve colonnade`,
    `stylobate solve colonnade --checkers 16 --out small.solution --verify 100`
    """
    if load(game).id != "colonnade":
        raise BadOption(f"{load(game).title} is too large to be solved; colonnade can be")
    from stylobate.solver.oracle import default_table
    from stylobate.solver.solution import everything
    from stylobate.solver.verify import verify as check
    from stylobate.solver.wings import atlas

    file = out or default_table(checkers)
    screen, begun = console(), time.monotonic()
    try:
        with _progress(screen, "solving", atlas().extent(checkers)) as show:
            solution = everything(checkers, file, threads, show)
    except KeyboardInterrupt:
        screen.print("Stopped.  What was solved is kept; the same command goes on from there.")
        raise typer.Exit(130) from None
    _tell(screen, solution)
    screen.print(f"\n{file}: {file.stat().st_size:,} bytes, {time.monotonic() - begun:.1f} s", markup=False)
    if verify:
        with _progress(screen, "checking", verify) as show:
            check(solution, verify, seed, show)
        screen.print(f"{verify} random positions valued again by plain search: all agree")


def probe(
    position: Annotated[
        list[str] | None, typer.Argument(metavar="POSITION", help="A position text; without it the start.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A solution that `stylobate solve` has made.")
    ] = None,
) -> None:
    """Tell who wins a Colonnade position, how soon, and what each move leads to.

    Without a solution to look it up in, all that the position can lead to is solved first.

    Examples: `stylobate probe`, `stylobate probe "R3/-/B2/-/-/-/-/- B"`
    """
    from stylobate.solver.oracle import Oracle

    game = load("colonnade")
    here = game.position(placed(" ".join(position)).replace("_", " ")) if position else game.start()
    oracle, screen = Oracle(table), console()
    with screen.status("solving what this position can lead to"):
        answer, line = oracle.answer(here), oracle.line(here)
    for trouble in oracle.troubles.values():
        Console(stderr=True, highlight=False, soft_wrap=True, markup=False).print(f"passed over: {trouble}")
    mover = _mover(here)
    screen.print(str(here), style="bold")
    if here.is_over:
        screen.print(f"{mover} has no move and has lost")
        return
    screen.print(f"{mover} {_verdict(answer.wins)} in {answer.distance} {_moves(answer.distance)}\n")
    for token in sorted(answer.moves, key=lambda token: answer.moves[token].worth, reverse=True):
        screen.print(_row(token, answer.moves[token]))
    screen.print(f"\nperfect play: {' '.join(line)}")


def _tell(screen: Console, solution: "Solution") -> None:
    """A line for each number of checkers, and one for all of them."""
    from stylobate.solver.sweep import LONGEST, LOST, WHERE, WON
    from stylobate.solver.wings import atlas

    colonnade = load("colonnade")
    heading = f"{'checkers':>8} {'positions':>12} {'won':>12} {'lost':>12} {'won %':>6} {'longest':>8}"
    screen.print(f"{heading}  position with the longest line", style="bold")
    for checkers, tally in enumerate(solution.tallies[: solution.checkers + 1].tolist()):
        where = Position(colonnade, atlas().state(tally[WHERE]))
        screen.print(f"{checkers:>8} {_counts(tally[WON], tally[LOST])} {tally[LONGEST]:>8}  {where}")
    tallies = solution.tallies
    counts = _counts(int(tallies[:, WON].sum()), int(tallies[:, LOST].sum()))
    screen.print(f"{'all':>8} {counts} {tallies[:, LONGEST].max():>8}")


def _counts(won: int, lost: int) -> str:
    return f"{won + lost:>12,} {won:>12,} {lost:>12,} {100 * won / (won + lost):>6.2f}"


def _row(token: str, outcome: "Outcome") -> str:
    colour = "green" if outcome.wins else "red"
    return f"  {token:<5} [{colour}]{_verdict(outcome.wins):<5}[/] in {outcome.distance}"


def _verdict(wins: bool) -> str:
    return "wins" if wins else "loses"


def _moves(number: int) -> str:
    return "move" if number == 1 else "moves"


def _mover(position: Position) -> str:
    from stylobate.games.colonnade.rules import MOVER

    return position.game.seat_name(int(position.state[MOVER]))


class _Show:
    """Moves a bar on."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)

    def __call__(self, done: int) -> None:
        self._progress.update(self._task, completed=done)


@contextmanager
def _progress(screen: Console, doing: str, total: int) -> Iterator[_Show]:
    """A bar with the time left, on a terminal only and gone when done."""
    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("time left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        yield _Show(progress, total)
