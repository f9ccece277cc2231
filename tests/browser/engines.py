"""Which browsers the tests look through: the system's, or else those that Playwright has fetched.

Chromium is the one for all tests; Firefox and WebKit see a few of them, where they can be had.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser import interpreter

Name = Literal["chromium", "firefox", "webkit"]

PROGRAMS: dict[Name, tuple[str, ...]] = {
    "chromium": (
        "chromium-headless-shell",  # the lightest first
        "chromium",
        "chromium-browser",
        "google-chrome",
    ),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": (),  # Playwright can drive its own alone
}
FOR_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
]
FOR_FIREFOX: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}


def sought(name: Name) -> str:
    """Where such a browser was looked for, in words."""
    return ", ".join([*PROGRAMS[name], "Playwright's own"])


@dataclass(frozen=True)
class Engine:
    """Of what kind it is, and where; None: where Playwright puts its own."""

    name: Name
    path: str | None

    def launch(self, playwright: Playwright) -> Browser:
        """Start it."""
        if self.name == "chromium":
            return playwright.chromium.launch(executable_path=self.path, args=FOR_CHROMIUM)
        if self.name == "webkit":
            return playwright.webkit.launch()
        if self.path is None:
            return playwright.firefox.launch(firefox_user_prefs=FOR_FIREFOX)
        with TemporaryDirectory() as folder:
            program = Path(folder, "firefox")
            program.write_text(f'#!/bin/sh\nexec {sys.executable} {interpreter.__file__} {self.path} "$@"\n')
            program.chmod(0o755)
            return playwright.firefox.launch(
                channel="moz-firefox", executable_path=program, firefox_user_prefs=FOR_FIREFOX
            )

    def starts(self) -> bool:
        """Whether it is there and comes up; a fetched one may lack a library of the system."""
        with sync_playwright() as playwright:
            try:
                self.launch(playwright).close()
            except PlaywrightError:
                return False
        return True


def candidates(name: Name, which: Callable[[str], str | None] = shutil.which) -> Iterator[Engine]:
    """Those of the system, the best first, and then Playwright's own."""
    for program in PROGRAMS[name]:
        if path := which(program):
            yield Engine(name, path)
    yield Engine(name, None)


def find(
    name: Name,
    which: Callable[[str], str | None] = shutil.which,
    starts: Callable[[Engine], bool] = Engine.starts,
) -> Engine | None:
    """The first of the system's, or Playwright's own if that one starts."""
    engine = next(candidates(name, which))
    return engine if engine.path or starts(engine) else None


@cache
def found(name: Name) -> Engine | None:
    """What `find` says, asked once in a process."""
    return find(name)
