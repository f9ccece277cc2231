"""The games in a terminal with colours and a mouse: choose one, play it, replay it.

A Textual application, the extra `stylobate[tui]`.  All of it works with keys alone, and with the mouse.
Boards are the cells that games draw; moves are built by clicks as on the site, or found in a list.
"""

from __future__ import annotations

from collections.abc import Sequence

from stylobate import extras
from stylobate.sitting import Sitting


def run(sitting: Sitting | None, live: bool, seed: int | None, theme: str) -> Sequence[str]:
    """Show a sitting, `live` or only looked at, or let one choose; tells where unfinished games are kept."""
    with extras.wanted("tui", "stylobate tui"):
        from stylobate.tui.app import Terminal

    terminal = Terminal(sitting, live, seed, theme)
    terminal.run()
    return terminal.kept
