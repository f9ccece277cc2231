"""Columbiz, for two to four (its printed sheet names no author): the rules as a kernel.

Six columns, one for each face of a die, of six squares each; 18 counters each with two players, 13 with
three, 10 with four.  Throw eight dice up to three times, each time keeping what you like.  A counter on
square n of column c takes n dice that show c; one to four counters a turn, and three given up if not one can
be placed.  A counter captures every opponent's counter below it in its column, then scores 1, 2, 3 or 4 for
each unbroken line of 3, 4, 5 or 6 that it is part of.  When a hand is empty the round is finished; points for
lines and for prisoners are added, and most win.

Rulings.  B1: the board is six by six, equal numbers side by side.  B2: dice kept after the first throw may be
thrown again after the second; stopping is always allowed, also with dice that fit nowhere.  B3: a run scores
each time a counter joins it, for its whole length, in every direction; the points stay when it is captured.
B4: n prisoners are worth ⌊(n+1)²/4⌋, beyond the sheet's table too.

A turn only ever takes counters from the hand of who has it, one at least, and seat 0 begins every round.  So
whoever is to throw has a counter, and the game is over exactly where seat 0 would throw and a hand is empty.

State: s[0] to s[35] are the squares, column by column and from 1 up, 0 for empty or the seat plus 1; then for
each of four seats its hand, its prisoners and its points for runs; then how many dice show 1, 2 … 6 (those
kept where dice are to be thrown, all eight after a throw, those not yet used while placing); then the moment
of the turn, the seat that has it, and how many play.  Which dice have been used, or were kept before, changes
nothing from there on and is not remembered.
Action: a square; END; GIVE_UP; STOP; or SHOWN plus the number of a set of dice: all eight for a throw, fewer
for a keep.  Sets of up to eight dice are numbered as their counts read, ones first: 0 for none, 1 for a
six, 2 for two sixes, and so on.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numba import boolean, int64, void

from stylobate import kernel
from stylobate.chance import Rng, below
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, CHANCE, OVER, STATE, Actions, Kernel, Payoffs, State

COLUMNS = FACES = 6
SQUARES = 6  # in a column
DICE = 8
MOST_SEATS = 4
COUNTERS = {2: 18, 3: 13, 4: 10}
MOST_PLACED = 4
GIVEN_UP = 3

HAND = COLUMNS * SQUARES
PRISONERS = HAND + MOST_SEATS
RUNS = PRISONERS + MOST_SEATS
SHOWING = RUNS + MOST_SEATS
MOMENT = SHOWING + FACES
MOVER = MOMENT + 1
SEATS = MOVER + 1
LENGTH = SEATS + 1

# The moments of a turn: before and after each throw, then the counters placed so far.
FIRST_THROW, FIRST_KEEP, SECOND_THROW, SECOND_KEEP, THIRD_THROW, PLACING = range(6)
FINISHED = PLACING + MOST_PLACED

END = COLUMNS * SQUARES
GIVE_UP = END + 1
STOP = GIVE_UP + 1
SHOWN = STOP + 1

_COUNTS = sorted(
    tuple(dice.count(face) for face in range(FACES))
    for size in range(DICE + 1)
    for dice in combinations_with_replacement(range(FACES), size)
)
# Every set of dice by its number, as counts of four bits a face; and in how many ways dice make it.
SETS = np.array([sum(n << 4 * face for face, n in enumerate(c)) for c in _COUNTS], dtype=np.int32)
WAYS = np.array([factorial(sum(c)) // prod(map(factorial, c)) for c in _COUNTS], dtype=np.int64)
# The numbers of all sets of 0 dice, of 1, … of 8, one kind after the other, and where each kind begins.
_BY_SIZE = np.array(sorted(range(len(SETS)), key=lambda number: sum(_COUNTS[number])), dtype=np.int16)
_KIND = np.array([comb(size + FACES - 1, FACES) for size in range(DICE + 2)], dtype=np.int64)
# How many sets there are of at most so many dice, with only this face and those after it.
_ROOM = np.array(
    [[comb(dice + FACES - face, FACES - face) for dice in range(DICE + 1)] for face in range(FACES)],
    dtype=np.int64,
)
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def start(options: Mapping[str, str]) -> State:
    """An empty board, all counters in hand, seat 0 to throw."""
    s = np.zeros(LENGTH, dtype=np.int16)
    s[SEATS] = int(options["players"])
    s[HAND : HAND + s[SEATS]] = COUNTERS[int(s[SEATS])]
    return s


@kernel.turn
def turn(s: State) -> int:
    """The dice before each throw, else the seat that has the turn."""
    moment = s[MOMENT]
    if moment == FINISHED:
        return OVER
    if moment < PLACING and moment % 2 == 0:
        return CHANCE
    return int(s[MOVER])


@compiled(int64(int64))
def number_of(dice: int) -> int:
    """The number of a set of dice: how many sets stand before it."""
    number = 0
    left = DICE
    for face in range(FACES):
        number += _ROOM[face, left]
        left -= dice & 15
        number -= _ROOM[face, left]
        dice >>= 4
    return int(number)


@compiled(int64(STATE))
def showing(s: State) -> int:
    """The dice on the table as a set, four bits a face."""
    dice = 0
    for face in range(FACES):
        dice |= int(s[SHOWING + face]) << (4 * face)
    return dice


@compiled(int64(STATE))
def to_throw(s: State) -> int:
    """How many dice are to be thrown: those that were not kept."""
    free = DICE
    for face in range(FACES):
        free -= s[SHOWING + face]
    return int(free)


@kernel.weights
def weights(s: State, out: Actions) -> int:
    """In how many ways the dice that are thrown make each outcome; all ways are equally likely."""
    free = to_throw(s)
    first = _KIND[free]
    count = _KIND[free + 1] - first
    for k in range(count):
        out[k] = WAYS[_BY_SIZE[first + k]]
    return int(FACES**free)


@kernel.sample
def sample(s: State, rng: Rng) -> int:
    """Throw the dice that are not kept, one by one."""
    dice = showing(s)
    for _ in range(to_throw(s)):
        dice += 1 << (4 * below(rng, FACES))
    return int(SHOWN + number_of(dice))


@compiled(int64(STATE, ACTIONS))
def outcomes(s: State, out: Actions) -> int:
    """Every set of eight dice that contains those that were kept."""
    kept = showing(s)
    free = to_throw(s)
    first = _KIND[free]
    count = _KIND[free + 1] - first
    for k in range(count):
        out[k] = SHOWN + number_of(kept + SETS[_BY_SIZE[first + k]])
    return int(count)


@compiled(int64(STATE, ACTIONS))
def keeps(s: State, out: Actions) -> int:
    """STOP, and every set of dice that may be kept: any but all eight.

    The sets grow face by face where they are to stand, from the back, so that they come out in order; while
    they grow, the low four bits are the dice that are left.
    """
    count = 1
    out[0] = DICE
    for face in range(FACES):
        ways = int(s[SHOWING + face]) + 1
        for k in range(count - 1, -1, -1):
            begun = out[k]
            left = begun & 15
            for n in range(ways - 1, -1, -1):
                out[k * ways + n] = begun + ((_ROOM[face, left] - _ROOM[face, left - n]) << 4) - n
        count *= ways
    for k in range(count - 1, 0, -1):
        out[k] = SHOWN + (out[k - 1] >> 4)
    out[0] = STOP
    return count


@compiled(int64(STATE, ACTIONS))
def places(s: State, out: Actions) -> int:
    """Every empty square that the dice on the table pay for: n dice of a face buy square n of its column."""
    count = 0
    for column in range(COLUMNS):
        for n in range(min(SQUARES, int(s[SHOWING + column]))):
            square = column * SQUARES + n
            if s[square] == 0:
                out[count] = square
                count += 1
    return count


@compiled(boolean(STATE))
def can_place(s: State) -> bool:
    """Whether `places` would find a square."""
    for column in range(COLUMNS):
        for n in range(min(SQUARES, int(s[SHOWING + column]))):
            if s[column * SQUARES + n] == 0:
                return True
    return False


@kernel.legal
def legal(s: State, out: Actions) -> int:
    """What the dice may show; what may be kept; or where a counter may go, and whether the turn may end."""
    moment = s[MOMENT]
    if moment == FINISHED:
        return 0
    if moment < PLACING:
        return outcomes(s, out) if moment % 2 == 0 else keeps(s, out)
    count = places(s, out)
    if count == 0:
        out[0] = GIVE_UP
        return 1
    if moment > PLACING:
        out[count] = END
        count += 1
    return int(count)


@compiled(void(STATE, int64))
def capture(s: State, square: int) -> None:
    """Take every opponent's counter on a lower number of the same column."""
    mover = s[MOVER]
    for lower in range(square - square % SQUARES, square):
        if s[lower] != 0 and s[lower] != mover + 1:
            s[lower] = 0
            s[PRISONERS + mover] += 1


