"""Random moves a second of batches, beside the loops and batches that researchers know.

Ours are `pick` and `step`, and so everything is in it: choosing, the look at whether all is legal, rules,
chance, the next game after each end, and the lists; beside others also masks and observations, which they
write too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import stylobate
from bench.side_by_side import Line, Rate, at_least, compare

SIDE_BY_SIDE = 4096  # games, or fewer
ROOM = 24 << 20  # bytes, for masks and observations: so much the processor has at hand
SMALL = 1_000  # numbers and floats of a game that looks at and writes as much as connect_four does in a step
SECONDS = 0.4


def lines() -> Iterator[Line]:
    """Each game by itself, then beside PettingZoo, OpenSpiel and Pgx."""
    for game in stylobate.ids():
        yield _amount(game, full=False)
        yield _amount(game, full=True)
        one, two = ours(game, threads=1), ours(game, threads=2)
        yield compare(f"moves of {game} in a batch, two threads beside one", two, one, 1, "a second")
    adapter = find_spec("stylobate.adapters.pettingzoo") is not None
    for game in stylobate.ids():
        batch = ours(game, full=True)
        if adapter:
            loop = pettingzoo_loop(import_module("stylobate.adapters.pettingzoo").env(game))
            what = f"moves of {game} in a batch, beside the same in PettingZoo's loop"
            yield compare(what, batch, loop, 100, "a second", rounds=3)
    for game in filter(is_small, stylobate.ids()):
        batch = ours(game, full=True)
        if find_spec("pygame"):
            theirs = pettingzoo_loop(import_module("pettingzoo.classic.connect_four_v3").env())
            what = f"moves of {game} in a batch, beside PettingZoo's connect_four"
            yield compare(what, batch, theirs, 100, "a second", rounds=3)
        for name in ("connect_four", "backgammon"):
            what = f"moves of {game} in a batch, beside OpenSpiel's vector environment of {name}"
            yield compare(what, batch, openspiel_batch(name), 1, "a second", rounds=3)
    if not find_spec("pgx"):
        print("no Pgx here: batches are not compared with it")
        return
    from bench.pgx_games import steps_a_second

    theirs_of = {name: steps_a_second(name, SIDE_BY_SIDE) for name in ("connect_four", "backgammon")}
    for game in stylobate.ids():
        for name, theirs in theirs_of.items():
            what = f"moves of {game} in a batch, beside Pgx' {name} on the processor"
            wanted = 1 if name == "backgammon" or is_small(game) else 0
            yield compare(what, ours(game, full=True), theirs, wanted, "a second", rounds=3)


def is_small(game: str) -> bool:
    """Whether a step of this game writes no more than one of connect_four; bench/README.md has the sizes."""
    start = stylobate.load(game).start()
    return start.game.space.actions(start.state) + start.game.space.size(start.state) < SMALL


def side_by_side(game: str) -> int:
    """How many games: of those that write a lot, as many as there is room for."""
    found = stylobate.load(game)
    root = found.start().state
    written = found.space.actions(root) + 4 * found.space.size(root)
    return min(SIDE_BY_SIDE, ROOM // written)


def ours(game: str, full: bool = False, threads: int = 2) -> Rate:
    """Our random moves; `full` with masks and observations."""
    games = side_by_side(game)
    batch = stylobate.vector(game, games, threads=threads, seed=1, masks=full, observations=full)

    def steps() -> int:
        batch.step(batch.pick())
        return games

    return _rate(steps)


def pettingzoo_loop(env: Any) -> Rate:
    """Random moves of an environment of PettingZoo, in the loop of its documentation."""
    rng = np.random.default_rng(1)

    def game() -> int:
        moves = 0
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                moves += 1
        return moves

    return _rate(game)


def openspiel_batch(name: str, n: int = 64) -> Rate:
    """Random moves of OpenSpiel's vector environment; how many games there are changes nothing there."""
    environment: Any = import_module("open_spiel.python.rl_environment")
    vectors: Any = import_module("open_spiel.python.vector_env")
    output: Any = import_module("open_spiel.python.rl_agent").StepOutput
    env = vectors.SyncVectorEnv([environment.Environment(name) for _ in range(n)])
    rng = np.random.default_rng(1)
    moments = env.reset()

    def step() -> int:
        nonlocal moments
        actions = []
        for moment in moments:
            legal = moment.observations["legal_actions"][moment.observations["current_player"]]
            actions.append(output(action=legal[int(rng.random() * len(legal))], probs=None))
        moments = env.step(actions, reset_if_done=True)[0]
        return n

    return _rate(step)


def _rate(steps: Callable[[], int]) -> Rate:
    """How many a second, over a while."""

    def rate() -> float:
        done = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            done += steps()
        return done / (time.perf_counter() - began)

    return rate


def _amount(game: str, full: bool) -> Line:
    rate = ours(game, full)
    rate()
    median = sorted(rate() for _ in range(5))[2]
    wanted = 1_000_000 if is_small(game) else 0
    more = ", with masks and observations" if full else ""
    return at_least(
        f"moves of {game}, {side_by_side(game)} side by side on two threads{more}",
        median,
        wanted,
        "a second",
    )
