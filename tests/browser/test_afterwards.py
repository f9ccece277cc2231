"""After the game: the result, looking back, the record, playing on."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, expect

from tests.browser.running import Server, open_table, play_out, settled, shown, visitor


def test_a_finished_game_is_looked_back_at_by_slider_arrows_and_log(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        table = open_table(page, "colonnade", ["me", "random"])
        play_out(page, random.Random(2))
        count = shown(page)
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#table")).to_have_attribute("data-n", str(count - 1))
        page.keyboard.press("Home")
        expect(page.locator("#table")).to_have_attribute("data-n", "0")
        page.locator("#log button").nth(2).click()
        expect(page.locator("#table")).to_have_attribute("data-n", "3")
        expect(page.locator("#log [aria-current]")).to_have_count(1)
        page.locator("#replay input").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#table")).to_have_attribute("data-n", "4")
        assert page.url.endswith(f"{table}#4")
        page.reload()
        expect(page.locator("#table")).to_have_attribute("data-n", "4")
        with page.expect_download() as download:
            page.locator("#menu summary").click()
            page.get_by_role("link", name="Record", exact=True).click()
        assert "game: colonnade" in download.value.path().read_text()


def test_a_game_goes_on_against_the_computer_from_any_of_its_positions(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"])
        play_out(page, random.Random(3))
        old = page.url
        page.locator("h1").click()
        for _ in range(6):
            page.keyboard.press("ArrowLeft")
        page.locator("#play-on select").select_option("random")
        page.locator("#play-on button").click()
        page.wait_for_function("(old) => location.href.split('#')[0] !== old", arg=old.split("#")[0])
        settled(page)


def test_looking_back_during_a_game_does_not_hold_it_up(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        for token in ("b2a", "c2d"):
            settled(page)
            page.locator("#token").fill(token)
            page.keyboard.press("Enter")
            expect(page.locator("#log")).to_contain_text(token)
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#to-now")).to_be_visible()
        assert not page.locator("#drawn .target").count()
        page.locator("#to-now").click()
        settled(page)
        assert page.locator("#drawn .target").count()


def test_without_script_a_page_shows_board_and_record(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        table = open_table(page, "colonnade", ["me", "random"])
        settled(page)
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        expect(page.locator("#log")).to_contain_text("b2a")
    with visitor(browser, server, java_script_enabled=False) as page:
        page.goto(f"/t/{table}")
        expect(page.locator("#drawn svg")).to_be_visible()
        expect(page.locator("#log")).to_contain_text("b2a")
        page.goto("/learn/colonnade")
        expect(page.locator("figure img").first).to_be_visible()
