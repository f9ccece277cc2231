"""What each seat of Columbiz may expect when a turn has ended, for the thousands of ends of a turn.

It is what the house's network (`stylobate.network`) makes of what the seats see, only faster.  All of them
see the same table: that is added up once, and for each seat only what it sees besides.  Two sights are added
in one go, and in 32 bits, half as much to read.
"""

from __future__ import annotations

import numpy as np
from numba import float32, float64, int64, types, void

from stylobate.compiled import bundle, compiled
from stylobate.games.columbiz.bitboards import BITBOARDS, Bitboards, lay_out
from stylobate.games.columbiz.rules import FINISHED, HAND, MOMENT, MOST_SEATS, MOVER, SEATS, payoff
from stylobate.games.columbiz.sights import OUTLOOK, OWN, PLACE, WIDTH, look
from stylobate.kernel import PAYOFFS, STATE, Payoffs, State
from stylobate.learned import Weights
from stylobate.mind import LEARNED, SIGHT_ROWS, Sights
from stylobate.network import as_shares

Units = np.ndarray[tuple[int], np.dtype[np.float32]]
UNITS = types.Array(float32, 1, "C")

Room = tuple[Sights, Units, Units, Units]
"""To work in: the seats' outlooks; the weights; what the units make of the table, and of a seat."""
ROOM = bundle(SIGHT_ROWS, UNITS, UNITS, UNITS)


@compiled(ROOM(int64, LEARNED))
def room_for(seats: int, learned: Weights) -> Room:
    """Room for so many seats and these weights."""
    hidden = len(learned) // (WIDTH + 2)
    return (
        np.empty((seats, OUTLOOK), dtype=np.float64),
        learned.astype(np.float32),
        np.empty(hidden, dtype=np.float32),
        np.empty(hidden, dtype=np.float32),
    )


@compiled(void(PAYOFFS, UNITS, UNITS))
def _add(outlook: Payoffs, weights: Units, out: Units) -> None:
    """Add what the units make of an outlook, by the weights from there on."""
    hidden = len(out)
    sight = 0
    while sight < OUTLOOK:
        if outlook[sight] == 0.0:
            sight += 1
            continue
        other = sight + 1
        while other < OUTLOOK and outlook[other] == 0.0:
            other += 1
        seen, row = float32(outlook[sight]), weights[sight * hidden :]
        if other < OUTLOOK:
            more, next_row = float32(outlook[other]), weights[other * hidden :]
            for unit in range(hidden):
                out[unit] = (out[unit] + seen * row[unit]) + more * next_row[unit]
        else:
            for unit in range(hidden):
                out[unit] += seen * row[unit]
        sight = other + 1


@compiled(float64(UNITS, UNITS))
def _sum_up(units: Units, weights: Units) -> float:
    """How well a seat stands, from how much its units are excited."""
    hidden = len(units)
    for unit in range(hidden):
        units[unit] = units[unit] / (float32(1.0) + abs(units[unit])) * weights[unit]
    while hidden > 1:  # one half on the other, and so on: a sum one after the other would wait for itself
        half = (hidden + 1) // 2
        for unit in range(hidden - half):
            units[unit] += units[half + unit]
        hidden = half
    return float(units[0])


@compiled(void(int64, float64, ROOM, PAYOFFS))
def judge_outlooks(thrower: int, partners: float, room: Room, out: Payoffs) -> None:
    """What each seat may expect where that one throws next, from the outlooks of all."""
    outlooks, weights, table, own = room
    seats, hidden = len(outlooks), len(table)
    for unit in range(hidden):
        table[unit] = weights[unit]
    for place in range(seats):
        _add(outlooks[(thrower + place) % seats], weights[(1 + place * OUTLOOK) * hidden :], table)
    for seat in range(seats):
        sits = weights[(1 + PLACE + (seat - thrower) % seats) * hidden :]
        for unit in range(hidden):
            own[unit] = table[unit] + sits[unit]
        _add(outlooks[seat], weights[(1 + OWN) * hidden :], own)
        out[seat] = _sum_up(own, weights[(1 + WIDTH) * hidden :])
    as_shares(out, partners)


@compiled(void(BITBOARDS, STATE, float64, ROOM, PAYOFFS))
def judge_end(boards: Bitboards, s: State, partners: float, room: Room, out: Payoffs) -> None:
    """What each seat may expect if the mover's turn ends.  Squares are the boards', hands the state's."""
    seats = int(s[SEATS])
    thrower = int(s[MOVER]) + 1
    if thrower == seats:
        thrower = 0
        for seat in range(seats):
            if s[HAND + seat] == 0:
                payoff(s, out)
                return
    look(boards, s, thrower, room[0])
    judge_outlooks(thrower, partners, room, out)


@compiled(void(STATE, LEARNED, float64, PAYOFFS))
def appraise(s: State, learned: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect where a turn has ended, or the game."""
    if s[MOMENT] == FINISHED:
        payoff(s, out)
        return
    boards = np.empty(MOST_SEATS, dtype=np.int64)
    room = room_for(s[SEATS], learned)
    lay_out(s, boards)
    look(boards, s, s[MOVER], room[0])
    judge_outlooks(s[MOVER], partners, room, out)
