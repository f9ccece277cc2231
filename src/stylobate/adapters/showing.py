"""How environments show a node of their game, in the modes that their tools know."""

from __future__ import annotations

from stylobate.adapters.node import Node
from stylobate.adapters.pixels import Pixels, pixels
from stylobate.errors import BadOption

MODES = ("human", "ansi", "rgb_array", "svg")


def known(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"“{mode}” is no way to render; there are {', '.join(MODES)}")
    return mode


def shown(node: Node, mode: str | None) -> str | Pixels | None:
    """The board in lines of text, as pixels, or as SVG; for people it is printed."""
    if mode == "ansi":
        return node.position.text(node.last)
    if mode == "svg":
        return node.position.svg(node.last)
    if mode == "rgb_array":
        return pixels(node.position.svg(node.last))
    if mode == "human":
        print(node.position.text(node.last))
    return None
