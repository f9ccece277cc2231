"""Perfect play for programs: who wins a Colonnade position, how soon, and by which move.

    >>> import stylobate
    >>> game = stylobate.load("colonnade")
    >>> answer = game.solver.answer(game.start())
    >>> answer.wins, answer.distance
    (False, 8)

Answers come from the file of the whole solution if there is one: the one that was named, else
`$STYLOBATE_COLONNADE`, else what `stylobate solve colonnade` left in the cache folder.  Otherwise all that
the position can lead to is solved on the spot.  For the standard start that takes seconds and is kept in the
cache folder; for other positions it is kept in memory for a while.  Many threads may ask at once.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Lock

from stylobate.errors import BadFile, BadPosition
from stylobate.folders import cache_folder
from stylobate.game import Position
from stylobate.games.colonnade.rules import CHECKERS, start
from stylobate.games.colonnade.solver.solution import Solution, Stopped, reachable
from stylobate.games.colonnade.solver.wings import atlas
from stylobate.parts import Answer, Outcome, Progress, Solved, Solver, Stop

REMEMBERED = 3


class Oracle(Solver):
    """Answers from the whole solution, or from what it solves itself when asked.

    A damaged file that was named is refused.  One in the cache folder is passed over, and told in `troubles`.
    """

    def __init__(self, solution: Path | None = None) -> None:
        chosen = solution or os.environ.get("STYLOBATE_COLONNADE")
        self._named = Solution.open(Path(chosen)) if chosen else None
        self._kept: dict[Path, Solution] = {}
        self._solved: tuple[Solution, ...] = ()
        self._solving = Lock()
        self._troubles: dict[Path, str] = {}

    @property
    def largest(self) -> int:
        """Positions are counted by their checkers."""
        return CHECKERS

    @property
    def troubles(self) -> Mapping[Path, str]:
        """Damaged files of the cache folder, each with what is wrong with it."""
        return self._troubles

    def using(self, solution: Path) -> "Oracle":
        """An oracle that looks into this file first."""
        return Oracle(solution)

    def solve(self, size: int, threads: int, out: Path | None, progress: Progress) -> Solved:
        """Solve all positions with at most `size` checkers into a file."""
        from stylobate.games.colonnade.solver.whole import Whole

        return Whole.solved(size, out or solution_file(size), threads, progress)

    def answer(self, position: Position) -> Answer:
        """The value of a position and of each of its moves; solves first what it needs."""
        while True:
            solution = self.solution(position)
            try:
                return _answer(solution, position)
            except BadFile as error:
                self._pass_over(solution, error)

    def ready(self, position: Position) -> bool:
        """Whether an answer about this position would come at once."""
        return self._holding(_number(position)) is not None

    def prepare(self, position: Position, stop: Stop = lambda: False) -> bool:
        """Solve what answers about this position need; False if `stop` ended that early."""
        try:
            self.solution(position, stop)
        except Stopped:
            return False
        return True

    def solution(self, position: Position, stop: Stop = lambda: False) -> Solution:
        """A solution that holds this position and all that it can lead to."""
        number = _number(position)
        held = self._holding(number)
        if held:
            return held
        while not self._solving.acquire(timeout=0.05):
            if stop():
                raise Stopped
        try:
            held = self._holding(number)
            if not held:
                keep = _kept_start() if number == atlas().number(start({})) else None
                held = reachable(position.state, keep, stop=stop)
                self._solved = (held, *self._solved[: REMEMBERED - 1])
            return held
        finally:
            self._solving.release()

    def _holding(self, number: int) -> Solution | None:
        for solution in self._known():
            try:
                if solution.value(number) is not None:
                    return solution
            except BadFile as error:
                self._pass_over(solution, error)
        return None

    def _known(self) -> Iterator[Solution]:
        if self._named:
            yield self._named
        yield from self._solved
        for path in (solution_file(), _kept_start()):
            if path not in self._kept and path not in self._troubles and path.exists():
                try:
                    self._kept[path] = Solution.open(path)
                except BadFile as error:
                    self._troubles[path] = str(error)
            if path in self._kept:
                yield self._kept[path]

    def _pass_over(self, solution: Solution, error: BadFile) -> None:
        """Ignore a damaged file of the cache folder from now on; if the user named it, raise the error."""
        if solution is self._named:
            raise error
        self._solved = tuple(other for other in self._solved if other is not solution)
        if solution.path:
            self._kept.pop(solution.path, None)
            self._troubles[solution.path] = str(error)


@cache
def shared() -> Oracle:
    """The oracle of this process."""
    return Oracle()


def solution_file(checkers: int = CHECKERS) -> Path:
    """Where `stylobate solve colonnade` keeps what it solved, unless `--out` names another file."""
    return cache_folder() / f"colonnade-{checkers}.solution"


def _kept_start() -> Path:
    return cache_folder() / "colonnade-start.solution"


def _number(position: Position) -> int:
    if position.game.id != "colonnade":
        raise BadPosition(f"{position.game.title} is not solved; Colonnade is")
    return atlas().number(position.state)


def _answer(solution: Solution, position: Position) -> Answer:
    moves = {token: _outcome(1 + _value(solution, position.play(token))) for token in position.legal}
    best = max(moves, key=lambda token: moves[token].worth, default="")
    return Answer(_outcome(_value(solution, position)), moves, best)


def _value(solution: Solution, position: Position) -> int:
    value = solution.value(_number(position))
    assert value is not None, "a solution holds all that its positions lead to"
    return value


def _outcome(value: int) -> Outcome:
    return Outcome(float(value % 2), value)
