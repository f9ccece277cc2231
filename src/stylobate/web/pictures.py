"""A picture of each game for its card: a game under way, pleasant to look at, always the same one."""

from __future__ import annotations

from functools import cache

from stylobate.errors import StylobateError
from stylobate.game import load

UNDER_WAY: dict[str, tuple[str, str | None]] = {
    "colonnade": ("R3/B1/B4/B1/R3/B1/R1/B3 B", "d2c"),
}
"""The position, and the token that led to it."""


@cache
def picture(id: str) -> str:
    """The game as SVG; its start where no other position is named, or where the rules have moved on."""
    game = load(id)
    position, last = UNDER_WAY.get(id, (None, None))
    try:
        return game.start().svg() if position is None else game.position(position).svg(last)
    except StylobateError:
        return game.start().svg()
