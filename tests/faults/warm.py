"""Imported once by the process that all servers are forked from: the games, ready to be played."""

from stylobate.house.kernels import _loaded
from tests.faults.wishing import GAMES

for game in GAMES:
    _loaded(game)
