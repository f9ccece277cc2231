"""Stylobate: five tabletop games named after columns, exactly as their authors wrote them.

>>> import stylobate
>>> stylobate.load("colonnade").start().play("b2a").turn
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stylobate.errors import StylobateError
from stylobate.game import CHANCE, OVER, Game, Option, Position
from stylobate.registry import ids, load

if TYPE_CHECKING:
    from stylobate.batches import vector

__all__ = ["CHANCE", "OVER", "Game", "Option", "Position", "StylobateError", "ids", "load", "vector"]
__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Batches bring the compiler along, so they are imported when first asked for."""
    if name == "vector":
        from stylobate.batches import vector

        return vector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
