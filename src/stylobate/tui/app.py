"""The application itself: its themes, its first screen, and the way out."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from stylobate.palette import light_or_dark
from stylobate.sitting import Sitting
from stylobate.tui.choosing import Choosing
from stylobate.tui.playing import Playing
from stylobate.tui.themes import THEMES


class Terminal(App[None]):
    """All games in one window.

    `pace` is how long a computer's move takes at least, in seconds, so that one can follow it.  `kept` tells
    of games that were left in the middle.
    """

    CSS_PATH = "tui.tcss"
    TITLE = "Stylobate"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "switch_theme", "theme"),
        Binding("ctrl+q", "quit", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        sitting: Sitting | None = None,
        live: bool = True,
        seed: int | None = None,
        theme: str = "dark",
        pace: float = 0.3,
    ) -> None:
        super().__init__()
        self._first = sitting, live
        self.seed = seed
        self.pace = pace
        self.kept: list[str] = []
        for one in THEMES.values():
            self.register_theme(one)
        self.theme = light_or_dark(theme)

    def on_mount(self) -> None:
        """Show the game that was asked for, or all there are."""
        sitting, live = self._first
        if sitting is None:
            self.push_screen(Choosing())
        else:
            self.push_screen(Playing(sitting, live))

    def say(self, sentence: str) -> None:
        """Tell something that needs no answer."""
        self.notify(sentence, markup=False)

    def leave(self, screen: Playing) -> None:
        """From a game to the list of games."""
        self.pop_screen()
        if not isinstance(self.screen, Choosing):
            self.push_screen(Choosing())

    def action_switch_theme(self) -> None:
        """From dark to light, or back."""
        self.theme = "light" if self.current_theme.dark else "dark"

    async def action_quit(self) -> None:
        """Out, with everything kept that is not finished."""
        for screen in self.screen_stack:
            if isinstance(screen, Playing):
                screen.keep()
        self.exit()
