"""What Columbiz knows beyond its rules: how the seats stand after a turn, and how a turn is played out best.

Each number of seats has weights of its own.
"""

from pathlib import Path

import numpy as np

from stylobate import mind
from stylobate.games.columbiz.bitboards import lay_out
from stylobate.games.columbiz.rules import FIRST_THROW, MOMENT, MOST_SEATS, MOVER, SEATS, SQUARES
from stylobate.games.columbiz.second_look import look_again
from stylobate.games.columbiz.sights import (
    CAPTURES,
    COUNTERS,
    HELD,
    MORE_IN_HAND,
    OUTLOOK,
    OWN,
    OWN_HAND,
    WIDTH,
    look,
    see_all,
)
from stylobate.games.columbiz.turn import foresee, hope, take_turn
from stylobate.kernel import State
from stylobate.mind import Mind, Sights, Value

HIDDEN = 96


@mind.rests
def rests(s: State) -> bool:
    """Whether the next seat is to throw all its dice for the first time."""
    return bool(s[MOMENT] == FIRST_THROW)


@mind.sights
def sights(s: State, out: Sights) -> None:
    """What each seat sees; in the middle of a turn as if it ended here."""
    boards = np.empty(MOST_SEATS, dtype=np.int64)
    lay_out(s, boards)
    thrower = int(s[MOVER])
    if s[MOMENT] != FIRST_THROW:
        thrower = (thrower + 1) % int(s[SEATS])
    outlooks = np.empty((s[SEATS], OUTLOOK), dtype=np.float64)
    look(boards, s, thrower, outlooks)
    see_all(outlooks, thrower, out)


def variant(s: State) -> str:
    """Other weights for each number of seats."""
    return f"value-{s[SEATS]}"


NAMED = {
    "hand": (OWN + OWN_HAND,),
    "hand ahead": (OWN + MORE_IN_HAND,),
    "prisoners": (OWN + HELD,),
    "captures": range(OWN + CAPTURES, OWN + CAPTURES + SQUARES - 1),
    "counters": range(OWN + COUNTERS, OWN + COUNTERS + SQUARES),
}
VALUE = Value(
    sights,
    rests,
    WIDTH,
    HIDDEN,
    horizon=0,
    foresee=foresee,
    hope=hope,
    take_turn=take_turn,
    look_again=look_again,
    steps=(0.003, 0.0003),
    named=NAMED,
)
MIND = Mind("columbiz", 2, Path(__file__).parent, value=VALUE, variant=variant)
