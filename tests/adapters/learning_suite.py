"""PettingZoo's and Gymnasium's own tests, run on one game of ours: also on those of other packages."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import stylobate.adapters.gymnasium
from stylobate import load
from stylobate.adapters import pettingzoo
from stylobate.adapters.naming import registered
from stylobate.chance import below, stream
from tests.adapters.amount import Amount
from tests.adapters.records import is_a_record
from tests.harness import Options

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # what PettingZoo says of its own way of importing
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.state_test import test_state, test_state_space
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

# PettingZoo has lists of its own games that may do this: a dictionary for an observation, and no choice for
# those who are not to move.
ITS_OWN_MAY = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
SIDE_BY_SIDE = 2


@contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for words in ITS_OWN_MAY:
            warnings.filterwarnings("ignore", words)
        yield


def api(game: str, options: Options, amount: Amount) -> None:
    """PettingZoo's test of the API, with and without the wrappers."""
    with _quietly():
        for made in (pettingzoo.env, pettingzoo.raw_env):
            api_test(made(game, **options), num_cycles=amount.cycles)


def seeds(game: str, options: Options, amount: Amount) -> None:
    """PettingZoo's test that a seed makes the same game again."""
    with _quietly():
        seed_test(lambda: pettingzoo.env(game, **options), num_cycles=amount.cycles)


def render(game: str, options: Options, amount: Amount) -> None:
    """PettingZoo's test of rendering, in all modes."""

    def made(render_mode: str) -> object:
        return pettingzoo.env(game, render_mode, **options)

    with _quietly():
        render_test(made, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})


def parallel(game: str, options: Options, amount: Amount) -> None:
    """PettingZoo's test of the API for all at once, through its own wrapper for games turn by turn."""
    with _quietly():
        parallel_api_test(
            turn_based_aec_to_parallel(pettingzoo.env(game, **options)), num_cycles=amount.cycles
        )


def state(game: str, options: Options, amount: Amount) -> None:
    """PettingZoo's test of what all agents together see, but for what is only for parallel environments."""
    with _quietly():
        made = pettingzoo.env(game, **options)
        test_state_space(made)
        test_state(made, amount.cycles)


def agents(game: str, options: Options, amount: Amount) -> None:
    """Agents that choose anything play to the end, and it is a record of ours."""
    options = amount.begun(game, options)
    env = pettingzoo.env(game, **options)
    env.reset(seed=7)
    rng = stream(8)
    worth = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        worth[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if is_over else int(legal[below(rng, len(legal))]))
    node = env.unwrapped.node
    is_a_record(game, options, node.tokens, str(node.position), list(worth.values()))


def learner(game: str, options: Options, amount: Amount) -> None:
    """Gymnasium's test of an environment, at every seat."""
    name = registered(load(game))
    assert name in stylobate.adapters.gymnasium.NAMES
    for seat in range(load(game).begin(options).seats):
        with _quietly():
            told: dict[str, Any] = {"seat": seat, "render_mode": "ansi", **options}
            check_env(gymnasium.make(name, **told).unwrapped)


def vector(game: str, options: Options, amount: Amount) -> None:
    """Gymnasium steps several environments side by side, each from game to game."""
    told: dict[str, Any] = {**amount.begun(game, options)}
    with _quietly():
        envs = gymnasium.make_vec(registered(load(game)), SIDE_BY_SIDE, vectorization_mode="sync", **told)
        seen, info = envs.reset(seed=9)
        ended = np.zeros(SIDE_BY_SIDE, dtype=int)
        while not ended.all():
            assert seen.shape == envs.observation_space.shape
            chosen = np.array([int(np.argmax(mask)) for mask in info["action_mask"]])
            seen, rewards, terminated, truncated, info = envs.step(chosen)
            assert not truncated.any()
            assert (rewards[~terminated] == 0).all()
            ended += terminated
        envs.close()
