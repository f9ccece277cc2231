"""A mind for games that are drawn on paper: what it knows is made up, but different everywhere.

It stands apart from the tests: compiled code is kept by all that its module imports, and a module that
imports pytest and Hypothesis has both of them read through whenever it is loaded.
"""

import numpy as np

from stylobate import mind
from stylobate.kernel import State
from stylobate.learned import Weights
from stylobate.mind import UNSEEN, Expected, Sights, Value

LEARNED = np.array([0.1, 0.7, 1.3])


@mind.sights
def sights(s: State, out: Sights) -> None:
    """Something that is different everywhere."""
    out[0, 0] = (s[0] * 7) % 11 - 5
    out[1, 0] = (s[0] * 5) % 13 - 6


@mind.rests
def rests(s: State) -> bool:
    """Wherever seat 1 is to move; chance belongs to whoever it comes to first."""
    return bool(s[s[0]] == 1)


@mind.foresee
def foresee(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """That whatever comes later is better."""
    for k in range(s[s[0] + 1]):
        out[k] = k / 100
    return int(s[s[0] + 1])


@mind.foresee
def only_the_first(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """Nothing but the first action is looked at."""
    count = foresee(s, learned, partners, turns, out)
    for k in range(1, count):
        out[k] = UNSEEN
    return int(count)


VALUE = Value(sights, rests, width=1, hidden=1)
