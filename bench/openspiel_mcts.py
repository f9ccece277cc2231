"""`python -m bench.openspiel_mcts`: OpenSpiel's MCTS as a player of our games, through the line protocol.

Any of our games becomes an OpenSpiel game by a plain adapter over its kernel: actions are numbered as they
are listed.  The search is OpenSpiel's own, in C++, with random playouts and its usual exploration constant.
"""

from __future__ import annotations

import secrets
import sys
import time
from typing import Any

import numpy as np
import pyspiel

from stylobate.engine import Engine, serve
from stylobate.game import Position
from stylobate.kernel import Kernel

EXPLORATION = 1.4
MEMORY = 1000  # megabytes
FIRST = 30  # simulations, to see how long they take
MARGIN = 0.9

_TYPE = pyspiel.GameType(
    short_name="python_stylobate",
    long_name="A game of Stylobate",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={},
)


class KernelGame(pyspiel.Game):
    """A game that begins at one of our positions."""

    def __init__(self, position: Position) -> None:
        width = position.game.kernel.width
        about = pyspiel.GameInfo(
            num_distinct_actions=width,
            max_chance_outcomes=width,
            num_players=position.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=10_000,
        )
        super().__init__(_TYPE, about, {})
        self.position = position
        KernelState.kernel, KernelState.seats = position.game.kernel, position.seats

    def new_initial_state(self) -> KernelState:
        """The position itself."""
        return KernelState(self, self.position.state)


class KernelState(pyspiel.State):
    """A state of the kernel; actions and outcomes are numbered as they are listed.

    The kernel is the same for all of them, one game at a time: OpenSpiel copies whatever a state holds.
    """

    kernel: Kernel
    seats: int

    def __init__(self, game: KernelGame, state: Any) -> None:
        super().__init__(game)
        self.state = state
        self._out: Any = None

    def listed(self) -> Any:
        """The kernel's actions, in its order."""
        if self._out is None:
            out = np.empty(self.kernel.width, dtype=np.int64)
            self._out = out[: self.kernel.legal(self.state, out)]
        return self._out

    def current_player(self) -> int:
        """The seat, chance, or nobody; our numbers for the last two are others."""
        who = int(self.kernel.turn(self.state))
        return who if who >= 0 else pyspiel.PlayerId.CHANCE if who == -1 else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.listed())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its exact chance."""
        weights = np.empty(self.kernel.width, dtype=np.int64)
        total = self.kernel.weights(self.state, weights)
        return [(k, float(weights[k]) / total) for k in range(len(self.listed()))]

    def _apply_action(self, action: int) -> None:
        chosen = int(self.listed()[action])
        self.state = self.state.copy()
        self.kernel.apply(self.state, chosen)
        self._out = None

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return int(self.kernel.turn(self.state)) == -2

    def returns(self) -> list[float]:
        """The payoffs, once it is over."""
        out = np.zeros(self.seats)
        if self.is_terminal():
            self.kernel.payoff(self.state, out)
        return [float(share) for share in out]

    def __str__(self) -> str:
        return str(self.state.tolist())


pyspiel.register_game(_TYPE, KernelGame)


class Searcher(Engine):
    """A session of the protocol whose moves come from OpenSpiel.

    Its search counts simulations, not time: a short one tells how many fit into the time that is left.
    """

    def __init__(self) -> None:
        super().__init__()
        self._commands["go"] = self._search

    def _search(self, words: list[str]) -> str:
        asked = dict(zip(words[::2], words[1::2], strict=True))
        game = KernelGame(self.position)
        began = time.perf_counter()
        chosen = best(game, FIRST)
        took = time.perf_counter() - began
        simulations = int(FIRST * (int(asked["movetime"]) / 1000 - took) / took * MARGIN)
        if simulations > FIRST:
            chosen = best(game, simulations)
        token = self.position.token(int(game.new_initial_state().listed()[chosen]))
        return f"bestmove {token} playouts={simulations} ms={round((time.perf_counter() - began) * 1000)}"


def best(game: KernelGame, simulations: int) -> int:
    """The place of the action that so many simulations like best."""
    seeds = secrets.randbits(31), secrets.randbits(31)
    playing_out = pyspiel.RandomRolloutEvaluator(1, seeds[0])
    bot = pyspiel.MCTSBot(game, playing_out, EXPLORATION, simulations, MEMORY, True, seeds[1], False)
    return int(bot.mcts_search(game.new_initial_state()).best_child().action)


if __name__ == "__main__":
    serve(iter(sys.stdin.readline, ""), sys.stdout, Searcher())
