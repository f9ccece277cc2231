"""Tests in a browser and all others can share a process, in any order.

Playwright runs an event loop in the thread that opens it, as long as it is open; `asyncio.run` there fails.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
HERE = "tests/browser/test_neighbours.py::test_a_page_is_opened"
THERE = "tests/test_neighbours.py::test_an_event_loop_is_run"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_page_is_opened(browser: Browser, when: str) -> None:
    page = browser.new_page()
    page.set_content(f"<p>Opened {when} somebody else ran an event loop.")
    assert page.inner_text("p") == f"Opened {when} somebody else ran an event loop."
    page.close()


def test_after_a_page_was_opened_anybody_may_run_an_event_loop_in_the_same_process() -> None:
    words = [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:cacheprovider"]
    order = [f"{HERE}[before]", THERE, f"{HERE}[after]"]
    done = subprocess.run([*words, *order], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "3 passed" in done.stdout, done.stdout
