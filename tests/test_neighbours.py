"""What a test may count on, whoever ran before it in the same process."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import PROFILE


async def _nothing() -> str:
    return "done"


def test_an_event_loop_is_run() -> None:
    assert asyncio.run(_nothing()) == "done"


def _examples() -> list[int]:
    tried: list[int] = []

    @given(st.integers(0, 10**9))
    def any_number(number: int) -> None:
        tried.append(number)

    any_number()
    return tried


@pytest.mark.skipif(PROFILE == "explore", reason="who goes looking wants other examples each time")
def test_the_examples_of_a_property_are_the_same_whatever_else_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _examples()
    module = ModuleType("numbers_of_ours")
    module.__file__ = str(tmp_path / "numbers_of_ours.py")
    Path(module.__file__).write_text(f"OURS = {[123_456 + number for number in range(1_000)]}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert _examples() == before
