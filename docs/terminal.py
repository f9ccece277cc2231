"""Draws the pictures of docs/terminal.md: games in the terminal, in the middle of it.

    python docs/terminal.py

Computers play to that point with a seed of their own, and then a person is to move.
"""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from stylobate.game import Position
from stylobate.record import Record
from stylobate.sitting import Sitting
from stylobate.tui.app import Terminal

PICTURES = Path(__file__).parent / "pictures"
_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)  # they would be fetched from elsewhere


def in_the_middle(
    game: str, tokens: int, seed: int, wanted: Callable[[Position], bool] = lambda _: True
) -> Sitting:
    """A person in the first seat, to move after at least so many tokens that two computers have played."""
    computers = Sitting(Record(game), ["2", "2"], seed)
    while len(computers.line.plays) < tokens or computers.line.turn != 0 or not wanted(computers.position):
        if computers.line.is_chance:
            computers.throw()
        else:
            computers.play(computers.think().token)
    return Sitting(Record(game, computers.line.tokens), ["Ada", "2"], seed)


def can_keep_dice(position: Position) -> bool:
    """Whether dice lie on the table of which some may be kept."""
    return position.game.telling.switches(position) is not None


async def draw(name: str, sitting: Sitting, size: tuple[int, int], theme: str, *keys: str) -> None:
    """Write what the terminal shows, once these keys are pressed and the chances are known."""
    terminal = Terminal(sitting, theme=theme)
    async with terminal.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await terminal.workers.wait_for_complete()
        await pilot.pause()
        drawn = terminal.export_screenshot(title="stylobate tui")
    (PICTURES / f"terminal-{name}.svg").write_text(_FONTS.sub("", drawn), "utf-8")


if __name__ == "__main__":
    asyncio.run(draw("columba", in_the_middle("columba", 44, 4), (110, 36), "dark", "c"))
    asyncio.run(draw("columbiz", in_the_middle("columbiz", 40, 9, can_keep_dice), (80, 24), "dark", "7", "8"))
    asyncio.run(draw("colonnade", in_the_middle("colonnade", 16, 2), (80, 24), "light", "right", "enter"))
