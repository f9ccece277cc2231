"""What each seat may expect of a position: the solution says it where there is one, else a short search."""

from __future__ import annotations

from stylobate.game import Position
from stylobate.players import Budget, Stop
from stylobate.players.levels import think

ENOUGH = Budget(playouts=400, seconds=0.5)


def chances(position: Position, stop: Stop = lambda: False) -> tuple[float, ...]:
    """Each seat's share of the win; nothing at a chance node, where no seat can be asked.

    For so many playouts the answer depends on the position alone.
    """
    if position.is_over:
        return position.payoff
    if position.turn < 0:
        return ()
    solver = position.game.solver
    if solver is not None and position.seats == 2 and solver.ready(position):
        mine = solver.answer(position).outcome.payoff
        return (mine, 1.0 - mine) if position.turn == 0 else (1.0 - mine, mine)
    return think(position, 0, ENOUGH, stop, {}).payoff
