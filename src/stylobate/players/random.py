"""The weakest opponent: a random legal move, all equally likely."""

from stylobate.chance import below, stream
from stylobate.game import Position
from stylobate.players import Budget, Choice, Stop


class RandomPlayer:
    """Plays at random."""

    name = "random"

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """A random legal token."""
        return Choice(position.legal[below(stream(seed), len(position.legal))])
