"""Stylobate: five tabletop games named after columns, exactly as their authors wrote them.

>>> import stylobate
>>> stylobate.load("colonnade").start().play("b2a").turn
1
"""

from stylobate.errors import StylobateError
from stylobate.game import CHANCE, OVER, Game, Option, Position
from stylobate.registry import ids, load

__all__ = ["CHANCE", "OVER", "Game", "Option", "Position", "StylobateError", "ids", "load"]
__version__ = "0.1.0"
