"""Columba's actions as numbers: a card's number for a draw; for all else the kind, y, x and a detail."""

from numba import int64

from stylobate.compiled import compiled

LAYING, GOAL, NOGOAL, BUILD, RELEASE, BREED, RAISE, HUNT, END = range(1, 10)
FAR = 1 << 15  # tokens may name squares this far from the first card, which no card can reach


@compiled(int64(int64, int64, int64, int64))
def act(kind: int, x: int, y: int, detail: int) -> int:
    """An action's number.  `detail`: a card's quarter turns, 1 for a large dovecote, or a breed or two."""
    return kind << 40 | (y + FAR) << 24 | (x + FAR) << 8 | detail
