"""Imported once by the process that all servers are forked from: all that each would read by itself.

The games are ready to be played.  What is there by then stays as it is: no server need copy it only to look
whether it is garbage.
"""

import gc

import pytest
import uvloop

from stylobate import load, names
from stylobate.house.kernels import _loaded
from tests.faults import serving
from tests.faults.wishing import GAMES

__all__ = ["pytest", "serving", "uvloop"]

for game in GAMES:
    _loaded(game)
    load(game).start().svg()
names.chosen("Ada")
gc.collect()
gc.freeze()
