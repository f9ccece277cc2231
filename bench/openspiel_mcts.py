"""`python -m bench.openspiel_mcts`: OpenSpiel's MCTS as a player of our games, through the line protocol.

Any of our games is one of OpenSpiel's through `stylobate.adapters.openspiel`.  The search is OpenSpiel's own,
in C++, with random playouts and its usual exploration constant.
"""

from __future__ import annotations

import secrets
import sys
import time

import pyspiel

from stylobate.adapters.naming import underscored
from stylobate.adapters.openspiel import OpenGame
from stylobate.engine import Engine, serve
from stylobate.game import Position

EXPLORATION = 1.4
MEMORY = 1000  # megabytes
FIRST = 30  # simulations, to see how long they take
MARGIN = 0.9


class Searcher(Engine):
    """A session of the protocol whose moves come from OpenSpiel.

    Its search counts simulations, not time: a short one tells how many fit into the time that is left.
    """

    def __init__(self) -> None:
        super().__init__()
        self._commands["go"] = self._search

    def _search(self, words: list[str]) -> str:
        asked = dict(zip(words[::2], words[1::2], strict=True))
        game = begun(self.position)
        began = time.perf_counter()
        chosen = best(game, FIRST)
        took = time.perf_counter() - began
        simulations = int(FIRST * (int(asked["movetime"]) / 1000 - took) / took * MARGIN)
        if simulations > FIRST:
            chosen = best(game, simulations)
        token = game.new_initial_state().action_to_string(chosen)
        return f"bestmove {token} playouts={simulations} ms={round((time.perf_counter() - began) * 1000)}"


def begun(position: Position) -> OpenGame:
    """The game that begins there."""
    game: OpenGame = pyspiel.load_game(underscored(position.game), {"setup": str(position)})
    return game


def best(game: OpenGame, simulations: int) -> int:
    """The number of the action that so many simulations like best."""
    seeds = secrets.randbits(31), secrets.randbits(31)
    playing_out = pyspiel.RandomRolloutEvaluator(1, seeds[0])
    bot = pyspiel.MCTSBot(game, playing_out, EXPLORATION, simulations, MEMORY, True, seeds[1], False)
    return int(bot.mcts_search(game.new_initial_state()).best_child().action)


if __name__ == "__main__":
    serve(iter(sys.stdin.readline, ""), sys.stdout, Searcher())
