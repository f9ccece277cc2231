"""OpenSpiel's bots and algorithms at our games; what they play is a record, what they find is exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    best_response,
    evaluate_bots,
    expected_game_score,
    mcts,
    minimax,
    minimax_solver,
    tabular_qlearner,
    wolf_phc,
)
from open_spiel.python.bots import uniform_random
from open_spiel.python.policy import UniformRandomPolicy

import stylobate
from tests.adapters.amount import Amount
from tests.adapters.endings import at_random, best, best_of, ending, valued
from tests.adapters.openspiel_suite import loaded, named
from tests.adapters.records import is_a_record
from tests.harness import Options

EXPLORATION = 1.4
MEGABYTES = 100
NEARLY = 1e-9
EPISODES = 6


def played_by(bots: Sequence[Any], game: str, options: Options, spiel: Any) -> None:
    """OpenSpiel lets its bots play; in the end it is a record of ours, and no longer than games can be."""
    state = spiel.new_initial_state()
    worth = evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(1))
    is_a_record(game, options, state.information_state_string(0).split(), str(state), worth)
    assert len(state.full_history()) <= spiel.max_history_length()


def random_bots(game: str, options: Options, amount: Amount) -> None:
    """OpenSpiel's random bots play to the end."""
    spiel = loaded(game, options)
    rng = np.random.RandomState(2)
    seats = range(spiel.num_players())
    played_by([uniform_random.UniformRandomBot(seat, rng) for seat in seats], game, options, spiel)


class _Searcher(pyspiel.Bot):
    """The search in C++; its own `step` ends the process for games that are written in Python."""

    def __init__(self, spiel: Any, simulations: int) -> None:
        super().__init__()
        self._bot = pyspiel.MCTSBot(
            spiel,
            pyspiel.RandomRolloutEvaluator(1, 3),
            EXPLORATION,
            simulations,
            MEGABYTES,
            True,  # positions that are decided are known to be
            4,
            False,
        )

    def step(self, state: Any) -> int:
        """The child that was visited most."""
        return int(self._bot.mcts_search(state).best_child().action)

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """It searches anew each time."""

    def restart_at(self, state: Any) -> None:
        """The same."""


def tree_searches(game: str, options: Options, amount: Amount) -> None:
    """OpenSpiel's MCTS plays to the end: the one in Python at even seats, the one in C++ at odd ones."""
    options = amount.begun(game, options)
    spiel, rng = loaded(game, options), np.random.RandomState(5)
    bots = [
        _Searcher(spiel, amount.simulations)
        if seat % 2
        else mcts.MCTSBot(
            spiel, EXPLORATION, amount.simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng
        )
        for seat in range(spiel.num_players())
    ]
    played_by(bots, game, options, spiel)


def exact_policies(game: str, options: Options, amount: Amount) -> None:
    """`policy_value` of random play, and each seat's best response to it, are what exact fractions say."""
    position, _ = ending(game, options, amount.tree)
    spiel = loaded(game, {"setup": str(position)})
    anything = UniformRandomPolicy(spiel)
    seats = range(spiel.num_players())
    values = expected_game_score.policy_value(spiel.new_initial_state(), [anything for _ in seats])
    assert np.allclose(values, [float(value) for value in valued(position, at_random)], atol=NEARLY)
    for seat in seats:
        response = best_response.BestResponsePolicy(spiel, seat, anything)
        found = response.value(spiel.new_initial_state())
        assert abs(found - float(valued(position, best_of(seat))[seat])) < NEARLY


def minimax_searches(game: str, options: Options, amount: Amount) -> None:
    """Alpha-beta and the minimax solver, or expectiminimax, find what the best play of both is worth."""
    position, _ = ending(game, options, amount.tree)
    spiel = loaded(game, {"setup": str(position)})
    exactly = float(valued(position, best)[0])
    if stylobate.load(game).has_chance:
        found, _ = minimax.expectiminimax(
            spiel.new_initial_state(), spiel.max_history_length(), _nothing_known, 0
        )
        assert abs(found - exactly) < NEARLY
        return
    found, _ = minimax.alpha_beta_search(spiel, maximizing_player_id=0)
    assert found == exactly
    solved = minimax_solver.MinimaxSolver(named(game, {"setup": str(position)})).solve()[str(position)]
    assert solved.value == (exactly if position.turn == 0 else -exactly)


def _nothing_known(state: Any) -> float:
    raise AssertionError("the search goes to the end")


def tabular_learners(game: str, options: Options, amount: Amount) -> None:
    """Learners with tables play episodes against each other: Q-learning, and policy hill-climbing."""
    position, _ = ending(game, options, amount.tree)
    environment = rl_environment.Environment(loaded(game, {"setup": str(position)}))
    actions = environment.action_spec()["num_actions"]
    makers: tuple[Callable[[int, int], Any], ...] = (tabular_qlearner.QLearner, wolf_phc.WoLFPHC)
    agents = [makers[seat % 2](seat, actions) for seat in range(environment.num_players)]
    environment.seed(6)
    np.random.seed(6)
    for _ in range(EPISODES):
        step = environment.reset()
        moved = set()
        while not step.last():
            seat = step.current_player()
            moved.add(seat)
            step = environment.step([agents[seat].step(step).action])
        for seat in moved:
            agents[seat].step(step)
        assert sum(step.rewards) == 0
