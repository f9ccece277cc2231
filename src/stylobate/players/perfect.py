"""Perfect play, where a game is solved: Colonnade's oracle, with a search to fill in until it is there.

The oracle may need some seconds when it is used for the first time.  Somebody who has allowed less gets the
tree search's move for now, while the oracle goes on in the background.
"""

import threading
import time

from stylobate.game import Position
from stylobate.players import Budget, Choice, Stop
from stylobate.players.levels import told
from stylobate.search.tree import Search
from stylobate.solver import oracle


class PerfectPlayer:
    """Wins where it can, as fast as it can; where it cannot, it holds out as long as possible."""

    name = "perfect"

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """The best token by the solution, within the time allowed."""
        if budget.seconds is None and budget.playouts is None:
            oracle.prepare(position, stop)
        if not oracle.ready(position):
            finding = self._meanwhile(position, budget, stop, seed)
            if finding is not None:
                return finding
        answer = oracle.answer(position)
        outcome = "win" if answer.wins else "loss"
        return Choice(answer.best, {"value": outcome, "plies": str(answer.distance)})

    def _meanwhile(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice | None:
        """Search while the oracle is being prepared; None if it was ready in time."""
        preparing = threading.Thread(target=oracle.prepare, args=(position, lambda: False), daemon=True)
        preparing.start()
        began = time.perf_counter()
        search = Search(position, seed)
        finding = search.run(budget.playouts, budget.seconds, lambda: stop() or oracle.ready(position))
        if budget.seconds is not None and finding.settled:
            preparing.join(max(0.0, began + budget.seconds - time.perf_counter()))
        return None if oracle.ready(position) else told(position, finding)
