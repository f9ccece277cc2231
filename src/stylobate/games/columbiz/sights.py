"""What a seat of Columbiz looks at to say how it stands, when a turn has ended.

Each seat has an *outlook* of its own.  How far it leads, and how far for each counter that is left to play
with; hands, and who is still to throw; what it could capture, what of its own could be captured, and what one
more counter would score in runs: each by the number of the square that does it, for that is how many equal
dice it takes.  Prisoners count as much as the next one brings; squares from which two or three can be
captured at once count apart.  The numbers that counters stand on tell the rest: high ones are safe, low ones
soon taken.  Who has no turn left neither captures nor scores, and fears only those who have one.

How a seat stands also depends on what the others can do, and on who of them throws first.  So it sees the
outlooks of all, from whoever throws next on, then its own place in that order, and its own once more.

All are scaled to be about one or less, for what is larger is learned too eagerly.
"""

from __future__ import annotations

from numba import float64, int64, types, void

from stylobate.compiled import compiled
from stylobate.games.columbiz.bitboards import ALL, BITBOARDS, ROW, Bitboards, by_number, prey, promise
from stylobate.games.columbiz.rules import HAND, MOST_SEATS, PRISONERS, RUNS, SEATS, SQUARES, ransom
from stylobate.kernel import STATE, Payoffs, State
from stylobate.mind import SIGHT_ROWS, Sights

(
    LEAD,
    LEAD_A_COUNTER,
    OWN_HAND,
    LEAST_HAND,
    FEW_LEFT,
    LAST_ROUND,
    LAST_TURN,
    TO_COME,
    HELD,
    MORE_IN_HAND,
    CAPTURES,
) = range(11)
TWO_AT_ONCE = CAPTURES + SQUARES - 1
THREE_AT_ONCE = TWO_AT_ONCE + SQUARES - 1
FEARS = THREE_AT_ONCE + SQUARES - 1
SCORES = FEARS + SQUARES - 1
COUNTERS = SCORES + SQUARES
OUTLOOK = COUNTERS + SQUARES

PLACE = MOST_SEATS * OUTLOOK
OWN = PLACE + MOST_SEATS
WIDTH = OWN + OUTLOOK


@compiled(int64(int64))
def next_one_brings(prisoners: int) -> int:
    """What one more prisoner is worth."""
    return ransom(prisoners + 1) - ransom(prisoners)


@compiled(void(int64, float64, int64, int64, types.Array(float64, 1, "C")))
def _spread(counts: int, scale: float, first: int, lowest: int, row: Payoffs) -> None:
    """Write a count for each number from the lowest."""
    for n in range(lowest, SQUARES):
        row[first + n - lowest] = ((counts >> (ROW * n)) & 255) * scale


@compiled(void(BITBOARDS, STATE, int64, SIGHT_ROWS))
def look(boards: Bitboards, s: State, thrower: int, outlooks: Sights) -> None:
    """Write each seat's outlook where that one throws next.  Squares are the boards', hands the state's."""
    seats = int(s[SEATS])
    taken = 0
    least = 100
    for seat in range(seats):
        taken |= boards[seat]
        least = min(least, int(s[HAND + seat]))
    free = ALL & ~taken
    outlooks[:seats] = 0.0
    for seat in range(seats):
        row = outlooks[seat]
        points = int(s[RUNS + seat]) + ransom(s[PRISONERS + seat])
        has_turn = least > 0 or seat >= thrower
        best_other = greed = 0
        others_hand = 100
        for other in range(seats):
            if other != seat:
                others_hand = min(others_hand, int(s[HAND + other]))
                best_other = max(best_other, int(s[RUNS + other]) + ransom(s[PRISONERS + other]))
                if least > 0 or other >= thrower:
                    greed = max(greed, next_one_brings(s[PRISONERS + other]))
        lead = float(points - best_other)
        row[LEAD] = lead / 12.0
        row[LEAD_A_COUNTER] = lead / (2.0 + least)
        row[OWN_HAND] = s[HAND + seat] / 10.0
        row[LEAST_HAND] = least / 10.0
        row[FEW_LEFT] = 2.0 / (2.0 + least)
        row[LAST_ROUND] = 1.0 if least == 0 else 0.0
        row[LAST_TURN] = 1.0 if least == 0 and has_turn else 0.0
        row[TO_COME] = 1.0 if thrower > 0 and seat >= thrower else 0.0
        row[HELD] = s[PRISONERS + seat] / 6.0
        row[MORE_IN_HAND] = (s[HAND + seat] - others_hand) / 6.0
        if has_turn:
            brings = next_one_brings(s[PRISONERS + seat]) / 8.0
            captured, two, three = prey(taken & ~boards[seat], free)
            _spread(captured, brings, CAPTURES, 1, row)
            _spread(two, 0.25, TWO_AT_ONCE, 1, row)
            _spread(three, 0.25, THREE_AT_ONCE, 1, row)
            _spread(promise(boards[seat], free), 0.25, SCORES, 0, row)
        if greed > 0:
            _spread(prey(boards[seat], free)[0], greed / 8.0, FEARS, 1, row)
        _spread(by_number(boards[seat]), 0.25, COUNTERS, 0, row)


@compiled(void(SIGHT_ROWS, int64, SIGHT_ROWS))
def see_all(outlooks: Sights, thrower: int, out: Sights) -> None:
    """Write what each seat sees, from the outlooks of all."""
    seats = len(outlooks)
    out[:seats] = 0.0
    for seat in range(seats):
        for place in range(seats):
            out[seat, place * OUTLOOK : (place + 1) * OUTLOOK] = outlooks[(thrower + place) % seats]
        out[seat, PLACE + (seat - thrower) % seats] = 1.0
        out[seat, OWN:] = outlooks[seat]
