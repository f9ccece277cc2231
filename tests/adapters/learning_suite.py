"""PettingZoo's and Gymnasium's own tests, run on one game of ours: also on those of other packages."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

import gymnasium
from gymnasium.utils.env_checker import check_env

import stylobate.adapters.gymnasium
from stylobate import load
from stylobate.adapters import pettingzoo
from stylobate.adapters.naming import registered

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # what PettingZoo says of its own way of importing
    from pettingzoo.test import api_test, render_test, seed_test

CYCLES = 20

# PettingZoo has lists of its own games that may do this: a dictionary for an observation, and no choice for
# those who are not to move.
ITS_OWN_MAY = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for words in ITS_OWN_MAY:
            warnings.filterwarnings("ignore", words)
        yield


def api_and_seed(game: str, options: dict[str, str]) -> None:
    """PettingZoo's tests of the API and of seeds."""
    with _quietly():
        for made in (pettingzoo.env, pettingzoo.raw_env):
            api_test(made(game, **options), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.env(game, **options), num_cycles=CYCLES)


def render(game: str, options: dict[str, str]) -> None:
    """PettingZoo's test of rendering, in all modes."""

    def made(render_mode: str) -> object:
        return pettingzoo.env(game, render_mode, **options)

    with _quietly():
        render_test(made, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})


def check(game: str, options: dict[str, str]) -> None:
    """Gymnasium's test of an environment, at every seat."""
    name = registered(load(game))
    assert name in stylobate.adapters.gymnasium.NAMES
    for seat in range(load(game).begin(options).seats):
        with _quietly():
            told: dict[str, Any] = {"seat": seat, "render_mode": "ansi", **options}
            check_env(gymnasium.make(name, **told).unwrapped)


def everything(game: str, options: dict[str, str]) -> None:
    """All of this."""
    api_and_seed(game, options)
    render(game, options)
    check(game, options)
