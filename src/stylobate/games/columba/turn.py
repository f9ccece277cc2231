"""A turn of Columba looked through as people do it: where could the card lie, and what would I do then?

Each way to lay the card is first taken for what it would be worth with the tiles in estates and the best
dovecote placed, by a rough count.  The most promising are then gone on with: option by option, always the one
that helps most, until none does.  Options that change nothing worth seeing are not looked at: of a group's
squares one is as good for a dovecote as any other, and tiles belong into the side's own estates.  So nobody
takes them, nor slips into them.

Whoever fills an objective lays it, too.  What a new objective will be is not known when one chooses to draw
it: it is taken to be worth what it is before that, and the card in hand to bring as much as without it.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from stylobate import mind
from stylobate.compiled import compiled
from stylobate.games.columba.actions import BUILD, END, FAR, RELEASE
from stylobate.games.columba.rules import CHOOSE, LAY, OPTIONS, apply, legal, payoff
from stylobate.games.columba.sights import LEAD, POINTS, PRESSING, SCALE, WIDTH, look
from stylobate.games.columba.territory import (
    COUNT,
    LEFT,
    MOVER,
    PHASE,
    PLAYERS,
    SQUARE,
    SQUARES,
    is_foreign,
    owner,
    survey,
)
from stylobate.kernel import ACTIONS, PAYOFFS, STATE, Actions, Payoffs, State
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, SIGHT_ROWS, UNSEEN, Expected, Sights
from stylobate.network import judge

LAYS = 6  # ways to lay a card that are gone on with; of an objective just filled a third
STARTS = 3  # options that are gone on with
SITES = 4  # the largest groups, for dovecotes
PRIDE = 1e-10  # what a lead still counts for once it is decided who wins: a win is a sure one all the same
LITTLE = 1e-9


@compiled(float64(STATE, LEARNED, float64, SIGHT_ROWS, PAYOFFS))
def stop_here(s: State, learned: Weights, partners: float, rows: Sights, out: Payoffs) -> float:
    """What each seat may expect if the turn ended here; returns what the mover may hope for.

    That is the same with the tiles housed and a dovecote placed, as far as this turn allows, by a rough
    count.  Once it is decided who wins, a point still counts for a little.
    """
    mover = int(s[MOVER])
    more = look(s, rows)
    if s[LEFT] == 0:
        payoff(s, out)
        lead = rows[mover, LEAD]
        out[mover] += PRIDE * (0.5 + 0.5 * lead / (1.0 + abs(lead)) - out[mover])
        return float(out[mover] + more * SCALE[LEAD])
    judge(rows, learned, partners, out)
    if more == 0.0:
        return float(out[mover])
    hoped = np.empty_like(out)
    for seat in range(len(out)):
        if seat == mover or (len(out) == 4 and seat ^ mover == 2):
            rows[seat, POINTS] += more * SCALE[POINTS]
            rows[seat, LEAD] += more * SCALE[LEAD]
            rows[seat, PRESSING] += more * SCALE[PRESSING] / (3.0 + s[LEFT])
    judge(rows, learned, partners, hoped)
    return float(max(out[mover], hoped[mover]))


@compiled(int64(STATE, ACTIONS, int64))
def promising(s: State, actions: Actions, count: int) -> int:
    """Move the options worth looking at to the front; returns how many.  Where `end` is illegal, all are."""
    if actions[count - 1] >> 40 != END:
        return count
    sheet, at, _, group, keeper = survey(s)
    width = sheet[2]
    size = np.zeros(len(keeper), dtype=np.int64)
    for square in range(s[COUNT]):
        size[group[square]] += 1
    size[0] = 0
    chosen = np.zeros(len(keeper), dtype=np.int64)  # which dovecotes to try there, a bit each
    for _ in range(SITES):
        best = 0
        for other in range(1, len(size)):
            if not keeper[other] and not chosen[other] and size[other] > size[best]:
                best = other
        chosen[best] = 3
    kept = 0
    for k in range(count - 1):
        action = actions[k]
        kind, detail = action >> 40, action & 255
        x, y = (action >> 8 & 0xFFFF) - FAR, (action >> 24 & 0xFFFF) - FAR
        place = (y - sheet[1]) * width + x - sheet[0]
        keep = True
        if kind == BUILD:
            here = group[at[place] - 1]
            keep = (chosen[here] >> detail & 1) != 0
            chosen[here] &= ~(1 << detail)
        elif kind == RELEASE:
            covered = at[place] - 1
            own = 0
            for beside in (at[place - width], at[place - 1], at[place + 1], at[place + width]):
                if beside and s[SQUARES + SQUARE * beside - 1] & 3 == detail and keeper[group[beside - 1]]:
                    own = group[beside - 1]
            keep = (
                own != 0
                and not is_foreign(s, s[MOVER], owner(s, keeper[own]))
                and not (covered >= 0 and group[covered] == own)
            )
        if keep:
            actions[kept] = action
            kept += 1
    return kept


@compiled(int64(STATE))
def most_actions(s: State) -> int:
    """More than any legal actions here or later in this turn (see `rules.KERNEL`)."""
    return int(16 * (s[COUNT] + 32))


@compiled(void(STATE, LEARNED, float64, SIGHT_ROWS, PAYOFFS))
def choose_options(s: State, learned: Weights, partners: float, rows: Sights, out: Payoffs) -> None:
    """Go on with the option that helps most, until none does; writes what each seat may expect then."""
    mover = int(s[MOVER])
    actions = np.empty(most_actions(s), dtype=np.int64)
    after = np.empty_like(s)
    best = s.copy()
    value = np.empty_like(out)
    stop_here(s, learned, partners, rows, out)
    while True:
        count = legal(s, actions)
        if actions[count - 1] >> 40 != END:
            out[mover] = -1.0
        count = promising(s, actions, count)
        better = False
        for k in range(count):
            after[:] = s
            apply(after, actions[k])
            stop_here(after, learned, partners, rows, value)
            if value[mover] > out[mover]:
                out[:] = value
                best[:] = after
                better = True
        if not better:
            return
        s[:] = best


@compiled(int64(STATE, LEARNED, float64, int64, SIGHT_ROWS, EXPECTED))
def expect(s: State, learned: Weights, partners: float, tries: int, rows: Sights, out: Expected) -> int:
    """`foresee`, going on with so many ways to lay a card."""
    mover, players = int(s[MOVER]), int(s[PLAYERS])
    actions = np.empty(most_actions(s), dtype=np.int64)
    count = legal(s, actions)
    after = s.copy()

    if s[PHASE] == CHOOSE:
        now = np.empty(players, dtype=np.float64)
        apply(after, actions[1])
        stop_here(after, learned, partners, rows, now)
        later = np.empty((most_actions(s), players), dtype=np.float64)
        ways = expect(after, learned, partners, tries, rows, later)
        best = np.argmax(later[:ways, mover])
        after[:] = s
        apply(after, actions[0])
        stop_here(after, learned, partners, rows, out[0])
        for seat in range(players):
            out[0, seat] = min(1.0, max(0.0, out[0, seat] + later[best, seat] - now[seat]))
            out[1, seat] = later[best, seat]
        return count

    hopes = np.full(count, -np.inf)
    if s[PHASE] == LAY:
        for k in range(count):
            after[:] = s
            apply(after, actions[k])
            hopes[k] = stop_here(after, learned, partners, rows, out[k])
    else:
        tries = STARTS
        few = actions.copy()
        kept = promising(s, few, count)
        stop_here(s, learned, partners, rows, out[count - 1])
        place = 0
        for k in range(count):
            if place < kept and few[place] == actions[k]:
                after[:] = s
                apply(after, actions[k])
                stop_here(after, learned, partners, rows, out[k])
                hopes[k] = out[k, mover]
                place += 1
            elif k < count - 1:
                out[k] = out[count - 1]
                out[k, mover] = UNSEEN
    gone_on = np.zeros(count, dtype=np.bool_)
    top = -np.inf if hopes[count - 1] != -np.inf else out[count - 1, mover]
    for _ in range(tries):
        pick = int(np.argmax(hopes))
        if hopes[pick] == -np.inf:
            break
        hopes[pick] = -np.inf
        gone_on[pick] = True
        after[:] = s
        apply(after, actions[pick])
        if after[PHASE] == OPTIONS:
            choose_options(after, learned, partners, rows, out[pick])
        else:
            later = np.empty((most_actions(s), players), dtype=np.float64)
            ways = expect(after, learned, partners, max(1, tries // 3), rows, later)
            out[pick] = later[np.argmax(later[:ways, mover])]
        top = max(top, out[pick, mover])
    for k in range(count):
        if not gone_on[k] and out[k, mover] >= top and hopes[k] != -np.inf:
            out[k, mover] = max(0.0, top - LITTLE)
    return count


@mind.foresee
def foresee(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """What each seat may expect of each legal action, if the mover makes the best of its turn."""
    rows = np.empty((s[PLAYERS], WIDTH), dtype=np.float64)
    return int(expect(s, learned, partners, LAYS, rows, out))
