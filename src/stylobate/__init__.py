"""Stylobate: five tabletop games named after columns, exactly as their authors wrote them.

>>> import stylobate
>>> stylobate.load("colonnade").start().play("b2a").turn
1
"""

from stylobate.errors import StylobateError
from stylobate.game import CHANCE, IDS, OVER, Game, Option, Position, load

__all__ = ["CHANCE", "IDS", "OVER", "Game", "Option", "Position", "StylobateError", "load"]
__version__ = "0.1.0"
