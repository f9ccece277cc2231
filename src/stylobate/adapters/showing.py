"""How environments show a moment of their game, in the modes that their tools know."""

from __future__ import annotations

from stylobate.adapters.moment import Moment
from stylobate.adapters.pixels import Pixels, pixels
from stylobate.errors import BadOption

MODES = ("human", "ansi", "rgb_array", "svg")


def known(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"“{mode}” is no way to render; there are {', '.join(MODES)}")
    return mode


def shown(moment: Moment, mode: str | None) -> str | Pixels | None:
    """The board in lines of text, as pixels, or as SVG; for people it is printed."""
    if mode == "ansi":
        return moment.position.text(moment.last)
    if mode == "svg":
        return moment.position.svg(moment.last)
    if mode == "rgb_array":
        return pixels(moment.position.svg(moment.last))
    if mode == "human":
        print(moment.position.text(moment.last))
    return None
