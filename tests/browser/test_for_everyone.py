"""Every page: no serious fault that axe can find, nothing wider than a phone, letters twice as large."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, ViewportSize

import stylobate
from tests.browser.conftest import Tables
from tests.browser.running import Server, open_table, settled, visitor

PAGES = [
    "/",
    "/me",
    "/fair",
    "/verify",
    "/nowhere",
    "/learn/columba/lesson",
    *(f"/{part}/{game}" for game in stylobate.ids() for part in ("games", "learn")),
]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1100, "height": 800}
HALF_A_SCREEN: ViewportSize = {"width": 640, "height": 900}
TWICE = "document.documentElement.style.fontSize = '200%'"
WIDER = """() => {
    const wide = innerWidth;
    if (document.scrollingElement.scrollWidth <= wide) return [];
    return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > wide + 1)
        .map((e) => `${e.tagName}.${e.className.baseVal ?? e.className} ${e.getBoundingClientRect().right}`)
        .slice(0, 5).concat(`page ${document.scrollingElement.scrollWidth}`);
}"""


def faults(page: Page, **how: object) -> list[str]:
    """What axe calls serious or worse; nothing else leaves the page, for it finds a thousand things good."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(
        "async (how) => (await axe.run(document, how)).violations", {"resultTypes": ["violations"], **how}
    )
    return [
        f"{fault['id']}: {node['html'][:150]} {node['failureSummary'][:300]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def faults_by_day_and_night(page: Page) -> list[str]:
    """The same in both themes; by night only the colours are others."""
    page.emulate_media(color_scheme="light")
    by_day = faults(page)
    page.emulate_media(color_scheme="dark")
    return by_day + faults(page, runOnly=["color-contrast"])


def unfold(page: Page) -> None:
    """Open whatever can be opened."""
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


def test_no_page_has_a_serious_fault_and_all_fit_a_phone_and_letters_twice_as_large(
    browser: Browser, server: Server
) -> None:
    """On a phone, on a desk, and where half a screen and large letters leave little room."""
    with visitor(browser, server, has_touch=True) as page:
        found = {}
        for path in PAGES:
            page.set_viewport_size(PHONE)
            page.goto(path)
            found[path] = page.evaluate(WIDER)
            page.set_viewport_size(DESK)
            found[path] += faults_by_day_and_night(page)
            page.set_viewport_size(HALF_A_SCREEN)
            page.evaluate(TWICE)
            found[path] += page.evaluate(WIDER)
        assert not {path: told for path, told in found.items() if told}


@pytest.mark.parametrize("stage", Tables.STAGES)
@pytest.mark.parametrize("game", stylobate.ids())
def test_a_table_has_no_serious_fault_and_fits_a_phone_and_letters_twice_as_large(
    browser: Browser, tables: Tables, game: str, stage: str
) -> None:
    with tables.visit(browser, game, stage, viewport=PHONE, has_touch=True) as page:
        unfold(page)
        assert page.evaluate(WIDER) == []
        page.set_viewport_size(DESK)
        assert faults_by_day_and_night(page) == []
        page.set_viewport_size(HALF_A_SCREEN)
        page.evaluate(TWICE)
        assert page.evaluate(WIDER) == []


def test_neither_the_keys_nor_a_game_in_a_frame_have_a_serious_fault(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "columns", "over") as page:
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open]")
        assert faults_by_day_and_night(page) == []
        page.goto(page.url.replace("/t/", "/embed/"))
        page.wait_for_selector("#drawn svg")
        assert faults_by_day_and_night(page) == []
        page.set_viewport_size(PHONE)
        assert page.evaluate(WIDER) == []


def test_little_is_sent_for_a_page(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        table = open_table(page, "columba", ["me:Ada", "me:Ben"])
        settled(page)
    for path in ("/", "/me", "/games/columba", "/learn/columba", f"/t/{table}"):
        with visitor(browser, server, alone=True) as page:
            sent: list[Request] = []
            page.on("requestfinished", lambda request: sent.append(request))  # noqa: B023
            page.goto(path)
            page.wait_for_load_state("networkidle")
            kinds = ("document", "script", "stylesheet")
            sizes = [one.sizes()["responseBodySize"] for one in sent if one.resource_type in kinds]
            assert len(sizes) > 3
            assert sum(sizes) < 100_000, path
