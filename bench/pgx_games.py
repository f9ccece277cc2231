"""Random moves a second of Pgx' games, measured as its authors do: a loop inside JAX, on whatever JAX finds.

Each step chooses among the legal actions by the mask, plays, writes mask and observation, and begins anew
what has ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

STEPS = 50  # inside one call


def steps_a_second(name: str, n: int) -> Callable[[], float]:
    """A measurement of n games of this name, side by side; compiled already."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def steps(state: Any, key: Any) -> Any:
        def one(_: Any, carried: Any) -> Any:
            state, key = carried
            key, choosing, chance = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(choosing, logits, axis=-1)
            return step(state, actions, jax.random.split(chance, n)), key

        return jax.lax.fori_loop(0, STEPS, one, (state, key))

    run = jax.jit(steps)
    begun = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n))
    carried = jax.block_until_ready(run(begun, jax.random.PRNGKey(2)))

    def rate() -> float:
        nonlocal carried
        calls = 0
        began = time.perf_counter()
        while calls == 0 or time.perf_counter() - began < 0.4:
            carried = jax.block_until_ready(run(*carried))
            calls += 1
        return calls * STEPS * n / (time.perf_counter() - began)

    return rate
