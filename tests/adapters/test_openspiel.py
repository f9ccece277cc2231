"""Our games among OpenSpiel's are what docs/adapters.md says; OpenSpiel's own tests are in `checks`."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, minimax, tabular_qlearner
from open_spiel.python.observation import make_observation

from stylobate import load
from stylobate.adapters import openspiel
from stylobate.adapters.naming import underscored
from stylobate.errors import BadOption, BadPosition, BadToken
from tests.adapters.endings import ending

ONE_MOVE_WINS = "R1/B1/R1/-/B1/B2/R1/B3 B"

LATE = "PPPP--/BBB---/BPPB--/BB----/-PP---/B-BP-- 2,1 5,7 5,7 B throw3 22355"


def from_setup(game: str, text: str) -> Any:
    return pyspiel.load_game(underscored(load(game)), {"setup": text})


def test_a_deep_search_finds_the_move_that_wins() -> None:
    spiel, rng = from_setup("colonnade", ONE_MOVE_WINS), np.random.RandomState(1)
    bot = mcts.MCTSBot(spiel, 1.4, 300, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    state = spiel.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "e1f"


def test_alpha_beta_agrees_with_the_solver() -> None:
    position, _ = ending("colonnade", {}, most=60)
    spiel = from_setup("colonnade", str(position))
    value, best = minimax.alpha_beta_search(spiel, maximizing_player_id=position.turn)
    solver = load("colonnade").solver
    assert solver
    answer = solver.answer(position)
    assert value == 2 * answer.outcome.payoff - 1
    assert answer.moves[spiel.new_initial_state().action_to_string(best)].payoff == answer.outcome.payoff


def test_a_tabular_learner_learns() -> None:
    environment = rl_environment.Environment(from_setup("colonnade", ONE_MOVE_WINS))
    actions = environment.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(seat, actions) for seat in (0, 1)]
    np.random.seed(1)
    for _ in range(40):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert max(max(values.values()) for values in agents[1]._q_values.values()) > 0


def test_an_observation_is_told_field_by_field() -> None:
    spiel = pyspiel.load_game("stylobate_columbiz(players=3)")
    state = spiel.new_initial_state()
    state.apply_action(
        [state.action_to_string(outcome) for outcome in state.legal_actions()].index("*11112466")
    )
    observation = make_observation(spiel)
    observation.set_from(state, 0)
    assert observation.dict["dice"].tolist() == [4 / 8, 1 / 8, 0, 1 / 8, 0, 2 / 8]
    assert observation.tensor.tolist() == state.observation_tensor(0) == state.information_state_tensor(0)
    assert observation.string_from(state, 0) == state.observation_string(1) == str(state)
    assert state.information_state_string(2) == "*11112466"


def test_utilities_add_up_to_nothing_with_partners_too() -> None:
    for name, least, most in [
        ("stylobate_columns", -1, 1),
        ("stylobate_columbiz(players=3)", -1, 2),
        ("stylobate_columba(players=4)", -1, 1),
    ]:
        spiel = pyspiel.load_game(name)
        assert (spiel.min_utility(), spiel.max_utility(), spiel.utility_sum()) == (least, most, 0)
        assert spiel.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_a_text_that_openspiel_would_take_apart_comes_through() -> None:
    text = "-1,0:T1S2W2sr/T3S4T1S2/(2)R3W4 3 WRST:WR:-:-/WRST:R:-:- Y options - full"
    for spiel in (from_setup("columba", text), pyspiel.load_game("stylobate_columba", {"deck": "WRST,WWRR"})):
        for again in (pyspiel.load_game(str(spiel)), pickle.loads(pickle.dumps(spiel))):
            assert str(again) == str(spiel)
            assert str(again.new_initial_state()) == str(spiel.new_initial_state())
    assert str(from_setup("columba", text).new_initial_state()) == text


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"players": 5}, BadOption, "players=5 cannot be; players is one of 2, 3, 4"),
        ({"setup": "nothing"}, BadPosition, "should be"),
        ({"setup": LATE, "players": 3}, BadOption, "players=3 does not agree with setup="),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    parameters: Mapping[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        pyspiel.load_game("stylobate_columbiz", parameters)


def test_a_state_in_words_is_not_taken_for_the_start() -> None:
    with pytest.raises(BadOption, match="is loaded with the parameter setup, a position text"):
        pyspiel.load_game("stylobate_columbiz").new_initial_state(LATE)


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    state = pyspiel.load_game("stylobate_colonnade").new_initial_state()
    with pytest.raises(BadToken, match=r"7 is not legal here; legal: 68 \(b2a\), 69 \(b2c\)"):
        state.apply_action(7)


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "stylobate.adapters.openspiel")
    with pytest.raises(
        BadOption, match=r"needs OpenSpiel, which is not .* pip install 'stylobate\[openspiel\]'"
    ):
        import_module("stylobate.adapters.openspiel")


def test_the_lines_at_the_top_of_the_adapter_do_what_they_say() -> None:
    told = (openspiel.__doc__ or "").split("\n\n")[1]
    with redirect_stdout(io.StringIO()):
        exec("\n".join(line.strip() for line in told.splitlines()), {})
