"""The dice game's mind: how far it looks, by which weights, and how these are learned."""

from pathlib import Path

import numpy as np

from stylobate import mind
from stylobate.games.columns_dice.rules import DIE, ORDER, ORDERS, SQUARES
from stylobate.games.columns_dice.sheets import Pad
from stylobate.games.columns_dice.sights import WIDTH, sights
from stylobate.kernel import State
from stylobate.mind import Mind, Value

# How many turns are looked through with at most so many empty squares, where there is LONG or more time a
# move and where there is less, which is then about a millisecond; and how many actions at each step: all.
LONG = 0.02
FAR = ((5, 4), (4, 6), (3, 12), (2, SQUARES))
AT_ONCE = ((3, 3), (2, 10), (1, SQUARES))
EVERYTHING = (2 * SQUARES,) * 10


@mind.rests
def rests(s: State) -> bool:
    """Whether a turn has just ended: so it is whenever the die is not in hand."""
    return bool(s[DIE] == 0)


def variant(s: State) -> str:
    """One file for each order in which numbers may stand."""
    return f"value-{ORDERS[s[ORDER]]}"


def turns(s: State, seconds: float) -> int:
    """The fewer squares are empty, the further one looks, to the end where that is near."""
    empty = int(np.count_nonzero(s[:SQUARES] == 0))
    return next(far for far, most in (FAR if seconds >= LONG else AT_ONCE) if empty <= most)


VALUE = Value(sights, rests, WIDTH, hidden=64, turns=turns, beam=EVERYTHING, horizon=0, many=Pad)
MIND = Mind("columns-dice", 3, Path(__file__).parent, value=VALUE, variant=variant)
