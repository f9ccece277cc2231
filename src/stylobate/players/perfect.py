"""Perfect play, where a game brings a solver, with a search to fill in until that is ready.

A solver may need some seconds when it is used for the first time.  Somebody who has allowed less gets the
tree search's move for now, while the solver goes on in the background.
"""

import threading
import time

from stylobate.game import Position
from stylobate.parts import Solver
from stylobate.players import Budget, Choice, Stop
from stylobate.players.levels import choice_of
from stylobate.search.tree import Search


class PerfectPlayer:
    """Wins where it can, as fast as it can; where it cannot, it holds out as long as possible."""

    name = "perfect"

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """The best token by the solution, within the time allowed."""
        if budget.seconds is None and budget.playouts is None:
            self._solver.prepare(position, stop)
        if not self._solver.ready(position):
            result = self._meanwhile(position, budget, stop, seed)
            if result is not None:
                return result
        answer = self._solver.answer(position)
        plies = {} if answer.distance is None else {"plies": str(answer.distance)}
        return Choice(answer.best, {"value": answer.outcome.word, **plies})

    def _meanwhile(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice | None:
        """Search while the solver gets ready; None if it was ready in time."""
        preparing = threading.Thread(target=self._solver.prepare, args=(position, lambda: False), daemon=True)
        preparing.start()
        began = time.perf_counter()
        search = Search(position, seed)
        result = search.run(budget.playouts, budget.seconds, lambda: stop() or self._solver.ready(position))
        if budget.seconds is not None and result.proven:
            preparing.join(max(0.0, began + budget.seconds - time.perf_counter()))
        return None if self._solver.ready(position) else choice_of(position, result)
