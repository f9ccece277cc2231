"""Columba's mind: what its sides see, how they look through a turn, and which weights go with what game."""

from pathlib import Path

from stylobate.games.columba.rules import JUNIOR, OPTIONS
from stylobate.games.columba.sights import HAS_ADULT, HAS_EYAS, TILES, WIDTH, rests, sights
from stylobate.games.columba.territory import PHASE, PLAYERS, RULES
from stylobate.games.columba.turn import foresee
from stylobate.kernel import State
from stylobate.mind import Mind, Value

HIDDEN = 16


def variant(s: State) -> str:
    """Other weights for each number of seats; the junior game is much the same for all of them."""
    return "junior" if s[RULES] == JUNIOR else f"full-{s[PLAYERS]}"


def begins(s: State) -> bool:
    """Where a card is to lie needs thought; the options follow from that."""
    return bool(s[PHASE] != OPTIONS)


VALUE = Value(
    sights,
    rests,
    WIDTH,
    HIDDEN,
    horizon=2,
    foresee=foresee,
    begins=begins,
    steps=(0.2, 0.05),
    named={"tiles": (TILES,), "eyas": (HAS_EYAS,), "adult": (HAS_ADULT,)},
)
MIND = Mind("columba", 1, Path(__file__).parent, value=VALUE, variant=variant)
