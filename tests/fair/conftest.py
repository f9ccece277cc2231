"""The dice game may be played here, whether or not it is on the list yet."""

import pytest

from stylobate import game


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "IDS", tuple({*game.IDS, "columns-dice"}))
