"""A person plays whole games by clicking."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.running import Server, open_table, play_out, settled, visitor

TABLES = [
    (game, seats)
    for game in stylobate.IDS
    for seats in (stylobate.load(game).players if game in ("columbiz", "columba") else (2,))
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_person_plays_a_whole_game_against_the_computer_by_clicking(
    browser: Browser, server: Server, game: str, seats: int
) -> None:
    with visitor(browser, server) as page:
        open_table(page, game, ["me", *["random"] * (seats - 1)])
        assert play_out(page, random.Random(seats)) > 0
        expect(page.locator("#result h2")).to_be_visible()
        expect(page.locator("#log li")).not_to_have_count(0)
        if stylobate.load(game).has_chance:
            page.locator("#menu summary").click()
            page.locator("#verify").click()
            expect(page.locator("#proof .notice.good")).to_contain_text("✓")


def test_the_shortest_way_from_the_front_page_to_a_game_is_one_click(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        page.goto("/")
        page.locator('form[data-quick="colonnade"] button').click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".seat")).to_have_count(2)


def test_a_typed_token_works_and_a_wrong_one_is_refused_with_a_sentence(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        page.keyboard.press("/")
        page.keyboard.type("b9z")
        page.keyboard.press("Enter")
        expect(page.locator("#error")).not_to_be_empty()
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        expect(page.locator("#log li").first).to_contain_text("b2a")
        expect(page.locator("#error")).to_be_empty()


def test_two_people_at_one_screen_take_turns(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        expect(page.locator("#ask")).to_contain_text("Ada")
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_contain_text("Ben")
