"""Every game as a PettingZoo environment.

    from stylobate.adapters.pettingzoo import stylobate_columbiz_v1

    env = stylobate_columbiz_v1.env(players=3, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

PettingZoo's registry, from 1.27 on, has it as well: `pettingzoo.make("aec", "stylobate/columbiz-v1", …)`.
Names end with the version of the game's rules: what is learned under one is of no use under another.

Agents are `player_0`, `player_1` … in turn order.  An observation is a dictionary: `observation`, what the
agent sees, and `action_mask`, 1 for each number that it may choose now (`stylobate.space` says what both
mean).  Chance is drawn by the environment, from the seed of `reset`; without one it goes on from the last,
and begins with the system's entropy.  Rewards come at the end (`stylobate.adapters.node.utilities`).

Options of the game are arguments of `env`, `setup` among them, and hold for all games of an environment; what
`reset` is given as options is ignored.  In `env` who chooses what is not legal loses 1 and ends the game; in
`raw_env` it is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from stylobate.adapters.naming import as_text, registered, underscored
from stylobate.adapters.node import Node
from stylobate.adapters.showing import MODES, known, shown
from stylobate.chance import stream
from stylobate.extras import wanted
from stylobate.game import CHANCE, OVER, Game
from stylobate.registry import ids, load
from stylobate.space import MOST, Observation

with wanted("pettingzoo", "the adapter for PettingZoo"):
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


class Environment(AECEnv[str, dict[str, Any], int | None]):
    """A game whose seats are agents; `raw_env`, without the wrappers that PettingZoo puts around it."""

    def __init__(self, game: Game, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self._start = Node(game, game.begin(as_text(options)).state)
        self._now = self._start
        self._rng = stream()
        self.metadata = {
            "name": versioned(game),
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = known(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self._start.position.seats)]
        self.agents: list[str] = []
        self._actions = game.space.actions(self._start.s)
        self._size = game.space.size(self._start.s)
        seen = spaces.Box(-MOST, MOST, (self._size,), np.float32)
        mask = spaces.Box(0, 1, (self._actions,), np.int8)
        self.state_space = seen
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }

    @property
    def node(self) -> Node:
        """Where the game stands: its `position`, its `tokens` …"""
        return self._now

    def observation_space(self, agent: str) -> Any:
        """What an agent may see; PettingZoo asks agent by agent, and it is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do; PettingZoo asks agent by agent, and it is the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """A new game under the options that the environment was made with."""
        if seed is not None:
            self._rng = stream(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on(self._start)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees; only who is to move has anything to choose."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._actions, dtype=np.int8)
        if self._now.turn == seat:
            mask[self._now.legal] = 1
        return {"observation": self._now.observed(seat, self._size), "action_mask": mask}

    def state(self) -> Observation:
        """What all agents together see, for a critic of all: as the first of them sees it."""
        return self._now.observed(0, self._size)

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is, then whatever chance does."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(None)
            return
        after = self._now.after(-1 if action is None else int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._go_on(after)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board, as the environment's `render_mode` says."""
        return shown(self._now, self.render_mode)

    def close(self) -> None:
        """Do nothing: every environment of PettingZoo has this, and here no window is open."""

    def _go_on(self, node: Node) -> None:
        """From here to the next choice of a seat, or to the end."""
        while node.turn == CHANCE:
            node = node.drawn(self._rng)
        self._now = node
        if node.turn == OVER:
            self.rewards = dict(zip(self.possible_agents, node.worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[node.turn]

    def __str__(self) -> str:
        return str(self.metadata["name"])


def versioned(game: Game) -> str:
    """The name of a game's environment, with the version of its rules."""
    return f"{underscored(game)}_v{game.rules_version}"


def raw_env(game: str, render_mode: str | None = None, **options: object) -> Environment:
    """The environment of the game with that id, by itself."""
    return Environment(load(game), render_mode, **options)


def env(game: str, render_mode: str | None = None, **options: object) -> Any:
    """The same as PettingZoo's own games come: wrapped, so that mistakes are told or cost the game."""
    made: Any = raw_env(game, render_mode, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


@cache
def _modules() -> dict[str, SimpleNamespace]:
    """What stands for a module of PettingZoo's, for each game: `env` and `raw_env`."""
    return {
        versioned(load(id)): SimpleNamespace(env=partial(env, id), raw_env=partial(raw_env, id))
        for id in ids()
    }


def register() -> None:
    """Tell PettingZoo of all games, if it wants to know."""
    if hasattr(pettingzoo, "register"):
        for id in ids():
            pettingzoo.register("aec", registered(load(id)), f"{__name__}:env", kwargs={"game": id})


def names() -> tuple[str, ...]:
    """The names of all environments."""
    return tuple(_modules())


def __getattr__(name: str) -> SimpleNamespace:
    if name not in _modules():
        raise AttributeError(f"there is no environment {name}; there are {', '.join(_modules())}")
    return _modules()[name]


def __dir__() -> list[str]:
    return [*globals(), *_modules()]


register()
