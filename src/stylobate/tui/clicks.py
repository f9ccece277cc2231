"""The clicks that build a move: what is chosen so far, and which tokens that leaves.

Every legal token is some clicks one after the other (`stylobate.telling`).  In a terminal one may leave some
out: the tokens that go through all that was clicked, in that order, stay in the list of moves.  Switches,
such as dice to keep, are clicked on and off in any order; only the token that they mean together is left, and
the one that all of them would mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, combinations

from stylobate.game import Position
from stylobate.telling import Switches, offered, ways, why_not


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

    @cached_property
    def _firsts(self) -> set[str]:
        """The keys with which some way begins."""
        return {route[0] for routes in self._routes.values() for route in routes}

    @cached_property
    def switches(self) -> Switches:
        """What may be clicked on and off; where the game has none here, none."""
        return self.position.game.telling.switches(self.position) or Switches((), "", lambda _: "")

    @property
    def _on(self) -> tuple[str, ...]:
        """The switches that are chosen."""
        return tuple(key for key in self.switches.keys if key in self.chosen)

    @property
    def left(self) -> tuple[str, ...]:
        """The tokens that are still meant, in the order in which the game lists them."""
        if self._on or (self.switches.keys and not self.chosen):
            return tuple(dict.fromkeys(self.switches.token(on) for on in (self._on, self.switches.keys)))
        return self._through(self.chosen)

    @property
    def findable(self) -> tuple[str, ...]:
        """The tokens that may be found by typing: all that are left; switches leave all of them."""
        return (*self._routes,) if self.switches.keys else self.left

    @property
    def next(self) -> set[str]:
        """The keys that lead on: the next on each way that begins as was chosen, else any that are left.

        Switches can always be clicked, and so can what says that these are all, or is no choice of them."""
        if self.switches.keys:
            return {*self.switches.keys, self.switches.done, *self._firsts}
        done = len(self.chosen)
        ways = [route for token in self.left for route in self._routes[token]]
        leading = {route[done] for route in ways if route[:done] == self.chosen and len(route) > done}
        return leading or {key for route in ways for key in route if key not in self.chosen}

    def click(self, keys: Sequence[str]) -> str:
        """Choose the first of these that leads on, or else begins anew; a sentence if none does.

        The only one chosen so far is put down again.
        """
        if self._switch(keys):
            return ""
        if not self._on and (key := next((key for key in keys if key in self.next), None)):
            self.chosen = (*self.chosen, key)
            return ""
        if len(self.chosen) == 1 and self.chosen[0] in keys:
            self.chosen = ()
            return ""
        begins = [(key,) for key in keys if key in self._firsts]
        passes = [(*chosen, key) for chosen in (self.chosen, ()) for key in keys]
        for chosen in (*begins, *passes):
            if self._through(chosen):
                self.chosen = chosen
                return ""
        return why_not(self.position, [*self.chosen, keys[0]]) if keys else ""

    def _switch(self, keys: Sequence[str]) -> bool:
        """Put a switch on or off, or say that these are all; False where none of these keys does so."""
        switches, on = self.switches, self._on
        if switches.keys and switches.done in keys:
            self.chosen = (*on, switches.done)
        elif key := next((key for key in keys if key in switches.keys), None):
            self.chosen = tuple(one for one in switches.keys if (one in on) != (one == key))
        else:
            return False
        return True

    def switch_all(self) -> None:
        """Put all switches on, or off if all are on."""
        self.chosen = () if len(self._on) == len(self.switches.keys) else self.switches.keys

    def lead_to(self, token: str) -> None:
        """Make all clicks of this token but the last, so that it is seen on the board what is meant."""
        self.chosen = self._routes[token][0][:-1]
        keys = self.switches.keys
        for on in chain.from_iterable(combinations(keys, many) for many in range(1, len(keys) + 1)):
            if self.switches.token(on) == token:
                self.chosen = on
                return

    @property
    def then(self) -> str:
        """What is asked after the clicks so far, where that is the same whatever they lead to.

        Of switches, it is what they mean."""
        if self._on:
            return f"{self.position.game.telling.steps(self.position, self.left[0])[0].label}?"
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
        if self.switches.keys and self.switches.done in self.chosen:
            return self.switches.token(self._on)
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
