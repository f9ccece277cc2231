"""Small paper games that have what the five may lack on a given day: steps, three seats, teams."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from stylobate import registry
from stylobate.errors import BadToken
from stylobate.game import Game

TOKENS = ("a", "b", "end")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats; a turn is any number of steps `a` and `b`, then `end`."""
    _paper_game(monkeypatch, "steps", 2)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for three, each for itself."""
    _paper_game(monkeypatch, "three", 3)


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for four, in two teams."""
    _paper_game(monkeypatch, "four", 4, lambda s: (0, 1, 0, 1))


def _paper_game(monkeypatch: pytest.MonkeyPatch, name: str, seats: int, sides: object = None) -> None:
    def legal(s: np.ndarray, out: np.ndarray) -> int:
        out[:3] = (0, 1, 2)
        return 3

    def apply(s: np.ndarray, action: int) -> None:
        s[1] += 1
        if action == 2:
            s[0] = (s[0] + 1) % seats

    def scores(s: np.ndarray, out: np.ndarray) -> None:
        out[:] = 0

    def action(s: np.ndarray, token: str) -> int:
        if token not in TOKENS:
            raise BadToken(f"“{token}” is no token of this game")
        return TOKENS.index(token)

    kernel = SimpleNamespace(turn=lambda s: int(s[0]), legal=legal, apply=apply, scores=scores, width=3)
    rules = SimpleNamespace(
        start=lambda options: np.zeros(2, dtype=np.int16),
        seats=lambda s: seats,
        sides=sides or (lambda s: range(seats)),
        KERNEL=kernel,
    )
    notation = SimpleNamespace(
        token=lambda s, action: TOKENS[action], write=lambda s: f"{s[0]} {s[1]}", action=action
    )
    module = ModuleType(f"stylobate.games.{name}")
    names = tuple(f"seat {seat}" for seat in range(seats))
    game = Game(name, module.__name__, name, "", None, 1, (seats,), names, False, 1, "")
    game.__dict__.update(rules=rules, notation=notation)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(registry.REGISTRY._games, name, game)
    monkeypatch.setitem(registry.REGISTRY._known(), name, registry.Entry(name, "paper", lambda: module.GAME))
