"""A second look at a turn of Columbiz: what the next seat's turn, solved, makes of the ends that matter.

The first look (`turn`) judges every end of the turn by the sights alone.  Here the ends that the mover would
choose are judged again by what may be hoped of the throw that follows, so that what can be captured there
counts by how likely and how dear it is.  Whoever is judged again may fall behind another, which is then
looked at as well: in the end nothing is chosen that was not looked at, as far as there were looks enough.
What there were no looks left for is taken to be off by as much as the others were.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int64, types

from stylobate import mind
from stylobate.compiled import compiled
from stylobate.games.columbiz.judging import appraise
from stylobate.games.columbiz.rules import (
    FINISHED,
    FIRST_KEEP,
    GIVE_UP,
    MOMENT,
    MOVER,
    PLACING,
    SEATS,
    SETS,
    WAYS,
    apply,
    legal,
    payoff,
    showing,
)
from stylobate.games.columbiz.survey import SCORED, TAKEN, UNKNOWN, finish, survey
from stylobate.games.columbiz.turn import (
    ANY_DICE,
    MOST_ACTIONS,
    choose_within,
    hope,
    is_all,
    place,
    throw_again,
    weigh_keeps,
)
from stylobate.kernel import ACTIONS, PAYOFFS, STATE, Actions, Payoffs, State, digest
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, Expected

NEARLY = 0.02  # an end that promises so much less than the best is still worth a look, where one places
_PROBES = 16

Looked = np.ndarray[tuple[int], np.dtype[np.bool_]]


@compiled(int64(ACTIONS, int64))
def find(keys: Actions, key: int) -> int:
    """Where this key is, or may be put."""
    first = (key >> 1) % len(keys)  # a digest is never even
    for step in range(_PROBES):
        at = (first + step) % len(keys)
        if keys[at] == key or keys[at] == 0:
            return int(at)
    return int(first)


@compiled(int64(STATE, LEARNED, float64, boolean, ACTIONS, EXPECTED, PAYOFFS))
def recall(
    end: State,
    learned: Weights,
    partners: float,
    may_look: bool,
    keys: Actions,
    known: Expected,
    out: Payoffs,
) -> int:
    """Write what is known of an end; where nothing is, look at it if one may.

    Returns 1 if it was looked at now, 0 if it was known, -1 if it is still not: then nothing is written.
    """
    if end[MOMENT] == FINISHED:
        payoff(end, out)
        return 0
    key = digest(end)
    at = find(keys, key)
    is_new = keys[at] != key
    if is_new and not may_look:
        return -1
    if is_new:
        hope(end, learned, partners, known[at])
        keys[at] = key
    out[:] = known[at]
    return int(is_new)


@compiled(int64(EXPECTED, int64, ACTIONS, ACTIONS, ACTIONS))
def most_wanted(worth: Expected, mover: int, looked_at: Actions, best: Actions, wanted: Actions) -> int:
    """The end not yet looked at that is the best for the most throws of all dice; -1 where there is none."""
    choose_within(worth, mover, best)
    wanted[:] = 0
    pick = -1
    for number in range(len(SETS)):
        if is_all(number) and best[number] > 0 and looked_at[best[number]] == 0:
            wanted[best[number]] += WAYS[number]
            if pick < 0 or wanted[best[number]] > wanted[pick]:
                pick = best[number]
    return pick


@compiled(int64(EXPECTED, int64, types.Array(boolean, 1, "C"), boolean))
def most_promising(worth: Expected, mover: int, looked_at: Looked, unseen: bool) -> int:
    """The end that promises the mover most, of all or of those not looked at; -1 where there is none."""
    pick = -1
    for number in range(len(SETS)):
        promised = worth[number, mover]
        is_meant = promised > UNKNOWN and not (unseen and looked_at[number])
        if is_meant and (pick < 0 or promised > worth[pick, mover]):
            pick = number
    return pick


@compiled(int64(STATE, LEARNED, float64, int64, ACTIONS, EXPECTED, EXPECTED))
def keep_again(
    s: State, learned: Weights, partners: float, looks: int, keys: Actions, known: Expected, out: Expected
) -> int:
    """Look again where dice are to be kept."""
    mover, seats = int(s[MOVER]), int(s[SEATS])
    worth = np.empty((len(SETS), seats), dtype=np.float64)
    ends = np.empty((len(SETS), 2), dtype=np.int64)
    survey(s, learned, partners, ANY_DICE, worth, ends)
    worth[0, mover] = UNKNOWN
    best = np.empty(len(SETS), dtype=np.int64)
    wanted = np.empty(len(SETS), dtype=np.int64)
    looked_at = np.zeros(len(SETS), dtype=np.int64)
    found = np.empty(seats, dtype=np.float64)
    off = np.zeros(seats, dtype=np.float64)
    made = judged = 0
    while True:
        pick = most_wanted(worth, mover, looked_at, best, wanted)
        if pick < 0:
            break
        end = s.copy()
        finish(end, ends[pick, TAKEN], ends[pick, SCORED])
        news = recall(end, learned, partners, made < looks, keys, known, found)
        looked_at[pick] = 1
        if news >= 0:
            made += news
            judged += 1
            off += found - worth[pick]
            worth[pick] = found
        elif judged > 0:
            worth[pick] = np.maximum(0.0, worth[pick] + off / judged)
    nothing = s.copy()
    apply(nothing, GIVE_UP)
    news = recall(nothing, learned, partners, made < looks, keys, known, worth[0])
    if news < 0:
        appraise(nothing, learned, partners, worth[0])
    made += max(0, news)
    once, twice = np.empty_like(worth), np.empty_like(worth)
    place(worth, mover, once)
    if s[MOMENT] == FIRST_KEEP:
        throw_again(once, mover, twice)
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    weigh_keeps(s, once, twice, actions, legal(s, actions), out)
    return made


@compiled(int64(STATE, LEARNED, float64, int64, ACTIONS, EXPECTED, EXPECTED))
def place_again(
    s: State, learned: Weights, partners: float, looks: int, keys: Actions, known: Expected, out: Expected
) -> int:
    """Look again where a counter is to be placed, or the turn may end."""
    mover, seats = int(s[MOVER]), int(s[SEATS])
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    count = legal(s, actions)
    worth = np.full((count, len(SETS), seats), UNKNOWN)
    ends = np.zeros((count, len(SETS), 2), dtype=np.int64)
    after = np.empty((count, len(s)), dtype=s.dtype)
    looked_at = np.zeros((count, len(SETS)), dtype=np.bool_)
    for k in range(count):
        after[k] = s
        apply(after[k], actions[k])
        if PLACING < after[k, MOMENT] < FINISHED:
            survey(after[k], learned, partners, showing(after[k]), worth[k], ends[k])
        else:
            appraise(after[k], learned, partners, worth[k, 0])
    best = np.empty(count, dtype=np.int64)
    unseen = np.empty(count, dtype=np.int64)
    found = np.empty(seats, dtype=np.float64)
    off = np.zeros(seats, dtype=np.float64)
    made = judged = 0
    while True:
        top = UNKNOWN
        pick = -1
        for k in range(count):
            best[k] = most_promising(worth[k], mover, looked_at[k], False)
            unseen[k] = most_promising(worth[k], mover, looked_at[k], True)
            top = max(top, worth[k, best[k], mover])
            if unseen[k] >= 0 and (pick < 0 or worth[k, unseen[k], mover] > worth[pick, unseen[pick], mover]):
                pick = k
        if pick < 0 or worth[pick, unseen[pick], mover] < top - NEARLY:
            break
        number = unseen[pick]
        end = after[pick].copy()
        if PLACING < end[MOMENT] < FINISHED:
            finish(end, ends[pick, number, TAKEN], ends[pick, number, SCORED])
        news = recall(end, learned, partners, made < looks, keys, known, found)
        looked_at[pick, number] = True
        if news >= 0:
            made += news
            judged += 1
            off += found - worth[pick, number]
            worth[pick, number] = found
        elif judged > 0:
            worth[pick, number] = np.maximum(0.0, worth[pick, number] + off / judged)
    for k in range(count):
        out[k] = worth[k, best[k]]
    return made


@mind.look_again
def look_again(
    s: State, learned: Weights, partners: float, looks: int, keys: Actions, known: Expected, out: Expected
) -> int:
    """What each seat may expect of each action, the ends that matter looked at one turn further."""
    if s[MOMENT] < PLACING:
        return int(keep_again(s, learned, partners, looks, keys, known, out))
    return int(place_again(s, learned, partners, looks, keys, known, out))
