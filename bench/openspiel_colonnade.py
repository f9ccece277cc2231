"""Colonnade as an OpenSpiel Python game, written the way OpenSpiel's own Python games are.

It is what a researcher would write in an afternoon, and the yardstick for what our kernel saves them.
"""

from typing import Any

import numpy as np
import pyspiel

SQUARES, CHECKERS, DEPTHS = 8, 24, 25

_TYPE = pyspiel.GameType(
    short_name="python_colonnade",
    long_name="Python Colonnade",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=SQUARES * DEPTHS * 2,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=46,
)


class ColonnadeGame(pyspiel.Game):
    """The game."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> "ColonnadeState":
        """Eight stacks of three."""
        return ColonnadeState(self)


class ColonnadeState(pyspiel.State):
    """A position: stacks as signed heights, and whose turn it is."""

    def __init__(self, game: ColonnadeGame) -> None:
        super().__init__(game)
        self.stacks = [3, -3, 3, -3, 3, -3, 3, -3]
        self.mover = 0
        self._moves: list[int] | None = None

    def current_player(self) -> int:
        """The mover, unless there is no move."""
        return self.mover if self._legal() else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal())

    def _legal(self) -> list[int]:
        if self._moves is None:
            mine = 1 if self.mover == 0 else -1
            self._moves = []
            for square, stack in enumerate(self.stacks):
                height = abs(stack)
                for depth in range(1 if stack * mine > 0 else 2, height + 1, 2):
                    for right in (0, 1):
                        target = square + 2 * right - 1
                        if 0 <= target < SQUARES:
                            onto = self.stacks[target] * mine
                            if onto > 0 or (onto == 0 and depth < height):
                                self._moves.append((square * DEPTHS + depth) * 2 + right)
        return self._moves

    def _apply_action(self, action: int) -> None:
        square, depth = divmod(action >> 1, DEPTHS)
        target = square + (1 if action & 1 else -1)
        stack, below = self.stacks[square], abs(self.stacks[target])
        top = 1 if stack > 0 else -1
        self.stacks[target] = top * (below + depth - (below > 0))
        self.stacks[square] = (abs(stack) - depth) * top * (-1 if depth & 1 else 1)
        self.mover = 1 - self.mover
        self._moves = None

    def _action_to_string(self, player: int, action: int) -> str:
        square, depth = divmod(action >> 1, DEPTHS)
        return f"{'abcdefgh'[square]}{depth}{'abcdefgh'[square + (1 if action & 1 else -1)]}"

    def is_terminal(self) -> bool:
        """No move for the mover."""
        return not self._legal()

    def returns(self) -> list[float]:
        """The last to move has won."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [-1.0, 1.0] if self.mover == 0 else [1.0, -1.0]

    def __str__(self) -> str:
        return f"{self.stacks} {self.mover}"


pyspiel.register_game(_TYPE, ColonnadeGame)


def random_games(name: str, games: int, seed: int) -> int:
    """Plies of so many random games of any OpenSpiel game, chance by its weights, stepped from Python."""
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(seed)
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = outcomes[int(np.searchsorted(np.cumsum(weights), rng.random()))]
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
            state.apply_action(action)
            plies += 1
    return plies
