"""What eight dice may show, some of which stay, as `docs/dice.md` tells it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from stylobate.record import Record


def chances(record: Record, before: tuple[str, ...]) -> dict[str, Fraction]:
    last = before[-1] if before else ""
    stay = last.removeprefix("keep:").replace("-", "") if last.startswith("keep:") else ""
    thrown = 8 - len(stay)
    shares = {}
    for new in combinations_with_replacement("123456", thrown):
        ways = factorial(thrown)
        for count in Counter(new).values():
            ways //= factorial(count)
        shares["*" + "".join(sorted([*stay, *new]))] = Fraction(ways, 6**thrown)
    return shares
