"""A game that another package brings has its place on the site: a card, tables, looking back, a guide."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.running import Server, play_out, settled, shown, visitor
from tests.browser.test_for_everyone import PHONE, WIDER, faults_by_day_and_night
from tests.example.installing import beside, columella

UNSEEN = (
    "() => [...document.images].filter((one) => !one.complete || !one.naturalWidth).map((one) => one.src)"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site on whose machine the example is installed."""
    server = Server(tmp_path_factory.mktemp("site"), beside(columella(tmp_path_factory)))
    server.start()
    yield server
    server.stop()


def begin(page: Page) -> None:
    """From the front page, by the button on the game's card."""
    page.goto("/")
    page.locator('form[data-quick="columella"] button').click()
    page.wait_for_url("**/t/*")
    settled(page)


def every_picture_is_seen(page: Page) -> None:
    page.evaluate("for (const one of document.images) one.loading = 'eager'")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(UNSEEN) == []


def test_it_is_played_from_its_card_to_its_end_and_looked_back_at(browser: Browser, house: Server) -> None:
    with visitor(browser, house) as page:
        begin(page)
        expect(page.locator("h1")).to_contain_text("Columella")
        assert play_out(page, random.Random(1)) == 5
        expect(page.locator("#result h2")).to_be_visible()
        assert shown(page) == 20
        every_picture_is_seen(page)
        ended = page.locator("#drawn svg > desc").text_content()
        page.locator("#replay").get_by_role("button", name="To the start").click()
        expect(page.locator("#table")).to_have_attribute("data-n", "0")
        expect(page.locator("#drawn svg > desc")).not_to_have_text(ended or "")
        page.locator("#log button").last.click()
        expect(page.locator("#drawn svg > desc")).to_have_text(ended or "")
        page.locator("#menu summary").click()
        page.locator("#verify").click()
        expect(page.locator("#proof .notice.good")).to_contain_text("✓")


def test_three_sit_down_to_it_where_its_option_is_chosen(browser: Browser, house: Server) -> None:
    with visitor(browser, house) as page:
        page.goto("/games/columella")
        page.get_by_text("3 players", exact=True).click()
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".seat")).to_have_count(3)
        expect(page.locator("#drawn")).to_contain_text("Tuff's column: nothing")


def test_a_drum_is_set_by_the_keyboard(browser: Browser, house: Server) -> None:
    with visitor(browser, house) as page:
        begin(page)
        page.locator("#drawn .target").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#log [data-token^=set]").first).to_be_visible()


def test_its_guide_is_read_with_its_figures_and_its_sheet_is_printed(browser: Browser, house: Server) -> None:
    with visitor(browser, house) as page:
        page.goto("/learn/columella")
        expect(page.locator("figure")).to_have_count(2)
        every_picture_is_seen(page)
        link = page.locator("a[href*='sheet.pdf']").first.get_attribute("href")
        assert page.request.get(link or "").body().startswith(b"%PDF")


def test_on_a_phone_and_in_the_dark_all_its_pages_are_whole(browser: Browser, house: Server) -> None:
    with visitor(browser, house, viewport=PHONE, has_touch=True) as page:
        for path in ("/", "/games/columella", "/learn/columella"):
            page.goto(path)
            every_picture_is_seen(page)
            assert page.evaluate(WIDER) == [], path
            assert faults_by_day_and_night(page) == [], path
        begin(page)
        assert page.evaluate(WIDER) == []
        assert faults_by_day_and_night(page) == []
