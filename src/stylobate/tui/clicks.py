"""The clicks that build a move: what is chosen so far, and which tokens that leaves.

Every legal token is some clicks one after the other (`stylobate.telling`).  In a terminal one may leave some
out: the tokens that go through all that was clicked, in that order, stay in the list of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from stylobate.game import Position
from stylobate.telling import offered, ways, why_not


class Clicks:
    """Where somebody stands on the way to a token."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.chosen: tuple[str, ...] = ()

    @cached_property
    def _routes(self) -> dict[str, list[tuple[str, ...]]]:
        """The keys of every way to each token."""
        return {
            token: [tuple(step.key for step in way) for way in ways(self.position, token)]
            for token in offered(self.position)
        }

    @property
    def left(self) -> tuple[str, ...]:
        """The tokens that are still meant, in the order in which the game lists them."""
        return self._through(self.chosen)

    @property
    def next(self) -> set[str]:
        """The keys that lead on: the next on each way that begins as was chosen, else any that are left."""
        done = len(self.chosen)
        ways = [route for token in self.left for route in self._routes[token]]
        leading = {route[done] for route in ways if route[:done] == self.chosen and len(route) > done}
        return leading or {key for route in ways for key in route if key not in self.chosen}

    def click(self, keys: Sequence[str]) -> str:
        """Choose the first of these that leads on, or else begins anew; a sentence if none does.

        The only one chosen so far is put down again.
        """
        if key := next((key for key in keys if key in self.next), None):
            self.chosen = (*self.chosen, key)
            return ""
        if len(self.chosen) == 1 and self.chosen[0] in keys:
            self.chosen = ()
            return ""
        firsts = {route[0] for routes in self._routes.values() for route in routes}
        begins = [(key,) for key in keys if key in firsts]
        passes = [(*chosen, key) for chosen in (self.chosen, ()) for key in keys]
        for chosen in (*begins, *passes):
            if self._through(chosen):
                self.chosen = chosen
                return ""
        return why_not(self.position, [*self.chosen, keys[0]]) if keys else ""

    @property
    def then(self) -> str:
        """What is asked after the clicks so far, where that is the same whatever they lead to."""
        done = len(self.chosen)
        asked = {
            way[done - 1].then
            for token in (self.left if done else ())
            for way in ways(self.position, token)
            if tuple(step.key for step in way[:done]) == self.chosen
        }
        return asked.pop() if len(asked) == 1 else ""

    @property
    def token(self) -> str | None:
        """The token that is clicked whole, if there is one."""
        return next((token for token, routes in self._routes.items() if self.chosen in routes), None)

    def _through(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            token
            for token, routes in self._routes.items()
            if any(_goes_through(route, chosen) for route in routes)
        )


def _goes_through(route: Sequence[str], chosen: Sequence[str]) -> bool:
    """Whether these keys lie on the route in this order."""
    left = iter(route)
    return all(key in left for key in chosen)
