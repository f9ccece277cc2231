"""The first screen: a game, who plays, its options, a set-up, a seed; or a record."""

import asyncio
import sys
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select
from typer.testing import CliRunner

from stylobate.cli import app
from stylobate.errors import BadOption
from stylobate.registry import ids, load
from stylobate.tui.playing import Playing
from tests.tui.sitting_down import Driven, drive, sitting


async def told(driven: Driven, wanted: str) -> None:
    while wanted not in driven.said("wrong"):
        await asyncio.sleep(0.005)


async def opened(driven: Driven) -> None:
    while not isinstance(driven.terminal.screen, Playing):
        await asyncio.sleep(0.005)
    await driven.pilot.pause()


@pytest.mark.slow
def test_a_game_is_chosen_or_a_record_and_what_is_wrong_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def choose(driven: Driven) -> None:
        screen, shown = driven.terminal.screen, driven.shown()
        for game in map(load, ids()):
            assert game.title in shown
            assert (game.author or "author unnamed") in shown
        seed, setup, record = (screen.query_one(id, Input) for id in ("#seed", "#setup", "#file"))
        seed.value = "seven"
        await driven.press("ctrl+p")
        await told(driven, "the seed “seven” is not a whole number")
        seed.value, setup.value = "7", "nonsense"
        await driven.press("ctrl+p")
        await told(driven, "“nonsense”")
        await driven.press("ctrl+o")
        for text, wrong in (
            (None, "no such file or directory"),
            ("no record", "a record begins with"),
            (sitting("colonnade", "b2a").written().text().replace("b2a", "b2b"), "token 1 of 1"),
        ):
            if text is not None:
                file.write_text(text, "utf-8")
            record.value = str(file)
            await driven.press("enter")
            await told(driven, wrong)
        file.write_text(sitting("colonnade", "b2a").written().text(), "utf-8")
        await driven.press("enter")
        await opened(driven)
        assert (driven.tokens, driven.screen.live) == (("b2a",), False)
        await driven.press("q")
        assert driven.terminal.screen is screen

    drive(None, choose)


def test_a_game_of_three_with_options_is_begun_and_left_again() -> None:
    async def choose(driven: Driven) -> None:
        screen = driven.terminal.screen
        screen.query_one("#games", OptionList).highlighted = ids().index("columba")
        await driven.pilot.pause()
        screen.query_one("#option-players", Select).value = "3"
        screen.query_one("#option-rules", Select).value = "junior"
        await driven.pilot.pause()
        screen.query_one("#seat-1", Select).value = "person"
        screen.query_one("#seat-2", Select).value = "random"
        screen.query_one("#seed", Input).value = "5"
        await driven.press("ctrl+p")
        await opened(driven)
        at = driven.sitting
        assert (at.names, at.seed) == (["player 1", "player 2", "random"], 5)
        assert dict(at.line.options) == {"players": "3", "rules": "junior"}

    drive(None, choose)


def test_on_the_command_line_too_a_mistake_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*words: str) -> str:
        error = CliRunner().invoke(app, ["tui", *words]).exception
        assert isinstance(error, BadOption)
        return str(error)

    assert refused("chess").startswith("there is no game and no file called “chess”; games: ")
    assert (
        refused("colonnade", "--theme", "blue") == "there is no theme called “blue”; there are light and dark"
    )
    assert refused("colonnade", "--seats", "Ada") == (
        "--seats names 1 seats; here 2 play: name each, with commas between"
    )
    monkeypatch.setitem(sys.modules, "stylobate.tui.app", None)
    assert "pip install 'stylobate[tui]' brings it" in refused("colonnade")
