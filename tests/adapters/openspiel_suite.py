"""OpenSpiel's own tests, run on one game of ours: the same for our games and for those of other packages."""

from __future__ import annotations

import io
import random
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, sample_some_states
from open_spiel.python.tests import games_sim_test

import stylobate
from stylobate.adapters import openspiel
from stylobate.adapters.naming import underscored
from tests.adapters.amount import Amount
from tests.adapters.endings import ending
from tests.harness import Options

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["tests"])


def named(game: str, options: Options) -> str:
    """How OpenSpiel calls a game under these options."""
    told = ",".join(f"{name}={quote(value, openspiel.PLAIN_SIGNS)}" for name, value in options.items())
    return f"{underscored(stylobate.load(game))}({told})"


def loaded(game: str, options: Options) -> Any:
    """The same, loaded."""
    assert underscored(stylobate.load(game)) in openspiel.NAMES
    return pyspiel.load_game(named(game, options))


def random_sim(game: str, options: Options, amount: Amount) -> None:
    """Random games in C++: chances, masks, serialisation, utilities."""
    pyspiel.random_sim_test(
        loaded(game, options), num_sims=amount.sims, serialize=True, verbose=False, mask_test=True
    )


def random_sim_from_a_state(game: str, options: Options, amount: Amount) -> None:
    """The same from a state near the end, which has a history."""
    spiel = loaded(game, amount.begun(game, options))
    states = [spiel.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(random.choice(states[-1].legal_actions())))
    pyspiel.random_sim_test_with_specific_initial_state(
        spiel, num_sims=amount.sims, specific_initial_state=states[-6:][0]
    )


class _Sim(games_sim_test.GamesSimTest):
    def runTest(self) -> None:  # noqa: N802
        """Only its methods are wanted."""


def sim_game(game: str, options: Options, amount: Amount) -> None:
    """A random game in Python: clones, pickles, utilities."""
    with redirect_stdout(io.StringIO()):
        _Sim().sim_game(loaded(game, options))


def playthrough(game: str, options: Options, amount: Amount) -> None:
    """A game is written down with all that can be asked of it, and comes out the same when played again."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "playthrough.txt")
        name = named(game, amount.begun(game, options))
        file.write_text(generate_playthrough.playthrough(name, None), "utf-8")
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


def partial_tree(game: str, options: Options, amount: Amount) -> None:
    """The API tests on some states of a game of any size."""

    class _Partial(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=amount.states)
            cls.game_type = cls.game.get_type()

    api(loaded(game, options), _Partial)


def full_tree(game: str, options: Options, amount: Amount) -> None:
    """The API tests on all states that can follow one near the end."""
    position, tree = ending(game, options, amount.tree)
    api_test.TOTAL_NUM_STATES["ours"] = (tree.chance, tree.playable, tree.terminal)
    api_test.PERFECT_RECALL_NUM_STATES["ours"] = tree.playable  # every state is seen, so is one by itself
    api(loaded(game, {"setup": str(position)}), api_test.EnforceAPIOnFullTreeBase)
