"""`python -m tests.browser.install`: see that there is a Chromium, and fetch one if no password is needed.

Where there is apt, it is Debian's smallest; anywhere else, or if that fails, Playwright's own.  It never
fails: a machine without a browser still runs all other tests, and says which it left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from tests.browser.chromium import NAMES, Chromium, find

Run = Callable[[list[str]], bool]
PATIENCE = 300  # seconds for one command: a slow network may need them, a dead one must keep nobody longer


def run(words: list[str]) -> bool:
    """Whether that command did what it should, silently and in time."""
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def ways(which: Callable[[str], str | None], is_root: bool) -> Iterator[list[str]]:
    """Commands of which each may bring a Chromium, the best first."""
    if which("apt-get") and (is_root or which("sudo")):
        apt = [*([] if is_root else ["sudo", "-n"]), "apt-get"]
        yield [*apt, "update", "-qq"]
        for name in NAMES:
            yield [*apt, "install", "-y", "-qq", "--no-install-recommends", name]
    yield [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]


def install(find: Callable[[], Chromium | None], ways: Iterator[list[str]], run: Run) -> str:
    """Go those ways until there is a Chromium; what came of it, in a sentence ("": was there before)."""
    if find() is not None:
        return ""
    print("There is no Chromium yet; fetching one for the tests of the site …", flush=True)
    for words in ways:
        if run(words) and find() is not None:
            return "There is a Chromium now."
    return "No Chromium could be fetched; the tests of the site will say so."


def main() -> None:
    """Install one if there is none and we may."""
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    if told := install(find, ways(shutil.which, is_root), run):
        print(told, flush=True)


if __name__ == "__main__":
    main()