@compiled(int64(STATE, int64, int64, int64))
def stretch(s: State, square: int, across: int, up: int) -> int:
    """How many counters of the same seat follow in that direction without a break."""
    column, n = square // SQUARES + across, square % SQUARES + up
    count = 0
    while 0 <= column < COLUMNS and 0 <= n < SQUARES and s[column * SQUARES + n] == s[square]:
        count += 1
        column += across
        n += up
    return count


@compiled(int64(STATE, int64))
def run_points(s: State, square: int) -> int:
    """What the counter there scores: 1 to 4 for a run of 3 to 6, in each of four directions."""
    points = 0
    for across, up in _DIRECTIONS:
        length = 1 + stretch(s, square, across, up) + stretch(s, square, -across, -up)
        points += max(0, length - 2)
    return points


@compiled(void(STATE))
def pass_on(s: State) -> None:
    """The turn is over: the next seat throws, or, after a round in which a hand was emptied, nobody."""
    s[SHOWING : SHOWING + FACES] = 0
    s[MOMENT] = FIRST_THROW
    s[MOVER] += 1
    if s[MOVER] == s[SEATS]:
        s[MOVER] = 0
        for seat in range(s[SEATS]):
            if s[HAND + seat] == 0:
                s[MOMENT] = FINISHED


