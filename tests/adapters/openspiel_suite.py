"""OpenSpiel's own tests, run on one game of ours: the same for our games and for those of other packages."""

from __future__ import annotations

import io
import unittest
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, sample_some_states
from open_spiel.python.bots import uniform_random
from open_spiel.python.tests import games_sim_test

import stylobate
import stylobate.chance
from stylobate.adapters import openspiel
from stylobate.adapters.naming import underscored
from stylobate.record import Record

STATES = 80

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["tests"])


def named(game: str, options: dict[str, str]) -> str:
    """How OpenSpiel calls a game under these options."""
    told = ",".join(f"{name}={value}" for name, value in options.items())
    return f"{underscored(stylobate.load(game))}({told})"


def loaded(game: str, options: dict[str, str]) -> Any:
    """The same, loaded."""
    assert underscored(stylobate.load(game)) in openspiel.NAMES
    return pyspiel.load_game(named(game, options))


def random_sim(game: Any, sims: int = 1) -> None:
    """Random games in C++: chances, masks, serialisation, utilities."""
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False, mask_test=True)


class _Sim(games_sim_test.GamesSimTest):
    def runTest(self) -> None:  # noqa: N802
        """Only its methods are wanted."""


def sim_game(game: Any) -> None:
    """A random game in Python: clones, pickles, utilities."""
    with redirect_stdout(io.StringIO()):
        _Sim().sim_game(game)


def playthrough(name: str, folder: Path, actions: Sequence[int] | None = None) -> None:
    """A game is written down with all that can be asked of it, and comes out the same when played again."""
    file = folder / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, actions), "utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual
    assert "State 1" in expected


def api(game: Any, base: type, name: str = "ours") -> None:
    """OpenSpiel's API tests of that class."""
    case = type(name, (base,), {"game": game, "game_name": name})
    told = io.StringIO()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TextTestRunner(told, verbosity=2).run(tests)
    assert result.wasSuccessful(), told.getvalue()
    assert result.testsRun >= 5
    assert not result.skipped


class _Partial(api_test.EnforceAPIOnPartialTreeBase):
    """Looks at fewer states: every refusal that it provokes is told on the screen, at length."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=STATES)
        cls.game_type = cls.game.get_type()


def partial_tree(game: Any) -> None:
    """The API tests on some states of a game of any size."""
    api(game, _Partial)


def full_tree(game: Any, chance: int, playable: int, terminal: int) -> None:
    """The API tests on all states of a tiny game, of which there are so many."""
    api_test.TOTAL_NUM_STATES["ours"] = (chance, playable, terminal)
    api_test.PERFECT_RECALL_NUM_STATES["ours"] = playable  # every state is seen, so is one by itself
    api(game, api_test.EnforceAPIOnFullTreeBase)


def random_bots(game: str, options: dict[str, str]) -> None:
    """OpenSpiel's random bots play to the end, and what they played is a record of ours."""
    spiel = loaded(game, options)
    bots = [uniform_random.UniformRandomBot(seat, _Random(seat)) for seat in range(spiel.num_players())]
    state = spiel.new_initial_state()
    chance = _Random(99)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(shares) - 1) < 1e-9
            state.apply_action(chance.choice(outcomes))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    tokens = tuple(state.information_state_string(0).split())
    final = stylobate.load(game).begin(options).play(*tokens)
    assert str(state) == str(final)
    record = Record(game, tokens, options, result=final.winners)
    assert record.final() == final
    won = tuple(seat for seat, worth in enumerate(state.returns()) if worth > -1)
    assert won == final.winners


class _Random:
    """As much of NumPy's random numbers as the bots ask for."""

    def __init__(self, seed: int) -> None:
        self._rng = stylobate.chance.stream(seed)

    def choice(self, values: Sequence[int], p: object = None) -> int:
        """One of them, all equally likely."""
        return values[stylobate.chance.below(self._rng, len(values))]


def everything(game: str, options: dict[str, str], folder: Path) -> None:
    """All of this but the full tree."""
    spiel = loaded(game, options)
    random_sim(spiel)
    sim_game(spiel)
    playthrough(named(game, options), folder)
    partial_tree(spiel)
    random_bots(game, options)
