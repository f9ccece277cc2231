"""What the guide promises of every game is true of random ones."""

import random
from itertools import pairwise

from stylobate.game import Position
from stylobate.games.colonnade import GAME


def _random_game(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = [GAME.start()]
    while not game[-1].is_over:
        game.append(game[-1].play(rng.choice(game[-1].legal)))
    return game


def _foot(stack: int) -> int:
    """The colour at the foot of a stack: 1 red, -1 blue, 0 none."""
    return (1 if stack > 0 else -1) * (1 if stack % 2 else -1) if stack else 0


def test_what_the_guide_promises_is_true() -> None:
    for seed in range(60):
        game = _random_game(seed)
        assert len(game) - 1 <= 46
        for before, after in pairwise(game):
            mine = 1 if before.turn == 0 else -1
            for old, new in zip(map(int, before.state[:8]), map(int, after.state[:8]), strict=True):
                if abs(new) < abs(old):
                    assert new * mine <= 0, "lifting uncovers the other colour, or nothing"
                if old and new:
                    assert _foot(old) == _foot(new), "the foot of a stack stays"
                if old and not new:
                    assert _foot(old) == mine, "only the owner of the foot clears a square"
        for position in game:
            for seat, mine in ((0, 1), (1, -1)):
                tops = [int(stack) * mine > 0 for stack in position.state[:8]]
                if position.state[8] == seat and any(a and b for a, b in pairwise(tops)):
                    assert not position.is_over, "two tops side by side are a move in hand"
