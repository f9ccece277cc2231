"""A step of many games, in compiled code: one row of each array is one game.

Every function works on the games from `first` to before `end`, so that threads can share a batch.  Nothing
that a game does depends on the others: each has a stream of chance of its own.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int16, int64, types, uint64, void

from stylobate.batches.held import HELD, Held
from stylobate.chance import RNG, Rng, below, bits
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, CHANCE, OVER, STATE, Actions, State

States = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Streams = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
Lists = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Shares = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Ends = np.ndarray[tuple[int], np.dtype[np.bool_]]

STATES = types.Array(int16, 2, "C")
STREAMS = types.Array(uint64, 2, "C")
LISTS = types.Array(int64, 2, "C")
SHARES = types.Array(float64, 2, "C")
ENDS = types.Array(boolean, 1, "C")

_GAMES = (STATE, STATES, STREAMS, LISTS, ACTIONS, ACTIONS)


@compiled(void(RNG, STREAMS, STREAMS))
def sow(rng: Rng, chance: Streams, picking: Streams) -> None:
    """Give each game two streams, for its chance and for `pick`, which no other game's depend on."""
    for game in range(len(chance)):
        chance[game, 0] = bits(rng)
        picking[game, 0] = bits(rng)


@compiled(void(HELD, *_GAMES, int64, int64))
def begin(
    rules: Held,
    root: State,
    states: States,
    streams: Streams,
    lists: Lists,
    counts: Actions,
    turns: Actions,
    first: int,
    end: int,
) -> None:
    """Set the games to their start, up to where a seat is to move."""
    turn, legal, sample, apply = rules.turn, rules.legal, rules.sample, rules.apply
    for game in range(first, end):
        s = states[game]
        s[:] = root
        while turn(s) == CHANCE:
            apply(s, sample(s, streams[game]))
        turns[game] = turn(s)
        counts[game] = legal(s, lists[game])


@compiled(void(HELD, *_GAMES, ENDS, SHARES, ACTIONS, int64, int64))
def step(
    rules: Held,
    root: State,
    states: States,
    streams: Streams,
    lists: Lists,
    counts: Actions,
    turns: Actions,
    ends: Ends,
    shares: Shares,
    actions: Actions,
    first: int,
    end: int,
) -> None:
    """Play an action in each game, and chance after it; what is over tells its payoff and begins anew.

    A game in which nobody was to move, over before it began, needs no action to end.
    """
    turn, legal, sample, apply, payoff = rules.turn, rules.legal, rules.sample, rules.apply, rules.payoff
    for game in range(first, end):
        s = states[game]
        if turns[game] >= 0:
            apply(s, actions[game])
        seat = turn(s)
        while seat == CHANCE:
            apply(s, sample(s, streams[game]))
            seat = turn(s)
        if ends[game]:
            shares[game] = 0.0
        ends[game] = seat == OVER
        if seat == OVER:
            payoff(s, shares[game])
            s[:] = root
            seat = turn(s)
            while seat == CHANCE:
                apply(s, sample(s, streams[game]))
                seat = turn(s)
        turns[game] = seat
        counts[game] = legal(s, lists[game])


@compiled(int64(LISTS, ACTIONS, ACTIONS, ACTIONS, int64, int64))
def first_illegal(
    lists: Lists, counts: Actions, turns: Actions, actions: Actions, first: int, end: int
) -> int:
    """The first game whose action is not in its list, which is ascending; if there is none, one too far."""
    for game in range(first, end):
        action = actions[game]
        low, high = 0, counts[game]
        while low < high:
            middle = (low + high) >> 1
            if lists[game, middle] < action:
                low = middle + 1
            else:
                high = middle
        if turns[game] >= 0 and (low == counts[game] or lists[game, low] != action):
            return game
    return len(lists)


@compiled(void(LISTS, ACTIONS, STREAMS, ACTIONS, int64, int64))
def pick(lists: Lists, counts: Actions, streams: Streams, actions: Actions, first: int, end: int) -> None:
    """Choose among the legal actions of each game, all equally likely; -1 where there is none."""
    for game in range(first, end):
        actions[game] = lists[game, below(streams[game], counts[game])] if counts[game] > 0 else -1
