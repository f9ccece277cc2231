"""A turn of Columbiz solved: what each choice leads to if the rest of the turn is played as well as can be.

Each set of dice is worth the best turn that it pays for (`survey`).  From there back through the throws: a
die more at a time gives what a throw may be expected to bring, and of all dice that may be kept the best are.
1,287 throws and 3,003 sets of dice, thrice; nothing is left out.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int64, void

from stylobate import mind
from stylobate.chance import Rng
from stylobate.compiled import compiled
from stylobate.games.columbiz.judging import appraise
from stylobate.games.columbiz.rules import (
    DICE,
    FACES,
    FINISHED,
    FIRST_KEEP,
    FIRST_THROW,
    GIVE_UP,
    KERNEL,
    MOMENT,
    MOVER,
    PLACING,
    SEATS,
    SECOND_KEEP,
    SECOND_THROW,
    SETS,
    SHOWN,
    STOP,
    THIRD_THROW,
    apply,
    legal,
    number_of,
    sample,
    showing,
)
from stylobate.games.columbiz.survey import UNKNOWN, survey
from stylobate.kernel import ACTIONS, STATE, Actions, Payoffs, State
from stylobate.learned import Weights
from stylobate.mind import EXPECTED, LEARNED, Expected

_NUMBER = {int(dice): number for number, dice in enumerate(SETS)}
_FACE = [1 << 4 * face for face in range(FACES)]
# The number of each set with one die more of each face, or one less; -1 where there is no such set.
_MORE = np.array([[_NUMBER.get(int(dice) + face, -1) for face in _FACE] for dice in SETS], dtype=np.int16)
_LESS = np.array([[_NUMBER.get(int(dice) - face, -1) for face in _FACE] for dice in SETS], dtype=np.int16)
ANY_DICE = sum(DICE * face for face in _FACE)
MOST_ACTIONS = KERNEL.width


@compiled(boolean(int64))
def is_all(number: int) -> bool:
    """Whether all eight dice are in this set."""
    return bool(_MORE[number, 0] < 0)


@compiled(void(EXPECTED, int64, ACTIONS))
def choose_within(worth: Expected, mover: int, best: Actions) -> None:
    """For each set of dice, which set within it is worth most to the mover; -1 where none is known."""
    for number in range(len(worth)):
        choice = number if worth[number, mover] >= 0.0 else -1
        for face in range(FACES):
            less = _LESS[number, face]
            if less >= 0 and best[less] >= 0:
                other = best[less]
                if choice < 0 or worth[other, mover] > worth[choice, mover]:
                    choice = other
        best[number] = choice


@compiled(void(EXPECTED))
def expect(worth: Expected) -> None:
    """From what all eight dice are worth, what fewer are when the others are thrown: a die at a time."""
    seats = worth.shape[1]
    for number in range(len(worth) - 1, -1, -1):
        if not is_all(number):
            for seat in range(seats):
                total = 0.0
                for face in range(FACES):
                    total += worth[_MORE[number, face], seat]
                worth[number, seat] = total / FACES


@compiled(void(EXPECTED, int64, EXPECTED))
def place(worth: Expected, mover: int, out: Expected) -> None:
    """From what each end of the turn is worth, by the dice it takes, what dice are when the rest are thrown.

    Where nothing can be placed, counters are given up: that is what no dice at all are worth.
    """
    best = np.empty(len(SETS), dtype=np.int64)
    given_up = worth[0].copy()
    worth[0, mover] = UNKNOWN
    choose_within(worth, mover, best)
    worth[0] = given_up
    for number in range(len(SETS)):
        if is_all(number):
            out[number] = worth[max(0, best[number])]
    expect(out)


@compiled(void(EXPECTED, int64, EXPECTED))
def throw_again(worth: Expected, mover: int, out: Expected) -> None:
    """From what each set of dice is worth when it is kept, the same for one throw more."""
    best = np.empty(len(SETS), dtype=np.int64)
    choose_within(worth, mover, best)
    for number in range(len(SETS)):
        if is_all(number):
            out[number] = worth[best[number]]
    expect(out)


@compiled(void(STATE, LEARNED, float64, EXPECTED, EXPECTED))
def weigh_dice(s: State, learned: Weights, partners: float, once: Expected, twice: Expected) -> None:
    """What each set of dice is worth that is kept while the rest are thrown once more, or twice."""
    mover = int(s[MOVER])
    ends = np.empty((len(SETS), 2), dtype=np.int64)
    survey(s, learned, partners, ANY_DICE, twice, ends)
    nothing = s.copy()
    apply(nothing, GIVE_UP)
    appraise(nothing, learned, partners, twice[0])
    place(twice, mover, once)
    if s[MOMENT] == FIRST_KEEP:
        throw_again(once, mover, twice)


@compiled(void(STATE, EXPECTED, EXPECTED, ACTIONS, int64, EXPECTED))
def weigh_keeps(
    s: State, once: Expected, twice: Expected, actions: Actions, count: int, out: Expected
) -> None:
    """What may be expected of stopping, and of each set of dice that may be kept."""
    keep = twice if s[MOMENT] == FIRST_KEEP else once
    for k in range(count):
        if actions[k] == STOP:
            out[k] = once[number_of(showing(s))]
        else:
            out[k] = keep[actions[k] - SHOWN]


@mind.hope
def hope(s: State, learned: Weights, partners: float, out: Payoffs) -> None:
    """What each seat may expect before dice are thrown, all eight or those that were not kept."""
    mover = int(s[MOVER])
    once = np.empty((len(SETS), s[SEATS]), dtype=np.float64)
    twice = np.empty_like(once)
    after = s.copy()
    after[MOMENT] = FIRST_KEEP if s[MOMENT] < THIRD_THROW else SECOND_KEEP
    weigh_dice(after, learned, partners, once, twice)
    kept = number_of(showing(s))
    if s[MOMENT] == FIRST_THROW:
        throw_again(twice, mover, once)
        out[:] = once[kept]
    elif s[MOMENT] == SECOND_THROW:
        out[:] = twice[kept]
    else:
        out[:] = once[kept]


@mind.foresee
def foresee(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """What each seat may expect of each action if the mover makes the best of the rest of the turn."""
    mover = int(s[MOVER])
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    worth = np.empty((len(SETS), s[SEATS]), dtype=np.float64)
    count = legal(s, actions)
    if s[MOMENT] < PLACING:
        twice = np.empty_like(worth)
        weigh_dice(s, learned, partners, worth, twice)
        weigh_keeps(s, worth, twice, actions, count, out)
        return count
    ends = np.empty((len(SETS), 2), dtype=np.int64)
    for k in range(count):
        t = s.copy()
        apply(t, actions[k])
        if t[MOMENT] > PLACING and t[MOMENT] != FINISHED:
            survey(t, learned, partners, showing(t), worth, ends)
            out[k] = worth[np.argmax(worth[:, mover])]
        else:
            appraise(t, learned, partners, out[k])
    return count


@mind.take_turn
def take_turn(s: State, learned: Weights, partners: float, rng: Rng, hoped: Payoffs) -> None:
    """Play the best turn there is, from its first throw on, and write what could be hoped before that."""
    mover = int(s[MOVER])
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    expected = np.empty((MOST_ACTIONS, s[SEATS]), dtype=np.float64)
    once = np.empty((len(SETS), s[SEATS]), dtype=np.float64)
    twice, thrice = np.empty_like(once), np.empty_like(once)
    ready = s.copy()
    ready[MOMENT] = FIRST_KEEP
    weigh_dice(ready, learned, partners, once, twice)
    throw_again(twice, mover, thrice)
    hoped[:] = thrice[number_of(showing(s))]
    while True:
        if s[MOMENT] < PLACING and s[MOMENT] % 2 == 0:
            apply(s, sample(s, rng))
            continue
        if s[MOMENT] < PLACING:
            count = legal(s, actions)
            weigh_keeps(s, once, twice, actions, count, expected)
        else:
            count = foresee(s, learned, partners, 1, expected)
            legal(s, actions)
        apply(s, actions[np.argmax(expected[:count, mover])])
        if s[MOMENT] == FIRST_THROW or s[MOMENT] == FINISHED:
            break
