"""What the die may show, as `docs/dice.md` tells it."""

from fractions import Fraction

from stylobate.record import Record


def chances(record: Record, before: tuple[str, ...]) -> dict[str, Fraction]:
    return {f"*{side}": Fraction(1, 6) for side in range(1, 7)}
