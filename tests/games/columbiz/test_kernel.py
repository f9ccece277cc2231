"""The kernel keeps the promises of the contract, its dice are fair, and its numbering of dice is dense."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement

import pytest

from stylobate.chance import stream
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.notation import action, token
from stylobate.games.columbiz.rules import HAND, MOMENT, PRISONERS, RUNS, SHOWN
from stylobate.search.playouts import playouts
from tests.harness import every_variant


def test_every_set_of_dice_has_a_number_of_its_own_and_none_is_left_out() -> None:
    s = GAME.start().state
    tokens = [
        f"keep:{''.join(dice) or '-'}" if count < 8 else f"*{''.join(dice)}"
        for count in range(9)
        for dice in combinations_with_replacement("123456", count)
    ]
    numbers = [action(s, text) for text in tokens]
    assert sorted(numbers) == list(range(SHOWN, SHOWN + 3003))
    assert [token(s, number) for number in numbers] == tokens


def test_the_dice_are_fair_and_those_kept_stay() -> None:
    rng = stream(8)
    position = GAME.start().play("*11233556", "keep:112335")
    shown = Counter(position.sample(rng) for _ in range(36_000))
    assert sorted(shown) == list(position.legal)
    for outcome, share in position.chance.items():
        assert abs(shown[outcome] - 36_000 * share) < 6 * (36_000 * share) ** 0.5


def test_eight_dice_are_thrown_with_their_true_weights() -> None:
    rng = stream(9)
    position = GAME.start()
    sixes = Counter(position.sample(rng).count("6") for _ in range(20_000))
    chance = position.chance
    for count in range(4):
        share = float(sum(share for outcome, share in chance.items() if outcome.count("6") == count))
        assert abs(sixes[count] - 20_000 * share) < 6 * (20_000 * share) ** 0.5


@every_variant(GAME)
def test_every_random_game_ends(options: Mapping[str, str]) -> None:
    start = GAME.begin(options)
    played = playouts(start, 2_000, seed=1)
    assert played.games == 2_000
    assert sum(played.payoff) == pytest.approx(1)


@every_variant(GAME)
def test_seats_that_do_not_play_have_nothing(options: Mapping[str, str]) -> None:
    s = GAME.begin(options).state
    seats = int(options["players"])
    for first in (HAND, PRISONERS, RUNS):
        assert not s[first + seats : first + 4].any()
    assert s[MOMENT] == 0
