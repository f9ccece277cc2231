"""After the game: the result, looking back, the record, playing on."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Route, expect

import stylobate
from tests.browser.conftest import Tables
from tests.browser.running import Server, move, open_table, settled, shown, visitor

BOARDS = """async (count) => {
    // Every board of this game as the server tells it to anybody.
    const table = location.pathname.replace("/t/", "/api/tables/");
    return Promise.all(Array.from({ length: count + 1 }, async (_, n) => {
        const { svg } = await (await fetch(`${table}/at/${n}`)).json();
        return new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("svg > desc").textContent;
    }));
}"""
SEEN = """async (n) => {
    while (document.querySelector("#table").dataset.n !== String(n)) await new Promise(requestAnimationFrame);
    return document.querySelector("#drawn svg > desc").textContent;
}"""


@pytest.mark.parametrize("game", stylobate.ids())
def test_every_board_of_a_game_is_seen_again(browser: Browser, tables: Tables, game: str) -> None:
    with tables.visit(browser, game, "over") as page:
        count = shown(page)
        boards = page.evaluate(BOARDS, count)

        def sees(n: int) -> None:
            assert page.evaluate(SEEN, n) == boards[n], n

        replay, slider = page.locator("#replay"), page.locator("#replay input")
        sees(count)
        replay.get_by_role("button", name="To the start").click()
        sees(0)
        page.locator("h1").click()
        for n in range(1, count + 1):
            page.keyboard.press("ArrowRight")
            sees(n)
        page.keyboard.press("Home")
        sees(0)
        for n in random.Random(game).sample(range(1, count + 1), 3):
            page.locator("#log button").nth(n - 1).click()
            sees(n)
            replay.get_by_role("button", name="One move back").click()
            sees(n - 1)
            replay.get_by_role("button", name="One move on").click()
            sees(n)
        slider.click()
        middle = int(slider.input_value())
        assert 0 < middle < count
        sees(middle)
        page.keyboard.press("ArrowLeft")
        sees(middle - 1)
        page.keyboard.press("Home")
        sees(0)
        replay.get_by_role("button", name="To the newest").click()
        sees(count)
        expect(page.locator("#result h2")).to_be_visible()


def test_whoever_turns_pages_quickly_gets_the_page_asked_for_last(browser: Browser, tables: Tables) -> None:
    with tables.visit(browser, "colonnade", "over") as page:
        count = shown(page)
        slow: list[Route] = []
        page.route("**/at/*", lambda route: slow.append(route))
        page.locator("h1").click()
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        while len(slow) < 4:
            page.wait_for_timeout(10)
        for route in reversed(slow):  # the answers come in the wrong order
            route.continue_()
            page.wait_for_timeout(50)
        expect(page.locator("#table")).to_have_attribute("data-n", str(count - 4))
        page.wait_for_timeout(100)
        assert shown(page) == count - 4
        assert page.locator("#replay input").input_value() == str(count - 4)


def test_a_finished_game_is_looked_back_at_by_slider_arrows_and_log(browser: Browser, tables: Tables) -> None:
    with tables.visit(browser, "colonnade", "over") as page:
        table = page.url
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
        assert page.url == f"{table}#4"
        page.reload()
        expect(page.locator("#table")).to_have_attribute("data-n", "4")
        with page.expect_download() as download:
            page.locator("#menu summary").click()
            page.get_by_role("link", name="Record", exact=True).click()
        assert "game: colonnade" in download.value.path().read_text()


def test_who_lost_is_offered_the_next_level_down_and_plays_it_with_seats_swapped(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        table = open_table(page, "colonnade", ["me", "2"])
        settled(page)
        move(page, random.Random(1))
        settled(page)
        page.locator("#resign").click()
        page.locator("#sure").get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Rematch against level 1, beats random moves").click()
        page.wait_for_function("(old) => !location.href.endsWith(old)", arg=table)
        expect(page.locator(".seat .note").first).to_contain_text("computer, level 1")
        assert settled(page) == "mine"


def test_a_game_goes_on_against_the_computer_from_any_of_its_positions(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "columns-dice", "over") as page:
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


def test_a_game_plays_by_itself_shows_its_keys_and_stands_in_another_page(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "colonnade", "over") as page:
        count = shown(page)
        page.locator("h1").click()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_contain_text("type a move")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Play it by itself").click()
        expect(page.locator("#table")).to_have_attribute("data-n", "0")
        page.get_by_role("button", name="Speed: 1 times").click()
        expect(page.locator("#table")).to_have_attribute("data-n", "2")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("button", name="Play it by itself")).to_be_visible()
        picture = page.locator("#picture").get_attribute("href") or ""
        assert re.fullmatch(r"/t/\w+/[23]\.png", picture)
        assert page.request.get(picture).headers["content-type"] == "image/png"
        code = page.locator("#copy-embed").get_attribute("data-copy") or ""
        page.route("**/elsewhere", lambda route: route.fulfill(body=code, content_type="text/html"))
        page.goto("/elsewhere")
        framed = page.frame_locator("iframe")
        expect(framed.locator(".where")).to_have_text(f"{count} / {count}")
        framed.get_by_role("button", name="One move back").click()
        expect(framed.locator(".where")).to_have_text(f"{count - 1} / {count}")
        framed.get_by_role("button", name="Play it by itself").click()
        expect(framed.locator(".where")).to_have_text(f"{count} / {count}")
