"""A record in the terminal: stepped through, with everybody's chances, and played on."""

import asyncio

import pytest

from stylobate.tui.history import History
from tests.tui.sitting_down import Driven, drive, sitting

TOKENS = ("b2a", "a1b", "d2c", "a2b")
WON = {"setup": "R1/B2/R1/-/-/-/-/-_R"}


@pytest.mark.slow
def test_a_record_is_stepped_through_with_keys_and_played_on_from_any_position() -> None:
    async def look(driven: Driven) -> None:
        screen = driven.screen
        assert screen.shown == 4
        await driven.press("left", "comma")
        assert screen.shown == 2
        assert "2 of 4" in driven.said("title")
        assert driven.said("said").startswith("Blue (Bea) moves")
        await driven.press("home")
        assert screen.shown == 0
        await driven.press("full_stop", "right")
        assert screen.query_one(History).highlighted == 2
        await driven.press("end", "up")  # the history has the focus
        assert screen.shown == 3
        screen.play("a2b")  # it is only looked at
        assert driven.tokens == TOKENS
        await driven.press("g")
        assert driven.tokens == TOKENS[:3]
        await driven.choose("b1c")
        assert driven.tokens == (*TOKENS[:3], "b1c")
        await driven.press("home")
        assert driven.said().startswith("Looking back.")

    drive(sitting("colonnade", *TOKENS), look, live=False)


def test_everybodys_chances_are_charted() -> None:
    async def look(driven: Driven) -> None:
        line = driven.sitting.line
        while len(driven.screen.chances) <= len(line.plays):
            await asyncio.sleep(0.005)
        await driven.pilot.pause()
        assert all(abs(sum(found) - 1.0) < 1e-6 for found in driven.screen.chances.values())
        assert driven.screen.chances[len(line.plays)] == line.position.payoff
        assert "100%" in driven.shown()
        assert "█" in driven.shown()
        await driven.press("c")
        assert "100%" not in driven.shown()

    won = sitting("colonnade", options={"setup": "R1/R1/-/B1/-/-/-/-_R"})
    won.play("a1b")
    while not won.line.is_over:
        won.play(won.position.legal[0])
    drive(won, look, live=False)
