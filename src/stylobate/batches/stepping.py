"""A step of many games, in compiled code: one row of each array is one game.

Every function works on the games from `first` to before `end`, so that threads can share a batch.  Nothing
that a game does depends on the others: each has a stream of chance of its own.  All that is told of a game is
written before the next one is looked at, while its state and its list are still at hand for the processor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int64, void

from stylobate.batches.held import HELD, STREAMS, Held, Streams
from stylobate.batches.rows import row
from stylobate.chance import RNG, Rng, below, bits
from stylobate.compiled import compiled, inlined
from stylobate.kernel import CHANCE, OVER, Actions, State

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]

LINE = 64  # bytes that memory is written in


@compiled(void(RNG, STREAMS, STREAMS))
def sow(rng: Rng, chance: Streams, picking: Streams) -> None:
    """Give each game two streams, for its chance and for `pick`, which no other game's depend on."""
    for game in range(len(chance)):
        chance[game, 0] = bits(rng)
        picking[game, 0] = bits(rng)


@inlined
def to_a_seat(turn: Any, sample: Any, apply: Any, s: State, stream: Rng) -> int:
    """Let chance do what it has to do; who is to move then."""
    seat = turn(s)
    while seat == CHANCE:
        apply(s, sample(s, stream))
        seat = turn(s)
    return int(seat)


@inlined
def unmark(marked: Actions, before: int, mask: Mask) -> None:
    """Unmark what was marked before, one by one, or all from the first to the last where that is less."""
    if before * LINE < len(mask):
        for k in range(before):
            mask[np.uintp(marked[k])] = False
    else:
        first, last = marked[0], marked[0]
        for k in range(before):
            first, last = min(first, marked[k]), max(last, marked[k])
        for number in range(first, last + 1):
            mask[np.uintp(number)] = False


@inlined
def mark(marked: Actions, count: int, mask: Mask) -> None:
    """Mark the numbers of all legal actions."""
    for k in range(count):
        mask[np.uintp(marked[k])] = True


@compiled(void(HELD, int64, int64, boolean))
def play(held: Held, first: int, end: int, anew: bool) -> None:
    """Play an action in each game, and chance after it; what is over tells its payoff and begins anew.

    A game in which nobody was to move, over before it began, needs no action to end.  If all is to begin
    `anew`, nothing is played before.
    """
    # Looked up once: a batch is slow to give something away.
    turn, legal, sample, apply, payoff = held.turn, held.legal, held.sample, held.apply, held.payoff
    numbers, observe, root, states, chance = held.numbers, held.observe, held.root, held.states, held.chance
    turns, counts, lists, actions = held.turns, held.counts, held.lists, held.actions
    ends, shares = held.ends, held.shares
    masks, marked, observations = held.masks, held.marked, held.observations
    together, looks_once = held.together, held.looks_once
    masked, observed = masks.shape[1] > 0, observations.shape[1] > 0
    for game in range(first, end):
        s: State = row(states, game)
        stream: Rng = row(chance, game)
        seat = OVER
        if not anew:
            if turns[game] >= 0:
                apply(s, actions[game])
            seat = to_a_seat(turn, sample, apply, s, stream)
        if anew or ends[game]:
            row(shares, game)[:] = 0.0
        ends[game] = seat == OVER and not anew
        if ends[game]:
            payoff(s, row(shares, game))
        if seat == OVER:
            for k in range(len(root)):
                s[k] = root[k]
            seat = to_a_seat(turn, sample, apply, s, stream)
        turns[game] = seat
        seen_by = max(0, seat)
        listed = row(lists, game)
        numbered = row(marked, game) if masked else listed[:0]
        if masked:
            unmark(numbered, counts[game], row(masks, game))
        if looks_once and (masked or observed):
            count = together(s, seen_by, listed, numbered, row(observations, game))
        else:
            count = legal(s, listed)
            if masked:
                numbers(s, listed[:count], numbered)
            if observed:
                observe(s, seen_by, row(observations, game))
        counts[game] = count
        if masked:
            mark(numbered, count, row(masks, game))


@compiled(int64(HELD, int64, int64))
def first_illegal(held: Held, first: int, end: int) -> int:
    """The first game whose action is not in its list, which is ascending; if there is none, one too far.

    What was picked stands where it was found: so that place is looked at before all is searched.
    """
    lists, counts, turns, actions, picked = held.lists, held.counts, held.turns, held.actions, held.picked
    for game in range(first, end):
        action = actions[game]
        if picked[game] < counts[game] and lists[game, picked[game]] == action:
            continue
        at, left = 0, counts[game]
        while left > 1:  # without a branch that a processor could guess wrong
            half = left >> 1
            at = at + half if lists[game, at + half] <= action else at
            left -= half
        if turns[game] >= 0 and (counts[game] == 0 or lists[game, at] != action):
            return game
    return len(lists)


@compiled(void(HELD, int64, int64))
def translate(held: Held, first: int, end: int) -> None:
    """Write the action that each number means; -1 where it means none."""
    action, states, given, actions = held.action, held.states, held.given, held.actions
    for game in range(first, end):
        number = given[game]
        actions[game] = action(states[game], number) if 0 <= number < held.bound else -1


@compiled(void(HELD, int64, int64))
def pick(held: Held, first: int, end: int) -> None:
    """Choose among the legal actions of each game, all equally likely; -1 where there is none."""
    lists, counts, picking, actions, picked = held.lists, held.counts, held.picking, held.actions, held.picked
    for game in range(first, end):
        picked[game] = below(row(picking, game), counts[game]) if counts[game] > 0 else 0
        actions[game] = lists[game, picked[game]] if counts[game] > 0 else -1


BEGIN, STEP, LOOK, TRANSLATE, PICK = range(5)


@compiled(int64(HELD, int64, int64, int64))
def do(held: Held, work: int, first: int, end: int) -> int:
    """Do one of these with the games: set them to their start, up to where a seat is to move; play what is in
    `actions`; look for the first that is illegal, and tell it; translate; pick.
    """
    if work == LOOK:
        return int(first_illegal(held, first, end))
    if work == TRANSLATE:
        translate(held, first, end)
    elif work == PICK:
        pick(held, first, end)
    else:
        play(held, first, end, work == BEGIN)
    return 0