@kernel.apply
def apply(s: State, action: int) -> None:
    """Dice thrown or kept, a stop, a counter with all that it does, or the turn's end."""
    mover = s[MOVER]
    if action >= SHOWN:
        dice = SETS[action - SHOWN]
        for face in range(FACES):
            s[SHOWING + face] = (dice >> (4 * face)) & 15
        s[MOMENT] += 1
    elif action == STOP:
        s[MOMENT] = PLACING
    elif action == END:
        pass_on(s)
    elif action == GIVE_UP:
        s[HAND + mover] -= min(GIVEN_UP, int(s[HAND + mover]))
        pass_on(s)
    else:
        s[action] = mover + 1
        s[HAND + mover] -= 1
        s[SHOWING + action // SQUARES] -= action % SQUARES + 1
        s[MOMENT] += 1
        capture(s, action)
        s[RUNS + mover] += run_points(s, action)
        if s[MOMENT] == PLACING + MOST_PLACED or s[HAND + mover] == 0 or not can_place(s):
            pass_on(s)


@compiled(int64(int64))
def ransom(prisoners: int) -> int:
    """The points for a number of prisoners: 1, 2, 4, 6, 9, 12 …"""
    return (prisoners + 1) ** 2 // 4


@kernel.scores
def scores(s: State, out: Actions) -> None:
    """Points for runs, and the prisoners' value."""
    for seat in range(s[SEATS]):
        out[seat] = s[RUNS + seat] + ransom(s[PRISONERS + seat])


@kernel.payoff
def payoff(s: State, out: Payoffs) -> None:
    """One for the most points, shared by those who are level."""
    best = winners = 0
    for seat in range(s[SEATS]):
        points = s[RUNS + seat] + ransom(s[PRISONERS + seat])
        if points > best:
            best = points
            winners = 0
        winners += points == best
    for seat in range(s[SEATS]):
        points = s[RUNS + seat] + ransom(s[PRISONERS + seat])
        out[seat] = 1.0 / winners if points == best else 0.0


KERNEL = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=int(_KIND[-1] - _KIND[-2]))


def seats(s: State) -> int:
    """How many play: two, three or four."""
    return int(s[SEATS])


def longest(s: State) -> tuple[int, int]:
    """A turn takes a counter from the hand at least, and none comes back.

    So a seat has as many turns at most as it has counters at the start, each with three throws, two keeps
    and an end; and it places as many counters as it has.
    """
    counters = seats(s) * COUNTERS[seats(s)]
    return 4 * counters, 3 * counters
