"""The kernel keeps the promises of the contract, and its die is fair."""

from collections import Counter

from stylobate.chance import stream
from stylobate.games.columns_dice import GAME


def test_the_die_is_fair() -> None:
    rng = stream(2004)
    position = GAME.start()
    shown = Counter(position.sample(rng) for _ in range(12_000))
    assert sorted(shown) == list(position.legal)
    assert all(1_850 < times < 2_150 for times in shown.values())
