"""Do a game's numbers and observations keep the promises of `stylobate.space`?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobate.conformance.promises import Met, promise
from stylobate.game import Game
from stylobate.kernel import Actions
from stylobate.space import MOST, Observation, Space, each_by_itself

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
        if one.position.turn >= 0:
            _looked_at_once(one, space, views[one.position.turn], last)
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


def _looked_at_once(one: Met, space: Space, view: Observation, last: Observation) -> None:
    """Whether `together`, where a space brings it, writes the same as the three that it stands for."""
    if space.together is each_by_itself:
        return
    state, kernel, turn = one.position.state, one.position.game.kernel, one.position.turn
    listed, legal, numbers, at_once = np.zeros((4, kernel.width), dtype=np.int64)
    count = kernel.legal(state, listed)
    space.numbers(state, listed[:count], numbers)
    for numbered, observed in ((True, True), (True, False), (False, True)):
        legal[:], at_once[:] = -1, -1
        out: Observation = last.copy() if observed else last[:0]
        told = space.together(state, turn, legal, at_once if numbered else at_once[:0], out)
        same = told == count and np.array_equal(legal[:count], listed[:count])
        one.promise(same, "together must list what legal lists")
        if numbered:
            same = np.array_equal(at_once[:count], numbers[:count])
            one.promise(same, "together must number what it lists as numbers does")
        if observed:
            one.promise(np.array_equal(out, view), "together must show a seat what observe shows it")
