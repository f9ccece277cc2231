"""The terminal driven by a script: a window without a screen, where keys are pressed and the mouse clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from textual.pilot import Pilot

from stylobate.record import Record
from stylobate.sitting import Sitting
from stylobate.tui.app import Terminal
from stylobate.tui.board import Board
from stylobate.tui.playing import Playing


class Driven:
    """A terminal and who sits at it."""

    def __init__(self, terminal: Terminal, pilot: Pilot[None]) -> None:
        self.terminal = terminal
        self.pilot = pilot

    @property
    def screen(self) -> Playing:
        """The game that is shown."""
        screen = self.terminal.screen
        assert isinstance(screen, Playing)
        return screen

    @property
    def sitting(self) -> Sitting:
        return self.screen.sitting

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.sitting.line.tokens

    def said(self, id: str = "asked") -> str:
        """What stands in one of the lines below the board."""
        return str(self.terminal.screen.query_one(f"#{id}").render())

    def shown(self) -> str:
        """The whole window as text."""
        strips = self.terminal.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def choose(self, token: str) -> None:
        """Choose it, and let the computers answer."""
        self.screen.play(token)
        await self.answered()

    async def point(self, *keys: str) -> None:
        """Click on the board where this is."""
        board = self.screen.query_one(Board)
        board.bring_into_sight([board.laid.boxes[keys]])
        await self.pilot.pause()
        await self.pilot.click(Board, offset=board.window.seen(board.laid.spots[keys]))
        await self.answered()

    async def answered(self) -> None:
        """Until a person is to move, or it is over."""
        while not (self.sitting.line.is_over or self.sitting.is_for_a_person):
            await asyncio.sleep(0.001)


def sitting(
    game: str,
    *tokens: str,
    seats: tuple[str, ...] = ("Ada", "Bea"),
    options: Mapping[str, str] | None = None,
    seed: int = 1,
) -> Sitting:
    return Sitting(Record(game, tokens, options or {}), list(seats), seed)


def drive(
    at: Sitting | None,
    do: Callable[[Driven], Awaitable[None]],
    live: bool = True,
    size: tuple[int, int] = (80, 24),
    theme: str = "dark",
) -> Terminal:
    """Open a terminal of this size, let it be done, and close it."""

    async def run() -> Terminal:
        terminal = Terminal(at, live, None, theme, pace=0.0)
        async with terminal.run_test(size=size) as pilot:
            driven = Driven(terminal, pilot)
            await pilot.pause()
            await do(driven)
        return terminal

    return asyncio.run(run())
