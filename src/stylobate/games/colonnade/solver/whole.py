"""The solution of all positions up to a number of checkers: a file, and a report on what is in it."""

from collections.abc import Sequence
from pathlib import Path

from stylobate.game import Position
from stylobate.games.colonnade import GAME
from stylobate.games.colonnade.solver import solution
from stylobate.games.colonnade.solver.solution import Solution
from stylobate.games.colonnade.solver.sweep import LONGEST, LOST, WHERE, WON
from stylobate.games.colonnade.solver.verify import verify
from stylobate.games.colonnade.solver.wings import atlas
from stylobate.parts import Progress, Solved


class Whole(Solved):
    """What `Solver.solve` returns: a complete solution and its file."""

    def __init__(self, values: Solution, path: Path) -> None:
        self._solution = values
        self._path = path

    @classmethod
    def solved(cls, checkers: int, out: Path, threads: int, progress: Progress) -> "Whole":
        """Solve everything up to this size into a file, or continue a file that was left unfinished."""
        total = atlas().extent(checkers)
        return cls(solution.everything(checkers, out, threads, lambda done: progress(done, total)), out)

    @property
    def path(self) -> Path:
        """The file that the solution was written into."""
        return self._path

    def report(self) -> Sequence[str]:
        """A line for each number of checkers, and one for all of them."""
        heading = f"{'checkers':>8} {'positions':>12} {'won':>12} {'lost':>12} {'won %':>6} {'longest':>8}"
        lines = [f"{heading}  position with the longest line"]
        tallies = self._solution.tallies
        for checkers, tally in enumerate(tallies[: self._solution.checkers + 1].tolist()):
            where = Position(GAME, atlas().state(tally[WHERE]))
            lines.append(f"{checkers:>8} {_counts(tally[WON], tally[LOST])} {tally[LONGEST]:>8}  {where}")
        counts = _counts(int(tallies[:, WON].sum()), int(tallies[:, LOST].sum()))
        return [*lines, f"{'all':>8} {counts} {tallies[:, LONGEST].max():>8}"]

    def verify(self, positions: int, seed: int | None, progress: Progress) -> None:
        """Value so many random positions again by plain search."""
        verify(self._solution, positions, seed, lambda done: progress(done, positions))


def _counts(won: int, lost: int) -> str:
    return f"{won + lost:>12,} {won:>12,} {lost:>12,} {100 * won / (won + lost):>6.2f}"
