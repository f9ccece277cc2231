"""Chance is the same on every machine, and every outcome has exactly its share."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate import Game
from stylobate.chance import below, bits, stream
from tests.harness import every_game_and_variant, random_game

SEEDS = st.integers(min_value=0, max_value=2**64 - 1)
SIZES = st.one_of(
    st.integers(min_value=1, max_value=100),
    st.integers(min_value=1, max_value=2**32 - 1),
    st.sampled_from([2**32 - 1, 2**31 + 1, 3 * 2**30]),
)


def splitmix64(seed: int) -> "list[int]":
    """The first outputs, as the paper writes them, in whole numbers without a width."""
    outputs = []
    for _ in range(64):
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        outputs.append(z ^ (z >> 31))
    return outputs


def is_even_handed(counts: Mapping[Any, int], shares: Mapping[Any, Fraction]) -> bool:
    """Pearson's test, at five standard deviations; outcomes that are hardly expected are put together."""
    draws = sum(counts.values())
    expected: Counter[object] = Counter()
    seen: Counter[object] = Counter()
    for outcome, share in shares.items():
        group = outcome if draws * share >= 5 else "the rare ones"
        expected[group] += float(draws * share)  # type: ignore[assignment]
        seen[group] += counts.get(outcome, 0)
    distance = sum((seen[group] - expected[group]) ** 2 / expected[group] for group in expected)
    freedom = len(expected) - 1
    return distance <= freedom + 5 * sqrt(2 * max(freedom, 1))


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (42, [0xBDD732262FEB6E95]),
    ],
)
def test_the_published_outputs_come_out(seed: int, outputs: "list[int]") -> None:
    rng = stream(seed)
    assert [int(bits(rng)) for _ in outputs] == outputs


@given(SEEDS)
def test_every_seed_gives_the_stream_of_the_paper(seed: int) -> None:
    rng = stream(seed)
    assert [int(bits(rng)) for _ in range(64)] == splitmix64(seed)


@given(st.integers())
def test_a_seed_of_any_size_or_sign_is_taken_by_its_last_64_bits(seed: int) -> None:
    assert int(bits(stream(seed))) == int(bits(stream(seed % 2**64)))


@given(SEEDS, SIZES)
def test_the_same_seed_gives_the_same_throws(seed: int, size: int) -> None:
    one, other = stream(seed), stream(seed)
    assert [below(one, size) for _ in range(20)] == [below(other, size) for _ in range(20)]


def test_without_a_seed_two_streams_differ() -> None:
    assert int(bits(stream())) != int(bits(stream()))


@given(SEEDS, SIZES)
def test_a_throw_is_at_least_0_and_below_the_size(seed: int, size: int) -> None:
    rng = stream(seed)
    assert all(0 <= below(rng, size) < size for _ in range(20))


@given(SEEDS)
def test_a_die_with_one_side_always_shows_it(seed: int) -> None:
    assert below(stream(seed), 1) == 0


@given(SEEDS, SIZES)
def test_the_values_that_would_favour_some_results_are_thrown_again(seed: int, size: int) -> None:
    """A word w stands for w * size // 2**32; keeping only low parts from 2**32 % size on leaves each
    result exactly 2**32 // size words."""
    words = (output >> 32 for output in splitmix64(seed))
    kept = (word * size for word in words if word * size % 2**32 >= 2**32 % size)
    assert below(stream(seed), size) == next(kept) >> 32


@pytest.mark.parametrize("size", [2, 3, 6, 7, 36, 100])
def test_a_die_of_any_size_is_even_handed(size: int) -> None:
    rng = stream(size)
    counts = Counter(below(rng, size) for _ in range(60_000))
    assert is_even_handed(counts, {side: Fraction(1, size) for side in range(size)})


def test_a_size_that_does_not_divide_the_words_favours_no_remainder() -> None:
    """Without throwing again, results of one remainder by 3 would come twice as often."""
    rng = stream(1)
    counts = Counter(below(rng, 3 * 2**30) % 3 for _ in range(30_000))
    assert is_even_handed(counts, {remainder: Fraction(1, 3) for remainder in range(3)})


def test_a_loaded_die_is_found_out() -> None:
    assert not is_even_handed({0: 10_400, 1: 9_600}, {0: Fraction(1, 2), 1: Fraction(1, 2)})


@every_game_and_variant()
def test_chance_speaks_with_the_fractions_it_tells(game: Game, options: Mapping[str, str]) -> None:
    if not game.has_chance:
        return
    rng, seen = stream(3), 0
    position = game.begin(options)
    for token in [*random_game(position, random.Random(3), limit=60)]:
        if position.is_chance and seen < 3:
            seen += 1
            chance = position.chance
            assert sum(chance.values()) == 1
            assert is_even_handed(Counter(position.sample(rng) for _ in range(5_000)), chance)
        position = position.play(token)
    assert seen
