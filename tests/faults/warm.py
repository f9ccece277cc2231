"""Imported once by the process that all servers are forked from: the games, ready to be played.

What is there by then stays as it is: no server need copy it only to look whether it is garbage.
"""

import gc

from stylobate.house.kernels import _loaded
from tests.faults.wishing import GAMES

for game in GAMES:
    _loaded(game)
gc.collect()
gc.freeze()
