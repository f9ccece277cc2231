"""Do a game's numbers and observations keep the promises of `stylobate.space`?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobate.conformance.promises import Met, promise
from stylobate.game import Game
from stylobate.kernel import Actions
from stylobate.space import MOST, Observation, Space

GUARD = 16
UNTOUCHED = -77.0
TRIED = 200  # numbers that mean nothing, evenly spread over all


def check_space(game: Game, met: Sequence[Met]) -> None:
    """Every legal action has a number of its own and is found by it; every seat sees what there is to see."""
    space = game.space
    promised, seen = met[0].position.state, dict[bytes, bytes]()
    actions, fields = space.actions(promised), tuple(space.fields(promised))
    names = [field.name for field in fields]
    promise(game, actions > 0, f"its space has {actions} numbers for actions")
    promise(game, len(set(names)) == len(names), "two fields of its observations have the same name")
    for field in fields:
        promise(game, bool(field.means.strip()), f"the field “{field.name}” must say what it means")
    last: Observation = np.zeros(space.size(promised), dtype=np.float32)
    for one in met:
        state = one.position.state
        fixed = space.actions(state) == actions and tuple(space.fields(state)) == fields
        one.promise(fixed, "the numbers of actions and the fields must be those of the start")
        listed = _numbered(one, space, actions) if one.position.turn >= 0 else np.empty(0, dtype=np.int64)
        views = [_seen(one, space, seat, last) for seat in range(one.position.seats)]
        last = views[-1]
        told_apart = len({view.tobytes() for view in views}) == len(views)
        one.promise(told_apart, "two seats have the same observation: it must tell which sees it")
        offers = listed.tobytes() + bytes([one.position.turn % 256])
        same = seen.setdefault(views[0].tobytes(), offers) == offers
        one.promise(same, "an observation was met before where other actions were legal")
        one.promise(np.array_equal(state, one.position.state), "observing must not change the state")


def _numbered(one: Met, space: Space, actions: int) -> Actions:
    """The numbers of all that is legal, after a look at each and at some that mean nothing."""
    state = one.position.state
    legal = np.array(list(one.position.actions.values()), dtype=np.int64)
    found = np.array([space.number(state, action) for action in legal], dtype=np.int64)
    bounded = bool(((found >= 0) & (found < actions)).all())
    one.promise(bounded, f"the numbers of actions must be from 0 to {actions - 1}")
    one.promise(len(set(found.tolist())) == len(found), "two legal actions have the same number")
    for number, action in zip(found, legal, strict=True):
        again = space.action(state, number)
        token = one.position.token(int(action))
        one.promise(again == action, f"number {number} of {token} must lead back to it, but does to {again}")
    others = set(range(0, actions, max(1, actions // TRIED))) - set(found.tolist())
    strays = [number for number in others if space.action(state, number) in legal]
    one.promise(not strays, f"number {min(strays, default=0)} leads to an action that has another number")
    legal.sort()
    at_once = np.full(len(legal), -1, dtype=np.int64)
    space.numbers(state, legal, at_once)
    same = at_once.tolist() == [space.number(state, action) for action in legal]
    one.promise(same, "numbers must write the number of every legal action, in their order")
    return np.sort(found)


def _seen(one: Met, space: Space, seat: int, last: Observation) -> Observation:
    """What a seat sees, after a look at every float; also where another was last observed."""
    state = one.position.state
    size = space.size(state)
    views = []
    for before in (np.zeros(size, dtype=np.float32), last):
        out = np.full(size + GUARD, UNTOUCHED, dtype=np.float32)
        out[:size] = before
        space.observe(state, seat, out[:size])
        one.promise(not (abs(out[:size]) > MOST).any(), f"no float of an observation may be beyond {MOST:g}")
        one.promise(
            bool((out[size:] == UNTOUCHED).all()), f"an observation must be {size} floats, and no more"
        )
        one.promise(
            bool(np.isfinite(out[:size]).all()), f"each of the {size} floats of an observation must be finite"
        )
        views.append(out[:size])
    same = np.array_equal(views[0], views[1])
    one.promise(same, "an observation must be the same, whichever was written in its place before")
    return views[0]
