"""All that other people's tools have to test a game with, and what of it does not apply to ours.

Everything is run on every game, under every option and with every number of seats, unless `why_not` says
otherwise.  What can be run on none of our games is in `LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stylobate import load
from tests.adapters import learning_suite as learning
from tests.adapters import openspiel_players as players
from tests.adapters import openspiel_suite as openspiel
from tests.adapters.amount import Amount
from tests.harness import Options, variants


def always(game: str, options: Options) -> str:
    """It applies to all games."""
    return ""


def for_two(game: str, options: Options) -> str:
    """It is for two who play for the opposite."""
    return "" if load(game).begin(options).seats == 2 else "for two seats only"


@dataclass(frozen=True)
class Check:
    """One test, bot or algorithm of a tool: what it is called, what runs it, and why not on some games."""

    tool: str
    name: str
    run: Callable[[str, Options, Amount], None]
    why_not: Callable[[str, Options], str] = always

    def __str__(self) -> str:
        return f"{self.tool}: {self.name}"


CHECKS = (
    Check("OpenSpiel", "random_sim_test", openspiel.random_sim),
    Check("OpenSpiel", "random_sim_test_with_specific_initial_state", openspiel.random_sim_from_a_state),
    Check("OpenSpiel", "GamesSimTest.sim_game", openspiel.sim_game),
    Check("OpenSpiel", "playthrough and replay", openspiel.playthrough),
    Check("OpenSpiel", "EnforceAPIOnPartialTree", openspiel.partial_tree),
    Check("OpenSpiel", "EnforceAPIOnFullTree, near the end", openspiel.full_tree),
    Check("OpenSpiel", "UniformRandomBot, to the end", players.random_bots),
    Check("OpenSpiel", "MCTSBot of Python and of C++, to the end", players.tree_searches),
    Check("OpenSpiel", "policy_value, BestResponsePolicy", players.exact_policies),
    Check("OpenSpiel", "alpha-beta and MinimaxSolver; expectiminimax", players.minimax_searches, for_two),
    Check("OpenSpiel", "QLearner, WoLFPHC", players.tabular_learners),
    Check("PettingZoo", "api_test", learning.api),
    Check("PettingZoo", "seed_test", learning.seeds),
    Check("PettingZoo", "render_test", learning.render),
    Check("PettingZoo", "test_state_space, test_state", learning.state),
    Check("PettingZoo", "parallel_api_test, by turn_based_aec_to_parallel", learning.parallel),
    Check("PettingZoo", "agents play to the end", learning.agents),
    Check("Gymnasium", "check_env, at every seat", learning.learner),
    Check("Gymnasium", "make_vec", learning.vector),
)

LEFT_OUT = {
    "OpenSpiel: RandomSimTestWithUndo": "its games in Python cannot take back; a state is cloned instead",
    "OpenSpiel: ResampleInfostateTest, ISMCTS": "nothing is hidden in our games",
    "OpenSpiel: CFR and its kin": "they are for games with secrets",
    "OpenSpiel: value_iteration": "it needs cvxpy, which open_spiel does not bring",
    "OpenSpiel: BoltzmannQLearner": "it chooses among all numbers, also those that are not legal",
    "OpenSpiel: MCTSBot.step in C++": "it ends the process for games in Python (2.0.2); mcts_search is run",
    "PettingZoo: parallel_seed_test": "it chooses without the mask, so that the first move ends the game",
    "PettingZoo: max_cycles_test": "games end by their rules, and not after some number of cycles",
    "PettingZoo: test_save_obs": "it is for observations that are pictures",
    "PettingZoo: bombardment_test": "it fails for PettingZoo's own games with masks as well (1.27)",
}


@dataclass(frozen=True)
class Case:
    """A check of a game under some options."""

    check: Check
    game: str
    options: Options

    @property
    def variant(self) -> str:
        """The game and its options, in short."""
        return " ".join([self.game, *self.options.values()])

    def __str__(self) -> str:
        return f"{self.check} on {self.variant}"


def every_case(games: Sequence[str]) -> list[Case]:
    """All checks of all variants of these games."""
    return [
        Case(check, game, options) for game in games for options in variants(load(game)) for check in CHECKS
    ]


def some_cases(games: Sequence[str]) -> list[Case]:
    """Each check once for each game, in turn under the one and the other of its options; by these."""
    found = []
    for game in games:
        under = variants(load(game))
        for turn, check in enumerate(CHECKS):
            if fit := [options for options in under if not check.why_not(game, options)]:
                found.append(Case(check, game, fit[turn % len(fit)]))
    return sorted(found, key=lambda case: case.variant)
