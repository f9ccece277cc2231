"""The dice game's mind: how far it looks, by which weights, and how these are learned."""

import math
from pathlib import Path

import numpy as np

from stylobate import mind
from stylobate.games.columns_dice.foresight import foresee
from stylobate.games.columns_dice.rules import DIE, ORDER, ORDERS, SQUARES
from stylobate.games.columns_dice.sheets import Pad
from stylobate.games.columns_dice.sights import WIDTH, sights
from stylobate.kernel import State
from stylobate.mind import Mind, Value

# How many turns are looked through with at most so many empty squares, by the seconds that there are for it:
# a few milliseconds are enough where nobody says how long.
BY_ITSELF = ((6, 4), (4, 8), (2, SQUARES))
TURNS = (
    (math.inf, BY_ITSELF),
    (0.08, ((6, 6), (4, SQUARES))),
    (0.02, BY_ITSELF),
    (-math.inf, ((4, 3), (2, SQUARES))),
)


@mind.rests
def rests(s: State) -> bool:
    """Whether a turn has just ended: so it is whenever the die is not in hand."""
    return bool(s[DIE] == 0)


def variant(s: State) -> str:
    """One file for each order in which numbers may stand."""
    return f"value-{ORDERS[s[ORDER]]}"


def turns(s: State, seconds: float) -> int:
    """The fewer squares are empty, the further one looks; and with time, further from the start."""
    empty = int(np.count_nonzero(s[:SQUARES] == 0))
    rows = next(rows for least, rows in TURNS if seconds >= least)
    return next(many for many, most in rows if empty <= most)


VALUE = Value(sights, rests, WIDTH, hidden=128, turns=turns, horizon=0, foresee=foresee, many=Pad)
MIND = Mind("columns-dice", 4, Path(__file__).parent, value=VALUE, variant=variant)
