"""Two people in two browsers, and a third who watches."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.running import Server, move, open_table, shown, visitor, wait_for

MOVES = 8


def sit_down_by_link(host: Page, guest: Page) -> None:
    """The guest comes by the link that the host sees on the table page."""
    link = host.locator(".invite input").first.input_value()
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/t/*")


def whose_turn(*pages: Page) -> Page:
    """The page of whoever is to move."""
    for _ in range(600):
        for page in pages:
            if page.locator("#table").get_attribute("data-mine") == "true":
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


@pytest.mark.parametrize("game", stylobate.IDS)
def test_two_browsers_play_each_other_and_a_third_watches(
    browser: Browser, server: Server, game: str
) -> None:
    rng = random.Random(game)
    with (
        visitor(browser, server) as ada,
        visitor(browser, server) as ben,
        visitor(browser, server) as watcher,
    ):
        table = open_table(ada, game, ["me", "friend"])
        watcher.goto(f"/t/{table}")
        sit_down_by_link(ada, ben)
        expect(ada.locator("#table")).to_have_attribute("data-state", "running")
        for _ in range(MOVES):
            page = whose_turn(ada, ben)
            move(page, rng)
            wait_for(page, 1)
        newest = shown(whose_turn(ada, ben))
        for page in (ada, ben, watcher):
            wait_for(page, newest)
        pictures = {page.locator("#drawn svg > desc").inner_html() for page in (ada, ben, watcher)}
        assert len(pictures) == 1
        expect(watcher.locator("#typed")).to_be_hidden()
        assert not watcher.locator("#drawn .target").count()
        assert watcher.locator("#log li").count() == ada.locator("#log li").count()


def test_players_chat_take_back_resign_and_play_again(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        table = open_table(ada, "colonnade", ["me", "friend"])
        sit_down_by_link(ada, ben)
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")
        ben.locator("#talk summary").click()
        ben.locator("#remark").fill("Good luck")
        ben.keyboard.press("Enter")
        expect(ada.locator(".chat li")).to_contain_text("Good luck")
        expect(ada.locator("#told")).to_contain_text("Good luck")

        ada.locator("#token").fill("b2a")
        ada.keyboard.press("Enter")
        expect(ben.locator("#log li")).to_have_count(1)
        expect(ben.locator("#told")).to_contain_text("moves two checkers from b")
        expect(ben.locator("#told")).to_contain_text("Your turn")
        ada.locator("#menu summary").click()
        ada.locator("#ask-takeback").click()
        ben.get_by_role("button", name="Allow it").click()
        expect(ada.locator("#log li")).to_have_count(0)
        expect(ben.locator("#log li")).to_have_count(0)

        ada.locator("#resign").click()
        ada.get_by_role("button", name="Yes").click()
        for page in (ada, ben):
            expect(page.locator("#result h2")).to_contain_text("resigned")
            page.locator("#result").get_by_role("button", name="Rematch").click()
        for page in (ada, ben):
            expect(page.locator("#table")).to_have_attribute("data-state", "running")
            assert not page.url.endswith(table)
        assert ben.locator("#table").get_attribute("data-mine") == "true"


def test_anybody_finds_an_open_table_on_the_front_page(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        ada.goto("/games/colonnade")
        ada.get_by_text("Anybody", exact=True).first.click()
        ada.get_by_role("button", name="Open the table").click()
        ada.wait_for_url("**/t/*")
        ben.goto("/")
        ben.locator(f'a[href="/t/{ada.url.split("/")[-1]}"]').click()
        ben.get_by_role("button", name="Sit here").click()
        expect(ada.locator("#table")).to_have_attribute("data-state", "running")
        expect(ben.locator("#table")).to_have_attribute("data-state", "running")


def test_a_seat_handed_to_the_computer_can_be_taken_back(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(ada, "colonnade", ["me", "friend"])
        sit_down_by_link(ada, ben)
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")
        ada.locator("#token").fill("b2a")
        ada.keyboard.press("Enter")
        expect(ben.locator("#table")).to_have_attribute("data-mine", "true")
        ada.locator("#menu summary").click()
        ada.locator("#hand-over").click()
        ada.get_by_role("button", name="Yes").click()
        for page in (ada, ben):
            expect(page.locator(".seat .note").first).to_contain_text("computer")
        ada.locator("#return").click()
        for page in (ada, ben):
            expect(page.locator(".seat .note").first).not_to_contain_text("computer")
        ben.locator("#token").fill("c2d")
        ben.keyboard.press("Enter")
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")
