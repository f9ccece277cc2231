"""Every page: no serious fault that axe can find, nothing wider than a phone, letters twice as large."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response

import stylobate
from tests.browser.running import Server, open_table, settled, visitor

PAGES = [
    "/",
    "/me",
    "/fair",
    "/nowhere",
    *(f"/{part}/{game}" for game in stylobate.IDS for part in ("games", "learn")),
]
WIDER = """() => {
    const wide = innerWidth;
    if (document.scrollingElement.scrollWidth <= wide) return [];
    return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > wide + 1)
        .map((e) => `${e.tagName}.${e.className.baseVal ?? e.className} ${e.getBoundingClientRect().right}`)
        .slice(0, 5).concat(`page ${document.scrollingElement.scrollWidth}`);
}"""


def faults(page: Page) -> list[str]:
    """What axe calls serious or worse."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:150]} {node['failureSummary'][:300]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_on_any_page(browser: Browser, server: Server, theme: str) -> None:
    with visitor(browser, server, color_scheme=theme) as page:
        found = {}
        for path in PAGES if theme == "light" else PAGES[:6]:
            page.goto(path)
            found[path] = faults(page)
        assert not {path: told for path, told in found.items() if told}


@pytest.mark.parametrize(
    ("game", "theme"), [*((game, "light") for game in stylobate.IDS), ("columbiz", "dark")]
)
def test_axe_finds_no_serious_fault_at_a_table(
    browser: Browser, server: Server, game: str, theme: str
) -> None:
    with visitor(browser, server, color_scheme=theme) as page:
        open_table(page, game, ["me", "random"])
        settled(page)
        for details in page.locator("details:visible").all():
            details.locator("summary").click()
        assert faults(page) == []


def test_at_the_width_of_a_phone_nothing_overflows(browser: Browser, server: Server) -> None:
    with visitor(browser, server, viewport={"width": 360, "height": 740}, has_touch=True) as page:
        for path in PAGES:
            page.goto(path)
            assert page.evaluate(WIDER) == [], path
        for game in stylobate.IDS:
            open_table(page, game, ["me", "random"])
            settled(page)
            for details in page.locator("details:visible").all():
                details.locator("summary").click()
            assert page.evaluate(WIDER) == [], game
        open_table(page, "colonnade", ["me", "friend"])
        assert page.evaluate(WIDER) == [], "a table that waits"


def test_letters_twice_as_large_still_fit(browser: Browser, server: Server) -> None:
    with visitor(browser, server, viewport={"width": 640, "height": 900}) as page:
        for path in [*PAGES, "table"]:
            if path == "table":
                open_table(page, "colonnade", ["me", "random"])
            else:
                page.goto(path)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate(WIDER) == [], path


def test_a_page_without_its_board_weighs_little(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        table = open_table(page, "columba", ["me:Ada", "me:Ben"])
        settled(page)
    for path in ("/", "/me", "/games/columba", "/learn/columba", f"/t/{table}"):
        with visitor(browser, server) as page:
            sent: list[Response] = []
            page.on("response", lambda answer, sent=sent: sent.append(answer))
            page.goto(path)
            page.wait_for_load_state()
            page.wait_for_timeout(300)
            kinds = ("document", "script", "stylesheet")
            plain = [answer.text() for answer in sent if answer.request.resource_type in kinds]
            weight = sum(len(re.sub(r"<svg.*?</svg>", "", text, flags=re.S).encode()) for text in plain)
            assert 0 < weight < 150_000, path
