"""Which Chromium the tests look through: the system's, or else the one that Playwright has fetched."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import Browser, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
SOUGHT = f"{', '.join(NAMES)}, and Playwright's own"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
]


@dataclass(frozen=True)
class Chromium:
    """Where it is; None: where Playwright puts its own."""

    path: str | None

    def launch(self, playwright: Playwright) -> Browser:
        return playwright.chromium.launch(executable_path=self.path, args=ARGUMENTS)


OWN = Chromium(None)


def starts(chromium: Chromium) -> bool:
    """Whether it is there and comes up; a fetched one may lack a library of the system."""
    with sync_playwright() as playwright:
        try:
            chromium.launch(playwright).close()
        except PlaywrightError:
            return False
    return True


def find(
    which: Callable[[str], str | None] = shutil.which, starts: Callable[[Chromium], bool] = starts
) -> Chromium | None:
    """The first of the system's, or Playwright's own if that one starts."""
    for name in NAMES:
        if path := which(name):
            return Chromium(path)
    return OWN if starts(OWN) else None


@cache
def found() -> Chromium | None:
    """What `find` says, asked once in a process."""
    return find()
