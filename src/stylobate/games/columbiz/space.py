"""Columbiz for learners: the kernel's own numbers for what is done, and the board as a seat sees it.

Whoever sees it comes first, then the others in turn order.  For fewer than four, what belongs to the missing
seats is 0, so that one network can play with two, three and four.
"""

from collections.abc import Sequence

from stylobate import space
from stylobate.games.columbiz.rules import (
    COLUMNS,
    COUNTERS,
    DICE,
    FACES,
    FINISHED,
    HAND,
    MOMENT,
    MOST_SEATS,
    MOVER,
    PRISONERS,
    RUNS,
    SEATS,
    SETS,
    SHOWING,
    SHOWN,
    SQUARES,
)
from stylobate.kernel import State
from stylobate.space import Field, Observation, Space, from_seat

PLACES = COLUMNS * SQUARES
FULL_HAND = max(COUNTERS.values())
MANY = 20  # prisoners or points that are seldom more

HANDS = MOST_SEATS * PLACES
CAPTURED = HANDS + MOST_SEATS
SCORED = CAPTURED + MOST_SEATS
FACE_COUNTS = SCORED + MOST_SEATS
MOMENTS = FACE_COUNTS + FACES
TURN = MOMENTS + FINISHED + 1
SEAT = TURN + MOST_SEATS
PLAYERS = SEAT + MOST_SEATS

FIELDS = (
    Field(
        "squares",
        (COLUMNS, SQUARES, MOST_SEATS),
        "for each column and each square of it from 1 up: 1 for whose counter stands there",
    ),
    Field("hands", (MOST_SEATS,), "counters in hand, of 18"),
    Field("prisoners", (MOST_SEATS,), "counters captured, by 20"),
    Field("runs", (MOST_SEATS,), "points for runs, by 20"),
    Field(
        "dice",
        (FACES,),
        "how many dice show 1, 2 … 6, of eight: those kept before a throw, all after it, those not yet used",
    ),
    Field(
        "moment",
        (FINISHED + 1,),
        "1 for the moment of the turn: before and after the first throw and the second, before the third; "
        "after 0, 1, 2, 3 counters placed; the end",
    ),
    Field("turn", (MOST_SEATS,), "1 for whose turn it is, also while the dice are thrown"),
    Field("seat", (MOST_SEATS,), "1 for my place in the round, which seat 0 begins"),
    Field("players", (len(COUNTERS),), "1 for how many play: two, three or four"),
)


def actions(s: State) -> int:
    """A square, the end of the turn, three counters given up, no more throws, or a set of dice to keep."""
    return SHOWN + len(SETS)


def fields(s: State) -> Sequence[Field]:
    """What an observation is made of, in every state the same."""
    return FIELDS


@space.observe
def observe(s: State, seat: int, out: Observation) -> None:
    """Square by square; then what each has, and the dice."""
    out[:] = 0.0
    seats = int(s[SEATS])
    for place in range(PLACES):
        if s[place]:
            out[MOST_SEATS * place + from_seat(seat, s[place] - 1, seats)] = 1.0
    for whose in range(seats):
        other = (seat + whose) % seats
        out[HANDS + whose] = s[HAND + other] / FULL_HAND
        out[CAPTURED + whose] = s[PRISONERS + other] / MANY
        out[SCORED + whose] = s[RUNS + other] / MANY
    for face in range(FACES):
        out[FACE_COUNTS + face] = s[SHOWING + face] / DICE
    out[MOMENTS + s[MOMENT]] = 1.0
    if s[MOMENT] != FINISHED:
        out[TURN + from_seat(seat, s[MOVER], seats)] = 1.0
    out[SEAT + seat] = 1.0
    out[PLAYERS + seats - 2] = 1.0


SPACE = Space(actions, space.as_it_is, space.as_they_are, space.as_it_is, fields, observe)
