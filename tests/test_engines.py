"""How the tests come by a browser: on any system, without a password, and never by failing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from tests.browser import install
from tests.browser.engines import PROGRAMS, Engine, candidates, find

NAMES = PROGRAMS["chromium"]
OWN = Engine("chromium", None)
OWN_FETCH = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]


def has(*programs: str) -> Callable[[str], str | None]:
    """A system that has these programs and no others."""
    return lambda name: f"/usr/bin/{name}" if name in programs else None


class Machine:
    """A machine without Chromium, where these commands bring one."""

    def __init__(self, *helpful: list[str]) -> None:
        self.helpful = helpful
        self.asked: list[list[str]] = []
        self.has_one = False

    def run(self, words: list[str]) -> bool:
        self.asked.append(words)
        self.has_one = words in self.helpful
        return self.has_one or "update" in words

    def find(self) -> Engine | None:
        return OWN if self.has_one else None

    def install(self, ways: Iterable[list[str]]) -> str:
        return install.install("chromium", self.find, iter(ways), self.run)


def test_the_lightest_chromium_of_the_system_is_taken_before_playwrights_own() -> None:
    assert find("chromium", has("google-chrome", "chromium"), lambda _: True) == Engine(
        "chromium", "/usr/bin/chromium"
    )
    assert find("chromium", has(*NAMES), lambda _: True) == Engine("chromium", f"/usr/bin/{NAMES[0]}")


def test_playwrights_own_is_taken_if_it_starts() -> None:
    assert find("chromium", has(), lambda _: True) == OWN
    assert find("chromium", has(), lambda _: False) is None


def test_with_apt_it_is_asked_first_with_sudo_for_whoever_is_not_root() -> None:
    as_root = list(install.ways("chromium", has("apt-get"), is_root=True))
    assert as_root[0] == ["apt-get", "update", "-qq"]
    assert [words[-1] for words in as_root[1:-1]] == list(NAMES)
    assert as_root[-1] == OWN_FETCH
    as_somebody = list(install.ways("chromium", has("apt-get", "sudo"), is_root=False))
    assert as_somebody == [*(["sudo", "-n", *words] for words in as_root[:-1]), OWN_FETCH]


def test_where_apt_is_missing_or_not_allowed_playwright_fetches_its_own() -> None:
    assert list(install.ways("chromium", has(), is_root=True)) == [OWN_FETCH]
    assert list(install.ways("chromium", has("apt-get"), is_root=False)) == [OWN_FETCH]


def test_who_has_one_fetches_nothing() -> None:
    machine = Machine()
    machine.has_one = True
    assert machine.install(install.ways("chromium", has("apt-get"), is_root=True)) == ""
    assert machine.asked == []


def test_the_first_way_that_brings_one_is_the_last_one_gone() -> None:
    ways = list(install.ways("chromium", has("apt-get"), is_root=True))
    machine = Machine(ways[2])
    assert "There is a Chromium now" in machine.install(ways)
    assert machine.asked == ways[:3]


def test_if_apt_knows_none_playwright_is_asked() -> None:
    machine = Machine(OWN_FETCH)
    assert "There is a Chromium now" in machine.install(
        install.ways("chromium", has("apt-get"), is_root=True)
    )
    assert machine.asked[-1] == OWN_FETCH


def test_where_nothing_helps_it_is_said_and_nothing_fails() -> None:
    machine = Machine()
    assert "could be fetched" in machine.install(install.ways("chromium", has("apt-get"), is_root=True))
    assert machine.asked[-1] == OWN_FETCH


def test_firefox_is_sought_and_fetched_in_the_same_way() -> None:
    assert find("firefox", has("firefox"), lambda _: False) == Engine("firefox", "/usr/bin/firefox")
    asked = list(install.ways("firefox", has("apt-get"), is_root=True))
    assert [words[-1] for words in asked[1:]] == ["firefox-esr", "firefox", "firefox"]
    assert asked[-1] == [sys.executable, "-m", "playwright", "install", "firefox"]


def test_of_webkit_there_is_playwrights_own_alone() -> None:
    assert list(candidates("webkit", has("epiphany"))) == [Engine("webkit", None)]


def test_a_command_that_fails_or_does_not_exist_is_only_a_no() -> None:
    assert install.run([sys.executable, "-c", "pass"])
    assert not install.run([sys.executable, "-c", "raise SystemExit(3)"])
    assert not install.run(["/nowhere/at-all"])
