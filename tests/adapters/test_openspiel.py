"""Our games among OpenSpiel's pass its own tests, its bots play them, and its algorithms agree with ours.

What does not apply: `RandomSimTestWithUndo` (OpenSpiel's Python games cannot take back; a state is cloned
instead), `ResampleInfostateTest` (nothing is hidden), and CFR and its kin, which are for games with secrets.
`algorithms.value_iteration` needs cvxpy, which `open_spiel` does not bring.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, minimax, tabular_qlearner
from open_spiel.python.observation import make_observation

from stylobate import Position, load
from stylobate.adapters import openspiel
from stylobate.adapters.naming import underscored
from stylobate.errors import BadOption, BadPosition, BadToken
from tests.adapters import openspiel_suite as suite
from tests.adapters.choices import called, choices, every_choice

ALL = pytest.mark.parametrize(
    ("game", "options"), every_choice(), ids=[called(*choice) for choice in every_choice()]
)

ONE_MOVE_WINS = "R1/B1/R1/-/B1/B2/R1/B3 B"

# Positions near the end: all that can follow is a small game by itself.
TINY = [
    ("colonnade", "R3/-/B2/B1/-/B1/R1/B1 B"),
    ("colonnade", "R1/B3/R1/-/-/B2/R1/B1 R"),
    ("colonnade", ONE_MOVE_WINS),
    (
        "columns",
        "12x1 sa1,Db1c1,rd1,re1,Sf1,Rg1,dh1i1,Rj1,sk1,Tl1k1v,Da1b1,Rd1,De1f1,ri1,sj1,tc1b1v,Tg1f1v,th1i1v,"
        "Ra1,rd1,Se1,Sj1,Rk1,Rl1,rb1,Rd1,de1f1,Rg1,rh1,Rj1,Ti1h1v,tk1j1v,rb1,rd1,re1,rf1,Rg1 D",
    ),
    ("columns-dice", "1233I/2233P/1666I/3-x4/3444I/2245P 56 P - 43:23 ascending"),
    ("columns-dice", "1333I/6661I/6611P/5443P/x5-4/6511P 12 P - 29:43 either"),
    ("columbiz", "BP----/PB-G--/PPP---/PPBP--/BB----/GBB--- 2,0,7 2,5,2 2,0,0 G throw3 111256"),
    ("columba", "0,0:W1R2/S3T4sr/T1T2/S3W1R2/(1)W3R4 3 WRST:-:-:-/WRST:S:-:- Y options - full"),
    ("columba", "-1,-1:(2)R1W2/S1S2srR3W4/T3T4T4 3 -/-/-/- Y options - junior"),
]

FEW_CARDS = "WRST%2CWWRR"
LATE = "PPPP--/BBB---/BPPB--/BB----/-PP---/B-BP-- 2,1 5,7 5,7 B throw3 22355"


def from_setup(game: str, text: str) -> Any:
    return pyspiel.load_game(underscored(load(game)), {"setup": text})


@ALL
def test_openspiels_random_games_find_no_fault(game: str, options: dict[str, str]) -> None:
    spiel = suite.loaded(game, options)
    suite.random_sim(spiel)
    suite.sim_game(spiel)


@ALL
def test_openspiels_api_tests_pass_on_a_part_of_the_tree(game: str, options: dict[str, str]) -> None:
    suite.partial_tree(suite.loaded(game, options))


def written_down() -> list[str]:
    """A game that takes long to write down, float by float, is begun late or with few cards."""
    found = [
        suite.named(game, options) for game, options in every_choice() if game not in ("columba", "columbiz")
    ]
    found += [suite.named("columba", options | {"deck": FEW_CARDS}) for options in choices(load("columba"))]
    late = (text for game, text in TINY if game == "columbiz")
    return [*found, *(suite.named("columbiz", {"setup": quote(text)}) for text in (LATE, *late))]


@pytest.mark.parametrize("name", written_down())
def test_a_playthrough_is_the_same_when_it_is_played_again(name: str, tmp_path: Path) -> None:
    suite.playthrough(name, tmp_path)


def counted(position: Position) -> tuple[int, int, int]:
    """How many sequences of tokens lead from here to throws, to choices, to ends."""
    if position.is_over:
        return 0, 0, 1
    below = [counted(position.play(token)) for token in position.legal]
    chance, playable, terminal = (sum(kind) for kind in zip(*below, strict=True))
    return chance + position.is_chance, playable + (not position.is_chance), terminal


@pytest.mark.parametrize(("game", "text"), TINY)
def test_openspiels_api_tests_pass_on_the_full_tree_of_what_is_left(game: str, text: str) -> None:
    suite.full_tree(from_setup(game, text), *counted(load(game).position(text)))


@ALL
def test_random_bots_play_what_is_a_record_of_ours(game: str, options: dict[str, str]) -> None:
    suite.random_bots(game, options)


@pytest.mark.parametrize(
    "name",
    ["stylobate_colonnade", "stylobate_columns_dice", f"stylobate_columba(players=4,deck={FEW_CARDS})"],
)
def test_openspiels_tree_searches_play_to_the_end(name: str) -> None:
    spiel, rng = pyspiel.load_game(name), np.random.RandomState(1)
    python = mcts.MCTSBot(spiel, 1.4, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    cpp = pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(1, 2), 1.4, 4, 100, True, 3, False)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(len(state.chance_outcomes())))
        elif state.current_player() == 0:
            state.apply_action(python.step(state))
        else:
            state.apply_action(cpp.mcts_search(state).best_child().action)
    assert sum(state.returns()) == 0
    assert len(state.full_history()) <= spiel.max_history_length()


def test_a_deep_search_finds_the_move_that_wins() -> None:
    spiel, rng = from_setup("colonnade", ONE_MOVE_WINS), np.random.RandomState(1)
    bot = mcts.MCTSBot(spiel, 1.4, 300, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    state = spiel.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "e1f"


@pytest.mark.parametrize("text", [text for game, text in TINY if game == "colonnade"])
def test_alpha_beta_agrees_with_the_solver(text: str) -> None:
    position = load("colonnade").position(text)
    value, best = minimax.alpha_beta_search(from_setup("colonnade", text))
    solver = load("colonnade").solver
    assert solver
    answer = solver.answer(position)
    assert value == 2 * answer.outcome.payoff - 1
    assert (
        answer.moves[from_setup("colonnade", text).new_initial_state().action_to_string(best)].payoff
        == (value + 1) / 2
    )


def expected(position: Position, seat: int) -> Fraction:
    """What a seat of two may expect, exactly."""
    if position.is_over:
        return Fraction(position.payoff[seat])
    if position.is_chance:
        return sum(
            (share * expected(position.play(token), seat) for token, share in position.chance.items()),
            Fraction(),
        )
    values = [expected(position.play(token), seat) for token in position.legal]
    return max(values) if position.turn == seat else min(values)


@pytest.mark.parametrize("text", [text for game, text in TINY if game == "columns-dice"])
def test_expectiminimax_finds_what_exact_chances_say(text: str) -> None:
    state = from_setup("columns-dice", text).new_initial_state()
    value, _ = minimax.expectiminimax(state, 30, lambda _: 0.0, 0)
    assert value == pytest.approx(float(2 * expected(load("columns-dice").position(text), 0) - 1))


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
