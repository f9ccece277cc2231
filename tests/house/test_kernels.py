"""A game whose rules do not work says so, and keeps nobody from the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from stylobate import registry
from stylobate.house.errors import Unplayable
from stylobate.house.kernels import Kernels
from stylobate.registry import Entry, Registry
from stylobate.web.pages import title
from tests.heap import GAME


def refusing(options: Mapping[str, str]) -> Any:
    raise RuntimeError("the cards are wet")


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    wet = replace(GAME, id="wet", title="Wet Cards")
    wet.__dict__["rules"] = SimpleNamespace(start=refusing)
    games = (Entry("wet", "guests", lambda: wet), Entry("heap", "guests", lambda: GAME))
    monkeypatch.setattr(registry, "REGISTRY", Registry(lambda: games))


@pytest.mark.usefixtures("two_games")
def test_rules_that_do_not_work_are_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def load_both() -> None:
        kernels = Kernels()
        kernels.start()
        try:
            assert await kernels.ready("heap") is GAME
            with pytest.raises(Unplayable, match="Wet Cards cannot be played here: its rules do not work"):
                await kernels.ready("wet")
            await kernels.all_ready()
        finally:
            kernels.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(load_both())
    assert "a game cannot be played: its rules do not work" in caplog.messages
    assert "the cards are wet" in caplog.text


@pytest.mark.usefixtures("two_games")
def test_a_table_of_a_game_that_is_no_longer_installed_is_listed_by_its_name() -> None:
    assert title("heap") == "Heap"
    assert title("colonnade") == "colonnade"
