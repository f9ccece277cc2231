"""One server and one browser for all tests here.

While Playwright is open, its event loop runs in this thread, and nobody else can run one here.  So it is open
for the tests of this folder alone: before a test of another folder it is closed, and opened again when one of
these comes back.  The server has a process of its own, and stays.

Without Chromium the tests are skipped, with one loud line; on CI they fail.  Some are run in Firefox and
WebKit, too, where these are.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

import stylobate
from tests.browser.engines import PROGRAMS, Name, candidates, found, sought
from tests.browser.running import (
    PATIENCE,
    Server,
    after,
    from_afar,
    near_the_end,
    new_table,
    play_on,
    settled,
    visitor,
)
from tests.harness import halfway


def missing(name: Name) -> str:
    return f"{name.upper()} TESTS SKIPPED: there is no {name.capitalize()} (looked for {sought(name)})"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    if here and not os.environ.get("CI") and found("chromium") is None:
        for item in here:
            item.add_marker(pytest.mark.skip(reason=missing("chromium")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    for name in PROGRAMS:
        if any(missing(name) in why for why in skipped):
            terminalreporter.write_line(missing(name), red=True, bold=True)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


def launched(playwright: Playwright, name: Name) -> Browser | None:
    """The first such browser that starts."""
    for engine in candidates(name):
        with contextlib.suppress(PlaywrightError):
            return engine.launch(playwright)
    return None


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright, "chromium")
    if browser is None:
        pytest.fail(f"There is no Chromium here; install it (looked for {sought('chromium')}).")
    yield browser
    browser.close()


@pytest.fixture(scope="package", params=["firefox", "webkit"])
def other_browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """Each of the others; where one cannot be had, its tests are skipped."""
    browser = launched(playwright, request.param)
    if browser is None:
        pytest.skip(missing(request.param))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"))
    server.start()
    yield server
    server.stop()


class Tables:
    """Each game at each of its stages, with as many seats as it has; set up once, for whoever looks at it."""

    STAGES = ("lobby", "start", "halfway", "over")
    PLAYED = 10  # tokens, at a table where the game has gone on or is over: enough to look back at

    def __init__(self, server: Server) -> None:
        self.server = server
        self._known: dict[tuple[str, str], tuple[str, Any]] = {}

    @contextlib.contextmanager
    def visit(self, browser: Browser, game: str, stage: str, **how: Any) -> Iterator[Page]:
        """Come to that table as the one who sat there."""
        with visitor(browser, self.server, **how) as page:
            self.go(page, game, stage)
            yield page

    def go(self, page: Page, game: str, stage: str) -> None:
        """Go to that table, and be the one who sat there."""
        if (game, stage) not in self._known:
            browser = page.context.browser
            assert browser is not None
            self._known[game, stage] = self._set_up(browser, game, stage)
        table, cookies = self._known[game, stage]
        page.context.add_cookies(cookies)
        page.goto(f"/t/{table}")
        if stage == "lobby":
            page.wait_for_selector("#widget .card")
        else:
            assert settled(page) == ("over" if stage == "over" else "mine")

    def _set_up(self, browser: Browser, game: str, stage: str) -> tuple[str, Any]:
        count = max(stylobate.load(game).players)
        seats = (
            ["me:Ada", "friend", "open", "friend"]
            if stage == "lobby"
            else ["me:Ada", "me:Ben", "me:Cyd", "me:Dot"]
        )
        half = halfway(stylobate.load(game))
        options = {
            "halfway": after(game, count, half - self.PLAYED),
            "over": near_the_end(game, count, self.PLAYED),
        }.get(stage, {})
        with from_afar(browser, self.server) as asking:
            table = str(new_table(asking, game, seats[:count], options=options)["table"])
            if stage in ("halfway", "over"):
                play_on(asking, table, min(half, self.PLAYED) if stage == "halfway" else 10_000, 7)
            return table, asking.storage_state()["cookies"]


@pytest.fixture(scope="session")
def tables(server: Server) -> Tables:
    return Tables(server)
