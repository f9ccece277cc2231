"""The throws and draws of a round: the same for whoever sits there, in all its games.

The n-th throw of a seat's m-th turn comes from a seed of its own.  Where one player throws thrice and another
only once, the turns after that still begin alike; and from a deck that was drawn from alike, the same card
comes.  What the players do themselves (which dice they keep) of course changes what follows.
"""

from collections import Counter

from stylobate.arena.seeds import seed_of
from stylobate.chance import stream
from stylobate.game import CHANCE, Position


class Throws:
    """Chance in one game of a round."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turns: Counter[int] = Counter()
        self._seat: int | None = None
        self._thrown = 0

    def throw(self, position: Position) -> str:
        """What chance does at this position, which must be a chance node."""
        seat = _next_to_move(position)
        self.moved(seat)
        self._thrown += 1
        return position.sample(stream(seed_of(self._seed, seat, self._turns[seat], self._thrown)))

    def moved(self, seat: int) -> None:
        """It is this seat's turn, or still is."""
        if seat != self._seat:
            self._seat, self._thrown = seat, 0
            self._turns[seat] += 1


def _next_to_move(position: Position) -> int:
    """The seat that a throw is for: the one that moves when all has been thrown."""
    kernel, state, rng = position.game.kernel, position.state, stream(0)
    while (seat := int(kernel.turn(state))) == CHANCE:
        kernel.apply(state, kernel.sample(state, rng))
    return seat
