"""The gentlest opponent: any legal move, each as likely as the next."""

from stylobate.chance import below, stream
from stylobate.game import Position
from stylobate.players import Budget, Choice, Stop


class RandomPlayer:
    """Plays at random."""

    name = "random"

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """Any legal token."""
        return Choice(position.legal[below(stream(seed), len(position.legal))])
