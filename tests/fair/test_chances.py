"""The chances that `docs/dice.md` tells for verifiers without rules: they follow from tokens alone."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial

import pytest

from stylobate.record import Record, read
from tests.fair.vectors import KEPT
from tests.test_stored import STORED

SOUND = [vector["record"] for vector in json.loads(KEPT.read_text("utf-8")) if vector["holds"]]
OLD = [(STORED / f"{name}.txt").read_text("utf-8") for name in ("columba", "columbiz", "columns-dice")]


def told(record: Record, before: tuple[str, ...]) -> dict[str, Fraction]:
    """Each outcome with its share, as the document tells it."""
    if record.game == "columns-dice":
        return {f"*{side}": Fraction(1, 6) for side in range(1, 7)}
    if record.game == "columbiz":
        last = before[-1] if before else ""
        stay = last.removeprefix("keep:").replace("-", "") if last.startswith("keep:") else ""
        return dict(_thrown(stay))
    deck = Counter(_deck(record.options.get("deck", "standard")))
    deck -= Counter(token[1:] for token in before if token.startswith("*"))
    return {f"*{card}": Fraction(count, deck.total()) for card, count in deck.items()}


def _thrown(stay: str) -> list[tuple[str, Fraction]]:
    m = 8 - len(stay)
    shares = []
    for new in combinations_with_replacement("123456", m):
        ways = factorial(m)
        for count in Counter(new).values():
            ways //= factorial(count)
        shares.append(("*" + "".join(sorted([*stay, *new])), Fraction(ways, 6**m)))
    return shares


def _deck(option: str) -> list[str]:
    if option != "standard":
        return option.split(",")
    cards = [a * 3 + b for a, b in permutations("WRST", 2)]
    cards += [a * 2 + b * 2 for a, b in combinations("WRST", 2)]
    return cards + [a * 2 + b + c for a in "WRST" for b, c in combinations("WRST", 2) if a not in (b, c)]


@pytest.mark.parametrize("text", [*SOUND, *OLD])
def test_the_document_tells_the_chances_of_every_throw(text: str) -> None:
    record = read(text)
    for n, position in enumerate(record.positions()):
        if position.is_chance:
            assert told(record, record.tokens[:n]) == position.chance
