"""Levels 1 to 5: the tree search with ever more playouts (`players.LEVELS`)."""

from stylobate.game import Position
from stylobate.players import Budget, Choice, Stop
from stylobate.search.tree import Finding, Search

STRONGEST = "5"


class LevelPlayer:
    """Plays what the tree search finds within its budget."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self.budget = budget

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """The token that the search prefers.

        Playouts that are asked for take the place of the level's own; time is only a limit, except to the
        strongest level, which uses all it is given.
        """
        playouts = budget.playouts
        if playouts is None and (budget.seconds is None or self.name != STRONGEST):
            playouts = self.budget.playouts
        seconds = self.budget.seconds if budget == Budget() else budget.seconds
        mind = position.game.mind if self.name == STRONGEST else None
        return choice_of(position, Search(position, seed, mind=mind).run(playouts, seconds, stop))


def choice_of(position: Position, finding: Finding) -> Choice:
    """What a search found, as a choice: its token, with payoff, playouts and time for those who ask."""
    about = {
        "payoff": f"{finding.payoff[position.turn]:.3f}",
        "playouts": str(finding.playouts),
        "nodes": str(finding.nodes),
        "ms": str(round(finding.seconds * 1000)),
        "settled": "yes" if finding.settled else "no",
    }
    return Choice(finding.token, about)
