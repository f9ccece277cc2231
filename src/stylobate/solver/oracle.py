"""Perfect play for programs: who wins a Colonnade position, how soon, and by which move.

    >>> import stylobate
    >>> from stylobate.solver import oracle
    >>> answer = oracle.answer(stylobate.load("colonnade").start())
    >>> answer.wins, answer.distance
    (False, 8)

Answers come from the file of the whole solution if there is one: the one that was named, else
`$STYLOBATE_COLONNADE`, else what `stylobate solve colonnade` left in the cache folder.  Otherwise all that
the position can lead to is solved on the spot.  For the standard start that takes seconds and is kept in the
cache folder; for other positions it is kept in memory for a while.  Many threads may ask at once.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from stylobate.compiled import cache_folder
from stylobate.errors import BadFile, BadPosition
from stylobate.game import Position
from stylobate.games.colonnade.rules import CHECKERS, start
from stylobate.solver.solution import Solution, Stopped, reachable
from stylobate.solver.wings import atlas

REMEMBERED = 3


@dataclass(frozen=True)
class Outcome:
    """What a move leads to: whether its player wins, and after how many moves of both, this one included."""

    wins: bool
    distance: int

    @property
    def worth(self) -> int:
        """Winning soon is best, then winning late, then losing late; losing soon is worst."""
        return 100 - self.distance if self.wins else self.distance - 100


@dataclass(frozen=True)
class Answer:
    """Whether the player to move wins, after how many moves of both, what each move leads to, the best one.

    The best move wins soonest or, where none wins, loses latest; of equals the first in ASCII order.  It is
    empty where the game is over.
    """

    wins: bool
    distance: int
    moves: dict[str, Outcome]
    best: str


class Oracle:
    """Answers from the whole solution, or from what it solves itself when asked.

    A damaged file that was named is refused.  One in the cache folder is passed over, and told in `troubles`.
    """

    def __init__(self, table: Path | None = None) -> None:
        chosen = table or os.environ.get("STYLOBATE_COLONNADE")
        self._named = Solution.open(Path(chosen)) if chosen else None
        self._kept: dict[Path, Solution] = {}
        self._solved: tuple[Solution, ...] = ()
        self._solving = Lock()
        self.troubles: dict[Path, str] = {}

    def answer(self, position: Position) -> Answer:
        """All about a position, solving what is needed for it first."""
        while True:
            solution = self.solution(position)
            try:
                return _answer(solution, position)
            except BadFile as error:
                self._pass_over(solution, error)

    def line(self, position: Position) -> list[str]:
        """The moves from here to the end when both play their best."""
        line = []
        while not position.is_over:
            line.append(self.answer(position).best)
            position = position.play(line[-1])
        return line

    def ready(self, position: Position) -> bool:
        """Whether an answer about this position would come at once."""
        return self._holding(_number(position)) is not None

    def prepare(self, position: Position, stop: Callable[[], bool] = lambda: False) -> bool:
        """Solve what answers about this position need; False if stopped before that was done."""
        try:
            self.solution(position, stop)
        except Stopped:
            return False
        return True

    def solution(self, position: Position, stop: Callable[[], bool] = lambda: False) -> Solution:
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
        for path in (default_table(), _kept_start()):
            if path not in self._kept and path not in self.troubles and path.exists():
                try:
                    self._kept[path] = Solution.open(path)
                except BadFile as error:
                    self.troubles[path] = str(error)
            if path in self._kept:
                yield self._kept[path]

    def _pass_over(self, solution: Solution, error: BadFile) -> None:
        """From now on do without a file of the cache folder; but who named a file wants to know."""
        if solution is self._named:
            raise error
        self._solved = tuple(other for other in self._solved if other is not solution)
        if solution.path:
            self._kept.pop(solution.path, None)
            self.troubles[solution.path] = str(error)


@cache
def shared() -> Oracle:
    """The oracle of this process."""
    return Oracle()


def answer(position: Position) -> Answer:
    """All about a position, solving what is needed for it first."""
    return shared().answer(position)


def ready(position: Position) -> bool:
    """Whether an answer about this position would come at once."""
    return shared().ready(position)


def prepare(position: Position, stop: Callable[[], bool] = lambda: False) -> bool:
    """Solve what answers about this position need; False if stopped before that was done."""
    return shared().prepare(position, stop)


def default_table(checkers: int = CHECKERS) -> Path:
    """Where `stylobate solve colonnade` puts its file unless told otherwise."""
    return cache_folder() / f"colonnade-{checkers}.solution"


def _kept_start() -> Path:
    return cache_folder() / "colonnade-start.solution"


def _number(position: Position) -> int:
    if position.game.id != "colonnade":
        raise BadPosition(f"{position.game.title} is not solved; Colonnade is")
    return atlas().number(position.state)


def _answer(solution: Solution, position: Position) -> Answer:
    moves = {token: _outcome(1 + _value(solution, position.play(token))) for token in position.legal}
    here = _outcome(_value(solution, position))
    best = max(moves, key=lambda token: moves[token].worth, default="")
    return Answer(here.wins, here.distance, moves, best)


def _value(solution: Solution, position: Position) -> int:
    value = solution.value(_number(position))
    assert value is not None, "a solution holds all that its positions lead to"
    return value


def _outcome(value: int) -> Outcome:
    return Outcome(value % 2 == 1, value)
