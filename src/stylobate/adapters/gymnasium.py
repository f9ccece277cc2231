"""Every game for one learner, against computers of the house, in Gymnasium.

    import gymnasium
    import stylobate.adapters.gymnasium

    env = gymnasium.make("stylobate/columns-dice-v1", opponent="2", order="either")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

The learner has one `seat` (0, unless it is said otherwise), and all others are the `opponent`, a name that
`stylobate.players` knows: random, a level, perfect.  Between two steps they move, and chance does.  What is
seen is a row of floats; `info["action_mask"]` has a 1 for each number that may be chosen, and so does
`env.unwrapped.action_masks()`, where other tools look for it (`stylobate.space` says what both mean).

The reward comes at the end: what the game was worth (`stylobate.adapters.node.utilities`).  Who chooses
what is not legal loses 1 and ends the game, and `info["illegal"]` says why.  A seed makes the same game again
if the same actions are chosen: the opponent thinks by it, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobate.adapters.naming import as_text, registered
from stylobate.adapters.node import Node
from stylobate.adapters.pixels import Pixels
from stylobate.adapters.showing import MODES, known, shown
from stylobate.chance import bits, stream
from stylobate.errors import BadOption, BadToken
from stylobate.extras import wanted
from stylobate.game import CHANCE, OVER
from stylobate.players import ask, player
from stylobate.registry import ids, load
from stylobate.space import MOST, Observation

with wanted("pettingzoo", "the adapter for Gymnasium"):
    import gymnasium
    from gymnasium import spaces

Mask = np.ndarray[tuple[int], np.dtype[np.int8]]


class Environment(gymnasium.Env[Observation, np.int64]):
    """A game in which one seat learns."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        seat: int = 0,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._game = load(game)
        self._start = Node(self._game, self._game.begin(as_text(options)).state)
        seats = self._start.position.seats
        if seat not in range(seats):
            raise BadOption(f"seat={seat} cannot be; {self._game.title} has seats 0 to {seats - 1} here")
        self._seat = seat
        self._opponent = player(opponent, self._game)
        self._now = self._start
        self._rng = stream()
        space, state = self._game.space, self._start.s
        self.render_mode = known(render_mode)
        self.action_space = spaces.Discrete(space.actions(state))
        self._size = space.size(state)
        self.observation_space = spaces.Box(-MOST, MOST, (self._size,), np.float32)

    @property
    def node(self) -> Node:
        """Where the game stands: its `position`, its `tokens` …"""
        return self._now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game under the options that the environment was made with, up to the learner's turn."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = stream(seed)
        self._go_on(self._start)
        return self._now.observed(self._seat, self._size), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, and all that follows up to its next turn, or to the end."""
        try:
            after = self._now.after(int(action))
        except BadToken as error:
            return (
                self._now.observed(self._seat, self._size),
                -1.0,
                True,
                False,
                self._info() | {"illegal": str(error)},
            )
        self._go_on(after)
        if self.render_mode == "human":
            self.render()
        worth = self._now.worth[self._seat]
        return self._now.observed(self._seat, self._size), worth, self._now.turn == OVER, False, self._info()

    def action_masks(self) -> Mask:
        """1 for each number that may be chosen now."""
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)  # type: ignore[attr-defined]
        if self._now.turn == self._seat:
            mask[self._now.legal] = 1
        return mask

    def render(self) -> str | Pixels | None:
        """The board, as the environment's `render_mode` says."""
        return shown(self._now, self.render_mode)

    def _go_on(self, node: Node) -> None:
        """From here to the learner's next choice, or to the end."""
        while node.turn not in (self._seat, OVER):
            if node.turn == CHANCE:
                node = node.drawn(self._rng)
            else:
                token = ask(self._opponent, node.position, seed=int(bits(self._rng))).token
                node = node.play(token)
        self._now = node

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


def register() -> tuple[str, ...]:
    """Tell Gymnasium of all games; returns what they are called there."""
    games = [load(id) for id in ids()]
    for game in games:
        gymnasium.register(registered(game), f"{__name__}:Environment", kwargs={"game": game.id})
    return tuple(registered(game) for game in games)


NAMES = register()
