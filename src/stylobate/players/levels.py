"""Levels 1 to 5: the tree search with ever more playouts (`players.LEVELS`)."""

from stylobate.game import Position
from stylobate.players import Budget, Choice, Stop
from stylobate.search.tree import Finding, Search


class LevelPlayer:
    """Plays what the tree search finds within its budget."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self.budget = budget

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        """The token that the search prefers; a budget that was asked for takes the place of the level's."""
        allowed = self.budget if budget == Budget() else budget
        search = Search(position, seed)
        return told(position, search.run(allowed.playouts, allowed.seconds, stop))


def told(position: Position, finding: Finding) -> Choice:
    """What a search found, as a choice."""
    about = {
        "payoff": f"{finding.payoff[position.turn]:.3f}",
        "playouts": str(finding.playouts),
        "nodes": str(finding.nodes),
        "ms": str(round(finding.seconds * 1000)),
        "settled": "yes" if finding.settled else "no",
    }
    return Choice(finding.token, about)
