"""Which card may be drawn, as `docs/dice.md` tells it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

from stylobate.record import Record


def chances(record: Record, before: tuple[str, ...]) -> dict[str, Fraction]:
    left = Counter(_deck(record.options.get("deck", "standard")))
    left -= Counter(token[1:] for token in before if token.startswith("*"))
    return {f"*{card}": Fraction(count, left.total()) for card, count in left.items()}


def _deck(option: str) -> list[str]:
    if option != "standard":
        return option.split(",")
    cards = [a * 3 + b for a, b in permutations("WRST", 2)]
    cards += [a * 2 + b * 2 for a, b in combinations("WRST", 2)]
    return cards + [a * 2 + b + c for a in "WRST" for b, c in combinations("WRST", 2) if a not in (b, c)]
