"""Whoever keeps the house looks at all secrets once, also if it came to keep it only later."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from stylobate.house import auditor
from stylobate.house.auditor import Auditor


def test_a_process_that_keeps_the_house_only_later_looks_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill the lease of the one before has to run out first."""
    monkeypatch.setattr(auditor, "UNTIL_KEEPER", 0.001)
    asked: list[bool] = []

    async def scene() -> None:
        pulse = SimpleNamespace(is_keeper=False)
        store = SimpleNamespace(unfinished_tables=lambda: asked.append(pulse.is_keeper) or [])
        hall: Any = SimpleNamespace(pulse=pulse, store=store)
        watching = Auditor(hall)
        watching.start()
        for _ in range(5):
            await asyncio.sleep(0.002)
        assert asked == []
        pulse.is_keeper = True
        while not asked:
            await asyncio.sleep(0.001)
        await watching.stop()

    asyncio.run(scene())
    assert asked == [True]
