"""Our games as environments are what docs/adapters.md says; PettingZoo's own tests are in `checks`."""

from __future__ import annotations

import copy
import pickle
import sys
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo import make

from stylobate import load
from stylobate.adapters import pettingzoo
from stylobate.adapters.gymnasium import Environment
from stylobate.adapters.pixels import pixels
from stylobate.chance import below, stream
from stylobate.errors import BadOption, BadPlayer, BadToken
from stylobate.record import Record


def played(env: Any, seed: int | None) -> tuple[str, ...]:
    """The tokens of a game in which all choose by a fixed stream."""
    env.reset(seed=seed, options={"players": 2, "nothing": "known"})
    rng = stream(7)
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(legal[below(rng, len(legal))]))
    return tuple(env.unwrapped.node.tokens)


def test_a_seed_makes_the_same_games_again_and_without_one_chance_goes_on() -> None:
    one, other = (pettingzoo.stylobate_columbiz_v1.env(players=3) for _ in range(2))
    games = [played(one, 5), played(one, None), played(one, None)]
    assert games == [played(other, 5), played(other, None), played(other, None)]
    assert len(set(games)) == 3


def test_options_hold_through_every_reset_and_a_game_is_a_record() -> None:
    env = pettingzoo.stylobate_columba_v1.env(players=4, rules="junior", deck="WRST,WWRR,SSTT,WRRR,TTSR")
    for seed in (1, 2):
        tokens = played(env, seed)
        node = env.unwrapped.node
        assert node.position.seats == 4
        told = {"players": "4", "rules": "junior", "deck": "WRST,WWRR,SSTT,WRRR,TTSR"}
        assert Record("columba", tokens, told, result=node.position.winners).final() == node.position
        assert node.worth[0] == node.worth[2] == -node.worth[1]


def test_agents_get_what_the_game_was_worth_when_it_is_over() -> None:
    env = pettingzoo.env("colonnade", setup="R3/-/B2/B1/-/B1/R1/B1 B")
    env.reset()
    assert env.agent_selection == "player_1"
    env.step(130)  # a checker from c to the left: Red cannot move any more
    ends = {}
    for agent in env.agent_iter():
        ends[agent] = env.last()[1:4]
        env.step(None)
    assert ends == {"player_0": (-1, True, False), "player_1": (1, True, False)}


def test_what_is_not_legal_costs_the_game_or_is_refused_with_a_sentence() -> None:
    env = pettingzoo.env("colonnade")
    env.reset()
    env.step(7)
    assert env.last()[2]
    assert env.rewards["player_0"] == -1
    raw = pettingzoo.raw_env("colonnade")
    raw.reset()
    with pytest.raises(BadToken, match=r"7 is not legal here; legal: 68 \(b2a\)"):
        raw.step(7)


def test_an_environment_can_be_copied_and_kept() -> None:
    env = pettingzoo.raw_env("columns-dice")
    env.reset(seed=3)
    env.step(env.node.legal[0])
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.node.tokens == env.node.tokens
        twin.step(twin.node.legal[0])
        env_after = copy.deepcopy(env)
        env_after.step(env_after.node.legal[0])
        assert twin.node.tokens == env_after.node.tokens


def test_environments_are_called_by_the_version_of_their_rules() -> None:
    assert "stylobate_columns_dice_v1" in pettingzoo.names()
    assert str(pettingzoo.env("columns-dice").unwrapped) == "stylobate_columns_dice_v1"
    assert "stylobate_columba_v1" in dir(pettingzoo)
    listed = make("aec", "stylobate/columbiz-v1", players=4)
    assert (str(listed.unwrapped), len(listed.possible_agents)) == ("stylobate_columbiz_v1", 4)
    with pytest.raises(
        AttributeError, match="there is no environment stylobate_columba_v9; there are stylobate_"
    ):
        _ = pettingzoo.stylobate_columba_v9


def test_a_picture_becomes_the_pixels_it_shows() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="3">'
        '<rect width="2" height="3" fill="#102030"/><rect x="2" width="2" height="3" fill="#ff0000"/></svg>'
    )
    seen = pixels(svg)
    assert seen.shape == (3, 6, 3)
    assert seen[1].tolist() == 2 * [[16, 32, 48]] + 2 * [[255, 0, 0]] + 2 * [[255, 255, 255]]


def learned(seed: int, **told: Any) -> tuple[str, ...]:
    """A game of a learner that always takes the first legal number."""
    env = gymnasium.make("stylobate/columns-dice-v1", **told)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert reward in (-1, 0, 1)
    tokens: tuple[str, ...] = env.unwrapped.node.tokens  # type: ignore[attr-defined]
    return tokens


def test_one_learns_against_a_named_opponent_and_a_seed_makes_the_same_game() -> None:
    for opponent in ("random", "1"):
        assert learned(4, opponent=opponent, seat=1) == learned(4, opponent=opponent, seat=1)
    assert learned(4) != learned(5)
    assert load("columns-dice").start().play(*learned(4, opponent="1")).is_over


def test_a_perfect_opponent_wins_whoever_learns() -> None:
    env = Environment("colonnade", opponent="perfect", setup="R1/B1/R1/-/B1/B2/R1/B3 B", seat=0)
    env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = env.step(np.int64(env.node.legal[0]))
    assert reward == -1


def test_a_learner_that_chooses_what_is_not_legal_loses_and_is_told_why() -> None:
    env = gymnasium.make("stylobate/colonnade-v1")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(7)
    assert (reward, over) == (-1, True)
    assert "7 is not legal here; legal: 68 (b2a)" in info["illegal"]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"opponent": "nobody"}, "nobody called “nobody” plays Columbiz; there are random"),
        ({"seat": 2}, "seat=2 cannot be; Columbiz has seats 0 to 1 here"),
        ({"players": 7}, "players=7 cannot be; players is one of 2, 3, 4"),
        ({"render_mode": "smoke"}, "“smoke” is no way to render; there are human, ansi, rgb_array, svg"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(told: dict[str, Any], sentence: str) -> None:
    with pytest.raises((BadOption, BadPlayer), match=sentence):
        Environment("columbiz", **told)


@pytest.mark.parametrize(("name", "missing"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")])
def test_without_the_package_the_extra_is_named(
    name: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"stylobate.adapters.{name}")
    with pytest.raises(
        BadOption, match=r"needs PettingZoo, which is not .* pip install 'stylobate\[pettingzoo\]'"
    ):
        import_module(f"stylobate.adapters.{name}")
