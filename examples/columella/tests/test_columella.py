"""Columella's own tests: the kernel beside a plain telling of the game, counts, and the house's promises."""

import random

import pytest

import stylobate
from reference import Game
from stylobate import guide
from stylobate.conformance import check
from stylobate.errors import BadPosition
from stylobate.search.perft import perft

COLUMELLA = stylobate.load("columella")
players = pytest.mark.parametrize("players", COLUMELLA.players)


@players
def test_the_kernel_tells_the_same_games_as_the_plain_one(players: int) -> None:
    rng = random.Random(players)
    for _ in range(60):
        position, plain = COLUMELLA.start(players=players), Game(players)
        while True:
            assert (position.turn, list(position.legal)) == (plain.turn(), plain.legal())
            assert (position.chance, position.scores) == (plain.chance(), plain.scores())
            assert position.winners == plain.winners()
            assert COLUMELLA.position(str(position)) == position
            if position.is_over:
                break
            token = rng.choice(position.legal)
            position, plain = position.play(token), plain.play(token)


@players
def test_both_count_the_same(players: int) -> None:
    lengths = range(1, 6)
    counts = [perft(COLUMELLA.start(players=players), length) for length in lengths]
    assert counts == [Game(players).count(length) for length in lengths]
    assert counts[:4] == [6, 12, 72, 36 * 2 + 6 * (5 * 3 + 2)]


@players
def test_the_kernel_keeps_all_promises(players: int) -> None:
    assert check(COLUMELLA, games=20, seed=1, options={"players": str(players)}).longest == 10 * players


@pytest.mark.parametrize(
    "text",
    [
        "6/5 0 0 1",  # Granite has not had a turn
        "0/0 3 0 0",  # nobody has thrown yet
        "6/5 0 0 3",  # a turn without a drum set leaves one in the yard
        "6/5 4 1 10",  # after the last turn nobody throws
        "46/5 1 0 5",  # a drum on a narrower one
        "666666/5 1 0 10",  # six drums in five turns
        "/0/0 0 0 0",
        "6/5 0 0 02",
    ],
)
def test_a_position_that_no_play_leads_to_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        COLUMELLA.position(text)


def test_what_the_guide_shows_is_so() -> None:
    for figure in guide.figures(COLUMELLA):
        assert set(figure.legal) <= set(figure.position.legal)
        assert not set(figure.illegal) & set(figure.position.legal)
