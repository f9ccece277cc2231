"""`python -m tests.browser.install`: see that there are browsers and a Caddy; fetch what needs no password.

Where there is apt, it is Debian's smallest; anywhere else, or if that fails, Playwright's own.  It never
fails: a machine without a browser still runs all other tests, and says which it left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

from tests import caddy
from tests.browser.engines import PROGRAMS, Engine, Name, find

Run = Callable[[list[str]], bool]
PATIENCE = 300  # seconds for one command: a slow network may need them, a dead one must keep nobody longer
WANTED: tuple[Name, ...] = ("chromium", "firefox")


def run(words: list[str]) -> bool:
    """Whether that command did what it should, silently and in time."""
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def ways(name: Name, which: Callable[[str], str | None], is_root: bool) -> Iterator[list[str]]:
    """Commands of which each may bring such a browser, the best first."""
    if which("apt-get") and (is_root or which("sudo")):
        apt = [*([] if is_root else ["sudo", "-n"]), "apt-get"]
        yield [*apt, "update", "-qq"]
        for program in PROGRAMS[name]:
            yield [*apt, "install", "-y", "-qq", "--no-install-recommends", program]
    only = ["--only-shell"] if name == "chromium" else []
    yield [sys.executable, "-m", "playwright", "install", *only, name]


def install(name: Name, find: Callable[[], Engine | None], ways: Iterator[list[str]], run: Run) -> str:
    """Go those ways until there is one; what came of it, in a sentence ("": was there before)."""
    if find() is not None:
        return ""
    called = name.capitalize()
    print(f"There is no {called} yet; fetching one for the tests of the site …", flush=True)
    for words in ways:
        if run(words) and find() is not None:
            return f"There is a {called} now."
    return f"No {called} could be fetched; the tests of the site will say so."


def main() -> None:
    """Fetch those that there are not, if we may."""
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    for name in WANTED:
        if told := install(name, partial(find, name), ways(name, shutil.which, is_root), run):
            print(told, flush=True)
    if told := caddy.fetch(run):
        print(told, flush=True)


if __name__ == "__main__":
    main()
